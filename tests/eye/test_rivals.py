"""The digits of which each gives the puzzle one solution in the same cell."""

from dataclasses import replace

import numpy as np

from mailbot.eye.budget import NO_DEADLINE, Deadline
from mailbot.eye.decide.rivals import rivals_in
from solver import Shape, Solved, solve
from tests.eye.rendered import make_puzzle

NINE = Shape(3, 3)
SEED, CELL = 3028, 74
"""A puzzle whose only 8 is in this cell."""


def test_every_digit_that_gives_one_solution_is_found() -> None:
    puzzle = make_puzzle(NINE, SEED).puzzle
    found = rivals_in(NINE, np.array(puzzle.givens, np.int64), CELL, NO_DEADLINE)
    assert len(found) > 1
    for digit in range(1, 10):
        givens = list(puzzle.givens)
        givens[CELL] = digit
        one = isinstance(solve(replace(puzzle, givens=tuple(givens))), Solved)
        assert (digit in found) == one


def test_a_cell_that_the_others_decide_has_no_rivals() -> None:
    answer = solve(make_puzzle(NINE, SEED).puzzle)
    assert isinstance(answer, Solved)
    filled = np.array(answer.grid.digits, np.int64)
    assert not rivals_in(NINE, filled, CELL, NO_DEADLINE)


def test_an_empty_grid_has_no_rivals() -> None:
    """Whatever digit one of its cells holds, it has many solutions."""
    assert not rivals_in(NINE, np.zeros(81, np.int64), CELL, NO_DEADLINE)


def test_once_time_is_up_every_digit_may_be_a_rival() -> None:
    """Even in a cell that the others decide: nothing is solved to tell that."""
    answer = solve(make_puzzle(NINE, SEED).puzzle)
    assert isinstance(answer, Solved)
    filled = np.array(answer.grid.digits, np.int64)
    passed = Deadline(lambda: 1.0, 0.0)
    assert rivals_in(NINE, filled, CELL, passed) == set(range(1, 10))
