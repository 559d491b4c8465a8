"""Tables as text with a sign between the cells: CSV, as spreadsheets save it."""

import csv
from itertools import islice

from mailbot.text.areas import Sheet, find_areas
from mailbot.text.cellblock import Cell

_SIGNS = ",;\t"
_FEWEST_SIGNS, _FEWEST_LINES = 3, 4
"""Signs of a line, and lines with so many, of a table that may hold a puzzle."""

_MOST_LINES = 2_000


def lay_out_table(text: str) -> str:
    r"""The puzzles of a table as lines, and what else it says; "" if it is no table.

    >>> lay_out_table("A title,,,\n,,,\n1,,,\n,,3,\n,1,,\n,,,2")
    '1 . . .\n. . 3 .\n. 1 . .\n. . . 2\n\nA title'
    """
    lines = list(islice(filter(None, text.splitlines()), _MOST_LINES))
    for sign in _SIGNS:
        if sum(line.count(sign) >= _FEWEST_SIGNS for line in lines) < _FEWEST_LINES:
            continue
        try:
            rows = list(csv.reader(lines, delimiter=sign))
        except csv.Error:
            continue
        areas = find_areas(_sheet(rows))
        if areas.grids:
            return areas.text
    return ""


def _sheet(rows: list[list[str]]) -> Sheet:
    """The cells, with room for rows and columns that are dropped where nothing is."""
    cells: list[list[Cell | None]] = [
        [None, None, *(Cell(text.strip()) if text.strip() else None for text in row)]
        for row in rows
    ]
    return [[], [], *cells]
