"""A digit locked where a box and a line cross.

Pointing: in a box it must be on one line, so the rest of the line loses it.
Claiming: on a line it must be in one box, so the rest of the box loses it.
Direct: what is lost leaves one place in another house, at once.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from solver.logic.candidates import CandidateGrid, Layout, is_single, marks, members
from solver.logic.step import Mark, Step, Technique


class _Lock(NamedTuple):
    """`digit` in house `base` must be in the cells `held`, all in house `cover`."""

    digit: int
    base: int
    cover: int
    held: int
    lost: int


def pointing(state: CandidateGrid) -> Iterator[Step]:
    """What a box rules out on a line."""
    return _eliminations(state, Technique.POINTING, 2.6, _pointing_pairs)


def claiming(state: CandidateGrid) -> Iterator[Step]:
    """What a line rules out in a box."""
    return _eliminations(state, Technique.CLAIMING, 2.8, _claiming_pairs)


def direct_pointing(state: CandidateGrid) -> Iterator[Step]:
    """Pointing that leaves one place for the digit in another box."""
    return _placements(state, Technique.DIRECT_POINTING, 1.7, _pointing_pairs)


def direct_claiming(state: CandidateGrid) -> Iterator[Step]:
    """Claiming that leaves one place for the digit on another line."""
    return _placements(state, Technique.DIRECT_CLAIMING, 1.9, _claiming_pairs)


_Pairs = Callable[[Layout], tuple[tuple[int, int], ...]]


@lru_cache(maxsize=8)
def _pointing_pairs(layout: Layout) -> tuple[tuple[int, int], ...]:
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
def _claiming_pairs(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Every (line, box) that cross, columns first."""
    crossing = ((line, box) for box, line in _pointing_pairs(layout))
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


def _eliminations(
    state: CandidateGrid, technique: Technique, difficulty: float, pairs: _Pairs
) -> Iterator[Step]:
    for lock in _locks(state, pairs):
        yield Step(
            technique,
            difficulty,
            eliminations=marks(lock.lost, lock.digit),
            cells=tuple(members(lock.held)),
            digits=(lock.digit,),
            houses=(lock.base,),
            covers=(lock.cover,),
        )


def _placements(
    state: CandidateGrid, technique: Technique, difficulty: float, pairs: _Pairs
) -> Iterator[Step]:
    n = state.layout.shape.size
    houses = state.layout.houses
    for lock in _locks(state, pairs):
        kind = lock.base // n
        for target in range(kind * n, kind * n + n):
            before = state.places[lock.digit] & houses[target]
            after = before & ~lock.lost
            if after != before and is_single(after):
                cell = after.bit_length() - 1
                yield Step(
                    technique,
                    difficulty,
                    placements=(Mark(cell, lock.digit),),
                    cells=tuple(members(lock.held)),
                    digits=(lock.digit,),
                    houses=(lock.base, target),
                    covers=(lock.cover,),
                )
