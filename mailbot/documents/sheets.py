"""Sheets that are filled cell by cell, and the puzzles on them as text."""

import re
from collections.abc import Iterable

from mailbot.errors import TooLarge
from mailbot.text.areas import Sheet, find_areas, padded
from mailbot.text.cellblock import PLAIN, Cell, TextStyle
from mailbot.text.markup import BLACK, parse_colour

_MOST = 60_000
"""Cells of a document."""

_NUMBER = re.compile(r"\d{1,7}")

_GAP = 10
"""Empty rows or columns that are kept in a row: more part two puzzles no better."""


class Allowance:
    """Counts the cells of a document.

    Raises:
        TooLarge: there are too many.
    """

    def __init__(self) -> None:
        self._left = _MOST

    def take(self, cells: int = 1) -> None:
        """Count some cells more."""
        self._left -= cells
        if self._left < 0:
            raise TooLarge("a document of too many cells")


class Places:
    """The cells of one sheet by row and column, from 0."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._cells: dict[tuple[int, int], Cell] = {}

    def put(self, row: int, column: int, text: str, look: TextStyle = PLAIN) -> None:
        """Set a cell, if its place is known; an empty text shows that there is one."""
        if row >= 0 and column >= 0:
            self._allowance.take()
            self._cells[row, column] = Cell(text, look)

    def sheet(self) -> Sheet:
        """All of it in rows; long gaps without a cell are shortened."""
        rows = _closer({row for row, _ in self._cells})
        columns = _closer({column for _, column in self._cells})
        height = max(rows.values(), default=-1) + 1
        width = max(columns.values(), default=-1) + 1
        sheet: list[list[Cell | None]] = [[None] * width for _ in range(height)]
        self._allowance.take(height * width // 4)
        for (row, column), cell in self._cells.items():
            sheet[rows[row]][columns[column]] = cell
        return sheet


def number_of(text: str, otherwise: int = -1) -> int:
    """A number of a row, a column or cells, as a file writes it."""
    number = _NUMBER.fullmatch(text.strip())
    return int(number[0]) if number else otherwise


def look(colour: str = "", *, bold: bool = False) -> TextStyle:
    """How a digit looks; `colour` as CSS writes it, "" if it is not known."""
    return TextStyle(bold, parse_colour(colour.lower()).removeprefix(BLACK))


def text_of(
    sheets: Iterable[Sheet], titles: Iterable[str] = (), *, dropped: bool = False
) -> str:
    """Sheets as text, with each of their puzzles as lines.

    Args:
        sheets: the sheets.
        titles: of the sheets; those with a number say nothing.
        dropped: whether the program that made them leaves out empty rows and columns
            before the first cell.
    """
    areas = (find_areas(padded(s) if dropped else s).text for s in sheets)
    said = (title for title in titles if not any(map(str.isdigit, title)))
    return "\n\n".join((*areas, *said))


def _closer(lines: set[int]) -> dict[int, int]:
    """New numbers for rows or columns, without the long gaps between them."""
    closer: dict[int, int] = {}
    before, number = -1, -1
    for line in sorted(lines):
        number += min(line - before, _GAP)
        closer[line], before = number, line
    return closer
