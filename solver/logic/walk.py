"""The way through a puzzle by logic alone: one step, the next digit, all steps."""

from collections.abc import Iterator
from dataclasses import replace

from solver.answer import Answer, Solved, solve
from solver.grid import Grid
from solver.logic.candidates import CandidateGrid
from solver.logic.forcing import LARGEST, again
from solver.logic.registry import FORCING, TECHNIQUES
from solver.logic.step import Mistake, Step, Technique, Walkthrough

_TRIALS = 20
"""Steps on the way to a digit that are tried to do without."""


def hint(grid: Grid, answer: Answer | None = None) -> Step | Mistake | None:
    """The next step from where a person is, with givens and entries.

    It is a step that places a digit, if there is an easy one; else the first of the
    steps that the next digit needs (see `next_steps`).

    Args:
        grid: the givens and the entries so far.
        answer: the solver's word on the givens, if it is known already.

    Returns:
        The step; the entries that are wrong, if there are any; or None if the grid
        is full, or does not have exactly one solution.
    """
    known = answer or solve(Grid(grid.shape, grid.givens))
    if not isinstance(known, Solved):
        return None
    right = _right_entries(grid, known)
    if right != grid:
        pairs = enumerate(zip(grid.entries, right.entries, strict=True))
        return Mistake(tuple(cell for cell, (mine, true) in pairs if mine != true))
    return next(iter(next_steps(grid, known)), None)


def walkthrough(grid: Grid, answer: Answer | None = None) -> Walkthrough:
    """All steps from givens and entries; wrong entries are left out.

    They lead to the solution, in grids of up to 16x16 always. There are none without
    exactly one solution. `answer` is the solver's word on the givens, if it is known
    already.
    """
    known = answer or solve(Grid(grid.shape, grid.givens))
    start = _right_entries(grid, known)
    state = CandidateGrid(start)
    steps = tuple(_steps(state, known))
    entries = tuple(
        0 if given else digit
        for given, digit in zip(grid.givens, state.digits, strict=True)
    )
    solved = not state.empty and isinstance(known, Solved)
    return Walkthrough(steps, solved, Grid(grid.shape, grid.givens, entries))


def next_steps(grid: Grid, answer: Answer | None = None) -> tuple[Step, ...]:
    """The steps that it takes to place the next digit, and no others.

    Starts like `walkthrough`; empty if the grid is full.
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
    is not exactly one solution, or a grid is too large and too hard to explain.
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
    """Find the easiest step, take it, and go on to the end.

    There is none without exactly one solution: nothing would be right to say. Forcing
    chains take long to find, so one search gives several steps, each of them taken
    when nothing easier is left.
    """
    if not isinstance(answer, Solved):
        return
    searches: dict[Technique, Iterator[Step]] = {}
    while state.empty:
        step = _easiest(state, searches)
        if step is None:
            return
        yield step
        state.take(step)


def _easiest(
    state: CandidateGrid, searches: dict[Technique, Iterator[Step]]
) -> Step | None:
    """The first step of the easiest technique; `searches` are not yet at their end."""
    small = state.layout.shape.size <= LARGEST
    for technique, find in TECHNIQUES.items():
        if technique in FORCING and not small:
            break
        if technique in searches:
            for step in filter(state.is_news, searches[technique]):
                return step
        search = find(state)
        for step in search:
            if step.cases:
                searches[technique] = search
            return step
    return None


def _needed(start: Grid, steps: list[Step]) -> tuple[Step, ...]:
    """The steps without those that the last one does not rest on.

    Each step is left out for a try; of very many, only the last ones.
    """
    for step in steps[-2 : -_TRIALS - 2 : -1]:
        rest = [other for other in steps if _pattern(other) != _pattern(step)]
        steps = _retrace(CandidateGrid(start), rest) or steps
    return tuple(steps)


def _retrace(state: CandidateGrid, steps: list[Step]) -> list[Step]:
    """The same patterns, found one after the other; [] where one is not found."""
    found: list[Step] = []
    for step in steps:
        if step.cases:
            same = again(state, step)
        else:
            seen = TECHNIQUES[step.technique](state)
            same = next((s for s in seen if _pattern(s) == _pattern(step)), None)
        if same is None:
            return []
        state.take(same)
        found.append(same)
    return found


def _pattern(step: Step) -> Step:
    """The pattern of a step, without what it rules out."""
    return replace(step, eliminations=())
