"""Cells in short: r4c7, Z4/S7, (4,7), square 4/7, B7; and houses: r4, k7."""

import re
from collections.abc import Sequence

from mailbot.language.lexicon import Token
from mailbot.talk.places.place import NOWHERE, Place

OUTSIDE = 1_000
"""Where r0c1 is: in no grid."""

_LONGEST = 8
"""Tokens of a name in short, with its signs: z. 4, s. 7."""

_HOUSES = {"r": "row", "z": "row", "w": "row", "l": "row", "k": "column"}
"""What a letter stands for that names a house, and is none of a chessboard."""

_LARGEST = 16
_ROW_LETTERS, _COLUMN_LETTERS = frozenset("rzwlf"), frozenset("cskp")


def short_name(tokens: Sequence[Token]) -> Place:
    """R4c7, Z4S7 or r 4, c 7; c7r4 too."""
    parts = [t for t in tokens[:_LONGEST] if t.text not in ",;./-"]
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
    """(4,7), square 4/7, or 4,7 before "is" or "=": the row before the column."""
    if "cell" in tokens[0].tags and [t.text for t in tokens[2:3]] == ["/"]:
        numbers = [t.number for t in (*tokens[1:2], *tokens[3:4])]
        if len(numbers) == 2 and min(numbers) > 0:
            return Place(numbers[0], numbers[1], length=4)
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


def short_house(tokens: Sequence[Token]) -> Place:
    """R4 or k7: a row or a column, where no other letter follows."""
    if len(tokens) < 2 or tokens[0].end != tokens[1].start:
        return NOWHERE
    kind, number = _HOUSES.get(tokens[0].text), tokens[1].number
    alone = len(tokens) == 2 or tokens[2].start > tokens[1].end
    alone |= len(tokens) > 2 and tokens[2].text in ",;.:!?)"
    if kind is None or not 1 <= number <= _LARGEST or not alone:
        return NOWHERE
    row, column = (number if kind == k else None for k in ("row", "column"))
    return Place(row, column, length=2)
