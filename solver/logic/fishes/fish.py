"""X-wing, swordfish, jellyfish: a digit on parallel lines that cross as many others."""

from collections.abc import Iterator
from functools import lru_cache

from solver.grid import Shape
from solver.logic.basics.subsets import closed_sets
from solver.logic.candidates import CandidateGrid, Layout, layout_of, marks, members
from solver.logic.step import Kind, Step


def fish(state: CandidateGrid, kind: Kind, size: int) -> Iterator[Step]:
    """Lines where a digit has only `size` crossing lines to be on."""
    for digit, places in enumerate(state.places):
        if places.bit_count() > 2 * size:
            yield from _fish_of(state.layout.shape, kind, digit, places, size)


@lru_cache(maxsize=256)
def _fish_of(
    shape: Shape, kind: Kind, digit: int, places: int, size: int
) -> tuple[Step, ...]:
    """The fish of one digit; most steps leave its places as they were."""
    layout, n = layout_of(shape), shape.size
    swum: list[Step] = []
    for bases in (range(n, 2 * n), range(n)):
        across = 1 if bases[0] < n else 0
        lines = [
            (base, _crossed(layout, places & layout.houses[base], across))
            for base in bases
        ]
        for chosen, crossed in closed_sets(lines, size):
            swum += _swim(layout, kind, (digit, places), chosen, members(crossed))
    return tuple(swum)


def _swim(
    layout: Layout,
    kind: Kind,
    of: tuple[int, int],
    lines: tuple[int, ...],
    covers: list[int],
) -> Iterator[Step]:
    """What a fish rules out; `of` is a digit with its places."""
    digit, places = of
    lost = held = 0
    for cover in covers:
        lost |= places & layout.houses[cover]
    for line in lines:
        held |= places & layout.houses[line]
    if lost & ~held:
        yield Step(
            kind,
            kind.difficulty,
            eliminations=marks(lost & ~held, digit),
            cells=tuple(members(held)),
            digits=(digit,),
            houses=lines,
            covers=tuple(covers),
        )


def _crossed(layout: Layout, cells: int, across: int) -> int:
    """The rows (0) or columns (1) of cells, as a set of houses."""
    crossed = 0
    for cell in members(cells):
        crossed |= 1 << layout.houses_of[cell][across]
    return crossed
