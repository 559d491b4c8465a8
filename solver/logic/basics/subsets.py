"""As many digits as cells: pairs, triplets and quads, naked or hidden."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from solver.logic.candidates import CandidateGrid, Mark, is_single, members, set_of
from solver.logic.step import Kind, Step

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


def naked_subsets(state: CandidateGrid, kind: Kind, size: int) -> Iterator[Step]:
    """Cells of a house that hold nothing but as many digits."""
    candidates = state.candidates
    for house in state.layout.scan:
        open_cells = state.layout.houses[house] & state.empty
        if open_cells.bit_count() <= size:
            continue
        items = [(cell, candidates[cell]) for cell in members(open_cells)]
        for cells, digits in closed_sets(items, size):
            lost = tuple(
                Mark(cell, digit)
                for cell in members(open_cells & ~set_of(*cells))
                for digit in members(candidates[cell] & digits)
            )
            if lost:
                yield Step(
                    kind,
                    kind.difficulty,
                    eliminations=lost,
                    cells=cells,
                    digits=tuple(members(digits)),
                    houses=(house,),
                )


def hidden_subsets(state: CandidateGrid, kind: Kind, size: int) -> Iterator[Step]:
    """Digits of a house that have only as many cells."""
    for house, digits, cells in _hidden(state, size):
        lost = tuple(
            Mark(cell, digit)
            for cell in members(cells)
            for digit in members(state.candidates[cell] & ~set_of(*digits))
        )
        if lost:
            yield Step(
                kind,
                kind.difficulty,
                eliminations=lost,
                cells=tuple(members(cells)),
                digits=digits,
                houses=(house,),
            )


def direct_hidden_subsets(
    state: CandidateGrid, kind: Kind, size: int
) -> Iterator[Step]:
    """A hidden subset that leaves one place for another digit of the house."""
    for house, digits, cells in _hidden(state, size):
        here = state.layout.houses[house]
        for digit, places in enumerate(state.places):
            after = places & here & ~cells
            if is_single(after) and places & cells and digit not in digits:
                yield Step(
                    kind,
                    kind.difficulty,
                    placements=(Mark(after.bit_length() - 1, digit),),
                    cells=tuple(members(cells)),
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
