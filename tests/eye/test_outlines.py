"""Boards found within outlines, where the network sees none."""

from itertools import chain

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.find.again import look_again
from mailbot.eye.find.fitting import fit_outline
from mailbot.eye.find.outlines import outlines
from mailbot.pictures import to_gray
from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Bgr
from solver import Shape
from tests.eye.rendered import make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle

STYLE = PrintStyle(cell=40, thick=4)
STEEP = np.array([[430, 260], [690, 330], [600, 640], [250, 500]], np.float32)
"""Where the corners of a board lie on a table."""


def on_a_table(corners: Floats = STEEP, dark: bool = False) -> Bgr:
    """A board on its sheet, seen at an angle on a grey table."""
    made = make_puzzle(Shape(3, 3), 21)
    board = draw_puzzle(PaperPuzzle(made.puzzle), STYLE, np.random.default_rng(1))
    page = cv2.copyMakeBorder(
        board, *(20,) * 4, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    low, high = 20 + STYLE.thick, 20 + STYLE.thick + 9 * STYLE.cell
    drawn = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    through = cv2.getPerspectiveTransform(drawn, corners)
    table = np.full((800, 1000, 3), 120, np.uint8)
    way = cv2.BORDER_TRANSPARENT
    cv2.warpPerspective(page, through, (1000, 800), dst=table, borderMode=way)
    return Bgr(255 - table if dark else table)


@pytest.mark.parametrize("dark", [False, True])
def test_one_of_the_outlines_is_the_boards(dark: bool) -> None:
    found = [q for quads in outlines(to_gray(on_a_table(dark=dark))) for q in quads]
    assert min(np.abs(quad - STEEP).max() for quad in found) < 8


@pytest.mark.parametrize("dark", [False, True])
def test_a_board_seen_at_a_steep_angle_is_found(dark: bool) -> None:
    *by_digits, by_outlines = look_again(
        on_a_table(dark=dark), NO_DEADLINE, likely=True
    )
    assert not any(by_digits)
    best = by_outlines[0]
    assert (best.size, best.sure) == (9, True)
    corners = best.mesh[(0, 0, -1, -1), (0, -1, -1, 0)]
    assert np.abs(corners - STEEP).max() < 4


def test_a_lattice_is_found_in_a_quad_that_lies_askew() -> None:
    askew = STEEP + np.array([[9, -7], [-8, 5], [6, 8], [-9, 4]], np.float32)
    found = fit_outline(to_gray(on_a_table()), askew)
    assert found
    assert found.score > 0.95
    assert np.abs(found.mesh[0, 0] - STEEP[0]).max() < 4


def test_in_a_table_of_other_sizes_no_lattice_is_found() -> None:
    page = np.full((600, 800, 3), 255, np.uint8)
    for x in range(100, 701, 100):
        cv2.line(page, (x, 100), (x, 500), (0, 0, 0), 2)
    for y in range(100, 501, 80):
        cv2.line(page, (100, y), (700, y), (0, 0, 0), 2)
    found = chain.from_iterable(look_again(Bgr(page), NO_DEADLINE, likely=True))
    assert not [one for one in found if one.sure]
