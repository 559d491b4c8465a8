"""Changes the log-probabilities of digits by what Tesseract reads in the same cells.

Tesseract does not share the network's mistakes. It makes a digit surer or less sure,
but never replaces the network's first choice.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import Alphabet
from mailbot.eye.read.tesseract import ocr
from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Gray

# Measured together, on 110 pictures (eye/weights/README.md): no outcome changed. Higher
# values would make answers depend more on Tesseract, which misreads more than we do:
# with 1.0 a 2 printed over a 9, of which we were not sure, was answered on its word.
_AGREES = 0.5  # nats added to a digit that both read
_DISPUTES = 1.5  # nats added to a digit that only Tesseract reads
_AHEAD = 0.05  # nats by which the network's first choice stays ahead at least
_RELIABLE = 0.75  # share of a line that Tesseract must read, or none of it counts


def second_opinion(seen: Sequence[Recognised], deadline: Deadline) -> list[Recognised]:
    """The grids, with their log-probabilities changed by what Tesseract reads.

    The cells of all grids are set in common lines, each of which is one call.

    Raises:
        MissingTool: Tesseract is not installed.
    """
    inked = [np.flatnonzero(grid.log_probs.argmax(axis=1)) for grid in seen]
    cells: list[Gray] = [
        Gray(grid.cells.normalised[cell])
        for grid, where in zip(seen, inked, strict=True)
        for cell in where
    ]
    large = any(grid.size > 9 for grid in seen)
    said = iter(_read_lines(cells, ocr.ALL if large else ocr.DIGITS, deadline))
    changed = []
    for grid, where in zip(seen, inked, strict=True):
        log_probs = grid.log_probs.copy()
        for cell in where:
            digit = digit_named(next(said), grid.alphabet)
            if 0 < digit <= grid.size:
                log_probs[cell] = weigh(log_probs[cell], digit)
        changed.append(replace(grid, log_probs=log_probs))
    return changed


def _read_lines(cells: Sequence[Gray], symbols: str, deadline: Deadline) -> list[str]:
    """What Tesseract reads in each cell, "" where it reads nothing or is not called.

    A line of which it reads little counts as not read. After one of which it reads
    nothing no other is tried: where Tesseract hangs, each call takes half a minute.

    Args:
        cells: normalised cells, each uint8[32, 32].
        symbols: the characters that it may read.
        deadline: when to stop.

    Raises:
        MissingTool: Tesseract is not installed.
    """
    said = [""] * len(cells)
    for start in range(0, len(cells), ocr.LINE):
        line = cells[start : start + ocr.LINE]
        words = [] if deadline.passed() else ocr.read_cells(line, symbols)
        if not any(words):
            break
        if sum(map(bool, words)) >= _RELIABLE * len(line):
            said[start : start + len(line)] = words
    return said


def weigh(log_probs: Floats, digit: int) -> Floats:
    """The log-probabilities of one cell [N+1], given the digit that Tesseract read."""
    best = int(log_probs.argmax())
    changed = log_probs.copy()
    if digit == best:
        changed[digit] += _AGREES
    else:
        changed[digit] = min(log_probs[digit] + _DISPUTES, log_probs[best] - _AHEAD)
        changed[digit] = max(changed[digit], log_probs[digit])
    return np.asarray(changed - np.log(np.exp(changed).sum()), np.float32)


def digit_named(said: str, alphabet: Alphabet) -> int:
    """The digit that some characters stand for, 0 if none.

    >>> digit_named("12", Alphabet.NUMBERS), digit_named("C", Alphabet.LETTERS)
    (12, 12)
    """
    if said.isdecimal():
        number = int(said)
    elif len(said) == 1 and said in "ABCDEFG":
        number = 10 + "ABCDEFG".index(said)
    else:
        return 0
    return number + (alphabet is Alphabet.FROM_ZERO)
