"""Which way up a grid is, and what its cells hold: each asked of the network."""

import numpy as np
import pytest

from mailbot.eye.find.locate import locate
from mailbot.eye.find.network import look_at
from mailbot.eye.read.cutting import cut
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.upright import turned, turned_order, upright
from mailbot.pictures.arrays import Bytes
from mailbot.pictures.pixels import Gray
from solver import Shape
from tests.eye.rendered import make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle

PUZZLE = make_puzzle(Shape(3, 3), 12).puzzle


@pytest.fixture(scope="module", name="cells")
def cells_of_a_page() -> Gray:
    """The normalised cells of a printed puzzle."""
    return cells_printed(PrintStyle(cell=PATCH))


def cells_printed(style: PrintStyle) -> Gray:
    drawn = draw_puzzle(PaperPuzzle(PUZZLE), style, np.random.default_rng(1))
    return cut(drawn, locate(drawn, look_at(drawn))[0].mesh).normalised


@pytest.mark.parametrize("turn", range(4))
def test_a_grid_is_turned_upright(cells: Gray, turn: int) -> None:
    lying = turned(cells[turned_order(9, -turn)], -turn)
    found, probs = upright(lying, 9)
    assert found == turn
    digits = probs.argmax(axis=1)
    assert (digits == np.array(PUZZLE.givens)).all()


@pytest.mark.parametrize("turn", range(4))
def test_a_grid_of_digits_as_small_as_pencil_marks_is_turned_upright(turn: int) -> None:
    cells = cells_printed(PrintStyle(cell=PATCH, height=0.26))
    lying = turned(cells[turned_order(9, -turn)], -turn)
    assert upright(lying, 9)[0] == turn


def test_few_digits_are_tried_in_all_turns(cells: Gray) -> None:
    """An 8 is an 8 upside down, and so may the first digits be."""
    few = cells.copy()
    few[np.flatnonzero(PUZZLE.givens)[10:]] = cells[PUZZLE.givens.index(0)]
    lying = turned(few[turned_order(9, 2)], 2)
    assert upright(lying, 9)[0] == 2


def test_a_cell_without_ink_is_empty_whatever_its_grain(cells: Gray) -> None:
    empty = np.flatnonzero(np.array(PUZZLE.givens) == 0)
    rng = np.random.default_rng(3)
    grain: Bytes = rng.integers(40, 100, (len(empty), 32, 32)).astype(np.uint8)
    grainy = cells.copy()
    grainy[empty] = grain
    assert upright(Gray(grainy), 9)[1][empty, 0].min() > 0.99


def test_a_faint_stroke_is_ink(cells: Gray) -> None:
    """A third of the ink of print is stretched to 0.83, against a floor of 0.4."""
    first = PUZZLE.givens.index(next(filter(None, PUZZLE.givens)))
    faint = cells.copy()
    faint[first] = np.clip(60 + (cells[first].astype(int) - 60) * 0.83, 0, 255)
    probs = upright(Gray(faint), 9)[1]
    assert probs[first].argmax() == PUZZLE.givens[first]
