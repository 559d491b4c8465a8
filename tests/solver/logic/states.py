"""The states on the way through a puzzle."""

from collections.abc import Iterator

from solver import Grid
from solver.logic.candidates import CandidateGrid
from solver.logic.registry import FORCING, NEED_ONE_SOLUTION, TECHNIQUES

PATTERNS = {name: find for name, find in TECHNIQUES.items() if name not in FORCING}
"""All but forcing chains, which have tests of their own."""


def copied(state: CandidateGrid) -> CandidateGrid:
    """The same state, to be kept while the walk goes on."""
    same = object.__new__(CandidateGrid)
    same.layout, same.givens, same.empty = state.layout, state.givens, state.empty
    same.digits, same.candidates = [*state.digits], [*state.candidates]
    same.places = [*state.places]
    return same


def pattern_states(grid: Grid) -> Iterator[CandidateGrid]:
    """The states of a walk that does not ask how many solutions there are."""
    state = CandidateGrid(grid)
    finders = [find for name, find in PATTERNS.items() if name not in NEED_ONE_SOLUTION]
    while (
        step := next((step for find in finders for step in find(state)), None)
    ) is not None:
        yield state
        state.take(step)
