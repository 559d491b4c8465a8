"""Tables as text with a sign between the cells: CSV, as spreadsheets save it.

Programs join dots and dashes while a person types; these are parted again.

>>> with_typed_signs("5…7—1")
'5...7--1'
"""

import csv
import re
from itertools import islice

from mailbot.text.areas import find_areas, padded
from mailbot.text.cellblock import Cell

_DASHES = re.compile(r"(?<=[\d_-])[—–]|[—–](?=[\d_-])")


def with_typed_signs(text: str) -> str:
    """The text with the dots and dashes that programs have joined while one types."""
    return _DASHES.sub("--", text.replace("…", "..."))


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
        cells = [[Cell(t.strip()) if t.strip() else None for t in row] for row in rows]
        areas = find_areas(padded(cells))
        if areas.grids:
            return areas.text
    return ""
