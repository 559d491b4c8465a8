"""Grids as the network might have read them, made of arrays without any picture."""

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.verdict import decide
from mailbot.eye.find.lines.lattice import Segments
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.cutting import Cut
from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import BLANK, HAND, PRINT, Alphabet
from mailbot.model import Puzzle, Source, Where
from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Gray
from solver import Cells, Shape

BLACK, BLUE = (0, 0, 0), (220, 90, 40)
PEN = 0.97  # the probability of handwriting in an entry


def cells_of(board: Bytes) -> Bytes:
    """The cells [81, PATCH, PATCH, 3] of a flat board [9 * PATCH, 9 * PATCH, 3]."""
    cells = board.reshape(9, PATCH, 9, PATCH, 3).swapaxes(1, 2)
    return np.ascontiguousarray(cells.reshape(81, PATCH, PATCH, 3))


def board_of(cells: Bytes) -> Bytes:
    """The flat board [9 * PATCH, 9 * PATCH, 3] of cells [81, PATCH, PATCH, 3]."""
    rows = cells.reshape(9, 9, PATCH, PATCH, 3).swapaxes(1, 2)
    return rows.reshape(9 * PATCH, 9 * PATCH, 3).copy()


def on_board(seen: Recognised, board: Bytes) -> Recognised:
    """The grid, cut out of another flat picture of its board."""
    return replace(seen, cells=replace(seen.cells, patches=cells_of(board)))


def sure_of(digits: Cells, chance: float = 0.9999) -> Floats:
    """Log-probabilities of a reading that is equally sure of every cell."""
    size = round(len(digits) ** 0.5)
    log_probs = np.full((len(digits), size + 1), (1 - chance) / size, np.float32)
    log_probs[np.arange(len(digits)), digits] = chance
    return np.log(log_probs)


def unsure(log_probs: Floats, cell: int, chances: Mapping[int, float]) -> Floats:
    """The log-probabilities with other chances of some digits in a cell."""
    changed = log_probs.copy()
    changed[cell] = np.log(1e-7)
    for digit, chance in chances.items():
        changed[cell, digit] = np.log(chance)
    return changed


def read_as(
    log_probs: Floats, *shapes: Shape, written: Collection[int] = (), pen: float = PEN
) -> Recognised:
    """A grid read with these log-probabilities.

    Digits are dots: black ones, or blue ones in the cells `written`, where a person
    wrote with the probability `pen`.
    """
    size, count = shapes[0].size, shapes[0].cells
    by_hand = np.isin(np.arange(count), list(written))
    filled = log_probs.argmax(axis=1) > 0
    patches = np.full((count, PATCH, PATCH, 3), 255, np.uint8)
    patches[filled, 18:30, 18:30] = BLACK
    patches[filled & by_hand, 18:30, 18:30] = BLUE
    ink = np.zeros((count, 32, 32), np.float32)
    ink[filled, 12:20, 12:20] = 1
    hand = np.where(by_hand, pen, 1 - PEN)[:, None]
    seen = np.exp(log_probs)
    probs = np.full((count, len(CLASSES)), 1e-7, np.float32)
    probs[:, BLANK] = seen[:, 0]
    digits = min(size, 9)
    probs[:, PRINT][:, :digits] = seen[:, 1 : digits + 1] * (1 - hand)
    probs[:, HAND][:, :digits] = seen[:, 1 : digits + 1] * hand
    lines = np.zeros((2, size + 1, size), np.float32)
    y, x = np.mgrid[: size + 1, : size + 1]
    mesh = np.stack([x, y], axis=-1).astype(np.float32)
    segments = Segments(lines, lines, lines > 0)
    return Recognised(
        sighting=Sighting(size, 1.0, 0.0, mesh, segments),
        turn=0,
        mesh=mesh,
        cells=Cut(patches, ink, Gray((ink * 255).astype(np.uint8)), 1.0),
        probs=probs,
        alphabet=Alphabet.PLAIN,
        log_probs=log_probs,
        shapes=shapes,
        quality=0.0,
        hidden=np.zeros(count, np.bool_),
    )


def judged(seen: Recognised, variant: str = "") -> Puzzle:
    """What is made of a grid in a picture, which is a puzzle."""
    puzzle = decide(seen, Source.IMAGE, Where(), NO_DEADLINE, variant)
    assert puzzle is not None
    return puzzle


def plain_board() -> Recognised:
    """A grid of 33 digits on white paper, with cells 48 pixels wide and no lines."""
    digits = tuple(int(cell % 5 in (1, 3)) for cell in range(81))
    seen = read_as(sure_of(digits), Shape(3, 3))
    return replace(seen, mesh=seen.mesh * PATCH)
