"""What the second witness changes: it may raise or shake belief, never overrule it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.read import ocr
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import Alphabet
from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Gray

_AGREES = 1.0  # nats for the digit that both read
_DISPUTES = 1.5  # nats for the digit that only the witness reads
_RELIABLE = 0.75  # of the cells must have been read: else a line was lost on it
_SHORT = 0.05  # nats that a disputed choice stays ahead at least


def second_opinion(seen: Sequence[Recognised], deadline: Deadline) -> list[Recognised]:
    """The grids, with their log-probabilities changed by what Tesseract reads.

    Tesseract is called once, for all grids together.

    Raises:
        MissingTool: Tesseract is not installed.
    """
    inked = [_inked(grid) for grid in seen]
    cells: list[Gray] = [
        Gray(grid.cells.normalised[cell])
        for grid, where in zip(seen, inked, strict=True)
        for cell in where
    ]
    if not cells or deadline.passed():
        return list(seen)
    large = any(grid.size > 9 for grid in seen)
    words = ocr.read_cells(cells, ocr.ALL if large else ocr.DIGITS)
    if sum(map(bool, words)) < _RELIABLE * len(words):
        return list(seen)
    said = iter(words)
    spoken = []
    for grid, where in zip(seen, inked, strict=True):
        log_probs = grid.log_probs.copy()
        for cell in where:
            digit = digit_named(next(said), grid.alphabet)
            if 0 < digit <= grid.size:
                log_probs[cell] = weigh(log_probs[cell], digit)
        spoken.append(replace(grid, log_probs=log_probs))
    return spoken


def weigh(log_probs: Floats, digit: int) -> Floats:
    """The log_probs of one cell [N+1], given what the witness read in it."""
    best = int(log_probs.argmax())
    changed = log_probs.copy()
    if digit == best:
        changed[digit] += _AGREES
    else:
        changed[digit] = min(log_probs[digit] + _DISPUTES, log_probs[best] - _SHORT)
        changed[digit] = max(changed[digit], log_probs[digit])
    return np.asarray(changed - np.log(np.exp(changed).sum()), np.float32)


def digit_named(said: str, alphabet: Alphabet) -> int:
    """The digit that some characters stand for, 0 if none.

    >>> digit_named("12", Alphabet.NUMBERS), digit_named("C", Alphabet.LETTERS)
    (12, 12)
    """
    if said.isdigit():
        number = int(said)
    elif len(said) == 1 and said in "ABCDEFG":
        number = 10 + "ABCDEFG".index(said)
    else:
        return 0
    return number + (alphabet is Alphabet.FROM_ZERO)


def _inked(grid: Recognised) -> list[int]:
    return [int(cell) for cell in np.flatnonzero(grid.log_probs.argmax(axis=1))]
