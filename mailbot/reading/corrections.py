"""What a person's words say of single cells: r4c7=3; a 7 in row 1, column 3."""

import re
from collections.abc import Iterator

from solver.grid import SYMBOLS

_ROW = "r|row|rad|zeile|reihe|wiersz|rząd|rzędzie|ligne|fila|rij|riga"
_COLUMN = "c|col|column|kol|kolumn|spalte|kolumna|colonne|columna|kolom|colonna"
_IS = (
    "[=:]|->|(?:is|should be|must be|there is|är|ska vara|finns|ist|muss|steht|jest|to"
    "|est|il y a|es|hay|staat|è|c['’]è)\\b"
)
_A = "(?:an?|en|ett|eine?|une?|una|uno|een|the)"
_OR = r"\s*(?:→|/\s?\d|or\b|oder\b|eller\b|albo\b|lub\b|ou\b|of\b|o\s\d)"
_CORRECTION = re.compile(
    rf"(?<!→\s)\b(?:{_ROW})\s?(\d{{1,2}}),?\s?(?:{_COLUMN})\s?(\d{{1,2}})\)?,?"
    rf"(?:\s*(?:{_IS})\s*(?:{_A}\s(?=\d))?([0-9A-P]{{1,2}})\b(?!{_OR})"
    r"|\s(\d{1,2})(?=\s*(?:[.,;!]|$)))",
    re.IGNORECASE | re.MULTILINE,
)
"""r4c7=3; row 4, column 7 is a 3; not a link of a chain of reasoning that we sent, nor
one of two that a person weighs."""

_CELL_NAME = rf"(?:{_ROW})\s?(\d{{1,2}}),?\s?(?:{_COLUMN})\s?(\d{{1,2}})\b"
_NAMED = re.compile(rf"\b{_CELL_NAME}", re.IGNORECASE)
_PLACED = re.compile(
    rf"\b(\d{{1,2}}|[A-P])\s(?:in|into|at|on|i|på|auf|w|na|dans|en|à|op|nel|nella|alla)"
    rf"\s(?:the\s)?\(?{_CELL_NAME}\)?(?!{_OR})",
    re.IGNORECASE,
)
"""7 in r1c3; a 7 in row 1, column 3."""

_NO = (
    r"(?:n['’]t|\b(?:no|not|cannot|cant|isnt|kein\w*|nicht|ingen|inget|inte|nie|pas|non"
    r"|geen|niet))\b"
)
_WEIGHED = re.compile(
    rf"(?:[/\d]|\b(?:or|oder|eller|albo|lub|ou|of|o)\b|{_NO}(?:\s\w+){{0,2}})\s*$",
    re.IGNORECASE,
)
"""What stands before a digit that is not said to be in its cell."""

_ASKED = re.compile(r"\s*\?")

_ALL_RIGHT = re.compile(
    r"\b(?:(?:all|everything)(?: is|['’]s)? (?:right|correct|fine|ok)"
    r"|allt (?:är )?rätt|alles (?:ist )?(?:richtig|korrekt)"
    r"|wszystko (?:jest )?(?:dobrze|poprawne|się zgadza)"
    r"|tout est (?:juste|correct|bon)|todo (?:está )?(?:bien|correcto)"
    r"|alles (?:klopt|is goed)|(?:è )?tutto (?:giusto|corretto))\b(?![^.!\n]*\?)",
    re.IGNORECASE,
)
_DENIED = re.compile(rf"{_NO}\s+$", re.IGNORECASE)


def read_corrections(
    words: str, size: int, symbols: str = "", *, asked: bool = False
) -> dict[int, int]:
    """The digits that the words put into cells of a grid of N=`size`; 0 empties.

    Args:
        words: a person's.
        size: N.
        symbols: the person's own for 1..N, "" where they are the usual ones.
        asked: whether those count as well that a question mark follows.
    """
    placed = (
        match
        for match in _PLACED.finditer(words)
        if not _WEIGHED.search(words[max(match.start() - 40, 0) : match.start()])
    )
    said = [
        *(
            (match, match[1], match[2], match[3] or match[4])
            for match in _CORRECTION.finditer(words)
        ),
        *((match, match[2], match[3], match[1]) for match in placed),
    ]
    corrections = {}
    for match, row, column, symbol in said:
        cell, digit = _cell(row, column, size), _digit(symbol.upper(), symbols)
        told = asked or not _ASKED.match(words, match.end())
        if cell is not None and digit <= size and told:
            corrections[cell] = digit
    return corrections


def named_cells(words: str, size: int) -> Iterator[int]:
    """The cells of a grid of N=`size` that the words name, whatever they say."""
    cells = (_cell(row, column, size) for row, column in _NAMED.findall(words))
    return (cell for cell in cells if cell is not None)


def is_all_right(words: str) -> bool:
    """Whether a person says, and does not ask, that all was read rightly.

    >>> is_all_right("All is right. A hint, please!"), is_all_right("not all is right")
    (True, False)
    """
    found = _ALL_RIGHT.search(words)
    return found is not None and not _DENIED.search(words[: found.start()])


def _cell(row: str, column: str, size: int) -> int | None:
    """The number of a cell, None if the grid has no such."""
    r, c = int(row) - 1, int(column) - 1
    return r * size + c if 0 <= r < size and 0 <= c < size else None


def _digit(symbol: str, symbols: str) -> int:
    """A digit as typed: 0, 7, 12 or C; or in symbols of the person's own."""
    if symbol in (symbols or ()):
        return symbols.index(symbol) + 1
    return int(symbol) if symbol.isdecimal() else SYMBOLS.find(symbol) + 1
