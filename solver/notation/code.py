"""Grids written as lists: Python, JSON, C, MATLAB, numpy as source and as printed.

One pass over the text with a stack of open brackets, so that no nesting, however
deep, costs more than its length.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from solver.grid import Grid, Shape, shape_of
from solver.notation.symbols import decode, is_mark, is_packed, spell
from solver.notation.text import FoundGrid, TextLine, join_lines

_TOKEN = re.compile(
    r"""(?P<open>[\[({])|(?P<close>[\])}])|(?P<string>"[^"\n]{0,700}"|'[^'\n]{0,700}')
    |(?P<number>\d{1,2}(?:\.?0?|L)(?![\w.]))
    |(?P<none>None\b|null\b|nil\b|NaN?\b|NA_integer_|[._](?=[\s,;\])}]))
    |(?P<gap>[\s,;]+)|(?P<other>.)""",
    re.VERBOSE | re.IGNORECASE,
)
_OPENING = frozenset("[({")
_FILLS_COLUMNS = re.compile(
    r"(?<![\w.])(?:reshape\s*\(|(?:matrix|array)\s*\(\s*c)\s*$", re.IGNORECASE
)
_SAYS_COLUMNS = re.compile(r"^[\s,]*\.?dim\s*=|\border\s*=\s*[\"']F", re.IGNORECASE)
_SAYS_ROWS = re.compile(
    r"\bbyrow\s*=\s*T|^\s*,\s*\(\s*\d|\)\s*\.?'|\border\s*=\s*[\[(/ ]{1,3}2\s*,"
)
_TURNS = re.compile(r"\b(?:permutedims|transpose|t)\s*\(\s*\w+\s*\([\s(c]*$")
"""R, Julia, Fortran and MATLAB fill a matrix from a flat list column by column.

The call stands right before the list (``matrix(c``) or the size right behind it (``dim
= c(9L, 9L)``). Methods as ``a.reshape(9, 9)`` and numpy's ``reshape(a, (9, 9))`` fill
it row by row, and so does what turns columns into rows.
"""
_CALL = 80
"""Characters before and behind a list that belong to its call."""
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
    is_any = any(not _OPENING.isdisjoint(line.text) for line in lines)
    for found in _read_lists(lines, shape) if is_any else ():
        if _is_by_column(found, lines):
            size, digits = found.grid.shape.size, found.grid.givens
            turned = tuple(digits[i % size * size + i // size] for i in range(size**2))
            yield replace(found, grid=Grid(found.grid.shape, turned))
        else:
            yield found


def _is_by_column(found: FoundGrid, lines: Sequence[TextLine]) -> bool:
    """Whether the call around a flat list says that it holds columns."""
    start_of = attrgetter("start")
    first = bisect_right(lines, found.start, key=start_of) - 1
    last = bisect_right(lines, found.end, key=start_of) - 1
    text, places = join_lines(lines[max(first - 1, 0) : last + 3])
    start, end = (bisect_left(places, place) for place in (found.start, found.end))
    inside = text[start:end]
    if any(bracket in inside[1:-1] for bracket in "[({"):
        return False
    before, behind = text[max(start - _CALL, 0) : start], text[end : end + _CALL]
    if _SAYS_ROWS.search(behind) or _TURNS.search(before):
        return False
    return bool(_FILLS_COLUMNS.search(before) or _SAYS_COLUMNS.search(behind))


def _read_lists(lines: Sequence[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
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
                word = word.partition(".")[0].rstrip("Ll")
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
