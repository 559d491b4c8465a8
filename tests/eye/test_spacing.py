"""Boards without any line, found by the places of their digits."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.certain import is_certain, is_clear
from mailbot.eye.find.digits.spacing import by_spacing
from mailbot.eye.find.locate import locate
from mailbot.eye.find.network import look_at
from mailbot.eye.find.sighting import rank_of
from mailbot.eye.read.recognise import recognise
from mailbot.model import Status
from mailbot.pictures import to_gray
from mailbot.pictures.pixels import Bgr
from solver import Grid, Shape, Solved
from tests.eye.rendered import Made, make_puzzle, read
from tests.workshop.paper import set_columns
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from tests.workshop.paper.type import EMBEDDED, lay, set_text
from tests.workshop.paper.wild import on_paper

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


def test_a_lattice_of_digits_is_worth_more_than_one_that_fits_lines_in_part() -> None:
    picture, _ = page_without_lines(1, dark=False)
    found = next(by_spacing(to_gray(picture), NO_DEADLINE))
    share = float(np.prod(found.mesh[-1, -1] - found.mesh[0, 0])) / picture[..., 0].size
    assert rank_of(0.7, 9, share) < found.rank < rank_of(0.8, 9, share)


def test_a_lattice_that_fits_in_part_is_certain_with_one_solution_only() -> None:
    """A row of digits may be left out, and the others are read clearly all the same."""
    made, rng = make_puzzle(Shape(3, 3), 7000), np.random.default_rng(1)
    for row, certain in ((9, True), (8, False)):
        givens = made.puzzle.givens[: 9 * row] + (0,) * 9 * (9 - row)
        board = PaperPuzzle(Grid(Shape(3, 3), givens))
        picture = on_paper(draw_puzzle(board, PrintStyle(cell=44), rng), rng)
        found = locate(picture, look_at(picture))[0]
        read = recognise(picture, replace(found, score=0.6, sure=True))
        assert is_clear(read)
        assert is_certain(read) is certain


Tone = tuple[int, int, int]


def screen_of(made: Made, light: Tone, around: Tone, under: Tone, disc: bool) -> Bgr:
    """The screen of an app that shows light digits, each on a tile or on a disc.

    Args:
        made: the puzzle.
        light: the colour of its digits.
        around: the colour of the screen.
        under: that of the tiles in a row and a column, and of discs under the digits.
        disc: whether they are discs.
    """
    screen = Bgr(np.full((9 * 44 + 80, 9 * 44 + 80, 3), around, np.uint8))
    for cell, digit in enumerate(made.puzzle.givens):
        left, top = 42 + cell % 9 * 44, 42 + cell // 9 * 44
        if disc and digit:
            cv2.circle(screen, (left + 20, top + 20), 18, under, -1, cv2.LINE_AA)
        elif not disc and (cell // 9 == 3 or cell % 9 == 4):
            cv2.rectangle(screen, (left, top), (left + 40, top + 40), under, -1)
        if digit:
            number = set_text(str(digit), EMBEDDED, 22)
            height, width = number.shape[:2]
            lay(screen, number, left + 20 - width // 2, top + 20 - height // 2, light)
    return screen


WHITE, BLACK = (255, 255, 255), (16, 16, 16)
SCREENS = {
    "dark tiles": (WHITE, BLACK, (46, 42, 40), False),
    "dark discs": (WHITE, BLACK, (150, 60, 90), True),
    "light discs": (WHITE, (244, 246, 248), (140, 70, 200), True),
}


@pytest.mark.parametrize("look", SCREENS)
def test_digits_on_tiles_and_discs_are_read(look: str) -> None:
    made = make_puzzle(Shape(3, 3), 7001)
    screen = screen_of(made, *SCREENS[look])
    read_there = (
        recognise(screen, one) for one in by_spacing(to_gray(screen), NO_DEADLINE)
    )
    digits = [tuple(one.log_probs.argmax(axis=1)) for one in read_there]
    assert made.puzzle.givens in digits


def test_columns_of_text_are_no_board() -> None:
    page = Bgr(np.full((600, 900, 3), 255, np.uint8))
    rng = np.random.default_rng(1)
    for left in range(20, 860, 290):
        set_columns(page, (left, 20, left + 270, 580), rng)
    assert not list(by_spacing(to_gray(page), NO_DEADLINE))


def test_a_larger_table_of_digits_is_no_board() -> None:
    board = make_puzzle(Shape(4, 4), 1).puzzle
    rng = np.random.default_rng(1)
    drawn = draw_puzzle(PaperPuzzle(board), replace(STYLE, cell=36), rng)
    assert not list(by_spacing(to_gray(on_paper(drawn, rng)), NO_DEADLINE))
