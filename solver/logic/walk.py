"""The way through a puzzle by logic alone: one step, the next digit, all steps."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import groupby
from math import inf

from solver.answer import Answer, Solved, solve
from solver.grid import Grid
from solver.logic.candidates import CandidateGrid
from solver.logic.forcing.searches import again
from solver.logic.step import Kind, Mistake, Step, Steps, Trait, Walkthrough
from solver.logic.techniques import SINGLES, Technique

_MOST_TRIALS = 10
"""Steps on the way to a digit that are tried to do without; more would take long."""

_LARGEST = 16
"""The size of the largest grid in which all techniques are sought."""


def hint(grid: Grid) -> Step | Mistake | None:
    """The next step from where a person is, with givens and entries.

    It is the first of `next_steps`.

    Returns:
        The step; the entries that are wrong, if there are any; or None if the grid
        is full, or does not have exactly one solution.
    """
    known = solve(grid)
    if not isinstance(known, Solved):
        return None
    wrong = grid.wrong_entries(known.grid)
    if wrong:
        return Mistake(wrong)
    return next(iter(next_steps(grid, known)), None)


def walkthrough(grid: Grid, answer: Answer | None = None) -> Walkthrough:
    """All steps from givens and entries; wrong entries are left out.

    They lead to the solution, in grids of up to 16x16 always. There are none without
    exactly one solution. `answer` is the solver's word on the givens, if it is known
    already.
    """
    known = answer or solve(grid)
    start = _right_entries(grid, known)
    state = CandidateGrid(start)
    steps = tuple(_steps(state, known))
    entries = tuple(
        0 if given else digit
        for given, digit in zip(grid.givens, state.digits, strict=True)
    )
    solved = not state.empty and isinstance(known, Solved)
    return Walkthrough(steps, solved, Grid(grid.shape, grid.givens, entries))


def next_steps(
    grid: Grid,
    answer: Answer | None = None,
    near: int | None = None,
    removed: Collection[tuple[int, int]] = (),
) -> tuple[Step, ...]:
    """The steps that it takes to place the next digit, and no others.

    Wrong entries are left out; empty if the grid is full. Where a single step is
    enough, it is one of the easiest, of these one in the fullest house, and of these
    the one nearest to the cell that was filled in last (`near`). The candidates that
    were `removed` before (cell, digit) are not spoken of; wrong ones are left out.
    """
    known = answer or solve(grid)
    start = partial(_start, grid, known, removed)
    steps: list[Step] = []
    for step in _steps(start(), known):
        if step.placements and not steps:
            return (_easiest_to_see(start(), step, near),)
        steps.append(step)
        if step.placements:
            return _needed(start, steps)
    return ()


def next_argument(
    grid: Grid,
    answer: Answer | None = None,
    near: int | None = None,
    removed: Collection[tuple[int, int]] = (),
) -> tuple[Step, ...]:
    """One deduction on the way to the next digit: what a teacher would tell next.

    It is the first of `next_steps`, and where a plain single follows from it at once,
    that single too: whoever keeps no pencil marks can use an argument only if it ends
    in a digit. Where more arguments are needed, it stands alone, since several at a
    time are hard to follow: the next one rests on what it removed.

    Args:
        grid: the givens and the entries so far.
        answer: the solver's word on the givens, if it is known already.
        near: the cell that was filled in last, if it is known.
        removed: the candidates (cell, digit) that were ruled out before.
    """
    steps = next_steps(grid, answer, near, removed)
    follows = len(steps) == 2 and steps[1].technique in SINGLES
    return steps if follows else steps[:1]


def _start(
    grid: Grid, answer: Answer, removed: Collection[tuple[int, int]]
) -> CandidateGrid:
    """What is right of the entries, and of the candidates that were removed."""
    state = CandidateGrid(_right_entries(grid, answer))
    if isinstance(answer, Solved):
        for cell, digit in removed:
            if answer.grid.digits[cell] != digit:
                state.rule_out(cell, digit)
    return state


def _easiest_to_see(state: CandidateGrid, found: Step, near: int | None) -> Step:
    """The step like one that was found which is the easiest for a person."""
    shape, houses = state.layout.shape, state.layout.houses

    def effort(step: Step) -> tuple[float, int, int]:
        open_cells = [(houses[h] & state.empty).bit_count() for h in step.houses]
        distance = 0
        if near is not None:
            row, column = divmod(step.placements[0].cell, shape.size)
            last_row, last_column = divmod(near, shape.size)
            distance = abs(row - last_row) + abs(column - last_column)
        return step.difficulty, sum(open_cells), distance

    return min(found.technique.find(state), key=effort)


@lru_cache(maxsize=16)
def rate(
    grid: Grid, answer: Answer | None = None, ceiling: float = inf
) -> float | None:
    """How hard the givens are, on the scale of Sudoku Explainer.

    1.0 to 2.5 is easy to medium, up to 4.5 hard, above 6 for experts; None if there
    is not exactly one solution, or a grid is too large and too hard to explain. Where
    the rating is above the `ceiling`, it is only known to be as high as what is given.
    """
    # The answer may be that of more digits than the givens. Where these have several
    # solutions, the search for chains would not end; solving costs far less than that.
    puzzle = Grid(grid.shape, grid.givens)
    known = solve(puzzle) if answer is None or isinstance(answer, Solved) else answer
    state = CandidateGrid(puzzle)
    rating = 0.0
    for step in _steps(state, known, Trait.OURS):
        rating = max(rating, step.difficulty)
        if rating > ceiling:
            return rating
    return rating if not state.empty and isinstance(known, Solved) else None


def _right_entries(grid: Grid, answer: Answer) -> Grid:
    """The grid with those entries only that are in its one solution."""
    if isinstance(answer, Solved):
        return grid.right_part(answer.grid)
    return Grid(grid.shape, grid.givens)


def _steps(state: CandidateGrid, answer: Answer, without: Trait = Trait.PLAIN) -> Steps:
    """Find the easiest step, take it, and go on to the end.

    Techniques with one of the traits in `without` are left out.

    There is none without exactly one solution: nothing would be right to say. Forcing
    chains take long to find, so one search gives several steps, each of them taken
    when nothing easier is left.
    """
    if not isinstance(answer, Solved):
        return
    if state.layout.shape.size > _LARGEST:
        without |= Trait.SLOW | Trait.FORCING
    order = _order(without)
    searches: dict[Kind, Steps] = {}
    while state.empty:
        step = _easiest(state, searches, order)
        if step is None:
            return
        yield step
        step.take(state)


@cache
def _order(without: Trait) -> tuple[tuple[Technique, ...], ...]:
    """The techniques in their order; those that are tried side by side together."""
    known = (one for one in Technique if not one.traits & without)
    beside = groupby(known, lambda one: one if Trait.CHAIN not in one.traits else None)
    return tuple(tuple(together) for _, together in beside)


def _easiest(
    state: CandidateGrid,
    searches: dict[Kind, Steps],
    order: Sequence[Sequence[Technique]],
) -> Step | None:
    """The first step of the easiest technique; `searches` are not yet at their end."""
    for together in order:
        easiest: Step | None = None
        for technique in together:
            step = _first(state, searches, technique)
            if step and (easiest is None or step.difficulty < easiest.difficulty):
                easiest = step
        if easiest is not None:
            return easiest
    return None


def _first(
    state: CandidateGrid, searches: dict[Kind, Steps], technique: Kind
) -> Step | None:
    """The first step of a technique, in a search that goes on if there is one."""
    for step in searches.get(technique, ()):
        if step.is_news(state):
            return step
    # not by find: most of these calls give none
    search = technique.finder(state, technique, *technique.given)
    found = next(search, None)
    if found is not None and found.cases:
        searches[technique] = search
    return found


def _needed(start: Callable[[], CandidateGrid], steps: list[Step]) -> tuple[Step, ...]:
    """The steps without those that the last one does not rest on.

    Each step is left out for a try, unless there are very many.
    """
    if len(steps) > _MOST_TRIALS:
        return tuple(steps)
    for step in steps[-2::-1]:
        rest = [other for other in steps if _pattern(other) != _pattern(step)]
        steps = _retrace(start(), rest) or steps
    return tuple(steps)


def _retrace(state: CandidateGrid, steps: list[Step]) -> list[Step]:
    """The same patterns, found one after the other; [] where one is not found."""
    found: list[Step] = []
    for step in steps:
        if step.cases:
            same = again(state, step)
        else:
            seen = step.technique.find(state)
            same = next((s for s in seen if _pattern(s) == _pattern(step)), None)
        if same is None:
            return []
        same.take(state)
        found.append(same)
    return found


def _pattern(step: Step) -> Step:
    """The pattern of a step, without what it rules out."""
    return replace(step, eliminations=())
