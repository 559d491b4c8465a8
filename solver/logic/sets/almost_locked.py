"""Almost locked sets: cells of a house with one digit more than there are cells.

If one digit of such a set is elsewhere, all others are in it. A digit is a restricted
common of two sets if all its places in one see all those in the other: then it is in
one of them at most, and the other holds all its other digits.

Here two sets are taken together; `als_links` makes chains of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from solver.grid import Cells, Shape
from solver.logic.candidates import (
    CandidateGrid,
    Mark,
    layout_of,
    marks,
    members,
    seen_by_all,
    set_of,
)
from solver.logic.step import Kind, Steps

_LARGEST_WING = 5
"""Cells of the larger set of a wing."""

_MOST_CELLS = 4
"""Cells of a set in grids of more than nine digits, where there are very many."""


class Als(NamedTuple):
    """A set of cells with a set of digits, one more than there are cells.

    `held` are the cells by digit, as sets, and `seen` the cells that see all of these.
    """

    cells: int
    digits: int
    held: dict[int, int]
    seen: dict[int, int]


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
    found: dict[int, Als] = {}
    for house in layout_of(shape).houses:
        cells = tuple(members(house & empty))
        held = tuple([candidates[cell] for cell in cells])
        found |= _in_house(shape, cells, held, limit)
    return tuple(sorted(found.values(), key=lambda a: (a.cells.bit_count(), a.cells)))


@lru_cache(maxsize=200)
def _in_house(
    shape: Shape, cells: Cells, candidates: Cells, limit: int
) -> dict[int, Als]:
    """The sets of a house, by cells: from one state to the next they rarely change.

    Args:
        shape: that of the grid.
        cells: the open cells of the house.
        candidates: what these can hold, as sets.
        limit: the most cells of a set.
    """
    found: dict[int, Als] = {}
    places: dict[int, int] = {}
    for cell, digits in zip(cells, candidates, strict=True):
        for digit in members(digits):
            places[digit] = places.get(digit, 0) | 1 << cell
    level = [(0, 0, 0)]
    for count in range(1, min(limit, len(cells) - 1) + 1):
        longer = (
            (place + 1, chosen | 1 << cells[place], digits | candidates[place])
            for start, chosen, digits in level
            for place in range(start, len(cells))
        )
        level = [choice for choice in longer if choice[2].bit_count() <= limit + 1]
        for _, chosen, digits in level:
            if digits.bit_count() == count + 1:
                held = {digit: chosen & places[digit] for digit in members(digits)}
                seen = {digit: seen_by_all(shape, held[digit]) for digit in held}
                found[chosen] = Als(chosen, digits, held, seen)
    return found


def als_wings(state: CandidateGrid, kind: Kind, size: int) -> Steps:
    """A pair, and a set of so many cells that has both its digits."""
    sets = _up_to(state, size)
    pairs = {als.cells: als for als in sets if als.cells.bit_count() == 1}
    cells = set_of(*(cell.bit_length() - 1 for cell in pairs))
    found = [
        (1 << cell, number)
        for number, als in enumerate(sets)
        if als.cells.bit_count() == size
        for cell in members(_tied_cells(state, als) & cells)
        if not state.candidates[cell] & ~als.digits
    ]
    together = ((pairs[cell], sets[number]) for cell, number in sorted(found))
    return _steps(state, together, kind)


def _up_to(state: CandidateGrid, size: int) -> list[Als]:
    """The sets of up to so many cells, of those that several techniques ask for."""
    small = state.layout.shape.size <= 9
    sets = almost_locked_sets(state, _LARGEST_WING if small else size)
    return [als for als in sets if als.cells.bit_count() <= size]


def _tied_cells(state: CandidateGrid, als: Als) -> int:
    """The cells beside a set that see all places in it of one of their digits."""
    tied = 0
    for digit, seen in als.seen.items():
        tied |= seen & state.places[digit]
    return tied & ~als.cells


def als_pairs(state: CandidateGrid, kind: Kind, most: int | None = None) -> Steps:
    """Two sets, of up to `most` cells, with restricted commons (ALS-XZ).

    With one common, either set holds all its other digits, so what sees a digit in both
    is false. With two, each set holds one of them, and all its other digits. Large sets
    are hard to see, and take long to find.
    """
    sets = _up_to(state, most) if most else almost_locked_sets(state)
    return _steps(state, _tied_sets(sets), kind)


def _tied_sets(sets: Sequence[Als]) -> Iterator[tuple[Als, Als]]:
    """Every two sets with a restricted common."""
    holding: dict[int, dict[int, int]] = {}
    for number, als in enumerate(sets):
        for digit, cells in als.held.items():
            by_cells = holding.setdefault(digit, {})
            by_cells[cells] = by_cells.get(cells, 0) | 1 << number
    tied_by: dict[tuple[int, int], int] = {}
    for number, als in enumerate(sets, 1):
        tied = 0
        for group in als.held.items():
            if group not in tied_by:
                digit, _ = group
                seen = als.seen[digit]
                found = (n for cells, n in holding[digit].items() if not cells & ~seen)
                tied_by[group] = reduce(or_, found, 0)
            tied |= tied_by[group]
        for other in members(tied >> number):
            yield als, sets[number + other]


def _steps(state: CandidateGrid, pairs: Iterable[tuple[Als, Als]], kind: Kind) -> Steps:
    """What pairs of sets rule out."""
    for one, two in pairs:
        both = one.digits & two.digits
        if not both & (both - 1):
            continue
        shared = members(both)
        common = [x for x in shared if not two.held[x] & ~one.seen[x]]
        if common:
            yield from kind.steps(
                _lost_by_two(state, (one, two), shared, common),
                cells=members(one.cells),
                ends=members(two.cells),
                digits=common,
            )


def _lost_by_two(
    state: CandidateGrid, sets: tuple[Als, Als], shared: list[int], common: list[int]
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
