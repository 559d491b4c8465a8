"""Plain text: paragraphs that fit a letter, and grids as ASCII art."""

import re
from itertools import groupby
from textwrap import fill

from mailbot.compose.drawing import CellRole, Drawing
from mailbot.model.requests import House
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


def write_marks(drawing: Drawing, house: House | None) -> str:
    """The candidates of a house (None: of all), as a table: digits there in brackets.

    No line of it can be taken for a row of a grid.
    """
    shape, marks = drawing.shape, drawing.marks
    n = shape.size
    shown = house.cells(shape) if house else range(shape.cells)
    cells = {
        cell: "".join(SYMBOLS[d - 1] for d in marks[cell])
        if cell in marks
        else (symbol and f"({symbol})")
        for cell in shown
        for symbol in [drawing.symbols[cell]]
    }
    wide = max(3, *map(len, cells.values()))
    rows = groupby(shown, lambda cell: cell // n)
    return "\n".join(
        "[ " + " ; ".join(f"{cells[cell]:^{wide}}" for cell in row) + " ]"
        for _, row in rows
    )


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
