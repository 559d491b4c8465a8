"""Grids written as lists: Python, JSON, C, MATLAB, numpy as source and as printed.

One pass over the text with a stack of open brackets, so that no nesting, however
deep, costs more than its length.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from solver.grid import Grid, Shape, shape_of
from solver.notation.found import FoundGrid
from solver.notation.symbols import decode, is_mark, is_packed, spell
from solver.notation.text import TextLine

_TOKEN = re.compile(
    r"""(?P<open>[\[({])|(?P<close>[\])}])|(?P<string>"[^"\n]{0,700}"|'[^'\n]{0,700}')
    |(?P<number>\d{1,2}\.?0?(?![\w.]))|(?P<none>None\b|null\b|nil\b|[._](?=[\s,;\])}]))
    |(?P<gap>[\s,;]+)|(?P<other>.)""",
    re.VERBOSE | re.IGNORECASE,
)
_LINE_NUMBER = re.compile(r"^\s*\d{1,4}:\s")


@dataclass(slots=True)
class _Brackets:
    """An open list: its marks, or the marks of its own lists."""

    start: int
    marks: list[str] = field(default_factory=list)
    lists: list["_Brackets"] = field(default_factory=list)
    clean: bool = True
    end: int = 0


def find_lists(lines: Sequence[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
    """Every list that holds N*N marks, N lists of N, or N strings of N."""
    outer = [_Brackets(0)]
    for kind, word, start, end in _tokens(lines):
        if kind == "open":
            outer.append(_Brackets(start))
        elif kind == "close" and len(outer) > 1:
            inner = outer.pop()
            inner.end = end
            yield from _read_list(inner, shape)
            outer[-1].lists.append(inner)
        elif kind in ("string", "number", "none"):
            outer[-1].marks.append(word)
        elif kind != "gap":
            if len(outer) == 1:
                yield from _read_rows_alone(outer[0], shape)
                outer = [_Brackets(end)]
            outer[-1].clean = False
    yield from _read_rows_alone(outer[0], shape)


def _tokens(lines: Sequence[TextLine]) -> Iterator[tuple[str, str, int, int]]:
    """Kind, plain word and place of each token; line numbers of a blog left out."""
    for line in lines:
        number = _LINE_NUMBER.match(line.text)
        for token in _TOKEN.finditer(line.text, number.end() if number else 0):
            kind, word = token.lastgroup or "other", token[0]
            if kind == "string":
                word = word[1:-1].strip()
            elif kind == "number":
                word = word.partition(".")[0]
            elif kind == "none":
                word = ""
            yield kind, word, line.kept[token.start()], line.kept[token.end()]


def _read_list(found: _Brackets, shape: Shape | None) -> Iterator[FoundGrid]:
    if not found.clean:
        return
    rows = [row.marks for row in found.lists if not row.lists and row.clean]
    if found.marks:
        rows = [found.marks] if not found.lists else []
    yield from _read_marks(rows, found.start, found.end, shape)


def _read_rows_alone(root: _Brackets, shape: Shape | None) -> Iterator[FoundGrid]:
    """Lists one after another with no list around them."""
    rows = [row for row in root.lists if not row.lists and row.clean]
    if len(rows) > 1 and len(rows) == len(root.lists) and not root.marks:
        found = [row.marks for row in rows]
        yield from _read_marks(found, rows[0].start, rows[-1].end, shape)


def _read_marks(
    rows: Sequence[Sequence[str]], start: int, end: int, shape: Shape | None
) -> Iterator[FoundGrid]:
    marks = _join_rows(rows)
    size = round(len(marks) ** 0.5)
    if size * size != len(marks) or not 2 <= size <= 25:
        return
    if shape is None and shape_of(size).box_height < 2:
        return
    if shape is not None and size != shape.size:
        return
    digits = decode(marks, size)
    if digits is not None:
        grid = Grid(shape or shape_of(size), digits)
        yield FoundGrid(grid, start, end, "list", spell(marks, digits, size))


def _join_rows(rows: Sequence[Sequence[str]]) -> Sequence[str]:
    """All marks of a grid, or none if the rows do not fit together."""
    if len(rows) == 1:
        flat = rows[0]
        if all(map(is_mark, flat)) and len(flat) > 3:
            return flat
        same = {len(word) for word in flat} == {len(flat)}
        return "".join(flat) if same and all(map(is_packed, flat)) else ()
    lengths = {len(row) for row in rows}
    if lengths == {len(rows)}:
        marks = [mark for row in rows for mark in row]
    elif lengths <= {0, 1}:  # [5][ ][3] ...
        marks = [row[0] if row else "" for row in rows]
    else:
        return ()
    return marks if all(map(is_mark, marks)) else ()
