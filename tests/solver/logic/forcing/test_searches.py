"""Forcing chains: every argument is checked link by link, by the plainest means."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from solver import Grid, Shape, Solved, parse, solve
from solver.logic.candidates import CandidateGrid, Mark, members
from solver.logic.forcing.arguments import agreements, dead_ends
from solver.logic.forcing.demands import demands_of
from solver.logic.forcing.nested import Known
from solver.logic.forcing.searches import again, chains_prove
from solver.logic.forcing.supposition import suppose_each
from solver.logic.step import Case, Step
from solver.logic.techniques import Technique
from solver.logic.walk import walkthrough
from solver.logic.words import Wording, fields, sentence
from tests.solver.logic.positions import NINE, blank, cell, hold, marks, only_in, puzzle
from tests.solver.logic.states import copied, pattern_states

ESCARGOT = parse(
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
ON_TO_THE_END = parse(
    "..3....9..5.2.......7361.........71.4....8.......3...6...5..83..85.2....2...14..."
)


class Facts:
    """What is known at some point of an argument: marks that are true or false."""

    def __init__(self, state: CandidateGrid) -> None:
        self.shape = state.layout.shape
        self.possible = {
            Mark(cell, digit)
            for cell, digits in enumerate(state.candidates)
            for digit in members(digits)
        }
        self.possible |= {Mark(c, d) for c, d in enumerate(state.digits) if d}

    def copy(self) -> "Facts":
        other = object.__new__(Facts)
        other.shape, other.possible = self.shape, set(self.possible)
        return other

    def know(self, mark: Mark, *, holds: bool) -> None:
        if not holds:
            self.possible.discard(mark)
            return
        peers = self.shape.peers[mark.cell]
        self.possible = {
            other
            for other in self.possible
            if other == mark
            or (
                (other.cell != mark.cell)
                and not (other.digit == mark.digit and other.cell in peers)
            )
        }

    def in_cell(self, cell: int) -> list[Mark]:
        return [mark for mark in self.possible if mark.cell == cell]

    def in_house(self, house: int, digit: int) -> list[Mark]:
        cells = self.shape.houses[house]
        return [m for m in self.possible if m.digit == digit and m.cell in cells]


def check_case(case: Case, before: Facts) -> Facts:
    """Follow a supposition; every link must follow from those before it."""
    facts = before.copy()
    facts.know(case.mark, holds=case.holds)
    for mark, holds, house, proof in case.inferences:
        if proof is not None:
            assert not holds
            assert proof.mark == mark
            assert proof.holds
            assert proof.gap is not None
            check_case(proof, facts)
        elif house is None:
            assert set(facts.in_cell(mark.cell)) <= {mark}
        else:
            assert set(facts.in_house(house, mark.digit)) <= {mark}
        facts.know(mark, holds=holds)
    if case.gap is not None:
        house, number = case.gap
        left = facts.in_cell(number) if house is None else facts.in_house(house, number)
        assert not left
    return facts


def choices(step: Step, state: CandidateGrid) -> set[tuple[Mark, bool]]:
    """The suppositions, at least one of which is true."""
    facts = Facts(state)
    if step.houses:
        held = facts.in_house(step.houses[0], step.digits[0])
        return {(mark, True) for mark in held}
    if step.cells:
        return {(mark, True) for mark in facts.in_cell(step.cells[0])}
    mark = step.cases[0].mark
    return {(mark, True), (mark, False)}


def check(step: Step, state: CandidateGrid) -> None:
    """Check that a step follows from its cases."""
    ((mark, holds),) = [(mark, True) for mark in step.placements] + [
        (mark, False) for mark in step.eliminations
    ]
    ends = [check_case(case, Facts(state)) for case in step.cases]
    if len(step.cases) == 1:
        (case,) = step.cases
        assert case.gap is not None
        assert (case.mark, case.holds) == (mark, not holds)
        return
    assert {(case.mark, case.holds) for case in step.cases} == choices(step, state)
    for facts in ends:
        assert (facts.in_cell(mark.cell) == [mark]) if holds else True
        assert (mark in facts.possible) == holds


@cache
def walk_through(grid: Grid) -> tuple[Step, ...]:
    return walkthrough(grid).steps


def hard_states(grid: Grid) -> Iterator[CandidateGrid]:
    """The states of a walk in which a forcing chain is the next step."""
    state = CandidateGrid(grid)
    for step in walk_through(grid):
        if step.cases:
            yield state
        step.take(state)


@pytest.mark.parametrize("grid", [ESCARGOT, ON_TO_THE_END], ids=["escargot", "top"])
def test_every_link_of_every_argument_follows_from_those_before(grid: Grid) -> None:
    answer = solve(grid)
    assert isinstance(answer, Solved)
    state = CandidateGrid(grid)
    checked = 0
    for step in walk_through(grid):
        assert all(answer.grid.digits[c] == digit for c, digit in step.placements)
        assert all(answer.grid.digits[c] != digit for c, digit in step.eliminations)
        if step.cases:
            check(step, state)
            checked += 1
        step.take(state)
    assert checked > 5
    assert not state.empty


@pytest.mark.parametrize(
    "name", ["FORCING_CHAIN", "FORCING_NET", "NESTED_NET", "DEEP_NET"]
)
def test_each_search_finds_only_what_holds(name: str, long: bool) -> None:
    answer = solve(ESCARGOT)
    assert isinstance(answer, Solved)
    found = resting = 0
    for state in islice(hard_states(ESCARGOT), 0, None, 1 if long else 4):
        for step in Technique[name].find(state):
            check(step, state)
            found += 1
            resting += not any(
                link.holds for case in step.cases for link in case.inferences
            )
            digits = answer.grid.digits
            assert all(digits[c] == digit for c, digit in step.placements)
            assert all(digits[c] != digit for c, digit in step.eliminations)
    assert found
    # A net may rest on nothing but what is ruled out within it.
    assert resting or name != "NESTED_NET"


def test_the_shortest_argument_comes_first() -> None:
    state = next(hard_states(ON_TO_THE_END))
    for technique in (Technique.FORCING_CHAIN, Technique.FORCING_NET):
        difficulties = [step.difficulty for step in technique.find(state)]
        assert difficulties == sorted(difficulties)
        assert difficulties[0] < difficulties[-1]


def test_an_argument_is_told_from_what_is_supposed_to_the_end() -> None:
    state = blank()
    hold(state, "r1c1", 1, 2)
    hold(state, "r1c4", 1, 3)
    hold(state, "r4c4", 2, 3, 5)
    hold(state, "r4c1", 2, 5)
    only_in(state, "row 9", [5], "r9c1 r9c4")
    step = next(Technique.FORCING_CHAIN.find(state))
    check(step, state)
    assert sentence(step, NINE) == (
        "Suppose r9c4 were a 3. Then r1c4 = 1 → r9c1 = 5 (row 9) → r4c1 = 2 → "
        "no digit is left for r1c1. So r9c4 is not a 3."
    )


def test_a_place_that_leaves_its_digit_no_other_place_is_found_by_nishio() -> None:
    state = blank()
    only_in(state, "row 4", [6], "r4c1 r4c5 r4c9")
    only_in(state, "column 5", [6], "r1c5 r4c5")
    only_in(state, "column 9", [6], "r1c9 r4c9")
    found = list(Technique.NISHIO.find(state))
    assert {step.eliminations for step in found} == {
        (mark,) for mark in marks(6, "r1c1 r1c2 r1c3 r1c4 r1c6 r1c7 r1c8 r4c1")
    }
    for step in found:
        check(step, state)


def test_an_argument_is_found_again_where_it_still_holds() -> None:
    state = next(hard_states(ON_TO_THE_END))
    step = next(Technique.FORCING_CHAIN.find(state))
    assert again(state, step) == step
    assert again(blank(), step) is None


def test_an_argument_is_not_found_again_where_its_cell_has_one_choice_more() -> None:
    here = cell("r1c1")
    step = Step(
        Technique.FORCING_CHAIN,
        8.0,
        eliminations=(Mark(cell("r9c9"), 5),),
        cells=(here,),
        cases=tuple(Case(Mark(here, digit), True, ()) for digit in (1, 2)),
    )
    for choices, found in (((1, 2), True), ((1, 2, 3), False)):
        state = blank()
        hold(state, "r1c1", *choices)
        hold(state, "r1c9", 1, 5)
        hold(state, "r9c1", 2, 5)
        assert bool(again(state, step)) == found


@pytest.mark.parametrize("seed", range(3))
def test_every_small_puzzle_is_explained_to_its_end(seed: int) -> None:
    for shape in (NINE, Shape(3, 2), Shape(4, 2)):
        assert walkthrough(puzzle(seed, shape)).solved


def test_the_end_of_an_argument_can_be_told_alone() -> None:
    step = next(Technique.FORCING_CHAIN.find(next(hard_states(ON_TO_THE_END))))
    ((here, digit),) = step.eliminations
    words = fields(step, Wording(NINE))
    assert words["conclusion"] == f"no {digit} in {NINE.name(here)}"


# What is known before a chain is followed.


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
