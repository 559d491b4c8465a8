"""Sue de Coq: cells where a box and a line cross, with cells of both beside them.

As many cells as digits, where each digit can be only once in the line part, once in the
box part, or once where they cross. So each digit must be there as often as it can, and
what belongs to the line part is nowhere else on the line, and likewise for the box.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from solver.grid import Cells, Shape
from solver.logic.candidates import CandidateGrid, Mark, layout_of, members
from solver.logic.step import Kind, Step, Steps


class _Choice(NamedTuple):
    """Cells and their digits, as sets."""

    cells: int
    digits: int


class _Part(NamedTuple):
    """Cells and their digits, as sets, and how many cells more than new digits."""

    cells: int
    digits: int
    spare: int


class _Crossing(NamedTuple):
    """A line and a box that cross, with the candidates of their open cells."""

    houses: tuple[int, int]
    bits: tuple[int, int]
    held: dict[int, int]


def sue_de_coq(state: CandidateGrid, kind: Kind) -> Steps:
    """Every crossing of a box and a line, with every choice of cells beside it."""
    shape = state.layout.shape
    houses, n = state.layout.houses, shape.size
    for box in range(2 * n, 3 * n):
        for line in range(2 * n):
            if (houses[box] & houses[line] & state.empty).bit_count() > 1:
                cells = tuple(members((houses[box] | houses[line]) & state.empty))
                held = tuple([state.candidates[cell] for cell in cells])
                yield from _at_crossing(shape, kind, (line, box), cells, held)


@lru_cache(maxsize=1000)
def _at_crossing(
    shape: Shape, kind: Kind, houses: tuple[int, int], cells: Cells, candidates: Cells
) -> tuple[Step, ...]:
    """The steps where two houses cross: from one state to the next they rarely change.

    Args:
        shape: that of the grid.
        kind: the technique.
        houses: the numbers of the line and the box.
        cells: their open cells.
        candidates: what these can hold, as sets.
    """
    line, box = (layout_of(shape).houses[house] for house in houses)
    held = dict(zip(cells, candidates, strict=True))
    here = _Crossing(houses, (line, box), held)
    on_line = _choices(held, line & ~box)
    in_box = _choices(held, box & ~line)
    found: list[Step] = []
    for middle in _choices(held, line & box):
        size = middle.cells.bit_count()
        if size > 1 and middle.digits.bit_count() >= size + 2:
            parts = (_parts(on_line, middle.digits), _parts(in_box, middle.digits))
            found += _around(here, kind, middle, parts)
    return tuple(found)


def _choices(held: dict[int, int], among: int) -> list[_Choice]:
    """Every choice of cells, with all that they can hold, the smallest first."""
    level = [(0, 0, 0)]
    cells = [cell for cell in held if among >> cell & 1]
    found: list[_Choice] = []
    for _ in cells:
        level = [
            (place + 1, chosen | 1 << cells[place], digits | held[cells[place]])
            for start, chosen, digits in level
            for place in range(start, len(cells))
        ]
        found += (_Choice(chosen, digits) for _, chosen, digits in level)
    return found


def _parts(choices: list[_Choice], middle: int) -> list[_Part]:
    """The choices of cells that add more cells than digits."""
    found = []
    for cells, digits in choices:
        spare = cells.bit_count() - (digits & ~middle).bit_count()
        if spare > 0:
            found.append(_Part(cells, digits, spare))
    return found


def _around(
    here: _Crossing, kind: Kind, middle: _Choice, parts: tuple[list[_Part], list[_Part]]
) -> Steps:
    """The choices of cells on the line and in the box that lock all digits."""
    missing = middle.digits.bit_count() - middle.cells.bit_count()
    for one, two in product(*parts):
        twice = one.digits & two.digits
        # a digit of both parts can be there twice; a new one was taken off twice
        if one.spare + two.spare != missing + (twice & middle.digits).bit_count():
            continue
        yield from kind.steps(
            _lost(here, middle, (one, two)),
            cells=members(middle.cells),
            ends=members(one.cells | two.cells),
            digits=members(middle.digits | one.digits | two.digits),
            houses=here.houses,
        )


def _lost(
    here: _Crossing, middle: _Choice, parts: tuple[_Part, _Part]
) -> Iterator[Mark]:
    twice = parts[0].digits & parts[1].digits
    for bits, part, other in zip(here.bits, parts, parts[::-1], strict=True):
        # in this part or the crossing for sure: not in the other part, or in both
        mine = (middle.digits | part.digits) & ~other.digits | twice
        beside = bits & ~middle.cells & ~part.cells
        yield from _held(here, beside, mine)
    yield from _held(here, middle.cells, twice)


def _held(here: _Crossing, cells: int, digits: int) -> Iterator[Mark]:
    """Those of the digits that those of the cells can hold."""
    for cell, candidates in here.held.items():
        if cells >> cell & 1:
            for digit in members(candidates & digits):
                yield Mark(cell, digit)
