"""Programs that print givens on grey, and entries in the same ink on white."""

import numpy as np
import pytest

from mailbot.model import Status
from mailbot.pictures.pixels import Bgr
from solver import Ambiguous, Grid, Shape, solve
from tests.eye.rendered import Made, make_puzzle, read
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle

GREY = (205, 205, 205)
MADE = make_puzzle(Shape(3, 3), 31)


def window(givens: tuple[int, ...], entries: tuple[int, ...]) -> Bgr:
    """A board in one ink, grey under the givens."""
    grid = Grid(Shape(3, 3), givens, entries)
    shades = {cell: GREY for cell, digit in enumerate(givens) if digit}
    style = PrintStyle(pen=PrintStyle().ink)
    board = draw_puzzle(
        PaperPuzzle(grid, shades=shades), style, np.random.default_rng(1)
    )
    return Bgr(np.pad(board, ((60, 60), (60, 60), (0, 0)), constant_values=250))


def entries_for(made: Made, wrong: int = 0) -> tuple[int, ...]:
    """Every fourth empty cell filled in, the first few of these wrongly."""
    entries = [0] * 81
    empty = [cell for cell in range(81) if not made.puzzle.givens[cell]][::4]
    for number, cell in enumerate(empty):
        right = made.solution[cell]
        entries[cell] = right % 9 + 1 if number < wrong else right
    return tuple(entries)


@pytest.mark.ocr
def test_entries_on_the_ground_of_empty_cells_are_told_from_givens() -> None:
    entries = entries_for(MADE)
    (puzzle,) = read(window(MADE.puzzle.givens, entries)).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == MADE.puzzle.givens
    assert puzzle.grid.entries == entries


@pytest.mark.ocr
def test_a_wrong_entry_is_named_and_the_givens_are_solved() -> None:
    (puzzle,) = read(window(MADE.puzzle.givens, entries_for(MADE, wrong=1))).puzzles
    assert puzzle.status is Status.SOLVED
    assert len(puzzle.wrong_entries) == 1


@pytest.mark.ocr
def test_givens_with_several_solutions_are_not_solved_by_the_help_of_entries() -> None:
    givens = list(MADE.puzzle.givens)
    for cell in range(81):  # leave out givens until there are several solutions
        left = (*givens[:cell], 0, *givens[cell + 1 :])
        if givens[cell] and sum(map(bool, left)) >= 17:
            givens = list(left)
            if isinstance(solve(Grid(Shape(3, 3), left)), Ambiguous):
                break
    entries = tuple(
        MADE.solution[cell] if MADE.puzzle.givens[cell] and not givens[cell] else 0
        for cell in range(81)
    )
    (puzzle,) = read(window(tuple(givens), entries)).puzzles
    assert puzzle.status is Status.AMBIGUOUS
    assert puzzle.grid.givens == tuple(givens)
