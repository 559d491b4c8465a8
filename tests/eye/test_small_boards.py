"""Boards that are small on a page with other things."""

from dataclasses import replace

import cv2
import numpy as np

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.find.locate import locate, locate_small, look_at_parts
from mailbot.eye.find.network import look_at
from mailbot.eye.survey import survey
from mailbot.pictures.pixels import Bgr
from solver import Shape
from tests.eye.rendered import Made, make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle

STYLE = PrintStyle(cell=14, thick=2)
MADE = make_puzzle(Shape(3, 3), 21)


def print_on(page: Bgr, made: Made, x: int, y: int, cell: int = STYLE.cell) -> None:
    """Print a puzzle on a page, in cells of so many pixels."""
    style = replace(STYLE, cell=cell)
    board = draw_puzzle(PaperPuzzle(made.puzzle), style, np.random.default_rng(1))
    page[y : y + board.shape[0], x : x + board.shape[1]] = board


def test_two_small_boards_on_a_page_are_both_read() -> None:
    page = Bgr(np.full((420, 1300, 3), 250, np.uint8))
    other = make_puzzle(Shape(3, 3), 22)
    print_on(page, MADE, 100, 150, cell=13)
    print_on(page, other, 621, 150, cell=13)
    read = survey(page, NO_DEADLINE).grids
    digits = {tuple(one.log_probs.argmax(axis=1).tolist()) for one in read}
    assert digits == {tuple(MADE.puzzle.givens), tuple(other.puzzle.givens)}


def assert_found_at(page: Bgr, left: int, top: int, cell: int) -> None:
    """A sure 9x9 lies there, to 3 pixels, by a look at the parts of the page."""
    parts = look_at_parts(page, NO_DEADLINE)
    best = locate_small(page, parts, NO_DEADLINE)[0]
    assert (best.size, best.sure) == (9, True)
    corner = np.array([left, top])
    assert np.abs(best.mesh[0, 0] - corner).max() < 3
    assert np.abs(best.mesh[-1, -1] - (corner + 9 * cell)).max() < 3


def test_a_small_board_is_found_in_a_part_of_a_picture_that_is_not_large() -> None:
    page = Bgr(np.full((560, 560, 3), 250, np.uint8))
    print_on(page, MADE, 330, 400, cell=10)
    assert_found_at(page, 332, 402, cell=10)


def test_a_board_of_which_one_part_of_a_picture_shows_a_corner_is_found_whole() -> None:
    page = Bgr(np.full((900, 1200, 3), 250, np.uint8))
    print_on(page, MADE, 683, 448, cell=12)
    page[472:556, 731:791].clip(max=161, out=page[472:556, 731:791])  # a shade
    assert_found_at(page, 685, 450, cell=12)


def test_a_small_board_is_told_from_a_chessboard_beside_it() -> None:
    page = Bgr(np.full((880, 700, 3), 250, np.uint8))
    print_on(page, MADE, 200, 500)
    left, top, square = 336, 510, 12
    for at in range(64):
        x, y = left + at % 8 * square, top + at // 8 * square
        if (at % 8 + at // 8) % 2:
            page[y : y + square, x : x + square] = 170
    end = (left + 8 * square, top + 8 * square)
    cv2.rectangle(page, (left, top), end, (60, 60, 60), 1)
    best = locate(page, look_at(page))[0]
    assert best.size == 9
    low, side = np.array([202, 502]), 9 * STYLE.cell
    assert np.abs(best.mesh[0, 0] - low).max() < 3
    assert np.abs(best.mesh[-1, -1] - low - side).max() < 3
