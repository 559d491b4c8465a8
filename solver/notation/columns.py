"""Reads grids whose empty cells are spaces: the column of a digit is its cell's."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from solver.grid import Grid, Shape, shape_of
from solver.notation.text import FoundGrid, TextLine

_DIGITS_AND_SPACES = re.compile(r"[1-9 ]*")


def find_columns(lines: Sequence[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
    """Every run of N lines of digits and spaces, N from 4 to 9; 9 without a shape."""
    size = shape.size if shape else 9
    if not 4 <= size <= 9:
        return
    for likely, group in groupby(lines, key=_is_likely):
        run = list(group)
        while run and not run[-1].text.strip():
            run.pop()
        while run and not run[0].text.strip():
            run.pop(0)
        if likely and len(run) == size:
            digits = _read_columns([line.text.rstrip() for line in run], size)
            if digits and max(digits) <= size:
                grid = Grid(shape or shape_of(size), digits)
                yield FoundGrid(grid, run[0].start, run[-1].end, "columns")


def _is_likely(line: TextLine) -> bool:
    return _DIGITS_AND_SPACES.fullmatch(line.text) is not None


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
