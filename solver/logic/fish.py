"""X-wing, swordfish, jellyfish: a digit on parallel lines that cross as many others."""

from collections.abc import Iterator

from solver.logic.candidates import CandidateGrid, marks, members
from solver.logic.step import Step, Technique
from solver.logic.subsets import closed_sets

_FISH = {
    2: (Technique.X_WING, 3.2),
    3: (Technique.SWORDFISH, 3.8),
    4: (Technique.JELLYFISH, 5.2),
}


def fish(state: CandidateGrid, size: int) -> Iterator[Step]:
    """Lines where a digit has only `size` crossing lines to be on."""
    n = state.layout.shape.size
    columns, rows = tuple(range(n, 2 * n)), tuple(range(n))
    for digit, places in enumerate(state.places):
        if places.bit_count() > 2 * size:
            for bases in (columns, rows):
                yield from _swim(state, size, digit, bases)


def _swim(
    state: CandidateGrid, size: int, digit: int, bases: tuple[int, ...]
) -> Iterator[Step]:
    technique, difficulty = _FISH[size]
    houses, places = state.layout.houses, state.places[digit]
    items = [(base, _crossed(state, places & houses[base], base)) for base in bases]
    for lines, crossed in closed_sets(items, size):
        covers = members(crossed)
        lost = held = 0
        for cover in covers:
            lost |= places & houses[cover]
        for line in lines:
            held |= places & houses[line]
        if lost & ~held:
            yield Step(
                technique,
                difficulty,
                eliminations=marks(lost & ~held, digit),
                cells=tuple(members(held)),
                digits=(digit,),
                houses=lines,
                covers=tuple(covers),
            )


def _crossed(state: CandidateGrid, cells: int, base: int) -> int:
    """The lines across a base line that hold its cells, as a set of houses."""
    across = 1 if base < state.layout.shape.size else 0
    crossed = 0
    for cell in members(cells):
        crossed |= 1 << state.layout.houses_of[cell][across]
    return crossed
