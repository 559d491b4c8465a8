"""Which doubtful cells a person is asked about first."""

from dataclasses import replace

from mailbot.model import Puzzle
from solver import Answer, Grid, Impossible, Solved, solve

_NODES = 500  # of search, for each cell


def telling_first(puzzle: Puzzle) -> Puzzle:
    """A doubtful puzzle, its doubtful cells in the order in which to ask about them.

    First those whose second choice would make a puzzle with one solution: the rules do
    not tell which of the two stands there. Last those that no solution would be left
    with.
    """
    seconds = dict(puzzle.doubts)
    order = sorted(
        puzzle.doubtful, key=lambda cell: _rank(_with(puzzle.grid, cell, seconds[cell]))
    )
    return replace(puzzle, doubtful=tuple(order))


def _with(grid: Grid, cell: int, digit: int) -> Answer:
    """The answer to a puzzle with another digit in a cell."""
    givens = (*grid.givens[:cell], digit, *grid.givens[cell + 1 :])
    return solve(Grid(grid.shape, givens), nodes=_NODES)


def _rank(answer: Answer) -> int:
    return (
        0 if isinstance(answer, Solved) else 2 if isinstance(answer, Impossible) else 1
    )
