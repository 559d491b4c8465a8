"""Lattices fitted to boards that lie where the tests say, not the network."""

import cv2
import numpy as np

from mailbot.eye.find.boards import Board
from mailbot.eye.find.fitting import fit_board
from mailbot.eye.find.lines.bend import FLAT
from mailbot.eye.find.lines.lattice import MARGIN, SIDE
from mailbot.eye.find.network import COARSE, FINE, INPUT_SIDE, Maps
from mailbot.eye.find.surface import Surface
from mailbot.pictures.pixels import Gray

EXTENT = SIDE + 2 * MARGIN
CELL = SIDE // 9
PAPER, LINE = 6, 18  # levels of a screen that is nearly black
PLACE = Surface(FLAT, np.array([[SIDE, 0, MARGIN], [0, SIDE, MARGIN], [0, 0, 1.0]]))
BOARD = Board(PLACE, (), PLACE, 2.0)
MAPS = Maps(  # a network that knows nothing of lines
    lines=np.full((FINE, FINE), 0.5, np.float32),
    inside=np.ones((COARSE, COARSE), np.float32),
    place=np.zeros((COARSE, COARSE, 2), np.float32),
    corner=(0, 0),
    scale=INPUT_SIDE / EXTENT,
)


def screen_with_sagging_rows(sag: float) -> Gray:
    """A screen that shows the lines between rows, and those between columns of boxes.

    Args:
        sag: cells by which the middle of the uppermost line is too low. The lower a
            line is, the less it sags.
    """
    screen = np.full((EXTENT, EXTENT), PAPER, np.uint8)
    x = np.arange(SIDE + 1)
    for row in range(10):
        y = CELL * (row + sag * (1 - row / 9) * np.sin(x / SIDE * np.pi))
        points = MARGIN + np.stack([x, y], axis=1).round().astype(np.int32)
        cv2.polylines(screen, [points], False, LINE, 2)
    for column in (0, 3, 6, 9):
        left = MARGIN + column * CELL
        screen[MARGIN:-MARGIN, left - 1 : left + 1] = LINE
    return Gray(screen)


def test_a_lattice_that_fits_badly_may_be_bent_a_little() -> None:
    found = fit_board(screen_with_sagging_rows(0.4), MAPS, BOARD)
    assert found is not None
    assert found.size == 9
    assert not found.sure


def test_a_lattice_that_fits_badly_and_is_warped_is_no_board() -> None:
    """Noise of a nearly black screen can bend a lattice off the board in the same way.

    Its cells would be cut out beside the digits.
    """
    assert fit_board(screen_with_sagging_rows(0.75), MAPS, BOARD) is None
