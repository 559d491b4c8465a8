"""Boards without any line, found by the places of their digits."""

from dataclasses import replace

import numpy as np
import pytest

from mailbot.eye.find.spacing import by_spacing
from mailbot.model import Status
from mailbot.pictures import to_gray
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper import set_columns
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from mailbot.workshop.paper.type import EMBEDDED, lay, set_text
from mailbot.workshop.paper.wild import on_paper
from solver import Shape, Solved
from tests.eye.rendered import Made, make_puzzle, read

STYLE = PrintStyle(cell=44, thin=0, thick=0)


def page_without_lines(seed: int, dark: bool) -> tuple[Bgr, Made]:
    made, rng = make_puzzle(Shape(3, 3), 7000 + seed), np.random.default_rng(seed)
    page = on_paper(draw_puzzle(PaperPuzzle(made.puzzle), STYLE, rng), rng)
    lay(page, set_text("Puzzle", EMBEDDED, 20), 6, 6, (30, 30, 30))
    return (Bgr(255 - page) if dark else page), made


@pytest.mark.ocr
@pytest.mark.parametrize("dark", [False, True])
def test_digits_without_lines_are_solved(dark: bool) -> None:
    picture, made = page_without_lines(1, dark)
    (puzzle,) = read(picture).puzzles
    assert puzzle.status is Status.SOLVED
    assert isinstance(puzzle.answer, Solved)
    assert puzzle.answer.grid.digits == made.solution


def test_columns_of_text_are_no_board() -> None:
    page = Bgr(np.full((600, 900, 3), 255, np.uint8))
    rng = np.random.default_rng(1)
    for left in range(20, 860, 290):
        set_columns(page, (left, 20, left + 270, 580), rng)
    assert not list(by_spacing(to_gray(page)))


def test_a_larger_table_of_digits_is_no_board() -> None:
    board = make_puzzle(Shape(4, 4), 1).puzzle
    rng = np.random.default_rng(1)
    drawn = draw_puzzle(PaperPuzzle(board), replace(STYLE, cell=36), rng)
    assert not list(by_spacing(to_gray(on_paper(drawn, rng))))
