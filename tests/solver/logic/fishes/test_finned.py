"""Fish with fins, Franken and mutant fish, against their definition."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from solver.logic.candidates import CandidateGrid, Mark, members
from solver.logic.techniques import Technique
from tests.solver.logic.positions import blank, puzzle, steps
from tests.solver.logic.states import pattern_states

LINES = (
    Technique.POINTING,
    Technique.CLAIMING,
    Technique.X_WING,
    Technique.SWORDFISH,
    Technique.JELLYFISH,
    Technique.FINNED_X_WING,
    Technique.FINNED_SWORDFISH,
    Technique.FINNED_JELLYFISH,
)
WITH_BOXES = (*LINES, Technique.FINNED_FISH, Technique.FRANKEN_FISH)


def found_by(state: CandidateGrid, techniques: tuple[Technique, ...]) -> set[Mark]:
    every = (step for name in techniques for step in steps(state, name))
    return {mark for step in every for mark in step.eliminations}


def by_definition(
    state: CandidateGrid, bases: range, covers: range, size: int
) -> Iterator[Mark]:
    """What fish of a size rule out: every choice of houses is tried.

    A spot that lies in fewer covers than bases is a fin; one that lies in more is ruled
    out if it sees all fins.
    """
    houses, peers = state.layout.houses, state.layout.peers
    for digit, places in enumerate(state.places):
        here = [house & places for house in houses]
        covered = {
            over: at_least([here[cover] for cover in over])
            for over in combinations(covers, size)
        }
        based = [base for base in bases if here[base].bit_count() > 1]
        for chosen in combinations(based, size):
            held = at_least([here[base] for base in chosen])
            for over, by in covered.items():
                if set(chosen) & set(over):
                    continue
                fins = out = 0
                for in_bases, in_covers in zip(held, by, strict=True):
                    fins |= in_bases & ~in_covers
                    out |= in_covers & ~in_bases
                for fin in members(fins):
                    out &= peers[fin]
                yield from (Mark(spot, digit) for spot in members(out))


def at_least(sets: list[int]) -> list[int]:
    """The spots that lie in at least one of these sets, in at least two, and so on."""
    counted = [0] * len(sets)
    for spots in sets:
        fewer = [~0, *counted[:-1]]
        counted = [now | last & spots for now, last in zip(counted, fewer, strict=True)]
    return counted


@pytest.mark.parametrize("seed", range(2))
def test_all_that_fish_of_two_and_three_lines_rule_out_is_found(seed: int) -> None:
    told = 0
    for number, state in enumerate(pattern_states(puzzle(seed))):
        if number % 16:
            continue
        for lines in ((range(9), range(9, 18)), (range(9, 18), range(9))):
            for size in (2, 3):
                expected = set(by_definition(state, *lines, size))
                assert expected <= found_by(state, LINES)
                told += len(expected)
    assert told


def test_all_that_small_franken_fish_rule_out_is_found() -> None:
    told = 0
    for seed in range(4):
        for number, state in enumerate(pattern_states(puzzle(seed))):
            if number % 24:
                continue
            expected = set(by_definition(state, range(18, 27), range(18), 2))
            expected |= set(by_definition(state, range(18), range(18, 27), 2))
            assert expected <= found_by(state, (*WITH_BOXES, Technique.MUTANT_FISH))
            told += len(expected)
    assert told


def test_no_fish_on_a_digit_that_can_go_anywhere() -> None:
    for technique in (*WITH_BOXES, Technique.MUTANT_FISH):
        assert steps(blank(), technique) == []
