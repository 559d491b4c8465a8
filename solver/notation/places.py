"""Grids as lists of places: ``r1c1=5, r4c7=2``, after ``boxes 3x2:`` where needed.

Or as ``A1=5, A4=2``. The letter means the row for some people and the column for
others, as in a spreadsheet. People list cells row by row, so the order decides; a list
that is not in the order of rows is not read.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from solver.grid import Grid, Shape, shape_of
from solver.notation.loose import FEWEST_GIVENS, is_proper
from solver.notation.symbols import decode, spell
from solver.notation.text import FoundGrid, TextLine, join_lines

_PLACE = re.compile(
    r"\br(\d{1,2})[\s,]?c(\d{1,2})\s{0,3}(?:[=:]|:=)\s{0,3}(\d{1,2}|[A-Ya-y])\b",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"\b([A-I])([1-9])\s{0,3}:?=\s{0,3}([1-9])\b", re.IGNORECASE)
_BOXES = re.compile(r"\bboxes (\d{1,2})x(\d{1,2}):")
_MAX_GAP = 12
_MIN_PLACES = 4

_Place = tuple[int, int, str]


def find_places(lines: Sequence[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
    """Every grid written as places; of 9x9 cells unless they reach further."""
    text, where = join_lines(lines)
    heads = [(m.end(), m) for m in _BOXES.finditer(text)]
    groups = list(_group(list(_PLACE.finditer(text))))
    for group in groups:
        start, end = group[0].start(), group[-1].end()
        head = next((m for e, m in heads if 0 <= start - e <= _MAX_GAP), None)
        said = shape or (_head_shape(head) if head else None)
        places = [(int(m[1]), int(m[2]), m[3]) for m in group]
        read = _read_places(places, said)
        if read is not None:
            grid, symbols = read
            first = head.start() if head else start
            yield FoundGrid(grid, where[first], where[end], "places", symbols)
    for end, head in heads:
        said = _head_shape(head)
        if said and not any(0 <= g[0].start() - end <= _MAX_GAP for g in groups):
            grid = Grid(said, (0,) * said.cells)
            yield FoundGrid(grid, where[head.start()], where[end], "places")
    yield from _find_lettered(text, where, shape)


def _find_lettered(
    text: str, where: Sequence[int], shape: Shape | None
) -> Iterator[FoundGrid]:
    """Every 9x9 grid written as ``A1=5``, where its order tells the rows."""
    for group in _group(list(_LETTERED.finditer(text))):
        places = [(ord(m[1].upper()) - 64, int(m[2]), m[3]) for m in group]
        if sorted(places) != places:
            places = [(number, letter, mark) for letter, number, mark in places]
        if sorted(places) != places:
            continue
        read = _read_places(places, shape or shape_of(9))
        if read and is_proper(read[0], FEWEST_GIVENS):
            start, end = group[0].start(), group[-1].end()
            yield FoundGrid(read[0], where[start], where[end], "places", read[1])


def _group(found: Sequence[re.Match[str]]) -> Iterator[Sequence[re.Match[str]]]:
    """The places that stand close to each other."""
    breaks = [
        i
        for i, (a, b) in enumerate(pairwise(found), 1)
        if b.start() - a.end() > _MAX_GAP
    ]
    for i, j in pairwise([0, *breaks, len(found)]):
        if i < j:
            yield found[i:j]


def _head_shape(head: re.Match[str]) -> Shape | None:
    width, height = int(head[1]), int(head[2])
    return Shape(width, height) if 2 <= width * height <= 25 else None


def _reached_shape(places: Sequence[_Place]) -> Shape | None:
    """The usual shape that holds these places, if they are a grid's at all."""
    size = max(9, *(max(row, column) for row, column, _ in places))
    if size > 25 or len(places) < _MIN_PLACES:
        return None
    while size < 25 and shape_of(size).box_height < 2:
        size += 1
    return shape_of(size)


def _read_places(
    places: Sequence[_Place], shape: Shape | None
) -> tuple[Grid, str] | None:
    """The grid of these places, and its symbols where they are not the usual ones."""
    shape = shape or _reached_shape(places)
    if shape is None:
        return None
    marks = [""] * shape.cells
    for row, column, mark in places:
        cell = shape.cell_at(row, column)
        if cell is None or marks[cell] not in ("", mark):
            return None
        marks[cell] = mark
    digits = decode(marks, shape.size)
    if digits is None:
        return None
    return Grid(shape, digits), spell(marks, digits, shape.size)
