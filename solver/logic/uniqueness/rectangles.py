"""Rectangles that would leave two solutions.

Four corners in two boxes, two rows and two columns must not come down to two digits,
because these could change places. Only for puzzles known to have one solution.

In an avoidable rectangle some corners are filled in already. If a given stands there,
its digits cannot change places, so such a corner is no part of one.

A unique loop is like a longer rectangle: two digits in turn along six or more cells.
Each cell of a loop sees the next, and every house has two cells of the loop or none. So
some cell of the loop holds something else.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations
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
from solver.logic.step import Kind, Steps
from solver.logic.uniqueness.deadly import Deadly, deadly_pair

_Corners = tuple[int, int, int, int]
"""Top left, top right, bottom left, bottom right."""


def _of_entries(state: CandidateGrid, empty: int) -> Iterator[_Corners]:
    """Every rectangle without givens that has so many empty cells."""
    for four, cells in _corners(state.layout.shape):
        if not cells & state.givens and (cells & state.empty).bit_count() == empty:
            yield four


@lru_cache(maxsize=8)
def _corners(shape: Shape) -> tuple[tuple[_Corners, int], ...]:
    """Every rectangle that lies in two boxes, and its cells as a set."""
    n, layout = shape.size, layout_of(shape)
    found = []
    for top, bottom in combinations(range(0, n * n, n), 2):
        for left, right in combinations(range(n), 2):
            corners = top + left, top + right, bottom + left, bottom + right
            if len({layout.box(cell) for cell in corners}) == 2:
                found.append((corners, set_of(*corners)))
    return tuple(found)


def rectangles(state: CandidateGrid) -> Iterator[Deadly]:
    """Every rectangle of empty cells, with each pair of digits that all can hold."""
    candidates = state.candidates
    for corners, _ in _corners(state.layout.shape):
        one, two, three, four = corners
        shared = candidates[one] & candidates[two] & candidates[three]
        shared &= candidates[four]
        if shared & (shared - 1):
            for low, high in combinations(members(shared), 2):
                pair = set_of(low, high)
                roof = tuple(cell for cell in corners if candidates[cell] != pair)
                yield deadly_pair(candidates, corners, roof, pair)


def scattered_rectangles(state: CandidateGrid) -> Iterator[Deadly]:
    """Those with more than the pair in three corners, or in two across."""
    for deadly in rectangles(state):
        if len(deadly.roof) == 3 or _is_across(deadly):
            yield deadly


def _is_across(deadly: Deadly) -> bool:
    return deadly.roof in (deadly.cells[::3], deadly.cells[1:3])


def paired_rectangles(state: CandidateGrid) -> Iterator[Deadly]:
    """Those with two equal pairs on a line; the roof are the other two corners."""
    layout, candidates = state.layout, state.candidates
    n = layout.shape.size
    for one, two in combinations(state.of_size(2), 2):
        pair = candidates[one]
        if candidates[two] != pair:
            continue
        if one // n == two // n:
            shifts = [(row * n - one // n * n) for row in range(n)]
        elif one % n == two % n:
            shifts = [column - one % n for column in range(n)]
        else:
            continue
        for roof in ((one + shift, two + shift) for shift in shifts if shift):
            boxes = {layout.box(cell) for cell in (one, two, *roof)}
            if len(boxes) == 2 and all(
                candidates[cell] & pair == pair for cell in roof
            ):
                yield deadly_pair(candidates, (one, two, *roof), roof, pair)


def crossed_rectangles(state: CandidateGrid, kind: Kind) -> Steps:
    """A digit that must be in two corners across, because others hold just the pair.

    On two parallel sides the digit has no other places. In one of the other corners it
    would be in both of them.
    """
    houses_of = state.layout.houses_of
    for deadly in rectangles(state):
        if not _is_across(deadly):
            continue
        corners = deadly.cells
        rows = tuple(houses_of[cell][0] for cell in corners[::2])
        columns = tuple(houses_of[cell][1] for cell in corners[:2])
        for digit, other in permutations(members(deadly.pair)):
            for sides in (rows, columns):
                if all(_only_in(state, digit, house, corners) for house in sides):
                    yield from kind.steps(
                        marks(set_of(*deadly.roof), digit),
                        cells=corners,
                        ends=deadly.roof,
                        digits=(other, digit),
                        houses=sides,
                    )


def hidden_rectangles(state: CandidateGrid, kind: Kind) -> Steps:
    """A corner across from a pair, with no other places for one digit on its sides."""
    for corners, _, pair, *_ in rectangles(state):
        for corner, across in zip(corners, corners[::-1], strict=True):
            if state.candidates[across] != pair or state.candidates[corner] == pair:
                continue
            houses = state.layout.houses_of[corner][:2]
            for digit, other in permutations(members(pair)):
                if all(_only_in(state, other, house, corners) for house in houses):
                    yield from kind.steps(
                        [Mark(corner, digit)],
                        cells=corners,
                        ends=(corner,),
                        digits=(digit, other),
                        houses=houses,
                    )


def avoidable_rectangles_1(state: CandidateGrid, kind: Kind) -> Steps:
    """Three corners filled in, so that the fourth must break the pattern."""
    digits = state.digits
    for corners in _of_entries(state, empty=1):
        empty = next(cell for cell in corners if not digits[cell])
        across = corners[3 - corners.index(empty)]
        sides = [cell for cell in corners if cell not in (empty, across)]
        digit = digits[across]
        if digits[sides[0]] == digits[sides[1]] and state.places[digit] >> empty & 1:
            yield from kind.steps(
                [Mark(empty, digit)],
                cells=(across, *sides),
                ends=(empty,),
                digits=(digit, digits[sides[0]]),
            )


def avoidable_rectangles_2(state: CandidateGrid, kind: Kind) -> Steps:
    """Two corners filled in, and two that can break the pattern by one digit only."""
    digits = state.digits
    for corners in _of_entries(state, empty=2):
        empty = tuple(cell for cell in corners if not digits[cell])
        for pattern in _patterns(state, corners, empty):
            one, two = (
                state.candidates[cell] & ~(1 << digit)
                for cell, digit in zip(empty, pattern, strict=True)
            )
            if one != two or not is_single(one):
                continue
            digit = one.bit_length() - 1
            seen = seen_by_all(state.layout.shape, set_of(*empty))
            yield from kind.steps(
                marks(state.places[digit] & seen, digit),
                cells=(cell for cell in corners if digits[cell]),
                ends=empty,
                digits=(digit,),
            )


def _patterns(
    state: CandidateGrid, corners: _Corners, empty: tuple[int, ...]
) -> Iterator[tuple[int, int]]:
    """The digits in two empty corners with which a rectangle holds just two digits."""
    filled = [cell for cell in corners if state.digits[cell]]
    one, two = (state.digits[cell] for cell in filled)
    if corners.index(filled[0]) + corners.index(filled[1]) == 3:  # across
        if one == two:
            shared = state.candidates[empty[0]] & state.candidates[empty[1]]
            yield from ((digit, digit) for digit in members(shared))
    else:
        # each empty corner is across from one of the filled ones, and would equal it
        place = corners.index(empty[0])
        first, last = (one, two) if corners[3 - place] == filled[0] else (two, one)
        if (
            state.candidates[empty[0]] >> first & 1
            and state.candidates[empty[1]] >> last & 1
        ):
            yield first, last


def _only_in(
    state: CandidateGrid, digit: int, house: int, corners: tuple[int, ...]
) -> bool:
    """Whether a digit has no place in a house but the corners."""
    here = state.places[digit] & state.layout.houses[house]
    return not here & ~set_of(*corners)


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
                loop = deadly_pair(candidates, cells, roof, pair, added)
                found.setdefault(frozenset(cells), loop)
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
