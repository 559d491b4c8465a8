"""The way through a puzzle by logic alone: one step, the next digit, all steps."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from solver.answer import Answer, Impossible, Solved, solve
from solver.grid import Grid
from solver.logic.candidates import CandidateGrid
from solver.logic.registry import NEED_ONE_SOLUTION, TECHNIQUES
from solver.logic.step import Mistake, Step, Technique, Walkthrough


def hint(grid: Grid, answer: Answer | None = None) -> Step | Mistake | None:
    """The next step from where a person is, with givens and entries.

    It is a step that places a digit, if there is an easy one; else the first of the
    steps that the next digit needs (see `next_steps`).

    Args:
        grid: the givens and the entries so far.
        answer: the solver's word on the givens, if it is known already.

    Returns:
        The step; the entries that are wrong, if there are any; or None if the grid
        is full, does not have exactly one solution, or no technique gets any further.
    """
    known = answer or solve(Grid(grid.shape, grid.givens))
    if not isinstance(known, Solved):
        return None
    right = _right_entries(grid, known)
    if right != grid:
        pairs = enumerate(zip(grid.entries, right.entries, strict=True))
        return Mistake(tuple(cell for cell, (mine, true) in pairs if mine != true))
    ahead = next_steps(grid, known) or tuple(
        islice(_steps(CandidateGrid(grid), known), 1)
    )
    return ahead[0] if ahead else None


def walkthrough(grid: Grid, answer: Answer | None = None) -> Walkthrough:
    """All steps from givens and entries; wrong entries are left out.

    Entries count only if the puzzle has exactly one solution. `answer` is the
    solver's word on the givens, if it is known already.
    """
    known = answer or solve(Grid(grid.shape, grid.givens))
    start = _right_entries(grid, known)
    state = CandidateGrid(start)
    steps = tuple(_steps(state, known))
    entries = tuple(
        0 if given else digit
        for given, digit in zip(grid.givens, state.digits, strict=True)
    )
    solved = not state.empty and not isinstance(known, Impossible)
    return Walkthrough(steps, solved, Grid(grid.shape, grid.givens, entries))


def next_steps(grid: Grid, answer: Answer | None = None) -> tuple[Step, ...]:
    """The steps that it takes to place the next digit, and no others.

    Starts like `walkthrough`; empty if logic does not get to a digit.
    """
    known = answer or solve(Grid(grid.shape, grid.givens))
    start = _right_entries(grid, known)
    steps: list[Step] = []
    for step in _steps(CandidateGrid(start), known):
        steps.append(step)
        if step.placements:
            return _needed(start, steps)
    return ()


def rate(grid: Grid, answer: Answer | None = None) -> float | None:
    """How hard the givens are, on the scale of Sudoku Explainer.

    1.0 to 2.5 is easy to medium, up to 4.5 hard, above 6 for experts; None if there
    is not exactly one solution, or logic does not find it.
    """
    walk = walkthrough(Grid(grid.shape, grid.givens), answer)
    return walk.difficulty if walk.solved else None


def _right_entries(grid: Grid, answer: Answer) -> Grid:
    """The grid with those entries only that are in its one solution."""
    if not isinstance(answer, Solved):
        return Grid(grid.shape, grid.givens)
    pairs = zip(grid.entries, answer.grid.digits, strict=True)
    return replace(grid, entries=tuple(e if e == s else 0 for e, s in pairs))


def _steps(state: CandidateGrid, answer: Answer) -> Iterator[Step]:
    """Find the easiest step, take it, and go on, until no technique finds another."""
    if isinstance(answer, Impossible):
        return
    barred = frozenset[Technique]() if isinstance(answer, Solved) else NEED_ONE_SOLUTION
    finders = [find for name, find in TECHNIQUES.items() if name not in barred]
    while state.empty:
        step = next((step for find in finders for step in find(state)), None)
        if step is None:
            return
        yield step
        state.take(step)


def _needed(start: Grid, steps: list[Step]) -> tuple[Step, ...]:
    """The steps without those that the last one does not rest on."""
    for step in steps[-2::-1]:
        rest = [other for other in steps if _pattern(other) != _pattern(step)]
        steps = _retrace(CandidateGrid(start), rest) or steps
    return tuple(steps)


def _retrace(state: CandidateGrid, steps: list[Step]) -> list[Step]:
    """The same patterns, found one after the other; [] where one is not found."""
    found: list[Step] = []
    for step in steps:
        seen = TECHNIQUES[step.technique](state)
        again = next((s for s in seen if _pattern(s) == _pattern(step)), None)
        if again is None:
            return []
        state.take(again)
        found.append(again)
    return found


def _pattern(step: Step) -> Step:
    """The pattern of a step, without what it rules out."""
    return replace(step, eliminations=())
