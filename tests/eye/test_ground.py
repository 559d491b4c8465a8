"""Programs that print givens on grey, and entries in the same ink on white."""

import numpy as np
import pytest

from mailbot.model import Status
from mailbot.pictures.pixels import Bgr
from solver import Ambiguous, Grid, Shape, Solved, solve
from tests.eye.rendered import Made, board_picture, make_puzzle, read
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle

GREY, PALE = (205, 205, 205), (238, 238, 238)
BLUE = (228, 203, 176)  # blue, green, red
MADE = make_puzzle(Shape(3, 3), 31)


def window(
    givens: tuple[int, ...],
    entries: tuple[int, ...],
    cursor: int | None = None,
    marked: tuple[int, ...] = (),
) -> Bgr:
    """A board in one ink, grey under the givens, blue under the cursor.

    Cells that are marked lie on a pale grey, unless they hold a given.
    """
    grid = Grid(Shape(3, 3), givens, entries)
    shades = dict.fromkeys(marked, PALE)
    shades |= {cell: GREY for cell, digit in enumerate(givens) if digit}
    if cursor is not None:
        shades[cursor] = BLUE
    style = PrintStyle(pen=PrintStyle().ink)
    board = board_picture(PaperPuzzle(grid, shades=shades), style)
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
def test_one_wrong_entry_of_few_is_asked_about_and_no_clear_cell() -> None:
    """So few that agree do not tell whether a given is misread instead."""
    every = entries_for(MADE, wrong=1)
    first, *_, last = [cell for cell in range(81) if every[cell]][:4]
    few = tuple(d if cell <= last else 0 for cell, d in enumerate(every))
    (puzzle,) = read(window(MADE.puzzle.givens, few)).puzzles
    assert puzzle.status is Status.DOUBTFUL
    assert puzzle.doubtful == (first,)


@pytest.mark.ocr
@pytest.mark.parametrize("wrong", [0, 1])
def test_grounds_are_told_apart_where_the_light_is_uneven(wrong: int) -> None:
    """Some programs draw their board on a picture that is light in one corner."""
    shown = window(MADE.puzzle.givens, entries_for(MADE, wrong))
    y, x = np.mgrid[: len(shown), : len(shown)] / len(shown)
    light = 1 - 0.3 * (x**2 + y**2)[..., None]
    (puzzle,) = read(Bgr((shown * light).astype(np.uint8))).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == MADE.puzzle.givens
    assert len(puzzle.wrong_entries) == wrong


@pytest.mark.ocr
@pytest.mark.parametrize("wrong", [0, 1])
def test_an_entry_under_the_cursor_is_no_given(wrong: int) -> None:
    entries = entries_for(MADE, wrong)
    cursor = next(cell for cell in range(81) if entries[cell])
    (puzzle,) = read(window(MADE.puzzle.givens, entries, cursor)).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == MADE.puzzle.givens
    assert puzzle.wrong_entries == ((cursor,) if wrong else ())


@pytest.mark.ocr
def test_a_given_under_the_cursor_is_told_where_its_puzzle_needs_it() -> None:
    givens = MADE.puzzle.givens
    cursor = next(
        cell
        for cell in range(81)
        if givens[cell]
        and isinstance(
            solve(Grid(Shape(3, 3), (*givens[:cell], 0, *givens[cell + 1 :]))),
            Ambiguous,
        )
    )
    (puzzle,) = read(window(givens, entries_for(MADE), cursor)).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == givens


@pytest.mark.ocr
def test_the_marked_row_and_column_of_a_cursor_hold_entries() -> None:
    entries = entries_for(MADE)
    cursor = next(c for c in range(81) if not (MADE.puzzle.givens[c] or entries[c]))
    row, column = divmod(cursor, 9)
    marked = tuple(cell for cell in range(81) if row * 9 <= cell < row * 9 + 9)
    marked += tuple(range(column, 81, 9))
    (puzzle,) = read(window(MADE.puzzle.givens, entries, cursor, marked)).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == MADE.puzzle.givens
    assert puzzle.grid.entries == entries


@pytest.mark.ocr
def test_a_given_under_the_cursor_changes_no_solution() -> None:
    cursor = next(cell for cell in range(81) if MADE.puzzle.givens[cell])
    shown = window(MADE.puzzle.givens, entries_for(MADE), cursor)
    (puzzle,) = read(shown).puzzles
    if puzzle.status is Status.SOLVED:
        assert isinstance(puzzle.answer, Solved)
        assert puzzle.answer.grid.digits == MADE.solution
    else:
        assert puzzle.status in (Status.AMBIGUOUS, Status.DOUBTFUL)


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
