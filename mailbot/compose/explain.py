"""The steps of logic that a reply shows."""

from itertools import takewhile

from mailbot.model import Puzzle
from solver import Grid
from solver.logic import Step, Walkthrough


def walk(puzzle: Puzzle, solution: Grid) -> Walkthrough:
    """The way to the solution, from what the person has and is right."""
    from solver.logic import walkthrough  # type: ignore[attr-defined]

    done = walkthrough(right_part(puzzle.grid, solution))
    assert isinstance(done, Walkthrough), "only right entries are left"
    return done


def right_part(grid: Grid, solution: Grid) -> Grid:
    """A grid without the entries that are not in its solution."""
    pairs = zip(grid.entries, solution.digits, strict=True)
    return Grid(grid.shape, grid.givens, tuple(e if e == s else 0 for e, s in pairs))


def until_placement(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The first steps, up to that which places a digit; none if none does."""
    before = tuple(takewhile(lambda step: not step.placements, steps))
    return steps[: len(before) + 1] if len(before) < len(steps) else ()
