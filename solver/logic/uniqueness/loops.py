"""Unique loops: two digits in turn along six or more cells, like a longer rectangle.

Each cell of a loop sees the next, and every house has two cells of the loop or none. If
these held nothing but two digits, the digits could change places, and the puzzle would
have two solutions. So some cell of the loop holds something else. Only for puzzles
known to have one solution.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from solver.grid import Cells, Shape
from solver.logic.candidates import (
    CandidateGrid,
    Mark,
    is_single,
    layout_of,
    marks,
    members,
    seen_by_all,
    set_of,
)
from solver.logic.step import Kind, Step
from solver.logic.uniqueness.rectangles import subsets_with

_SHORTEST = 6
_LONGER = {6: 0.1, 8: 0.2}
"""What a loop of that many cells adds to the difficulty of a rectangle."""

_LONGEST = 0.5
"""What a loop of more cells adds."""


class _Loop(NamedTuple):
    """Cells in their order, all of which can hold the `pair`; the `roof` more too."""

    cells: tuple[int, ...]
    roof: tuple[int, ...]
    pair: int

    def difficulty(self, kind: Kind) -> float:
        """That of the loop, from that of its technique."""
        return round(kind.difficulty + _LONGER.get(len(self.cells), _LONGEST), 1)


def unique_loops_1(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """One cell with more than the pair: it holds none of the pair."""
    for loop in _loops(state):
        if len(loop.roof) == 1:
            yield Step(
                kind,
                loop.difficulty(kind),
                eliminations=tuple(Mark(loop.roof[0], d) for d in members(loop.pair)),
                cells=loop.cells,
                ends=loop.roof,
                digits=tuple(members(loop.pair)),
            )


def unique_loops_2(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Cells with the same one digit more: one of them holds it."""
    shape = state.layout.shape
    for loop in _loops(state):
        extras = {state.candidates[cell] & ~loop.pair for cell in loop.roof}
        extra = min(extras)
        if len(loop.roof) > 1 and len(extras) == 1 and is_single(extra):
            digit = extra.bit_length() - 1
            lost = state.places[digit] & seen_by_all(shape, set_of(*loop.roof))
            if lost:
                yield Step(
                    kind,
                    loop.difficulty(kind),
                    eliminations=marks(lost, digit),
                    cells=loop.cells,
                    ends=loop.roof,
                    digits=(digit, *members(loop.pair)),
                )


def unique_loops_3(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Two cells of a house whose other digits make a naked subset with more cells."""
    for loop, house in _with_two(state):
        step = Step(kind, loop.difficulty(kind), cells=loop.cells, ends=loop.roof)
        one, two = (state.candidates[cell] & ~loop.pair for cell in loop.roof)
        yield from subsets_with(state, step, one | two, house)


def unique_loops_4(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Two cells that must hold one of the pair: none of them holds the other."""
    for loop, house in _with_two(state):
        roof = set_of(*loop.roof)
        low, high = members(loop.pair)
        for kept, lost in ((low, high), (high, low)):
            if state.places[kept] & state.layout.houses[house] == roof:
                yield Step(
                    kind,
                    loop.difficulty(kind),
                    eliminations=marks(roof, lost),
                    cells=loop.cells,
                    ends=loop.roof,
                    digits=(lost, kept),
                    houses=(house,),
                )


def _with_two(state: CandidateGrid) -> Iterator[tuple[_Loop, int]]:
    """The loops with two cells that can hold more, and the houses of both."""
    for loop in _loops(state):
        if len(loop.roof) == 2:
            for house in state.layout.shared_houses(*loop.roof):
                yield loop, house


def _loops(state: CandidateGrid) -> tuple[_Loop, ...]:
    """The loops of a grid, the shortest first.

    One or two cells can hold more than the pair, or three can hold the same digit more.
    """
    return _of_candidates(state.layout.shape, tuple(state.candidates))


@lru_cache(maxsize=2)
def _of_candidates(shape: Shape, candidates: Cells) -> tuple[_Loop, ...]:
    """The same; four techniques ask for them, one after the other."""
    pairs: dict[int, int] = {}
    for cell, digits in enumerate(candidates):
        if digits.bit_count() == 2:
            pairs[digits] = pairs.get(digits, 0) | 1 << cell
    found: dict[frozenset[int], _Loop] = {}
    for pair, floor in pairs.items():
        able = set_of(*(c for c, held in enumerate(candidates) if held & pair == pair))
        for start in members(floor) if floor.bit_count() * 2 >= _SHORTEST else ():
            known = floor & ((1 << start) - 1)  # loops over these are found already
            search = _Search(shape, candidates, pair, able & ~known)
            for cells, roof in search.closed((start,), ()):
                found.setdefault(frozenset(cells), _Loop(cells, roof, pair))
    return tuple(sorted(found.values(), key=lambda loop: len(loop.cells)))


class _Search(NamedTuple):
    """A search for loops of a pair in those cells that are `able` to hold it."""

    shape: Shape
    candidates: Cells
    pair: int
    able: int

    def closed(
        self, path: tuple[int, ...], roof: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Every loop that begins like this, with its cells that can hold more."""
        peers = layout_of(self.shape).peers
        if len(path) >= _SHORTEST and len(path) % 2 == 0 and self._is_whole(path):
            if roof:
                yield path, roof
            return
        same = path[1::2] if len(path) % 2 else path[::2]  # these hold the same digit
        for cell in members(peers[path[-1]] & self.able & ~set_of(*path)):
            if not any(peers[cell] >> other & 1 for other in same):
                more = self.candidates[cell] != self.pair
                longer = (*roof, cell) if more else roof
                if self._is_narrow(longer):
                    yield from self.closed((*path, cell), longer)

    def _is_whole(self, path: tuple[int, ...]) -> bool:
        """Whether every house has two cells of a path or none."""
        layout, cells = layout_of(self.shape), set_of(*path)
        return all(
            (layout.houses[house] & cells).bit_count() == 2
            for cell in path
            for house in layout.houses_of[cell]
        )

    def _is_narrow(self, roof: tuple[int, ...]) -> bool:
        """Whether some type of loop can have these cells that can hold more."""
        if len(roof) < 3:
            return True
        extras = {self.candidates[cell] & ~self.pair for cell in roof}
        return len(roof) == 3 and len(extras) == 1 and is_single(min(extras))
