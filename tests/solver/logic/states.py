"""The states on the way through a puzzle."""

from collections.abc import Iterator

from solver import Grid
from solver.logic.candidates import CandidateGrid
from solver.logic.step import Trait
from solver.logic.techniques import Technique

PATTERNS = [one for one in Technique if Trait.FORCING not in one.traits]
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
    sound = [one for one in PATTERNS if Trait.ONE_SOLUTION not in one.traits]
    while (
        step := next((step for one in sound for step in one.find(state)), None)
    ) is not None:
        yield state
        step.take(state)
