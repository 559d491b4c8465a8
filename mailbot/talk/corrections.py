"""What a person's words say of single cells: r4c7=3; a 7 in row 1, column 3.

A digit taken for another than was meant makes a wrong solution. So a sentence counts
only if all of it is understood: r4c7=3, and please. One that names a cell or a digit
and says more (the 4 in r1c6 is wrong) makes nothing certain that stands beside it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from mailbot.language.folders import strings
from mailbot.language.wording import POLITE, compile_words
from mailbot.model import Want
from solver import Shape
from solver.grid import SYMBOLS

_ROW = "r|row|rad|zeile|reihe|wiersz|rząd|rzędzie|ligne|fila|rij|riga"
_COLUMN = "c|col|column|kol|kolumn|spalte|kolumna|colonne|columna|kolom|colonna"
_IS = (
    "[=:]|->|(?:is|should be|must be|there is|är|ska vara|finns|ist|muss|steht|jest|to"
    "|est|il y a|es|hay|staat|è|c['’]è)\\b"
)
_A = "(?:an?|en|ett|eine?|une?|una|uno|een|the)"
_OR = r"\s*(?:→|/\s?\d|or\b|oder\b|eller\b|albo\b|lub\b|ou\b|of\b|o\s\d)"
_CELL_NAME = rf"(?:{_ROW})\s?(\d{{1,2}}),?\s?(?:{_COLUMN})\s?(\d{{1,2}})\b"
_NAMED = re.compile(rf"\b{_CELL_NAME}", re.IGNORECASE)
_CORRECTION = re.compile(
    rf"(?<!→\s)\b{_CELL_NAME}\)?,?"
    rf"(?:\s*(?:{_IS})\s*(?:{_A}\s(?=\d))?(\d{{1,2}}|[A-P])\b(?!{_OR})"
    r"|\s(\d{1,2})(?=\s*(?:,|$)))",
    re.IGNORECASE,
)
"""r4c7=3; row 4, column 7 is a 3; not a link of a chain of reasoning that we sent, nor
one of two that a person weighs."""

_PLACED = re.compile(
    rf"\b(\d{{1,2}}|[A-P])\s(?:in|into|at|on|i|på|auf|w|na|dans|en|à|op|nel|nella|alla)"
    rf"\s(?:the\s)?\(?{_CELL_NAME}\)?(?!{_OR})",
    re.IGNORECASE,
)
"""7 in r1c3; a 7 in row 1, column 3."""

_NO = r"(?:not|nicht|kein\w*|inte|nie|pas|no|niet|geen|non)"
_INSTEAD = re.compile(rf"\b{_NO}\s(?:{_A}\s)?\d{{1,2}}\b", re.IGNORECASE)
"""not 1, after r4c7 is 7."""

_DOUBTFUL = re.compile(
    rf"\b(?:{_NO}|or|oder|eller|albo|lub|czy|ou|of|o|oppure|resp|bzw)\b|n['’]t\b",
    re.IGNORECASE,
)
_BESIDE = compile_words(
    "|".join(
        (
            r"and|und|och|oraz|et|y|e|sowie|then|a|an|the|in|i|w|dans|på|another"
            r"|ein(?:en?)?|it(?: is|['’]s) wrong|sorry"
            r"|hi|hello|hej|hallo|cześć|bonjour|hola|ciao",
            POLITE,
            *(
                "|".join(strings("commands", want.value))
                for want in (Want.HINT, Want.NEXT, Want.SOLUTION)
            ),
        )
    )
)
"""What may stand beside a correction and changes nothing of it."""

_ALL_RIGHT = re.compile(
    r"(?:(?:all|everything)(?: is|['’]s) (?:right|correct)|all correct"
    r"|allt (?:är rätt|stämmer)|alles (?:ist )?(?:richtig|korrekt)|alles stimmt"
    r"|wszystko (?:jest )?(?:dobrze|poprawne|się zgadza)"
    r"|tout est (?:juste|correct|bon)|todo (?:está bien|es correcto|está correcto)"
    r"|alles (?:klopt|is goed)|(?:è )?tutto (?:è )?(?:giusto|corretto))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!;\n]+")
_BULLET = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Said:
    """What words say of a grid: the digits of cells (0 empties), or that all is right.

    `unread` tells that they name a cell or a digit and are not understood; then
    nothing that they say is certain.
    """

    corrections: Mapping[int, int] = field(default_factory=dict)
    all_right: bool = False
    unread: bool = False


def read_corrections(
    words: str, shape: Shape, symbols: str = "", *, asked: bool = False
) -> Said:
    """What a person's words say of the cells of a grid.

    Args:
        words: the person's.
        shape: the grid's.
        symbols: the person's own for 1..N, "" where they are the usual ones.
        asked: whether a question counts, and what is said around it: is r4c7=3?
    """
    corrections: dict[int, int] = {}
    all_right = False
    for sentence in _SENTENCE.split(_BULLET.sub("", words)):
        named, rest = _take_out(sentence)
        if not named:
            if _NAMED.search(sentence) or any(map(str.isdecimal, sentence)):
                return Said(unread=True)
            pure = " ".join(_BESIDE.sub(" ", sentence).strip(" ,:").split())
            all_right = all_right or bool(_ALL_RIGHT.fullmatch(pure))
        elif not _is_plain(rest, asked=asked):
            return Said(unread=True)
        for row, column, symbol in named:
            cell = shape.cell_at(int(row), int(column))
            digit = _digit(symbol.upper(), shape.size, symbols)
            if cell is None or digit is None or corrections.get(cell, digit) != digit:
                return Said(unread=True)
            corrections[cell] = digit
    return Said(corrections, all_right)


def _take_out(sentence: str) -> tuple[list[tuple[str, str, str]], str]:
    """Row, column and symbol of each correction, and what else is said."""
    named = [(m[1], m[2], m[3] or m[4]) for m in _CORRECTION.finditer(sentence)]
    rest = _CORRECTION.sub(" ", sentence)
    named += [(m[2], m[3], m[1]) for m in _PLACED.finditer(rest)]
    return named, _PLACED.sub(" ", rest)


def _is_plain(rest: str, *, asked: bool) -> bool:
    """Whether what stands beside corrections changes nothing of them."""
    rest = _INSTEAD.sub(" ", rest)
    if any(map(str.isdecimal, rest)):
        return False
    if asked:
        return not _DOUBTFUL.search(rest)
    return not re.search(r"[\w?]", _BESIDE.sub(" ", rest))


def _digit(symbol: str, size: int, symbols: str) -> int | None:
    """A digit as typed: 0, 7, 12 or C; or in symbols of the person's own."""
    if len(symbol) == 1 and symbol in symbols:
        return symbols.index(symbol) + 1
    digit = int(symbol) if symbol.isdecimal() else SYMBOLS.index(symbol) + 1
    return digit if digit <= size else None
