"""Where boards on curled paper are sought."""

import numpy as np

from mailbot.eye.find.boards import Board
from mailbot.eye.find.curled import curled_surfaces
from mailbot.eye.find.lines.bend import FLAT
from mailbot.eye.find.network import COARSE, FINE, Maps
from mailbot.eye.find.surface import Surface
from mailbot.pictures import Gray

SIDE = 400


def test_a_board_that_lies_beside_the_picture_has_no_surface() -> None:
    paper = Gray(np.full((SIDE, SIDE), 230, np.uint8))
    place = np.zeros((COARSE, COARSE, 2), np.float32)
    inside = np.zeros((COARSE, COARSE), np.float32)
    maps = Maps(np.zeros((FINE, FINE), np.float32), inside, place, (0, 0), 0.64)
    for off in (-3 * SIDE, 3 * SIDE):
        beside = np.array([[SIDE, 0, off], [0, SIDE, off], [0, 0, 1]], np.float64)
        surface = Surface(FLAT, beside)
        board = Board(surface, (), surface)
        assert list(curled_surfaces(paper, maps, board, None)) == []
