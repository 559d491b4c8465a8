"""What stands for a digit: 1-9 then letters, numbers, hexadecimal, letters alone.

A *mark* is what a text shows in one cell: "" or a blank sign for an empty cell, else
one symbol or a number. Which alphabet a grid is written in shows only in the whole
grid, so marks stay text until all N*N are there.
"""

import re
from collections.abc import Sequence
from string import ascii_uppercase

from solver.grid import SYMBOLS, Cells, shape_of

BLANKS = ".0_*-?~xX"
"""Signs of an empty cell; x is a digit in no alphabet but letters alone."""

NATURAL_SIZES = tuple(n for n in range(4, 26) if shape_of(n).box_height > 1)
"""Without a word on the shape, a grid has boxes of at least two rows."""

_BLANK = frozenset(BLANKS) | {"", "o", "O", "00", "--", "..", "__", "?"}
_MARK = re.compile(r"\d{1,2}|[A-Za-z]|[._*?~-]{1,2}|")
_SYMBOL = re.compile(r"[0-9A-Za-z._*?~-]*")
_SMALL_SYMBOL = re.compile(r"[0-9._*?~xXoO-]*")


def is_mark(text: str) -> bool:
    """Whether this may be all that a cell shows."""
    return len(text) < 3 and _MARK.fullmatch(text) is not None


def is_packed(text: str) -> bool:
    """Whether this may be cells of one character each, without spaces.

    Up to nine cells hold no letter but x and o, else every word would do.
    """
    return (_SMALL_SYMBOL if len(text) < 10 else _SYMBOL).fullmatch(text) is not None


def decode(marks: Sequence[str], size: int) -> Cells | None:
    """The digits of a whole grid, or None where a mark is no digit of this size.

    >>> decode(["1", ".", "x", "2"], 2)
    (1, 0, 0, 2)
    """
    signs = set(marks)
    written = {m for m in signs if m not in _BLANK or (m in ("o", "O") and size > 9)}
    digits = {m: _value(m) for m in written}
    if max(digits.values(), default=0) > size and all(map(str.isalpha, written)):
        # A, B, C ... for 1, 2, 3 ..., known by letters beyond the usual alphabet
        digits = {m: value - 9 for m, value in digits.items()}
        if size >= 24 and "X" in signs and not _BLANK.isdisjoint(signs - {"X"}):
            digits["X"] = 24
        ends = ascii_uppercase[0] + ascii_uppercase[size - 1]
        if digits.keys().isdisjoint(ends + ends.lower()):
            return None  # KSudoku writes B for 1: which letter lacks is not known
    if any(not 1 <= d <= size for d in digits.values()):
        return None
    if "0" in signs and _is_zero_digit(marks, digits, size):
        # Hexadecimal writes the last digit as 0; a program may count digits from 0.
        shifted = {m: digit + 1 for m, digit in digits.items()}
        digits = digits | {"0": size} if size > 9 else shifted | {"0": 1}
    digits |= dict.fromkeys(signs - digits.keys(), 0)
    return tuple([digits[m] for m in marks])


def spell(marks: Sequence[str], digits: Cells, size: int) -> str:
    """The symbols of 1..N as a grid writes them; "" where they are the usual ones.

    >>> spell(["A", ".", "b", "D"], (1, 0, 2, 4), 4)
    'ABCD'
    """
    for mark, digit in set(zip(marks, digits, strict=True)):
        if digit and _value(mark) != digit:
            if mark.isdecimal():
                usual = SYMBOLS[: size - 1]
                return f"{usual}0" if size > 9 else f"0{usual}"
            return ascii_uppercase[:size]
    return ""


def compare(symbols: str) -> str:
    """Other symbols of 1..N beside the usual ones, where they differ.

    >>> compare("120")
    '0 = 3'
    """
    pairs = zip(symbols, SYMBOLS, strict=False)
    return ", ".join(f"{one} = {usual}" for one, usual in pairs if one != usual)


def encode(digit: int) -> str:
    """The usual symbol of a digit, ``.`` for 0."""
    return SYMBOLS[digit - 1] if digit else "."


def _value(mark: str) -> int:
    if mark.isdecimal():
        return int(mark)
    letter = mark.upper()  # of some, as the German sharp s, two letters
    return ord(letter) - 55 if len(letter) == 1 and letter.isalpha() else -1


def _is_zero_digit(marks: Sequence[str], digits: dict[str, int], size: int) -> bool:
    """Whether 0 is a digit: empty cells are written otherwise, and N is not shown.

    Up to nine digits, 0 is mostly an empty cell, so no row or column may hold it twice.
    """
    count = marks.count("0")
    if (
        not 0 < count <= size
        or size in digits.values()
        or not any(m in _BLANK and m not in ("0", "00") for m in marks)
    ):
        return False
    places = [i for i, mark in enumerate(marks) if mark == "0"]
    apart = len({i // size for i in places}) == len({i % size for i in places}) == count
    return size > 9 or (size == 9 and count > 1 and apart)
