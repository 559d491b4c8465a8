"""Bivalue universal graves, against every choice of two digits in each cell."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from solver import Solved, solve
from solver.logic.candidates import CandidateGrid, Mark
from solver.logic.techniques import Technique
from tests.solver.logic.definitions import Instance, Open
from tests.solver.logic.positions import blank, check_all_found, left_open, puzzle

TYPES = (Technique.BUG_2, Technique.BUG_3, Technique.BUG_4)


def nearly_a_grave(seed: int) -> CandidateGrid:
    """What two full grids leave open, and in some cells a digit or two more."""
    answer, dice = solve(puzzle(seed % 5)), random.Random(seed)
    assert isinstance(answer, Solved)
    one = answer.grid.digits
    turned = dice.sample(range(1, 10), dice.choice((2, 3, 4)))
    turn = dict(zip(turned, (*turned[1:], turned[0]), strict=True))
    held = {c: {d, turn[d]} for c, d in enumerate(one) if d in turn}
    house = dice.choice(Open(blank()).houses)
    near = [cell for cell in house if cell in held]
    spare = dice.sample(range(1, 10), 2)
    for cell in dice.sample(dice.choice((near, sorted(held))), 2):
        held[cell].update(dice.choice((spare[:1], spare)))
    return left_open(one, held)


def graves(grid: Open) -> Iterator[dict[int, set[int]]]:
    """By cell the digits that it has beyond a grave; at least two cells."""
    more = [cell for cell, digits in grid.held.items() if len(digits) > 2]
    for pairs in product(*(combinations(sorted(grid.held[c]), 2) for c in more)):
        held = grid.held | {c: set(pair) for c, pair in zip(more, pairs, strict=True)}
        counts = [Counter(d for c in house for d in held[c]) for house in grid.houses]
        if len(more) > 1 and all(set(count.values()) <= {2} for count in counts):
            yield {cell: grid.held[cell] - held[cell] for cell in more}


def by_definition(grid: Open) -> Iterator[Instance]:
    for grave in graves(grid):
        roof, extras = list(grave), set[int]().union(*grave.values())
        if len(extras) == 1:
            yield Technique.BUG_2, grid.seen_by(min(extras), roof)
        for house in grid.houses:
            if set(roof) <= set(house):
                yield from _in_a_house(grid, grave, house, extras)


def _in_a_house(
    grid: Open, grave: dict[int, set[int]], house: list[int], extras: set[int]
) -> Iterator[Instance]:
    for lost in grid.in_subsets(house, grave, extras):
        yield Technique.BUG_3, lost
    for digit in range(1, 10):
        own = all(digit in grid.held[cell] - grave[cell] for cell in grave)
        if own and len(grave) == 2 and set(grid.places(digit, house)) == set(grave):
            lost = {
                Mark(cell, other)
                for cell, extra in grave.items()
                for other in grid.held[cell] - extra - {digit}
            }
            yield Technique.BUG_4, lost


def test_all_that_graves_rule_out_is_found_and_nothing_else(long: bool) -> None:
    met: set[Technique] = set()
    for state in map(nearly_a_grave, range(5000 if long else 400)):
        nothing = ((technique, set[Mark]()) for technique in TYPES)
        met |= check_all_found(state, [*nothing, *by_definition(Open(state))])
    assert met == set(TYPES)
