"""The techniques find what their definitions and worked examples say."""

import random
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from solver import Grid, Solved, solve
from solver.logic.candidates import CandidateGrid, Mark, members
from solver.logic.step import Step
from solver.logic.techniques import Technique
from solver.logic.words import sentence
from tests.solver.logic.definitions import (
    Instance,
    Open,
    als_pairs,
    alternating_chains,
    avoidable_rectangles,
    colours,
    death_blossoms,
    forcing_nets,
    graves,
    larger_wings,
    remote_pairs,
    subsets,
    sue_de_coq,
    turbots,
    unique_rectangles,
    wings,
)
from tests.solver.logic.examples import Example, is_sound, read
from tests.solver.logic.positions import NINE, blank, hold, puzzle
from tests.solver.logic.states import copied, pattern_states

# Every instance of a technique is found, as its definition has them.
#
# What an instance rules out may be told by several steps, and in chains by those of
# another kind that are as easy.


DEFINITIONS = (
    subsets,
    wings,
    turbots,
    unique_rectangles,
    als_pairs,
    larger_wings,
    sue_de_coq,
    colours,
    alternating_chains,
)
SLOW_DEFINITIONS = (death_blossoms, forcing_nets)
"""The definitions that take long to try: only in some states."""

ALSO_BY = {
    Technique.ALS_XZ: (Technique.ALS_XZ, Technique.LARGE_ALS_XZ),
    Technique.AIC: (Technique.AIC, Technique.NICE_LOOP),
}


@pytest.fixture(scope="module")
def states(long: bool) -> list[CandidateGrid]:
    """States of walks, some candidates more ruled out with each."""
    return [
        copied(state)
        for seed in range(100 if long else 4)
        for state in islice(pattern_states(puzzle(seed)), 0, None, 4 if long else 12)
    ]


@pytest.mark.parametrize("define", DEFINITIONS)
def test_all_that_a_technique_rules_out_is_found(
    define: Callable[[Open], Iterator[Instance]], states: list[CandidateGrid]
) -> None:
    assert sum(instances_found(define, state) for state in states)


@pytest.mark.parametrize("define", SLOW_DEFINITIONS)
def test_all_that_follows_from_many_cells_is_found(
    define: Callable[[Open], Iterator[Instance]],
    states: list[CandidateGrid],
    long: bool,
) -> None:
    few = [state for state in states if state.empty.bit_count() < 45]
    assert sum(instances_found(define, state) for state in few[:: 1 if long else 4])


def test_all_that_a_grave_of_pairs_rules_out_is_found() -> None:
    assert sum(instances_found(graves, example.state) for example in read())


@pytest.mark.parametrize("names", ["r1c1 r1c5 r5c5 r5c9", "r2c2 r2c8 r3c7 r9c7"])
def test_all_that_a_chain_of_equal_pairs_rules_out_is_found(names: str) -> None:
    state = blank()
    hold(state, names, 4, 7)
    assert instances_found(remote_pairs, state)


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
            steps = (step for name in finders for step in name.find(state))
            found[technique] = {m for step in steps for m in excluded(state, step)}
        assert lost <= found[technique], technique
        met += bool(lost)
    return met


def excluded(state: CandidateGrid, step: Step) -> Iterator[Mark]:
    """All that a step rules out; by a digit that it places too."""
    yield from step.eliminations
    for cell, digit in step.placements:
        for peer in (cell, *members(state.layout.peers[cell])):
            for other in members(state.candidates[peer]):
                if (other == digit) != (peer == cell):
                    yield Mark(peer, other)


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


# The worked examples of the package are what the techniques find.


EXAMPLES = list(read())


def test_every_technique_has_one_worked_example() -> None:
    assert [example.technique for example in EXAMPLES] == list(Technique)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.technique.label)
def test_a_technique_finds_its_worked_example(example: Example) -> None:
    for step in example.technique.find(example.state):
        assert is_sound(example, step)
        if sentence(step, NINE) == example.told:
            return
    pytest.fail("the example is not found")
