"""A ruled sheet for tests: where its lines and cells are is known exactly."""

import cv2
import numpy as np

from mailbot.eye.find.boards import Board
from mailbot.eye.find.lines.bend import FLAT
from mailbot.eye.find.network import COARSE, FINE, INPUT_SIDE, Maps
from mailbot.eye.find.surface import Surface
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats

CELL, MARGIN = 60, 120
SIDE = 2 * MARGIN + 9 * CELL
LIGHT, DARK = 235, 40


def lattice(first: int = 0, last: int = 9, boxes: bool = False) -> Gray:
    """White paper with the lines from first to last of a 9x9 in its middle.

    All lines are as long as those of the whole lattice; those of boxes may be thick.
    """
    paper = np.full((SIDE, SIDE), LIGHT, np.uint8)
    for line in range(first, last + 1):
        at, end = MARGIN + line * CELL, SIDE - MARGIN
        width = 6 if boxes and line % 3 == 0 else 2
        cv2.line(paper, (at, MARGIN), (at, end), DARK, width)
        cv2.line(paper, (MARGIN, at), (end, at), DARK, width)
    return Gray(paper)


def covered(
    paper: Gray, rows: tuple[float, float], columns: tuple[float, float]
) -> Gray:
    """The sheet, with blank paper from one row to another, and so for columns."""
    top, bottom, left, right = (round(MARGIN + at * CELL) for at in (*rows, *columns))
    paper[top:bottom, left:right] = LIGHT
    return paper


def middles() -> Floats:
    """Of the cells in that picture, [row, column, 2]."""
    at = MARGIN + (np.arange(9) + 0.5) * CELL
    return np.stack(np.meshgrid(at, at), axis=-1).astype(np.float32)


def crossings() -> Floats:
    """Of its lines, [10, 10, 2]."""
    at = MARGIN + np.arange(10) * CELL
    return np.stack(np.meshgrid(at, at), axis=-1).astype(np.float32)


def seen_places(cells: float = 9.0, middle: float = 4.5) -> Maps:
    """What the network would say of places, if it took other cells for the board.

    Args:
        cells: how many columns, and rows, it would take for the board.
        middle: the column, and row, in the middle of these.
    """
    pixels = (np.arange(COARSE) + 0.5) / COARSE * SIDE
    along = ((pixels - MARGIN) / CELL - middle) / cells + 0.5
    place = np.stack(np.meshgrid(along, along), axis=-1).astype(np.float32)
    inside = np.zeros((COARSE, COARSE), np.float32)
    lines = np.zeros((FINE, FINE), np.float32)
    return Maps(lines, inside, place, (0, 0), INPUT_SIDE / SIDE)


def board(left: float = 0.0, right: float = 9.0) -> Board:
    """Where the network would see the lattice, from one column to another."""
    x, width = MARGIN + left * CELL, (right - left) * CELL
    through = np.array([[width, 0, x], [0, 9.0 * CELL, MARGIN], [0, 0, 1]])
    surface = Surface(FLAT, through)
    return Board(surface, (), surface, 2.0)
