r"""What the cells of a grid say, in whatever way a program writes a cell.

The cells of one grid are written in one way: a digit may stand within the same signs
everywhere (`Some(5)`, `5.0`, `"5"`), and one thing stands where digits lack (`None`,
`NaN`, `\N`, nothing at all). So a grid is known by how few different cells it has.

>>> read_cells(["Just 1", "Nothing"] * 8, 4)
((1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0), '')
"""

import re
import unicodedata
from collections.abc import Sequence
from string import ascii_letters

from solver.grid import Cells
from solver.notation.symbols import BLANKS, decode, is_mark, spell

_NUMBER = re.compile(r"(\D{0,36}?)(-?\d{1,2})(?:\.0*)?(?:[eE][+-]?0{1,3})?(\D{0,12})")
_VARIABLE = re.compile(r"_[A-Z]?\d+")
"""Prolog numbers the variables that stand for empty cells."""
_TRUTH = {"True": "1", "TRUE": "1", "true": "1"}
"""What data tools make of a column that holds nothing but 1."""

_LIKE_ONE, _DIGITS = {"l", "I"}, {*"23456789"}
"""What readers of pictures take a 1 for."""

_UNKNOWN = "="
"""A formula whose value a file does not hold: no digit, and not empty."""
_QUOTES = " \t\r\n\"'`´‘’“”„«»"
_USUAL = 9
_LONGEST = 40
"""Characters of a cell."""
_MOST_WAYS = 3
"""Ways of writing a digit in one grid: given, entered, and under the cursor."""
_ROMAN = {
    roman: str(number)
    for number, roman in enumerate(
        ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"), 1
    )
}

_SPELLED = {
    case(word): str(number)
    for case in (str.lower, str.title, str.upper)
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1
    )
}
"""The names that programs give to digits: of values, and of characters in a chat."""

_FEWEST_NAMES = 4
"""Different names of digits in a grid that is written with them."""

_ROMAN_SIGNS = "\u2160\u2161\u2162\u2163\u2164\u2165\u2166\u2167\u2168"
"""The Roman numerals I to IX, one character each."""


def read_cells(cells: Sequence[str], size: int) -> tuple[Cells, str] | None:
    """The digits of N*N cells and their symbols, or None if they are no grid's cells.

    The symbols of 1..N are "" where they are the usual ones.
    """
    marks = _marks_of(cells, size)
    if marks is None:
        return None
    digits = decode(marks, size)
    if digits is None:
        return _read_symbols(marks, size)
    return digits, _ROMAN_SIGNS if "II" in cells else spell(marks, digits, size)


def _marks_of(cells: Sequence[str], size: int) -> list[str] | None:
    """Each cell as a plain mark; None if they are written in too many ways."""
    cells = ["" if _VARIABLE.fullmatch(c) else _TRUTH.get(c, c) for c in cells]
    cells = _with_ones(cells) if size == _USUAL else cells
    written = {*cells}
    marked = size == _USUAL and max(map(len, written)) > 2
    if marked and all(map(_is_candidates, written)):
        return [cell if len(cell) == 1 else "" for cell in cells]
    if (
        len(written) > _MOST_WAYS * (size + 1) + size
        or max(map(len, written)) > _LONGEST
    ):
        return None
    if _UNKNOWN in written:
        return None
    marks: dict[str, str] = {}
    ways: set[tuple[str, str]] = set()
    rest: list[str] = []
    for cell in written:
        bare = cell.strip(_QUOTES)
        number = _NUMBER.fullmatch(bare)
        value = int(number[2]) if number else -1
        if number and 0 <= value <= size:
            marks[cell] = str(value)
            ways |= {(number[1].strip(), number[3].strip())} if value else set()
        else:
            rest.append(cell)
    if len(ways) > _MOST_WAYS:
        return None
    others = _marks_without_digits(rest, size, has_digits=bool(ways))
    return None if others is None else [(marks | others)[cell] for cell in cells]


def _with_ones(cells: Sequence[str]) -> Sequence[str]:
    """The cells with 1 for a letter like it, if no cell is 1 and others are empty."""
    written = {*cells}
    like = written & _LIKE_ONE
    if "1" in written or not written & _DIGITS or not written - _DIGITS - like:
        return cells
    return ["1" if len(like) == 1 and cell in like else cell for cell in cells]


def candidates_of(cells: Sequence[str], size: int) -> Sequence[Sequence[int]]:
    """The candidates of each cell, where a grid shows those of all; else nothing."""
    shown = size == _USUAL and max(map(len, cells)) > 2
    if not shown or not all(map(_is_candidates, {*cells})):
        return ()
    return [[int(digit) for digit in cell] for cell in cells]


def _is_candidates(cell: str) -> bool:
    """Whether a cell holds digits in ascending order, each once: pencil marks.

    >>> _is_candidates("1249"), _is_candidates("121"), _is_candidates("")
    (True, False, False)
    """
    return cell.isdecimal() and "0" not in cell and [*cell] == sorted({*cell})


def _marks_without_digits(
    cells: Sequence[str], size: int, *, has_digits: bool
) -> dict[str, str] | None:
    """The marks of cells without a digit: the one empty cell, or letters."""
    bare = {cell: cell.strip(_QUOTES) for cell in cells}
    solid = {word for word in bare.values() if word}
    if has_digits and size <= 9 and len(solid) <= 1:
        return dict.fromkeys(cells, "")
    if all(word in BLANKS or word in ("", "--") for word in bare.values()):
        return dict.fromkeys(cells, "")
    for names in () if has_digits else (_ROMAN, _SPELLED):
        others = len(solid - names.keys())
        if others <= 1 and len(solid) - others >= _FEWEST_NAMES:
            return {cell: names.get(word, "") for cell, word in bare.items()}
    if all(len(word) < 2 for word in solid) and len(solid) <= size + 1:
        return bare
    letters = {word for word in solid if is_mark(word) and word in ascii_letters}
    if len(solid - letters) <= 1 and size > 9:
        return {cell: word if word in letters else "" for cell, word in bare.items()}
    return None


def _read_symbols(marks: Sequence[str], size: int) -> tuple[Cells, str] | None:
    """Digits of another script, or N letters of any word, in alphabetical order."""
    signs = {mark for mark in marks if mark not in BLANKS}
    numbers = {sign: unicodedata.numeric(sign, 0) for sign in signs if len(sign) == 1}
    if not signs.isdisjoint(_ROMAN_SIGNS):
        # Cleaning has turned the signs of I and V into letters.
        numbers |= {sign: int(_ROMAN[sign]) for sign in signs & _ROMAN.keys()}
    if signs and all(0 < numbers.get(s, 0) <= size for s in signs):
        digits = tuple(int(numbers.get(mark, 0)) for mark in marks)
        return digits, _spelled(marks, digits, size)
    if any(numbers.values()):
        return None  # numerals among other signs: their order is not that of the signs
    if len(signs) == size and not any(map(str.isdigit, signs)):
        order = sorted(signs)
        places = {sign: place for place, sign in enumerate(order, 1)}
        return tuple(places.get(mark, 0) for mark in marks), "".join(order)
    return None


def _spelled(marks: Sequence[str], digits: Cells, size: int) -> str:
    """The signs of 1..N; the usual digit where a grid does not show its own."""
    shown = dict(zip(digits, marks, strict=True))
    return "".join(shown.get(digit, str(digit)) for digit in range(1, size + 1))
