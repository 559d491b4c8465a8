"""Every instance of a technique is found, as its definition has them.

What an instance rules out may be told by several steps, and in chains by those of
another kind that are as easy.
"""

import random
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from solver import Grid, Solved, solve
from solver.logic.candidates import CandidateGrid
from solver.logic.registry import TECHNIQUES
from solver.logic.step import Mark, Technique
from tests.solver.logic.definitions import (
    Instance,
    Open,
    als_pairs,
    alternating_chains,
    avoidable_rectangles,
    colours,
    subsets,
    sue_de_coq,
    turbots,
    unique_rectangles,
    wings,
)
from tests.solver.logic.positions import puzzle
from tests.solver.logic.states import pattern_states

DEFINITIONS = (
    subsets,
    wings,
    turbots,
    unique_rectangles,
    als_pairs,
    sue_de_coq,
    colours,
    alternating_chains,
)
ALSO_BY = {
    Technique.ALS_XZ: (Technique.ALS_XZ, Technique.LARGE_ALS_XZ),
    Technique.AIC: (Technique.AIC, Technique.NICE_LOOP),
}


@pytest.fixture(scope="module")
def states(long: bool) -> list[CandidateGrid]:
    """States of walks, some candidates more ruled out with each."""
    return [
        copied
        for seed in range(100 if long else 4)
        for copied in islice(_states(seed), 0, None, 4 if long else 12)
    ]


def _states(seed: int) -> Iterator[CandidateGrid]:
    for state in pattern_states(puzzle(seed)):
        copied = object.__new__(CandidateGrid)
        copied.layout, copied.givens = state.layout, state.givens
        copied.empty, copied.digits = state.empty, [*state.digits]
        copied.candidates, copied.places = [*state.candidates], [*state.places]
        yield copied


@pytest.mark.parametrize("define", DEFINITIONS)
def test_all_that_a_technique_rules_out_is_found(
    define: Callable[[Open], Iterator[Instance]], states: list[CandidateGrid]
) -> None:
    assert sum(instances_found(define, state) for state in states)


def test_all_that_avoidable_rectangles_rule_out_is_found(long: bool) -> None:
    grids = map(partly_filled, range(600 if long else 60))
    assert sum(instances_found(avoidable_rectangles, grid) for grid in grids)


def instances_found(
    define: Callable[[Open], Iterator[Instance]], state: CandidateGrid
) -> int:
    """How many instances rule something out; all of this must be found."""
    found: dict[Technique, set[Mark]] = {}
    met = 0
    for technique, lost in define(Open(state)):
        if technique not in found:
            finders = ALSO_BY.get(technique, (technique,))
            steps = (step for name in finders for step in TECHNIQUES[name](state))
            found[technique] = {m for step in steps for m in step.eliminations}
        assert lost <= found[technique], technique
        met += bool(lost)
    return met


def partly_filled(seed: int) -> CandidateGrid:
    """A puzzle with entries in half of its cells."""
    grid, dice = puzzle(seed % 5), random.Random(seed)
    answer = solve(grid)
    assert isinstance(answer, Solved)
    entries = [
        0 if given or dice.random() < 0.5 else digit
        for given, digit in zip(grid.givens, answer.grid.digits, strict=True)
    ]
    return CandidateGrid(Grid(grid.shape, grid.givens, tuple(entries)))
