"""Patterns that would leave two solutions. Only for puzzles known to have one.

Two digits in the four corners of a rectangle that lies in two boxes could change
places. So at least one corner must hold something else.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from solver.logic.candidates import (
    CandidateGrid,
    Mark,
    is_single,
    marks,
    members,
    set_of,
)
from solver.logic.step import Kind, Step


class _Rectangle(NamedTuple):
    """Corners that all can hold the `pair` of digits.

    The `floor` holds nothing else; the `roof`, across from it, may.
    """

    floor: tuple[int, int]
    roof: tuple[int, int]
    pair: int

    @property
    def corners(self) -> tuple[int, ...]:
        return (*self.floor, *self.roof)


def unique_rectangles_1(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """One corner with more than the pair: it holds none of the pair."""
    for rectangle in _rectangles(state):
        pair = rectangle.pair
        extra = [cell for cell in rectangle.roof if state.candidates[cell] != pair]
        if len(extra) == 1:
            yield Step(
                kind,
                kind.difficulty,
                eliminations=tuple(Mark(extra[0], digit) for digit in members(pair)),
                cells=rectangle.corners,
                ends=(extra[0],),
                digits=tuple(members(pair)),
            )


def unique_rectangles_2(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Two corners with the same one digit more: one of them holds it."""
    for rectangle in _rectangles(state):
        one, two = (state.candidates[cell] & ~rectangle.pair for cell in rectangle.roof)
        if one != two or not is_single(one):
            continue
        digit = one.bit_length() - 1
        peers = state.layout.peers
        lost = state.places[digit] & peers[rectangle.roof[0]] & peers[rectangle.roof[1]]
        if lost:
            yield Step(
                kind,
                kind.difficulty,
                eliminations=marks(lost, digit),
                cells=rectangle.corners,
                ends=rectangle.roof,
                digits=(digit, *members(rectangle.pair)),
            )


def unique_rectangles_4(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Two corners that must hold one of the pair: none of them holds the other."""
    for rectangle in _rectangles(state):
        roof = set_of(*rectangle.roof)
        if all(state.candidates[cell] == rectangle.pair for cell in rectangle.roof):
            continue
        for house in state.layout.shared_houses(*rectangle.roof):
            here = state.layout.houses[house]
            low, high = members(rectangle.pair)
            for kept, lost in ((low, high), (high, low)):
                if state.places[kept] & here == roof:
                    yield Step(
                        kind,
                        kind.difficulty,
                        eliminations=marks(roof, lost),
                        cells=rectangle.corners,
                        ends=rectangle.roof,
                        digits=(lost, kept),
                        houses=(house,),
                    )


def _rectangles(state: CandidateGrid) -> Iterator[_Rectangle]:
    """Every rectangle in two boxes whose floor is two equal pairs on one line."""
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
                yield _Rectangle((one, two), roof, pair)
