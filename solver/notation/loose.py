"""Reads forms that leave much out, where what is left is a puzzle.

Rows set flush right, without their first empty cells, might be a column of numbers,
and rows with nothing between their signs might be anything. So such a text is read
only if it has as many givens as a puzzle needs and no house holds a digit twice.

Where empty cells are spaces, the column of a digit is its cell's.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from solver.grid import Grid, Shape, shape_of
from solver.notation.symbols import decode, is_mark, is_packed, spell
from solver.notation.text import FoundGrid, TextLine

_DIGITS_AND_SPACES = re.compile(r"[1-9 ]*")


def find_columns(lines: Sequence[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
    """Every run of N lines of digits and spaces, N from 4 to 9; 9 without a shape."""
    size = shape.size if shape else 9
    if not 4 <= size <= 9:
        return
    likely = _DIGITS_AND_SPACES.fullmatch
    for fits, group in groupby(lines, key=lambda line: bool(likely(line.text))):
        run = list(group)
        while run and not run[-1].text.strip():
            run.pop()
        while run and not run[0].text.strip():
            run.pop(0)
        if fits and len(run) == size:
            digits = _read_columns([line.text.rstrip() for line in run], size)
            if digits and max(digits) <= size:
                grid = Grid(shape or shape_of(size), digits)
                yield FoundGrid(grid, run[0].start, run[-1].end, "columns")


def _read_columns(rows: Sequence[str], size: int) -> tuple[int, ...]:
    """The digits of rows one or two characters to the cell, () if they do not fit."""
    indent = min(len(row) - len(row.lstrip()) for row in rows if row)
    reach = max(map(len, rows))
    for stride in (1, 2):
        full = stride * (size - 1) + 1
        if reach <= full:  # nothing is indented
            start = 0
        elif reach - indent == full:
            start = indent
        else:
            continue
        cells = [row[start:].ljust(full) for row in rows]
        if stride == 1 or not any(row[1::2].strip() for row in cells):
            marks = "".join(row[::stride] for row in cells)
            return tuple(map(int, marks.replace(" ", "0")))
    return ()


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
