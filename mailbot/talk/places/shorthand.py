"""Cells in short: r4c7, Z4S7, (4,7), B7."""

import re
from collections.abc import Sequence

from mailbot.language.lexicon import Token
from mailbot.talk.places.place import NOWHERE, Place

OUTSIDE = 1_000
"""Where r0c1 is: in no grid."""

_ROW_LETTERS, _COLUMN_LETTERS = frozenset("rzwlf"), frozenset("cskp")


def short_name(tokens: Sequence[Token]) -> Place:
    """R4c7, Z4S7 or r 4, c 7; c7r4 too."""
    parts = [t for t in tokens[:6] if t.text not in ",;."]
    if len(parts) < 4 or parts[0] is not tokens[0]:
        return NOWHERE
    one, first, other, second = parts[:4]
    if first.number < 0 or second.number < 0:
        return NOWHERE
    row, column = first.number or OUTSIDE, second.number or OUTSIDE
    taken = next(i for i, t in enumerate(tokens) if t is second) + 1
    if one.text in _ROW_LETTERS and other.text in _COLUMN_LETTERS:
        return Place(row, column, length=taken)
    if one.text in _COLUMN_LETTERS and other.text in _ROW_LETTERS:
        return Place(column, row, length=taken)
    return NOWHERE


def pair(tokens: Sequence[Token]) -> Place:
    """(4,7), or 4,7 before "is" or "=": the row before the column."""
    bracketed = tokens[0].text == "("
    inner = tokens[bracketed : bracketed + 4]
    if len(inner) < 4:
        return NOWHERE
    first, sign, second, after = inner
    if sign.text not in ",;/|:-" or first.number < 1 or second.number < 1:
        return NOWHERE
    if bracketed and after.text == ")":
        return Place(first.number, second.number, length=5)
    told = {"is", "empty"} & after.tags and "and" not in after.tags  # Italian "e"
    if not bracketed and (after.text == "=" or told):
        return Place(first.number, second.number, length=3)
    return NOWHERE


def letter_and_number(tokens: Sequence[Token]) -> Place:
    """B7: whether the letter names the row or the column, nobody can know."""
    if len(tokens) < 2 or tokens[0].end != tokens[1].start:
        return NOWHERE
    letter, number = tokens[0].text, tokens[1].number
    if not re.fullmatch("[a-i]", letter) or not 1 <= number <= 9:
        return NOWHERE
    return Place(number, ord(letter) - ord("a") + 1, lettered=True, length=2)
