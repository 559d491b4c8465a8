"""Candidates that a person has crossed out, told by those that a grid still shows."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mailbot.model import Puzzle, RuledOut
from solver import Grid, Solved


def with_crossed_out(puzzle: Puzzle, ruled_out: RuledOut) -> Puzzle:
    """The puzzle, whose hints go on from what the person has crossed out.

    A digit of the solution among it is a mistake: then none of it is relied on.
    """
    if not ruled_out or not isinstance(puzzle.answer, Solved):
        return puzzle
    solution = puzzle.answer.grid.digits
    if any(solution[cell] == digit for cell, digit in ruled_out):
        return puzzle
    return replace(puzzle, ruled_out=ruled_out)


def crossed_out(grid: Grid, marks: Sequence[Iterable[int]]) -> RuledOut:
    """The candidates of empty cells that are not among those that are left.

    Marks in some cells only are notes: what they leave out is not crossed out.
    """
    left = [frozenset(cell) for cell in marks]
    empty = [cell for cell, digit in enumerate(grid.digits) if not digit]
    if len(left) != len(grid.digits) or not all(left[cell] for cell in empty):
        return ()
    peers = grid.shape.peers
    return tuple(
        (cell, digit)
        for cell in empty
        for digit in range(1, grid.shape.size + 1)
        if digit not in left[cell]
        and all(grid.digits[peer] != digit for peer in peers[cell])
    )
