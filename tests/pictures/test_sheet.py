"""Pages to print: the puzzle above, its solution upside down below."""

import pypdfium2
import pytest

from mailbot.pictures.sheet import Sheet, write_sheets
from solver import Difficulty, NewPuzzle, Shape, Wanted, generate
from solver.grid import SYMBOLS


def new_puzzle(shape: Shape) -> NewPuzzle:
    puzzle = generate(Wanted(Difficulty.EASY, shape), seed=1)
    assert puzzle
    return puzzle


@pytest.mark.parametrize("shape", [Shape(3, 2), Shape(3, 3), Shape(4, 4)])
def test_the_solution_stands_upside_down_below_the_puzzle(shape: Shape) -> None:
    puzzle = new_puzzle(shape)
    data = write_sheets([Sheet(puzzle.grid, puzzle.solution, 1)])
    [page] = pypdfium2.PdfDocument(data)
    texts = [o for o in page.get_objects() if o.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT]
    above = [o for o in texts if o.get_matrix().a > 0]
    below = [o for o in texts if o.get_matrix().a < 0]
    assert len(above) == sum(map(bool, puzzle.grid.givens))
    assert len(below) == shape.cells
    assert min(o.get_matrix().f for o in above) > max(o.get_matrix().f for o in below)
    shown = "".join(page.get_textpage().get_text_range().split())
    givens = [SYMBOLS[d - 1] for d in puzzle.grid.givens if d]
    assert sorted(shown) == sorted(givens + list(SYMBOLS[: shape.size]) * shape.size)


def test_a_harder_puzzle_shows_more_dots() -> None:
    puzzle = new_puzzle(Shape(3, 3))
    assert (
        len(
            {
                write_sheets([Sheet(puzzle.grid, puzzle.solution, level)])
                for level in range(1, 6)
            }
        )
        == 5
    )


def test_the_same_page_is_the_same_bytes() -> None:
    puzzle = new_puzzle(Shape(3, 3))
    sheets = [Sheet(puzzle.grid, puzzle.solution, 1)]
    assert write_sheets(sheets) == write_sheets(sheets)
    assert len(write_sheets(sheets)) < 10_000
