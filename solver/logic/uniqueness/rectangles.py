"""Rectangles that would leave two solutions, beyond those with two equal pairs.

Four corners in two boxes, two rows and two columns must not come down to two digits,
because these could change places. Only for puzzles known to have one solution.

In an avoidable rectangle some corners are filled in already. If a given stands there,
its digits cannot change places, so such a corner is no part of one.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, permutations

from solver.grid import Shape
from solver.logic.basics.subsets import closed_sets
from solver.logic.candidates import (
    CandidateGrid,
    Mark,
    is_single,
    layout_of,
    marks,
    members,
    set_of,
)
from solver.logic.step import Kind, Step

_Corners = tuple[int, int, int, int]
"""Top left, top right, bottom left, bottom right."""


def _of_entries(state: CandidateGrid, empty: int) -> Iterator[_Corners]:
    """Every rectangle without givens that has so many empty cells."""
    corners = _corners(state.layout.shape)
    for four, cells in zip(corners, _corner_sets(state.layout.shape), strict=True):
        if not cells & state.givens and (cells & state.empty).bit_count() == empty:
            yield four


@lru_cache(maxsize=8)
def _corner_sets(shape: Shape) -> tuple[int, ...]:
    return tuple(set_of(*corners) for corners in _corners(shape))


@lru_cache(maxsize=8)
def _corners(shape: Shape) -> tuple[_Corners, ...]:
    """Every rectangle that lies in two boxes."""
    n, layout = shape.size, layout_of(shape)
    found = []
    for top, bottom in combinations(range(n), 2):
        for left, right in combinations(range(n), 2):
            corners = tuple(
                row * n + column for row in (top, bottom) for column in (left, right)
            )
            if len({layout.box(cell) for cell in corners}) == 2:
                found.append(corners)
    return tuple(found)  # type: ignore[arg-type]


def _rectangles(state: CandidateGrid) -> Iterator[tuple[_Corners, int]]:
    """Every rectangle of empty cells, with each pair of digits that all can hold."""
    candidates = state.candidates
    for corners in _corners(state.layout.shape):
        one, two, three, four = corners
        shared = candidates[one] & candidates[two] & candidates[three]
        shared &= candidates[four]
        if shared & (shared - 1):
            for low, high in combinations(members(shared), 2):
                yield corners, set_of(low, high)


def _with_more(state: CandidateGrid, corners: _Corners, pair: int) -> tuple[int, ...]:
    """The corners that can hold more than the pair."""
    return tuple(cell for cell in corners if state.candidates[cell] != pair)


def unique_rectangles_3(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Two corners on a line whose other digits make a naked subset with more cells."""
    for corners, pair in _rectangles(state):
        roof = _with_more(state, corners, pair)
        if len(roof) == 2:
            for house in state.layout.shared_houses(*roof):
                extra = (state.candidates[roof[0]] | state.candidates[roof[1]]) & ~pair
                step = Step(kind, kind.difficulty, cells=corners, ends=roof)
                yield from subsets_with(state, step, extra, house)


def subsets_with(
    state: CandidateGrid, step: Step, extra: int, house: int
) -> Iterator[Step]:
    """Naked subsets in which the ends of a step are one cell, with `extra` digits."""
    candidates = state.candidates
    rest = state.layout.houses[house] & state.empty & ~set_of(*step.ends)
    items = [(-1, extra), *((cell, candidates[cell]) for cell in members(rest))]
    for size in range(2, rest.bit_count() + 1):
        for names, digits in closed_sets(items, size):
            subset = names[1:]
            lost = tuple(
                Mark(cell, digit)
                for cell in members(rest & ~set_of(*subset))
                for digit in members(candidates[cell] & digits)
            )
            if names[0] == -1 and lost:
                yield replace(
                    step,
                    eliminations=lost,
                    ends=(*step.ends, *subset),
                    digits=tuple(members(digits)),
                    houses=(house,),
                )


