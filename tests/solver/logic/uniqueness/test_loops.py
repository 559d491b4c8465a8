"""Unique loops, against every choice of cells that makes one."""

import random
from collections.abc import Iterator
from itertools import combinations

from solver import Solved, solve
from solver.logic.candidates import CandidateGrid, Mark
from solver.logic.techniques import Technique
from tests.solver.logic.definitions import Open
from tests.solver.logic.positions import NINE, check_all_found, left_open, puzzle

TYPES = (
    Technique.UNIQUE_LOOP_1,
    Technique.UNIQUE_LOOP_2,
    Technique.UNIQUE_LOOP_3,
    Technique.UNIQUE_LOOP_4,
)

COLUMN_AND_BOX = {
    cell: [number for number, house in enumerate(NINE.houses[9:]) if cell in house]
    for cell in range(81)
}
"""By cell, its column and box."""


def brute_loops(grid: Open, pair: set[int]) -> Iterator[set[int]]:
    """Six cells or more, two or none of every house, all of which can hold a pair."""
    able = [
        [c for c in row if c in grid.held and pair <= grid.held[c]]
        for row in NINE.houses[:9]
    ]
    for ring in _two_a_row(able, set(), [0] * 18):
        if len(ring) > 5 and _alternates(grid, ring):
            yield ring


def _two_a_row(
    able: list[list[int]], taken: set[int], filled: list[int]
) -> Iterator[set[int]]:
    """The cells taken, with two or none of each row that is left.

    `filled` counts those of every column and box, which end with two or none, too.
    """
    if not able:
        if 1 not in filled:
            yield taken
        return
    yield from _two_a_row(able[1:], taken, filled)
    for chosen in combinations(able[0], 2):
        more = [*filled]
        for cell in chosen:
            for house in COLUMN_AND_BOX[cell]:
                more[house] += 1
        if max(more) < 3:
            yield from _two_a_row(able[1:], taken.union(chosen), more)


def _alternates(grid: Open, ring: set[int]) -> bool:
    """Whether two digits can be in turn from each cell to the next, through all."""
    first = min(ring)
    colours, fresh = {first: True}, [first]
    while fresh:
        here = fresh.pop()
        for other in ring.intersection(grid.peers[here]):
            if other not in colours:
                fresh.append(other)
            if colours.setdefault(other, not colours[here]) == colours[here]:
                return False
    return len(colours) == len(ring)


def two_digits_left(seed: int) -> CandidateGrid:
    """A solution without two of its digits; some cells can hold more, or others."""
    answer, dice = solve(puzzle(seed % 5)), random.Random(seed)
    assert isinstance(answer, Solved)
    one, two, *others = dice.sample(range(1, 10), 5)
    held = {c: {one, two} for c, d in enumerate(answer.grid.digits) if d in (one, two)}
    for cell in dice.sample(sorted(held), 4):
        held[cell].update(dice.choice((others[:1], others[:2])))
    for cell in dice.sample(sorted(set(range(81)) - set(held)), 18):
        held[cell] = set(dice.sample(others, dice.choice((2, 3))))
    return left_open(answer.grid.digits, held)


def by_definition(grid: Open) -> Iterator[tuple[Technique, set[Mark]]]:
    for pair in {frozenset(grid.held[cell]) for cell in grid.of_size(2)}:
        for ring in brute_loops(grid, set(pair)):
            roof = sorted(cell for cell in ring if grid.held[cell] != pair)
            extras = grid.digits(roof) - pair
            if len(roof) == 1:
                yield Technique.UNIQUE_LOOP_1, grid.marks(roof, set(pair))
            if 1 < len(roof) < 4 and len(extras) == 1:
                yield Technique.UNIQUE_LOOP_2, grid.seen_by(min(extras), roof)
            for house in grid.houses:
                if len(roof) == 2 and set(roof) <= set(house):
                    yield from _of_two(grid, set(pair), roof, house)


def _of_two(
    grid: Open, pair: set[int], roof: list[int], house: list[int]
) -> Iterator[tuple[Technique, set[Mark]]]:
    """What two cells of a house with more than the pair rule out."""
    for kept in pair:
        if set(grid.places(kept, house)) == set(roof):
            yield Technique.UNIQUE_LOOP_4, grid.marks(roof, pair - {kept})
    for lost in grid.in_subsets(house, roof, grid.digits(roof) - pair):
        yield Technique.UNIQUE_LOOP_3, lost


def test_all_that_loops_rule_out_is_found_and_nothing_else(long: bool) -> None:
    met: set[Technique] = set()
    for state in map(two_digits_left, range(1000 if long else 150)):
        nothing = ((technique, set[Mark]()) for technique in TYPES)
        met |= check_all_found(state, [*nothing, *by_definition(Open(state))])
    assert met == set(TYPES)
