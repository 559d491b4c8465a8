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
from solver.logic.candidates import CandidateGrid, is_single, layout_of, members, set_of
from solver.logic.uniqueness.deadly import Deadly

_SHORTEST = 6
_ADDED = {6: 0.1, 8: 0.2}
"""What a loop of that many cells adds to the difficulty of a rectangle."""

_MOST_ADDED = 0.5
"""What a loop of more cells adds."""


def loops(state: CandidateGrid) -> tuple[Deadly, ...]:
    """The loops of a grid, the shortest first.

    One or two cells can hold more than the pair, or three can hold the same digit more.
    """
    return _of_candidates(state.layout.shape, tuple(state.candidates))


@lru_cache(maxsize=2)
def _of_candidates(shape: Shape, candidates: Cells) -> tuple[Deadly, ...]:
    """The same; four techniques ask for them, one after the other."""
    pairs: dict[int, int] = {}
    for cell, digits in enumerate(candidates):
        if digits.bit_count() == 2:
            pairs[digits] = pairs.get(digits, 0) | 1 << cell
    found: dict[frozenset[int], Deadly] = {}
    for pair, floor in pairs.items():
        able = set_of(*(c for c, held in enumerate(candidates) if held & pair == pair))
        for start in members(floor) if floor.bit_count() * 2 >= _SHORTEST else ():
            known = floor & ((1 << start) - 1)  # loops over these are found already
            search = _Search(shape, candidates, pair, able & ~known)
            for cells, roof in search.closed((start,), ()):
                added = _ADDED.get(len(cells), _MOST_ADDED)
                found.setdefault(frozenset(cells), Deadly(cells, roof, pair, added))
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
