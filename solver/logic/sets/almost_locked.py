"""Almost locked sets: cells of a house with one digit more than there are cells.

If one digit of such a set is elsewhere, all others are in it. A digit is a restricted
common of two sets if all its places in one see all those in the other: then it is in
one of them at most, and the other holds all its other digits.

Here two sets are taken together; `als_links` makes chains of them.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from solver.grid import Cells, Shape
from solver.logic.candidates import CandidateGrid, layout_of, marks, members
from solver.logic.step import Mark, Step, Technique

_SMALL = 3
"""Cells of a set that a person may see."""

_LARGEST_WING = 5
"""Cells of the larger set of a wing."""

_MOST_CELLS = 4
"""Cells of a set in grids of more than nine digits, where there are very many."""


_WINGS = {
    Technique.WXYZ_WING: 5.5,
    Technique.VWXYZ_WING: 6.3,
    Technique.UVWXYZ_WING: 6.6,
}


class Als(NamedTuple):
    """The cells, as a set, and the digits, as a set: one more than the cells."""

    cells: int
    digits: int


def almost_locked_sets(
    state: CandidateGrid, most: int | None = None
) -> tuple[Als, ...]:
    """Every almost locked set of up to `most` cells, the smallest first."""
    size = state.layout.shape.size
    limit = most or (size - 1 if size <= 9 else _MOST_CELLS)
    return _sets(state.layout.shape, tuple(state.candidates), state.empty, limit)


@lru_cache(maxsize=4)
def _sets(shape: Shape, candidates: Cells, empty: int, limit: int) -> tuple[Als, ...]:
    """The sets of a grid; several techniques ask for them, one after the other."""
    found: dict[int, int] = {}
    for house in layout_of(shape).houses:
        cells = tuple(members(house & empty))
        held = tuple([candidates[cell] for cell in cells])
        found |= _in_house(cells, held, limit)
    sets = [Als(cells, digits) for cells, digits in found.items()]
    return tuple(sorted(sets, key=lambda als: (als.cells.bit_count(), als.cells)))


@lru_cache(maxsize=200)
def _in_house(cells: Cells, candidates: Cells, limit: int) -> dict[int, int]:
    """The sets of a house: from one state to the next they rarely change.

    Args:
        cells: its open cells.
        candidates: what these can hold, as sets.
        limit: the most cells of a set.
    """
    found: dict[int, int] = {}
    level = [(0, 0, 0)]
    for count in range(1, min(limit, len(cells) - 1) + 1):
        longer = (
            (place + 1, chosen | 1 << cells[place], digits | candidates[place])
            for start, chosen, digits in level
            for place in range(start, len(cells))
        )
        level = [choice for choice in longer if choice[2].bit_count() <= limit + 1]
        found |= {
            chosen: digits
            for _, chosen, digits in level
            if digits.bit_count() == count + 1
        }
    return found


@lru_cache(maxsize=50_000)
def seen_by_all(shape: Shape, cells: int) -> int:
    """The cells that see every one of a set."""
    peers = layout_of(shape).peers
    seen = -1
    for cell in members(cells):
        seen &= peers[cell]
    return seen


class _Places(NamedTuple):
    """An almost locked set with, by digit, its places there and what they see."""

    als: Als
    held: dict[int, int]
    seen: dict[int, int]


def wxyz_wings(state: CandidateGrid) -> Iterator[Step]:
    """A pair, and a set of three cells, of four digits together."""
    return _wings(state, Technique.WXYZ_WING, 3)


def vwxyz_wings(state: CandidateGrid) -> Iterator[Step]:
    """A pair, and a set of four cells, of five digits together."""
    return _wings(state, Technique.VWXYZ_WING, 4)


def uvwxyz_wings(state: CandidateGrid) -> Iterator[Step]:
    """A pair, and a set of five cells, of six digits together."""
    return _wings(state, Technique.UVWXYZ_WING, 5)


def _wings(state: CandidateGrid, technique: Technique, size: int) -> Iterator[Step]:
    """A pair, and a set of so many cells that has both its digits."""
    small = state.layout.shape.size <= 9
    sets = almost_locked_sets(state, _LARGEST_WING if small else size)
    larger = [als for als in sets if als.cells.bit_count() == size]
    found = (
        (_places_of(state, Als(1 << cell, state.candidates[cell])), als)
        for cell in state.of_size(2)
        for als in larger
        if not state.candidates[cell] & ~als.digits and _ties(state, cell, als)
    )
    together = ((pair, _places_of(state, als)) for pair, als in found)
    return _steps(state, together, (technique, _WINGS[technique]))


def _ties(state: CandidateGrid, cell: int, als: Als) -> bool:
    """Whether a cell beside a set sees all places in it of one of its digits."""
    unseen = als.cells & ~state.layout.peers[cell]
    return not als.cells >> cell & 1 and any(
        not unseen & state.places[digit] for digit in members(state.candidates[cell])
    )


def als_pairs(state: CandidateGrid) -> Iterator[Step]:
    """Two small sets with restricted commons (ALS-XZ).

    With one common, either set holds all its other digits, so what sees a digit in both
    is false. With two, each set holds one of them, and all its other digits.
    """
    sets = [_places_of(state, als) for als in almost_locked_sets(state, _SMALL)]
    return _steps(state, combinations(sets, 2), (Technique.ALS_XZ, 7.5))


def large_als_pairs(state: CandidateGrid) -> Iterator[Step]:
    """The same with sets of any size: these are hard to see, and take long to find."""
    sets = [_places_of(state, als) for als in almost_locked_sets(state)]
    return _steps(state, combinations(sets, 2), (Technique.LARGE_ALS_XZ, 7.5))


def _steps(
    state: CandidateGrid,
    pairs: Iterable[tuple[_Places, _Places]],
    kind: tuple[Technique, float],
) -> Iterator[Step]:
    """What pairs of sets rule out."""
    for one, two in pairs:
        both = one.als.digits & two.als.digits
        if not both & (both - 1):
            continue
        shared = members(both)
        common = [x for x in shared if not two.held[x] & ~one.seen[x]]
        if common:
            lost = dict.fromkeys(_lost_by_two(state, (one, two), shared, common))
            if lost:
                yield Step(
                    *kind,
                    eliminations=tuple(lost),
                    cells=tuple(members(one.als.cells)),
                    ends=tuple(members(two.als.cells)),
                    digits=tuple(common),
                )


def _places_of(state: CandidateGrid, als: Als) -> _Places:
    held = {digit: state.places[digit] & als.cells for digit in members(als.digits)}
    shape = state.layout.shape
    seen = {digit: seen_by_all(shape, cells) for digit, cells in held.items()}
    return _Places(als, held, seen)


def _lost_by_two(
    state: CandidateGrid,
    sets: tuple[_Places, _Places],
    shared: list[int],
    common: list[int],
) -> Iterator[Mark]:
    """What two sets rule out, that have all these digits or restricted commons."""
    one, two = sets
    for digit in shared:
        if common != [digit]:
            lost = state.places[digit] & one.seen[digit] & two.seen[digit]
            yield from marks(lost, digit)
    if len(common) > 1:
        for als in sets:
            for digit, seen in als.seen.items():
                if digit not in common:
                    yield from marks(state.places[digit] & seen, digit)
