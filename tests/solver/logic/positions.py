"""Grids with just the pattern that a test is about, and puzzles from a seed."""

import random
from collections.abc import Collection, Iterable, Mapping
from functools import cache

from solver import Cells, Grid, Shape, Solved, solve
from solver.logic.candidates import CandidateGrid, Mark
from solver.logic.step import Step
from solver.logic.techniques import Technique

NINE = Shape(3, 3)


def blank(shape: Shape = NINE) -> CandidateGrid:
    """An empty grid: every digit is possible everywhere."""
    return CandidateGrid(Grid(shape, (0,) * shape.cells))


def cell(name: str, shape: Shape = NINE) -> int:
    """The number of a cell by its name."""
    row, column = name[1:].split("c")
    return (int(row) - 1) * shape.size + int(column) - 1


def cells(names: str, shape: Shape = NINE) -> tuple[int, ...]:
    return tuple(cell(name, shape) for name in names.split())


def house(name: str, shape: Shape = NINE) -> int:
    """The number of a house by its name: row 3."""
    return [shape.house_name(h) for h in range(3 * shape.size)].index(name)


def only_in(state: CandidateGrid, name: str, digits: Iterable[int], names: str) -> None:
    """Leave the digits no place in a house but the named cells."""
    shape = state.layout.shape
    for other in shape.houses[house(name, shape)]:
        if other not in cells(names, shape):
            for digit in digits:
                state.rule_out(other, digit)


def hold(state: CandidateGrid, names: str, *digits: int) -> None:
    """Leave the named cells no candidates but these digits."""
    shape = state.layout.shape
    for here in cells(names, shape):
        for digit in range(1, shape.size + 1):
            if digit not in digits:
                state.rule_out(here, digit)


def left_open(digits: Cells, held: Mapping[int, Collection[int]]) -> CandidateGrid:
    """A full grid in which the cells of `held` are open, with what they can hold."""
    state = blank()
    for here, digit in enumerate(digits):
        for other in range(1, 10):
            if other not in held.get(here, ()):
                state.rule_out(here, other)
        if here not in held:
            state.digits[here] = digit
            state.empty &= ~(1 << here)
    return state


def marks(digit: int, names: str, shape: Shape = NINE) -> set[Mark]:
    return {Mark(here, digit) for here in cells(names, shape)}


def steps(state: CandidateGrid, technique: Technique) -> list[Step]:
    return list(technique.find(state))


def check_all_found(
    state: CandidateGrid, defined: Iterable[tuple[Technique, set[Mark]]]
) -> set[Technique]:
    """Fail unless the steps of each technique rule out what its definition does.

    Args:
        state: the position.
        defined: what the techniques rule out there by definition; an empty set for a
            technique that rules out nothing.

    Returns: the techniques that rule out something.
    """
    expected: dict[Technique, set[Mark]] = {}
    for technique, ruled_out in defined:
        expected.setdefault(technique, set()).update(ruled_out)
    for technique, ruled_out in expected.items():
        found = {m for step in steps(state, technique) for m in step.eliminations}
        assert found == ruled_out, technique
    return {technique for technique, ruled_out in expected.items() if ruled_out}


@cache
def puzzle(seed: int, shape: Shape = NINE, spare: int = 0) -> Grid:
    """A puzzle with one solution; minimal but for `spare` givens kept from the end."""
    dice = random.Random(seed)
    digits = _full(dice, shape)
    order = list(range(shape.cells))
    dice.shuffle(order)
    for here in order[: shape.cells - spare]:
        without = [*digits[:here], 0, *digits[here + 1 :]]
        if isinstance(solve(Grid(shape, tuple(without))), Solved):
            digits = without
    return Grid(shape, tuple(digits))


def _full(dice: random.Random, shape: Shape) -> list[int]:
    """A full grid: the plain pattern with digits, rows and columns dealt anew."""
    n, width, height = shape.size, shape.box_width, shape.box_height
    digits = dice.sample(range(1, n + 1), n)

    def lines(bands: int, depth: int) -> list[int]:
        return [
            band * depth + line
            for band in dice.sample(range(bands), bands)
            for line in dice.sample(range(depth), depth)
        ]

    columns = lines(height, width)
    return [
        digits[(width * (row % height) + row // height + column) % n]
        for row in lines(width, height)
        for column in columns
    ]
