"""A text as lines to read grids from, cleaned, and what is found in them.

Cleaning turns every decimal digit of any script into ASCII, box drawing into
``| # - = +``, odd spaces into spaces, drops characters of no width, and takes the
``>`` quotes off. Every line remembers where it stood in the text.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.grid import Grid

_BREAK = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_QUOTES = re.compile(r"(?:[ \t]{0,4}>)+ ?")

_FRAMES = {
    "|": "│┆┊╎╽╿¦∣ǀ｜▏▕",
    "#": "┃║┇┋╏▌▐█",
    "-": "─┄┈╌╼╾",
    "=": "━═┅┉╍",
    ".": "·•∙⋅・◦□▢☐◻⬜◽▫␣",
    "_": "＿",
}
_FRAME_OF = {ord(c): plain for plain, chars in _FRAMES.items() for c in chars}

_PLAIN_OF = {"Zs": " ", "Pd": "-", "Cf": "", "Mn": "", "Me": ""}
"""By category: spaces, dashes; what has no width (bidi marks, joiners, keycaps)."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line, cleaned; ``start`` and ``end`` are its place in the text.

    ``depth`` counts the ``>`` in front of it. ``kept`` maps each character of the
    cleaned line to its place in the text, and has one more entry for the end.
    """

    text: str
    start: int
    end: int
    depth: int
    kept: range | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoundGrid:
    """A grid in a text: ``text[start:end]`` holds it, written in this form.

    Forms: ``line`` all cells in a row, ``groups`` rows on one line, ``marks`` cells
    with separators, ``wrapped`` a broken line, ``list`` code, ``places`` r1c1=5 or
    A1=5, ``open groups`` where cells or rows are left out;
    row by row: ``packed``, ``spaced``, ``fields`` (CSV), ``framed`` and ``bars``,
    ``columns`` where empty cells are spaces, ``flush`` where the first ones are,
    ``labelled`` in front where row labels were taken off, and ``sadman`` for a
    [Puzzle] with its [State].

    ``symbols`` are those of 1..N, where they are not the usual ones: 123456789A...
    """

    grid: Grid
    start: int
    end: int
    form: str
    symbols: str = ""


@lru_cache(maxsize=4096)
def _clean_character(char: str) -> str:
    """The plain form of one character: one character, or none at all."""
    code = ord(char)
    if 0x2500 <= code < 0x2580 or code in _FRAME_OF:
        return _FRAME_OF.get(code, "+")
    kind = unicodedata.category(char)
    if kind == "Nd":
        return str(unicodedata.decimal(char))
    if kind in _PLAIN_OF:
        return _PLAIN_OF[kind]
    plain = unicodedata.normalize("NFKC", char)
    return plain if len(plain) == 1 else char


def clean(text: str) -> str:
    """The text in plain characters, without those of no width."""
    if text.isascii():
        return text
    return "".join(map(_clean_character, text))


def split_lines(text: str) -> Iterator[TextLine]:
    """The lines of a text, cleaned and without quote marks."""
    start, size = 0, len(text)
    breaks = [(mark.start(), mark.end()) for mark in _BREAK.finditer(text)]
    for end, after in (*breaks, (size, size)):
        raw = text[start:end]
        quote = _QUOTES.match(raw)
        skip = quote.end() if quote else 0
        plain = clean(raw[skip:])
        first = start + skip
        kept: range | tuple[int, ...] = range(first, end + 1)
        if len(plain) != end - first:
            kept = (*(i for i in range(first, end) if clean(text[i])), end)
        depth = raw.count(">", 0, skip)
        yield TextLine(plain, first, end, depth, kept)
        start = after


def join_lines(lines: Sequence[TextLine]) -> tuple[str, list[int]]:
    """The lines as one text, and the place of each of its characters."""
    places = [place for line in lines for place in line.kept]
    return "\n".join(line.text for line in lines), places
