"""A sign in every empty cell is a blank; digits never are, however coarse."""

import cv2
import numpy as np

from mailbot.eye.find.locate import locate
from mailbot.eye.read.recognise import recognise
from mailbot.eye.read.signs import blanked, signs_for_blanks
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from mailbot.workshop.paper.type import EMBEDDED, lay, set_text
from mailbot.workshop.paper.wild import on_paper
from solver import Grid, Shape
from tests.eye.rendered import make_puzzle

MADE = make_puzzle(Shape(3, 3), 43)
STYLE = PrintStyle(cell=44)


def page_of(grid: Grid, sign: str = "") -> Bgr:
    rng = np.random.default_rng(1)
    board = draw_puzzle(PaperPuzzle(grid), STYLE, rng)
    for cell in np.flatnonzero(np.equal(grid.digits, 0)) if sign else ():
        row, column = divmod(int(cell), 9)
        text = set_text(sign, EMBEDDED, 30)
        left, top = column * STYLE.cell + 18, row * STYLE.cell + 12
        lay(board, text, left, top, (20, 20, 20))
    return on_paper(board, rng)


def test_a_sign_in_the_empty_cells_is_found_and_taken_out() -> None:
    picture = page_of(MADE.puzzle, "*")
    seen = recognise(picture, locate(picture)[0])
    signs = signs_for_blanks(seen.cells.normalised, seen.probs)
    assert signs.tolist() == [not digit for digit in MADE.puzzle.givens]
    cells = blanked(seen.cells, signs)
    assert not cells.ink[signs].any()
    assert (cells.ink[~signs] == seen.cells.ink[~signs]).all()


def test_no_digit_of_a_full_board_is_a_sign() -> None:
    """Not even where a coarse picture makes 3, 5, 6 and 8 alike."""
    full = Grid(Shape(3, 3), MADE.solution)
    for spread in (0.5, 2.5, 4.0):
        picture = Bgr(np.asarray(cv2.GaussianBlur(page_of(full), (0, 0), spread)))
        seen = recognise(picture, locate(picture)[0])
        assert not signs_for_blanks(seen.cells.normalised, seen.probs).any(), spread
