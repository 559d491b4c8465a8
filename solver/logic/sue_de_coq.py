"""Sue de Coq: cells where a box and a line cross, with cells of both beside them.

As many cells as digits, where each digit can be only once in the line part, once in the
box part, or once where they cross. So each digit must be there as often as it can, and
what belongs to the line part is nowhere else on the line, and likewise for the box.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from solver.logic.candidates import CandidateGrid, members, set_of
from solver.logic.step import Mark, Step, Technique


class _Part(NamedTuple):
    """Cells and their digits, as sets, and how many cells more than new digits."""

    cells: int
    digits: int
    spare: int


def sue_de_coq(state: CandidateGrid) -> Iterator[Step]:
    """Every crossing of a box and a line, with every choice of cells beside it."""
    houses, n = state.layout.houses, state.layout.shape.size
    for box in range(2 * n, 3 * n):
        for line in range(2 * n):
            crossing = members(houses[box] & houses[line] & state.empty)
            for size in range(2, len(crossing) + 1):
                for cells in combinations(crossing, size):
                    middle = _digits(state, cells)
                    if middle.bit_count() >= size + 2:
                        yield from _around(state, (line, box), set_of(*cells), middle)


def _digits(state: CandidateGrid, cells: tuple[int, ...]) -> int:
    found = 0
    for cell in cells:
        found |= state.candidates[cell]
    return found


def _around(
    state: CandidateGrid, houses: tuple[int, int], crossing: int, middle: int
) -> Iterator[Step]:
    """The choices of cells on the line and in the box that lock all digits."""
    line, box = (state.layout.houses[house] & state.empty for house in houses)
    missing = middle.bit_count() - crossing.bit_count()
    on_line = _parts(state, line & ~box, middle)
    in_box = _parts(state, box & ~line, middle)
    for one in on_line:
        for two in in_box:
            twice = one.digits & two.digits
            # a digit of both parts can be there twice; a new one was taken off twice
            if one.spare + two.spare != missing + (twice & middle).bit_count():
                continue
            lost = dict.fromkeys(
                _lost(state, (line, box), (one, two), (crossing, middle))
            )
            if lost:
                every = middle | one.digits | two.digits
                yield Step(
                    Technique.SUE_DE_COQ,
                    7.3,
                    eliminations=tuple(lost),
                    cells=tuple(members(crossing)),
                    ends=tuple(members(one.cells | two.cells)),
                    digits=tuple(members(every)),
                    houses=houses,
                )


def _parts(state: CandidateGrid, beside: int, middle: int) -> list[_Part]:
    """The choices of cells that add more cells than digits."""
    found = []
    cells = members(beside)
    for size in range(1, len(cells) + 1):
        for chosen in combinations(cells, size):
            digits = _digits(state, chosen)
            spare = size - (digits & ~middle).bit_count()
            if spare > 0:
                found.append(_Part(set_of(*chosen), digits, spare))
    return found


def _lost(
    state: CandidateGrid,
    houses: tuple[int, int],
    parts: tuple[_Part, _Part],
    crossing: tuple[int, int],
) -> Iterator[Mark]:
    cells, middle = crossing
    twice = parts[0].digits & parts[1].digits
    for house, part, other in zip(houses, parts, parts[::-1], strict=True):
        # in this part or the crossing for sure: not in the other part, or in both
        mine = (middle | part.digits) & ~other.digits | twice
        for cell in members(house & ~cells & ~part.cells):
            for digit in members(state.candidates[cell] & mine):
                yield Mark(cell, digit)
    for cell in members(cells):
        for digit in members(state.candidates[cell] & twice):
            yield Mark(cell, digit)
