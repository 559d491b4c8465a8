"""What a look at single houses shows: the first techniques that people learn.

Singles: a cell with one digit left, or a digit with one cell left in a house. They are
looked for before every step, so sets of one member are recognised without a call:
`bits and not bits & (bits - 1)`.

Locked digits: in a box a digit must be on one line, so the rest of the line loses it
(pointing); on a line it must be in one box, so the rest of the box loses it (claiming).
What is lost may leave one place in another house, at once (direct).

Subsets: as many digits as cells; pairs, triplets and quads, naked or hidden.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from solver.logic.candidates import (
    CandidateGrid,
    Layout,
    Mark,
    is_single,
    marks,
    members,
    set_of,
)
from solver.logic.step import Kind, Step, Steps

_ON_A_LINE = 1.5
"""The difficulty of a hidden single on a line, where it is harder to see."""


def full_houses(state: CandidateGrid, kind: Kind) -> Steps:
    """The last empty cell of a house."""
    houses, empty = state.layout.houses, state.empty
    for house in state.layout.scan:
        left = houses[house] & empty
        if left and not left & (left - 1):
            cell = left.bit_length() - 1
            for digit in members(state.candidates[cell]):
                yield Step(kind, kind.difficulty, (Mark(cell, digit),), houses=(house,))


def hidden_singles(state: CandidateGrid, kind: Kind) -> Steps:
    """The only place for a digit in a house; in a box it is easier to see."""
    first_box = 2 * state.layout.shape.size
    houses = state.layout.houses
    for house in state.layout.scan:
        bits = houses[house]
        for digit, places in enumerate(state.places):
            here = places & bits
            if here and not here & (here - 1):
                yield Step(
                    kind,
                    kind.difficulty if house >= first_box else _ON_A_LINE,
                    (Mark(here.bit_length() - 1, digit),),
                    houses=(house,),
                )


def naked_singles(state: CandidateGrid, kind: Kind) -> Steps:
    """The only digit that a cell can hold."""
    for cell in state.of_size(1):
        digit = state.candidates[cell].bit_length() - 1
        yield Step(kind, kind.difficulty, (Mark(cell, digit),))


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


def locked_digits(state: CandidateGrid, kind: Kind, pairs: _Pairs) -> Steps:
    """What a digit that is locked in a house rules out in the other."""
    for lock in _locks(state, pairs):
        yield from kind.steps(
            marks(lock.lost, lock.digit),
            cells=members(lock.held),
            digits=(lock.digit,),
            houses=(lock.base,),
            covers=(lock.cover,),
        )


def direct_locked_digits(state: CandidateGrid, kind: Kind, pairs: _Pairs) -> Steps:
    """The same, where it leaves one place for the digit in another house."""
    n = state.layout.shape.size
    houses = state.layout.houses
    for lock in _locks(state, pairs):
        first = lock.base - lock.base % n
        for target in range(first, first + n):
            before = state.places[lock.digit] & houses[target]
            after = before & ~lock.lost
            if after != before and is_single(after):
                yield kind.placing(
                    after.bit_length() - 1,
                    lock.digit,
                    cells=members(lock.held),
                    digits=(lock.digit,),
                    houses=(lock.base, target),
                    covers=(lock.cover,),
                )


ClosedSet = tuple[tuple[int, ...], int]
"""The names of some items, and the union of their sets."""


def closed_sets(items: Iterable[tuple[int, int]], size: int) -> tuple[ClosedSet, ...]:
    """Every `size` items whose sets together have just `size` members.

    Args:
        items: names, each with its set; sets with over `size` members are no use.
        size: how many items to take together.

    >>> closed_sets([(7, 0b0110), (8, 0b1111), (9, 0b0110)], 2)
    (((7, 9), 6),)
    """
    fitting = tuple([item for item in items if 1 < item[1].bit_count() <= size])
    return _closed_sets(fitting, size) if len(fitting) >= size else ()


@lru_cache(maxsize=5000)
def _closed_sets(
    fitting: tuple[tuple[int, int], ...], size: int
) -> tuple[ClosedSet, ...]:
    """The same: from one state to the next the sets of a house rarely change."""
    level: list[tuple[int, tuple[int, ...], int]] = [(0, (), 0)]
    for _ in range(size):
        level = [
            (place + 1, (*names, fitting[place][0]), together)
            for start, names, union in level
            for place in range(start, len(fitting))
            if (together := union | fitting[place][1]).bit_count() <= size
        ]
    return tuple((names, union) for _, names, union in level)


def naked_subsets(state: CandidateGrid, kind: Kind, size: int) -> Steps:
    """Cells of a house that hold nothing but as many digits."""
    candidates = state.candidates
    for house in state.layout.scan:
        open_cells = state.layout.houses[house] & state.empty
        if open_cells.bit_count() <= size:
            continue
        items = [(cell, candidates[cell]) for cell in members(open_cells)]
        for cells, digits in closed_sets(items, size):
            lost = state.held(open_cells & ~set_of(*cells), digits)
            yield from kind.steps(
                lost, cells=cells, digits=members(digits), houses=(house,)
            )


def hidden_subsets(state: CandidateGrid, kind: Kind, size: int) -> Steps:
    """Digits of a house that have only as many cells."""
    for house, digits, cells in _hidden(state, size):
        lost = state.held(cells, ~set_of(*digits))
        yield from kind.steps(
            lost, cells=members(cells), digits=digits, houses=(house,)
        )


def direct_hidden_subsets(state: CandidateGrid, kind: Kind, size: int) -> Steps:
    """A hidden subset that leaves one place for another digit of the house."""
    for house, digits, cells in _hidden(state, size):
        here = state.layout.houses[house]
        for digit, places in enumerate(state.places):
            after = places & here & ~cells
            if is_single(after) and places & cells and digit not in digits:
                yield kind.placing(
                    after.bit_length() - 1,
                    digit,
                    cells=members(cells),
                    digits=digits,
                    houses=(house,),
                )


def _hidden(
    state: CandidateGrid, size: int
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Hidden subsets: the house, the digits, the set of cells."""
    for house in state.layout.scan:
        here = state.layout.houses[house]
        if (here & state.empty).bit_count() <= size:
            continue
        items = [(digit, places & here) for digit, places in enumerate(state.places)]
        for digits, cells in closed_sets(items, size):
            yield house, digits, cells
