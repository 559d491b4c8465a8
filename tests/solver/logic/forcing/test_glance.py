"""What is known of forcing chains and nets before they are followed link by link."""

from itertools import islice

import pytest

from solver.logic.candidates import CandidateGrid, members
from solver.logic.forcing.arguments import agreements, dead_ends
from solver.logic.forcing.demands import demands_of
from solver.logic.forcing.nested import Known
from solver.logic.forcing.searches import chains_prove
from solver.logic.forcing.supposition import suppose_each
from tests.solver.logic.positions import puzzle
from tests.solver.logic.states import copied, pattern_states


@pytest.fixture(scope="module")
def states(long: bool) -> list[CandidateGrid]:
    """States of walks by patterns alone."""
    return [
        copied(state)
        for seed in range(60 if long else 8)
        for state in islice(pattern_states(puzzle(seed)), 0, None, 9)
    ]


def test_chains_that_prove_something_are_followed(states: list[CandidateGrid]) -> None:
    proving = 0
    for state in states:
        demands = demands_of(state)
        tried = suppose_each(demands, demands.guards_of_pairs())
        argument = next(dead_ends(tried.values()), None) or next(
            agreements(demands, tried), None
        )
        if argument:
            assert chains_prove(demands)
            proving += 1
    assert proving


def test_a_clash_leaves_a_demand_without_candidate(states: list[CandidateGrid]) -> None:
    clashing = 0
    for state in states:
        known = Known(demands_of(state))
        for literal, tried in known.tried.items():
            if not tried.empty:
                among = tried.state & tried.demands.literals & ~tried.true
                expected = known.clashing(tried.state, among)
                assert known.clashes[literal] & among == expected
                clashing += len(members(expected))
    assert clashing
