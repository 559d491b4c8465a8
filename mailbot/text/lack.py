"""What is missing if a text nearly holds a puzzle: a row, some cells, or a picture.

The missing digits are not guessed; the reply tells the person where to look.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mailbot.model import Lack
from solver.notation.rows import is_rule, read_rows
from solver.notation.symbols import BLANKS
from solver.notation.text import TextLine, split_lines

_SIZES = (6, 9, 12, 16, 25)
_LONG_SIZES = (9, 16, 25)
"""Sizes of a puzzle on one line; fewer cells could be any number."""

_WORD = re.compile(r"(?<![^\W_])[0-9A-Pa-p._*?~xX-]{70,640}(?![^\W_])")
_ALONE = re.compile(r"(?<![\w>.,:/-])[1-9](?![\w.,:/-])|(?<=<)[1-9](?=>)")
_FEWEST_ALONE, _FEWEST_LINES = 17, 6
"""Digits that stand alone, and lines that hold one, of a 9x9 puzzle in any form."""

_PICTURE = re.compile(
    r"\ufffc|\[image: |[\[<](?:[^\[\]<>\n:/]{0,40}: ?)?[^\[\]<>\n:/]{1,100}"
    r"\.(?:png|jpe?g|gif|hei[cf]|webp|tiff?|bmp)[\]>]",
    re.IGNORECASE,
)
"""Where a picture stood before a program turned a page into text."""

_BARE_ROW = re.compile(r"[ \t]*[1-9](?:[ \t|]{0,3}[1-9]){0,7}[ \t]*")
_ROWS, _MOST_GIVENS = 9, 60

_STRAY = 3
"""The most cells that a row may have too many or too few."""

_FEWEST = 10
"""The fewest digits, and the fewest empty cells, of a puzzle."""

Marks = Sequence[str]


def find_lack(text: str) -> Lack | None:
    """What the first incomplete puzzle of a text lacks; None if there is none.

    >>> find_lack("12..56.." * 10)
    Lack(size=9, cells=80, rows=0, row=0)
    """
    lines = list(split_lines(text))
    found = (_lack_of(rows) for rows in _stretches(lines))
    return next(filter(None, found), None) or _lack_of_line(lines)


def lacks_blanks(text: str) -> bool:
    r"""Whether nine lines hold digits as rows do, and nothing where cells are empty.

    >>> lacks_blanks("537\n6195\n986\n863\n4831\n726\n628\n4195\n879")
    True
    """
    for are_rows, lines in groupby(filter(str.strip, text.splitlines()), _is_bare_row):
        rows = list(lines) if are_rows else []
        digits = sum(len(_digits(row)) for row in rows)
        if len(rows) == _ROWS and _FEWEST_ALONE <= digits <= _MOST_GIVENS:
            return True
    return False


def _is_bare_row(line: str) -> bool:
    digits = _digits(line)
    return bool(_BARE_ROW.fullmatch(line)) and len({*digits}) == len(digits)


def _digits(line: str) -> str:
    return "".join(filter(str.isdigit, line))


def names_a_picture(text: str) -> bool:
    """Whether a text shows where a picture stood.

    >>> names_a_picture("Please solve: [image: IMG_2041.jpeg]")
    True
    """
    return bool(_PICTURE.search(text))


def looks_like_a_grid(text: str) -> bool:
    r"""Whether so many digits stand alone on so many lines that a grid is likely.

    >>> looks_like_a_grid("<5> <3> <_> <7>\n" * 9)
    True
    """
    counts = [len(_ALONE.findall(line)) for line in text.splitlines()]
    return sum(counts) >= _FEWEST_ALONE and sum(map(bool, counts)) >= _FEWEST_LINES


def _stretches(lines: Iterable[TextLine]) -> Iterator[list[Marks]]:
    """Runs of rows of the same kind, of any lengths."""
    live: dict[str, list[Marks]] = {}
    for line in lines:
        rows = {row.kind: row.marks for row in read_rows(line.text)}
        for kind, marks in rows.items():
            live.setdefault(kind, []).append(marks)
        if line.text.strip() and not is_rule(line.text):
            for kind in live.keys() - rows.keys():
                yield live.pop(kind)
    yield from live.values()


def _lack_of(rows: list[Marks]) -> Lack | None:
    size, _ = Counter(map(len, rows)).most_common(1)[0]
    if size not in _SIZES:
        return None
    near = [abs(len(row) - size) <= _STRAY for row in rows]
    if not all(near):  # a number above or below
        rows = rows[near.index(True) : len(near) - near[::-1].index(True)]
    lengths = list(map(len, rows))
    odd = [place for place, length in enumerate(lengths) if length != size]
    enough = size * 2 <= len(rows) * 3 <= size * 4 and len(odd) * 3 <= size
    if not enough or not _is_puzzling([mark for row in rows for mark in row], size):
        return None
    if len(rows) != size:
        return Lack(size, rows=len(rows))
    return Lack(size, cells=lengths[odd[0]], row=odd[0] + 1) if odd else None


def _lack_of_line(lines: Sequence[TextLine]) -> Lack | None:
    for line in lines:
        for word in _WORD.findall(line.text):
            size = min(_LONG_SIZES, key=lambda size: abs(size * size - len(word)))
            missing = size * size - len(word)
            if 0 < abs(missing) <= size and _is_puzzling(word, size):
                return Lack(size, cells=len(word))
    return None


def _is_puzzling(marks: Marks, size: int) -> bool:
    """Whether marks are digits up to `size` and empty cells, enough of both."""
    empty = sum(1 for mark in marks if not mark or mark[0] in BLANKS)
    numbers = [int(mark) for mark in marks if mark.isdecimal()]
    digits = len(marks) - empty
    return min(empty, digits) >= _FEWEST and max(numbers, default=0) <= size
