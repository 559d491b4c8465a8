"""A digit locked where a box and a line cross.

Pointing: in a box it must be on one line, so the rest of the line loses it.
Claiming: on a line it must be in one box, so the rest of the box loses it.
Direct: what is lost leaves one place in another house, at once.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from solver.logic.candidates import (
    CandidateGrid,
    Layout,
    Mark,
    is_single,
    marks,
    members,
)
from solver.logic.step import Kind, Step


class _Lock(NamedTuple):
    """`digit` in house `base` must be in the cells `held`, all in house `cover`."""

    digit: int
    base: int
    cover: int
    held: int
    lost: int


_Pairs = Callable[[Layout], tuple[tuple[int, int], ...]]


@lru_cache(maxsize=8)
def pointing(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Every (box, line) that cross, columns first."""
    n = layout.shape.size
    lines = (*range(n, 2 * n), *range(n))
    return tuple(
        (box, line)
        for box in range(2 * n, 3 * n)
        for line in lines
        if (layout.houses[box] & layout.houses[line]).bit_count() > 1
    )


@lru_cache(maxsize=8)
def claiming(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Every (line, box) that cross, columns first."""
    crossing = ((line, box) for box, line in pointing(layout))
    n = layout.shape.size
    return tuple(sorted(crossing, key=lambda pair: (pair[0] < n, pair)))


def _locks(state: CandidateGrid, pairs: _Pairs) -> Iterator[_Lock]:
    houses = state.layout.houses
    crossings = pairs(state.layout)
    for digit, places in enumerate(state.places):
        for base, cover in crossings:
            held = places & houses[base]
            if not held or held & ~houses[cover]:
                continue
            lost = places & houses[cover] & ~held
            if lost and not is_single(held):
                yield _Lock(digit, base, cover, held, lost)


def locked_digits(state: CandidateGrid, kind: Kind, pairs: _Pairs) -> Iterator[Step]:
    """What a digit that is locked in a house rules out in the other."""
    for lock in _locks(state, pairs):
        yield Step(
            kind,
            kind.difficulty,
            eliminations=marks(lock.lost, lock.digit),
            cells=tuple(members(lock.held)),
            digits=(lock.digit,),
            houses=(lock.base,),
            covers=(lock.cover,),
        )


def direct_locked_digits(
    state: CandidateGrid, kind: Kind, pairs: _Pairs
) -> Iterator[Step]:
    """The same, where it leaves one place for the digit in another house."""
    n = state.layout.shape.size
    houses = state.layout.houses
    for lock in _locks(state, pairs):
        first = lock.base - lock.base % n
        for target in range(first, first + n):
            before = state.places[lock.digit] & houses[target]
            after = before & ~lock.lost
            if after != before and is_single(after):
                cell = after.bit_length() - 1
                yield Step(
                    kind,
                    kind.difficulty,
                    placements=(Mark(cell, lock.digit),),
                    cells=tuple(members(lock.held)),
                    digits=(lock.digit,),
                    houses=(lock.base, target),
                    covers=(lock.cover,),
                )
