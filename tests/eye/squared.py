"""Cells on squared paper, for tests: what was written on them is known exactly."""

import cv2
import numpy as np

from mailbot.pictures.arrays import Bytes, Floats
from tests.eye.synthetic import board_of, cells_of

PAPER, INK = (225, 235, 240), (60, 50, 50)
BLUE, BLACK = (215, 185, 150), (70, 60, 60)
DIGITS = "5..7..1...24...3.18.9....6.4..7.2..9.....5..8.3"


def board(size: int = 9) -> Bytes:
    """The cells of a board [N*N, 48, 48, 3], digits in some of them."""
    cells = np.full((size * size, 48, 48, 3), PAPER, np.uint8)
    for cell, digit in zip(cells, DIGITS, strict=False):
        if digit != ".":
            face = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(cell, digit, (14, 36), face, 1.0, INK, 3, cv2.LINE_AA)
    return cells


def squared(
    cells: Bytes, colour: tuple[int, int, int] = BLUE, *, slope: float = 0.03
) -> Bytes:
    """The cells with the lines of paper through their middles, a little askew."""
    lined = cells.copy()
    for number, cell in enumerate(lined):
        paper = np.full(cell.shape, 255, np.uint8)
        middle = 24 + number % 3 - 1
        for across in (False, True):
            ends = np.array([[-8, middle - slope * 32], [56, middle + slope * 32]])
            points = ends if across else ends[:, ::-1]
            (x0, y0), (x1, y1) = np.rint(points * 16).astype(int).tolist()
            cv2.line(paper, (x0, y0), (x1, y1), colour, 2, cv2.LINE_AA, 4)
        np.minimum(cell, paper, out=cell)
    return lined


def off(cells: Bytes, others: Bytes) -> Floats:
    """The mean distance of each cell's pixels inside the lines of the board, [n]."""
    apart = np.abs(cells.astype(np.float32) - others)[:, 4:-4, 4:-4]
    return np.asarray(apart.mean(axis=(1, 2, 3)), np.float32)


def askew(cells: Bytes, pitch: float, degrees: float) -> Bytes:
    """The cells [81, 48, 48, 3] on paper whose lines run askew to theirs.

    Args:
        cells: what is written.
        pitch: pixels between lines.
        degrees: by which they are turned against the board.
    """
    whole = board_of(cells)
    paper = np.full(whole.shape, 255, np.uint8)
    side = len(whole)
    for at in np.arange(-side, 2 * side, pitch):
        for turn in (degrees, degrees + 90):
            along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
            across = np.array([-along[1], along[0]]) * at
            start, end = (
                np.rint((across + along * far) * 16).astype(int).tolist()
                for far in (-2 * side, 2 * side)
            )
            cv2.line(paper, start, end, BLUE, 2, cv2.LINE_AA, 4)
    return cells_of(np.minimum(whole, paper))
