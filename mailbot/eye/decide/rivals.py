"""Finds the digits of which each gives the puzzle one solution in the same cell.

Nothing but the ink tells then which one is meant, or whether both are printed over each
other. A newspaper's puzzle has some seven such pairs, of 200 pairs of digits that its
cells might hold. So few questions come of it if a little ink is enough to doubt them.
"""

from mailbot.eye.budget import Deadline
from mailbot.pictures.arrays import Ints
from solver import Grid, Shape, Solved, solve

_NODES = 1000
"""Search nodes for one digit. Not measured: it bounds the time."""


def rivals_in(shape: Shape, digits: Ints, cell: int, deadline: Deadline) -> set[int]:
    """The digits that give one solution in a cell; none unless there are several.

    A grid that has one solution without the cell has none with another digit there.
    Nothing is found in grids larger than 9x9.

    Args:
        shape: the grid's.
        digits: the grid as read, shape [N*N].
        cell: the cell.
        deadline: from when on nothing is solved. All digits are rivals then, since none
            is known to give no solution.
    """
    if shape.size > 9:
        return set()
    if deadline.passed():
        return set(range(1, shape.size + 1))
    if _is_solvable(shape, digits, cell, 0):
        return set()
    taken = {int(digits[peer]) for peer in shape.peers[cell]}
    free = (digit for digit in range(1, shape.size + 1) if digit not in taken)
    rivals = {digit for digit in free if _is_solvable(shape, digits, cell, digit)}
    return rivals if len(rivals) > 1 else set()


def _is_solvable(shape: Shape, digits: Ints, cell: int, digit: int) -> bool:
    """Whether a grid has exactly one solution with that digit in a cell, 0 for none."""
    changed = digits.tolist()
    changed[cell] = digit
    return isinstance(solve(Grid(shape, tuple(changed)), nodes=_NODES), Solved)
