"""Reads forms that leave much out, where what is left is a puzzle.

Rows set flush right, without their first empty cells, might be a column of numbers,
and rows with nothing between their signs might be anything. So such a text is read
only if it has as many givens as a puzzle needs and no house holds a digit twice.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from solver.grid import Grid, Shape, shape_of
from solver.notation.symbols import decode, is_mark, is_packed, spell
from solver.notation.text import FoundGrid, TextLine

FEWEST_GIVENS = 17
"""No 9x9 puzzle with fewer has only one solution."""


def find_loose(lines: Sequence[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
    """Every grid in such a form; of 9x9 cells if nobody says."""
    size = shape.size if shape else 9
    for end, group in groupby(lines, key=_packed_end):
        run = list(group)
        if end and len(run) == size:
            start = min(len(line.text) - len(line.text.lstrip()) for line in run)
            rows = [line.text[start:end] for line in run]
            yield from _accept(rows, shape, run, "flush")
    for line in lines:
        for sign in ";/+":
            rows = line.text.split(sign)
            if len(rows) == size:
                yield from _accept(rows, shape, [line], "open groups")


def _packed_end(line: TextLine) -> int:
    """The column where a line's packed cells end, 0 if it is no such line."""
    text = line.text.rstrip()
    return len(text) if is_packed(text.lstrip()) else 0


def _accept(
    rows: Sequence[str], shape: Shape | None, lines: Sequence[TextLine], kind: str
) -> Iterator[FoundGrid]:
    """The grid of N rows, if each has N cells and it may be a puzzle."""
    size = len(rows)
    cells = [_split_row(row, size) for row in rows]
    if not all(cells):
        return
    marks = [mark for row in cells for mark in row]
    digits = decode(marks, size)
    grid = digits and Grid(shape or shape_of(size), digits)
    if digits and grid and is_proper(grid, least=0 if shape else FEWEST_GIVENS):
        symbols = spell(marks, digits, size)
        yield FoundGrid(grid, lines[0].start, lines[-1].end, kind, symbols)


def _split_row(row: str, size: int) -> Sequence[str]:
    """The marks between commas, or one a character; of a blank row, N empty ones."""
    if not row.strip():
        return [""] * size
    marks = [mark.strip() for mark in (row.split(",") if "," in row else row)]
    return marks if len(marks) == size and all(map(is_mark, marks)) else ()


def is_proper(grid: Grid, least: int) -> bool:
    """Whether a grid has that many givens, and in no house one of them twice."""
    if len(grid.givens) - grid.givens.count(0) < max(1, least):
        return False
    for house in grid.shape.houses:
        held = [grid.givens[cell] for cell in house if grid.givens[cell]]
        if len({*held}) < len(held):
            return False
    return True