def unique_rectangles_5(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """The same one digit more in three corners, or in two across: one holds it."""
    for corners, pair in _rectangles(state):
        roof = _with_more(state, corners, pair)
        extras = {state.candidates[cell] & ~pair for cell in roof}
        across = roof in (corners[::3], corners[1:3])
        if (len(roof) != 3 and not across) or len(extras) != 1:
            continue
        (extra,) = extras
        if not is_single(extra):
            continue
        digit = extra.bit_length() - 1
        lost = state.places[digit]
        for cell in roof:
            lost &= state.layout.peers[cell]
        if lost:
            yield Step(
                kind,
                kind.difficulty,
                eliminations=marks(lost, digit),
                cells=corners,
                ends=roof,
                digits=(digit, *members(pair)),
            )


def unique_rectangles_6(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """A digit that must be in two corners across, because others hold just the pair.

    On two parallel sides the digit has no other places. In one of the other corners it
    would be in both of them.
    """
    for corners, pair in _rectangles(state):
        roof = _with_more(state, corners, pair)
        if roof not in (corners[::3], corners[1:3]):
            continue
        for digit, other in permutations(members(pair)):
            for sides in (_rows(state, corners), _columns(state, corners)):
                if all(_only_in(state, digit, house, corners) for house in sides):
                    yield Step(
                        kind,
                        kind.difficulty,
                        eliminations=marks(set_of(*roof), digit),
                        cells=corners,
                        ends=roof,
                        digits=(other, digit),
                        houses=sides,
                    )


def hidden_rectangles(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """A corner across from a pair, with no other places for one digit on its sides."""
    for corners, pair in _rectangles(state):
        for corner, across in zip(corners, corners[::-1], strict=True):
            if state.candidates[across] != pair or state.candidates[corner] == pair:
                continue
            houses = state.layout.houses_of[corner][:2]
            for digit, other in permutations(members(pair)):
                if all(_only_in(state, other, house, corners) for house in houses):
                    yield Step(
                        kind,
                        kind.difficulty,
                        eliminations=(Mark(corner, digit),),
                        cells=corners,
                        ends=(corner,),
                        digits=(digit, other),
                        houses=houses,
                    )


def avoidable_rectangles_1(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Three corners filled in, so that the fourth must break the pattern."""
    digits = state.digits
    for corners in _of_entries(state, empty=1):
        empty = next(cell for cell in corners if not digits[cell])
        across = corners[3 - corners.index(empty)]
        sides = [cell for cell in corners if cell not in (empty, across)]
        digit = digits[across]
        if digits[sides[0]] == digits[sides[1]] and state.places[digit] >> empty & 1:
            yield Step(
                kind,
                kind.difficulty,
                eliminations=(Mark(empty, digit),),
                cells=(across, *sides),
                ends=(empty,),
                digits=(digit, digits[sides[0]]),
            )


def avoidable_rectangles_2(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
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
            peers = state.layout.peers
            lost = state.places[digit] & peers[empty[0]] & peers[empty[1]]
            if lost:
                yield Step(
                    kind,
                    kind.difficulty,
                    eliminations=marks(lost, digit),
                    cells=tuple(cell for cell in corners if digits[cell]),
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


def _rows(state: CandidateGrid, corners: _Corners) -> tuple[int, int]:
    return tuple(state.layout.houses_of[c][0] for c in corners[::2])  # type: ignore[return-value]


def _columns(state: CandidateGrid, corners: _Corners) -> tuple[int, int]:
    return tuple(state.layout.houses_of[c][1] for c in corners[:2])  # type: ignore[return-value]


def _only_in(state: CandidateGrid, digit: int, house: int, corners: _Corners) -> bool:
    """Whether a digit has no place in a house but the corners."""
    here = state.places[digit] & state.layout.houses[house]
    return not here & ~set_of(*corners)
