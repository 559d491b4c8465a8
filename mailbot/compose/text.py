"""Plain text: paragraphs that fit a letter, and grids as ASCII art."""

import re
from collections.abc import Sequence
from textwrap import fill

from mailbot.compose.drawing import CellRole, Drawing
from solver.grid import SYMBOLS, draw

WIDTH = 72
"""Columns of a paragraph."""

_SPACES = re.compile(r"[ \t\n]+")
_NO_BREAK = "\xa0"
_TIED = re.compile(r" (?=[=≠] )|(?<= [=≠]) |(?<=[^\W\d_]) (?=\d+[^\w\s]{0,2}(?: |$))")
"""Spaces at which no line ends: r1c1 = 5, row 4."""

_ROOMY = 16  # a grid of up to this many digits has room for frames around its cells
_SIGNS = {CellRole.DOUBTFUL: "?", CellRole.WRONG: "!", CellRole.HINT: "*"}


def tie(words: str) -> str:
    r"""A paragraph in one line, with no-break spaces where no line ends.

    >>> tie("row 4, column 7").split(" ")
    ['row\xa04,', 'column\xa07']
    """
    return _TIED.sub(_NO_BREAK, _SPACES.sub(" ", words).strip())


def wrap(words: str, first: str = "", other: str = "") -> str:
    """A paragraph of at most WIDTH columns; `first` and `other` start its lines."""
    return fill(
        tie(words),
        WIDTH,
        initial_indent=first,
        subsequent_indent=other,
        break_long_words=False,
        break_on_hyphens=False,
    ).replace(_NO_BREAK, " ")


def write_art(drawing: Drawing) -> str:
    """A grid as ASCII art: ``?`` follows a doubtful digit, ``!`` a wrong one.

    The frames hold no digits, so that a solution can be copied out.
    """
    if drawing.shape.size > _ROOMY:
        return _tight(drawing)
    symbols = [
        (symbol or " ") + _SIGNS.get(role, "")
        for symbol, role in zip(drawing.symbols, drawing.roles, strict=True)
    ]
    shape = drawing.shape
    return draw(symbols, shape.size, shape.box_width, shape.box_height).rstrip("\n")


def write_marks(drawing: Drawing) -> str:
    """The rows that hold candidates, as a table: digits that are there in brackets.

    No line of it can be taken for a row of a grid.
    """
    shape, marks = drawing.shape, drawing.marks
    cells = [
        "".join(SYMBOLS[d - 1] for d in marks[cell])
        if cell in marks
        else f"({symbol})"
        if symbol
        else ""
        for cell, symbol in enumerate(drawing.symbols)
    ]
    n = shape.size
    wide = max(3, *map(len, cells))
    rows: Sequence[int] = sorted({cell // n for cell in marks})
    columns: Sequence[int] = sorted({cell % n for cell in marks})
    if len(rows) == 1 or len(columns) == 1:  # a line is told with all of its cells
        rows, columns = (rows, range(n)) if len(rows) == 1 else (range(n), columns)
    lines = []
    for row in rows:
        parts = (f"{cells[row * n + column]:^{wide}}" for column in columns)
        lines.append("[ " + " ; ".join(parts) + " ]")
    return "\n".join(lines)


def _tight(drawing: Drawing) -> str:
    shape = drawing.shape
    heavy = "#" + ("=" * (2 * shape.box_width) + "#") * (shape.size // shape.box_width)
    lines = [heavy]
    for number, row in enumerate(drawing.rows, 1):
        cells = [f"{symbol or '.'}{_SIGNS.get(role, ' ')}" for symbol, role in row]
        starts = range(0, shape.size, shape.box_width)
        groups = ["".join(cells[start : start + shape.box_width]) for start in starts]
        lines.append("#" + "#".join(groups) + "#")
        if number % shape.box_height == 0:
            lines.append(heavy)
    return "\n".join(lines)
