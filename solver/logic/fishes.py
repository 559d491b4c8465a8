"""Fishes: X-wing, swordfish, jellyfish, and those with fins or of other houses.

The digit of a plain fish lies on parallel lines that cross as many others.

A fish takes as many base houses as cover houses. Each base holds the digit once, so if
every place in the bases is in a cover, the covers have no room for it elsewhere. Places
in the bases that are in no cover are fins: if one of them is true, what it sees is
false, so what all fins see and the covers hold is false in any case.

Here a fish is sought for each place that no full placement of the digit makes use of.
If that place were true, all fins would be false, its own cover would be full, and the
bases would have to do with the other covers: one too few.

Bases are rows and covers columns, or the other way round; in a Franken fish some are
boxes, in a mutant fish they are of any kind.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from solver.grid import Shape
from solver.logic.basics import closed_sets
from solver.logic.candidates import (
    CandidateGrid,
    Layout,
    impossible_places,
    layout_of,
    marks,
    members,
)
from solver.logic.step import Kind, Step, Steps


def fish(state: CandidateGrid, kind: Kind, size: int) -> Steps:
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
            covers = members(crossed)
            in_covers, held = (
                places & reduce(or_, (layout.houses[house] for house in houses))
                for houses in (covers, chosen)
            )
            swum += kind.steps(
                marks(in_covers & ~held, digit),
                cells=members(held),
                digits=(digit,),
                houses=chosen,
                covers=covers,
            )
    return tuple(swum)


def _crossed(layout: Layout, cells: int, across: int) -> int:
    """The rows (0) or columns (1) of cells, as a set of houses."""
    crossed = 0
    for cell in members(cells):
        crossed |= 1 << layout.houses_of[cell][across]
    return crossed


LINES, FRANKEN, MUTANT = range(3)
"""The families of fish: of parallel lines, of lines and boxes, of any houses."""

_LARGEST, _LARGEST_BEYOND = (7, 7, 5), (4, 3, 3)
"""Bases of the largest fish of each family that is sought; and in grids beyond this."""

_LARGEST_GRID = 9


class _Fish(NamedTuple):
    """Numbers of houses: as many bases as covers."""

    bases: tuple[int, ...]
    covers: tuple[int, ...]


def finned_fish(state: CandidateGrid, kind: Kind, size: int) -> Steps:
    """Parallel lines with fins: `size` of them, or, for 5, any larger number."""
    for digit, cell in _blocked_places(state):
        fish = _fish_for(state.layout.shape, state.places[digit], cell, LINES)
        if fish and min(len(fish.bases), 5) == size:
            held = [state.layout.houses[b] & state.places[digit] for b in fish.bases]
            # without fins it is a plain fish, unless a base has a single place
            known = size < 5 and all(here.bit_count() > 1 for here in held)
            swum = _swim_with_fins(state, digit, fish, kind)
            yield from (step for step in swum if step.ends or not known)


def rare_fish(state: CandidateGrid, kind: Kind, family: int) -> Steps:
    """Fish of a family, where those of the families before are not enough."""
    shape = state.layout.shape
    for digit, cell in _blocked_places(state):
        places = state.places[digit]
        if not any(_fish_for(shape, places, cell, simple) for simple in range(family)):
            fish = _fish_for(shape, places, cell, family)
            if fish:
                yield from _swim_with_fins(state, digit, fish, kind)


def _swim_with_fins(state: CandidateGrid, digit: int, fish: _Fish, kind: Kind) -> Steps:
    """What a fish rules out: what is in more covers than bases and sees all fins."""
    houses, places = state.layout.houses, state.places[digit]
    lost = fins = held = 0
    for cell in members(places):
        bases = sum(houses[base] >> cell & 1 for base in fish.bases)
        covers = sum(houses[cover] >> cell & 1 for cover in fish.covers)
        if bases > covers:
            fins |= 1 << cell
        elif covers > bases:
            lost |= 1 << cell
        elif bases:
            held |= 1 << cell
    for fin in members(fins):
        lost &= state.layout.peers[fin]
    yield from kind.steps(
        marks(lost, digit),
        cells=members(held),
        ends=members(fins),
        digits=(digit,),
        houses=fish.bases,
        covers=fish.covers,
    )


def _blocked_places(state: CandidateGrid) -> Iterator[tuple[int, int]]:
    """Each digit with a place that it cannot have, unless it is locked elsewhere."""
    layout = state.layout
    for digit, places in enumerate(state.places):
        for cell in impossible_places(layout.shape, places):
            left = places & ~layout.peers[cell] & ~(1 << cell)
            emptied = [
                house
                for house in layout.houses
                if not house >> cell & 1 and not left & house
            ]
            if all((places & house).bit_count() < 2 for house in emptied):
                yield digit, cell


@lru_cache(maxsize=512)
def _fish_for(shape: Shape, places: int, cell: int, family: int) -> _Fish | None:
    """The smallest fish of a family for a place."""
    n = shape.size
    boxes = range(2 * n, 3 * n) if family == FRANKEN else ()
    rows, columns, every = (*range(n), *boxes), (*range(n, 2 * n), *boxes), range(3 * n)
    kinds = ((rows, columns), (columns, rows))
    largest = _LARGEST if n <= _LARGEST_GRID else _LARGEST_BEYOND
    return _smallest(
        layout_of(shape),
        places,
        cell,
        ((every, every),) if family == MUTANT else kinds,
        largest[family],
    )


def _smallest(
    layout: Layout,
    places: int,
    cell: int,
    kinds: Sequence[tuple[Sequence[int], Sequence[int]]],
    largest: int,
) -> _Fish | None:
    """The smallest fish that rules a place out; `kinds` are its bases and covers."""
    houses = layout.houses
    left = places & ~layout.peers[cell] & ~(1 << cell)
    options = []
    for bases, covers in kinds:
        others = [(b, left & houses[b]) for b in bases if not houses[b] >> cell & 1]
        crossed = [c for c in covers if not houses[c] >> cell & 1 and left & houses[c]]
        own = next(c for c in covers if houses[c] >> cell & 1)
        options.append(([base for base in others if base[1]], crossed, own))
    for size in range(2, largest + 1):
        for others, crossed, own in options:
            for chosen in combinations(crossed, size - 1):
                once = twice = 0
                for cover in chosen:
                    twice |= once & houses[cover]
                    once |= houses[cover]
                inside = [base for base in others if not base[1] & ~once]
                found = _apart(inside, size, twice, (0, 0))
                if found:
                    return _Fish(found, (*chosen, own))
    return None


def _apart(
    bases: Sequence[tuple[int, int]], size: int, twice: int, used: tuple[int, int]
) -> tuple[int, ...]:
    """So many bases that share places only where two covers do; () if there are none.

    `used` are the places in the bases taken so far, and those in two of them.
    """
    once, shared = used
    for number, (base, places) in enumerate(bases):
        if places & shared or places & once & ~twice:
            continue
        if size == 1:
            return (base,)
        taken = (once | places, shared | once & places)
        found = _apart(bases[number + 1 :], size - 1, twice, taken)
        if found:
            return (base, *found)
    return ()
