"""Slips of paper on a board, and what is left of the digits beside them."""

from dataclasses import replace

import pytest

from mailbot.eye.decide.believed import cells_in
from mailbot.eye.decide.cover import covered_cells
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import BLANK, MARKS
from mailbot.pictures.arrays import Bytes
from solver import Shape
from tests.eye.rendered import make_puzzle
from tests.eye.synthetic import board_of, on_board, read_as, sure_of, unsure

GIVENS = make_puzzle(Shape(3, 3), 900).puzzle.givens
SIDE = 9 * PATCH


def ruled() -> Bytes:
    """A white board with lines, and a dot in place of each given [432, 432, 3]."""
    board = board_of(read_as(sure_of(GIVENS), Shape(3, 3)).cells.patches)
    for line in range(PATCH, SIDE, PATCH):
        place = slice(line - 1, line + 1)
        board[place] = board[:, place] = 90
    return board


def covered_on(board: Bytes, seen: Recognised) -> tuple[int, ...]:
    """The cells that are covered if the grid was cut out of that board."""
    return cells_in(covered_cells(on_board(seen, board)))


def test_a_slip_within_a_row_covers_all_cells_that_it_lies_across() -> None:
    """It is as white as the paper, so only the lines that it crosses tell of it."""
    board = ruled()
    board[4 * PATCH + 10 : 5 * PATCH - 10, 2 * PATCH + 10 : 7 * PATCH - 10] = 255
    covered = covered_on(board, read_as(sure_of((0,) * 81), Shape(3, 3)))
    assert {4 * 9 + column for column in range(3, 6)} <= set(covered)
    assert set(covered) <= {4 * 9 + column for column in range(2, 7)}


def test_what_is_left_of_a_digit_beside_a_thing_is_covered_as_well() -> None:
    """The thing reaches into the cell above by a few pixels."""
    board = ruled()
    board[4 * PATCH - 11 : 6 * PATCH, 4 * PATCH - 6 : 6 * PATCH] = (40, 120, 200)
    above = 3 * 9 + 4
    for chance, is_covered in ((0.9, True), (0.999, False)):
        left = unsure(sure_of(GIVENS), above, {0: chance, 8: 1 - chance})
        covered = covered_on(board, read_as(left, Shape(3, 3)))
        assert (above in covered) is is_covered
        assert {40, 41, 49, 50} <= set(covered)


@pytest.mark.parametrize("marked", [1, 20])
def test_ink_that_is_no_digit_is_covered_without_pencil_marks(marked: int) -> None:
    """The ink is far from the thing: a crumb may hide half of a digit there."""
    board = ruled()
    board[4 * PATCH - 6 : 6 * PATCH, 4 * PATCH - 6 : 6 * PATCH] = (40, 120, 200)
    cells = [
        cell for cell in range(81) if not GIVENS[cell] and cell // 9 not in (3, 4, 5)
    ]
    inked = set(cells[:marked])
    seen = read_as(sure_of(GIVENS), Shape(3, 3))
    probs = seen.probs.copy()
    probs[sorted(inked), BLANK], probs[sorted(inked), MARKS] = 0.1, 0.9
    covered = set(covered_on(board, replace(seen, probs=probs)))
    assert inked & covered == (inked if marked == 1 else set())
    assert not covered_on(ruled(), replace(seen, probs=probs))


def test_what_is_printed_on_a_slip_does_not_make_it_a_part_of_the_board() -> None:
    """An app's shades hide whole lines as well, but show digits that can be read."""
    board = ruled()
    slip = (slice(3 * PATCH - 4, 5 * PATCH + 4), slice(3 * PATCH - 4, 6 * PATCH + 4))
    board[slip] = 255
    middles = [PATCH // 2 + PATCH * place for place in (3, 4, 5)]
    for row in middles[:2]:
        for column in middles:
            board[row - 8 : row + 8, column - 2 : column + 2] = 40
    beneath = {9 * row + column for row in (3, 4) for column in (3, 4, 5)}
    for chance, is_covered in ((0.6, True), (0.9999, False)):
        log_probs = sure_of(GIVENS)
        for cell in beneath:
            log_probs = unsure(log_probs, cell, {1: chance, 7: 1 - chance})
        covered = set(covered_on(board, read_as(log_probs, Shape(3, 3))))
        assert covered == (beneath if is_covered else set())


def test_a_slip_that_reaches_over_the_upper_edge_covers_the_upper_row() -> None:
    board = ruled()
    board[: 2 * PATCH // 3, 2 * PATCH + 10 : 7 * PATCH - 10] = 255
    covered = covered_on(board, read_as(sure_of((0,) * 81), Shape(3, 3)))
    assert {3, 4, 5} <= set(covered) <= {2, 3, 4, 5, 6}


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize(("first", "last"), [(0, 8), (1, 7), (0, 7), (1, 8)])
def test_a_slip_reaches_a_hidden_frame(first: int, last: int, across: bool) -> None:
    """In the outer cells the frame is the only line that shows how far it reaches."""
    board = ruled()
    board[:2] = board[-2:] = board[:, :2] = board[:, -2:] = 90
    start = first * PATCH - 8 if first else 0
    end = (last + 1) * PATCH + 8 if last < 8 else SIDE
    board[start:end, 5 * PATCH + 3 : 6 * PATCH - 3] = 255
    if across:
        board = board.swapaxes(0, 1)
    covered = covered_on(board, read_as(sure_of((0,) * 81), Shape(3, 3)))
    step, aside = (1, 45) if across else (9, 5)
    assert covered == tuple(aside + step * cell for cell in range(first, last + 1))


def test_of_a_board_without_a_frame_no_outer_cell_is_covered() -> None:
    board = ruled()
    board[:, 5 * PATCH + 3 : 6 * PATCH - 3] = 255
    covered = covered_on(board, read_as(sure_of((0,) * 81), Shape(3, 3)))
    assert covered == tuple(range(14, 72, 9))
