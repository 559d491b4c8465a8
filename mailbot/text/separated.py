r"""Tables as text with a sign between the cells: CSV, as spreadsheets save it.

Where that is none either, what is around the cells of a row is removed: bullets,
labels, quotes, code. This is tried only if a text holds no puzzle as it is, since each
of these signs may also stand for an empty cell.

>>> undress("- Fila 1: 53..7....;\n* **5** blank 3")
'53..7....\n5 . 3'
"""

import csv
import re
from functools import cache
from itertools import islice

from mailbot.language.folders import strings
from mailbot.text.areas import find_areas, padded
from mailbot.text.cellblock import Cell

_START = r"^([ \t]*(?:>[ \t]?)*)"


@cache
def _dresses() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns, and what each is replaced with. Most texts need none of them."""
    patterns = (
        (r"…", "..."),
        (r"(?<=[\d_-])[—–]|[—–](?=[\d_-])", "--"),
        (_START + r"(?:[A-Za-z]{1,4}>|[%}]|\|(?![^\n|]*\|))[ \t]", r"\1"),
        (r"[\"'`´‘’“”„«»]", ""),
        (r"[ \t](?:#|//|%)[^\n]*$", ""),  # a comment in code
        (_START + r"[-*•+–][ \t]+", r"\1"),
        (_START + r"[^\W\d_][\w ]{0,20}[ \t]?:[ \t]*(?=[\d.*_\[-])", r"\1"),
        (r"\*{1,2}(\d{1,2})\*{1,2}", r"\1"),
        (rf"\b(?:{'|'.join(strings('puzzles', 'empty'))})\b", "."),
        (r"[\U0001f7e5-\U0001f7eb\u2b1b\u25a0\u25aa\u2205\u2588★☆øØ]", "."),
        (r"(?:\\\\|\\hline|[;,]$|[ \t]){1,40}$", ""),
        (r"[ \t]?&[ \t]?", ","),
    )
    flags = re.IGNORECASE | re.MULTILINE
    return tuple((re.compile(pattern, flags), plain) for pattern, plain in patterns)


def undress(text: str) -> str:
    """The text, with only cells left in its rows."""
    for pattern, plain in _dresses():
        text = pattern.sub(plain, text)
    return text


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
