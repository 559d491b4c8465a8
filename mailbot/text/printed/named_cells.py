r"""Grids as a list of cells: each with the two numbers of its place, and its digit.

The places are known by what repeats: the same signs stand between the two numbers of
each of them. The digit is the one number up to the next place; where that holds none,
the cell is empty. Of more numbers, it is the one that is not the same everywhere.
Words beside the numbers may tell which of them is the row.

>>> text = "".join(f"[{i // 4} {i % 4}] {'1--23--14--32--4'[i]}, " for i in range(16))
>>> list(find_named_cells(text))[0][0]
('1', '', '', '2')
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from mailbot.text.printed.squares import SIDES, Table

_USUAL = 9
_FEWEST_CELLS = 17
"""Cells of a list that leaves the empty ones out."""
_ROW_NAME = re.compile(r"(?:^|_)(?:r|row|rows|y|line|zeile)$", re.IGNORECASE)
_COLUMN_NAME = re.compile(
    r"(?:^|_)(?:c|col|cols|column|columns|variable|x|spalte)$", re.IGNORECASE
)


def is_named(pair: Sequence[str]) -> bool:
    """Whether the first of two names is that of a row, the second of a column."""
    return bool(_ROW_NAME.search(pair[0]) and _COLUMN_NAME.search(pair[1]))


def place_cells(
    cells: Sequence[tuple[int, int, str]], *, named: bool
) -> Iterator[Table]:
    """The grid of cells with their row and column, counted from 0 or from 1."""
    places = {(row, column): digit for row, column, digit in cells}
    numbers = {number for place in places for number in place} or {0}
    side = SIDES.get(len(cells), _USUAL)
    is_whole = len(cells) in SIDES and side > max(numbers) - min(numbers)
    if not is_whole:
        side = _USUAL
    if len(places) != len(cells) or (len(cells) < _FEWEST_CELLS and not is_whole):
        return
    first = 1 if max(numbers) == side else 0
    if min(numbers) < first or max(numbers) > side - 1 + first:
        return
    span = range(first, side + first)
    table = [tuple(places.get((r, c), "") for c in span) for r in span]
    by_row = [(row, column) for row, column, digit in cells if digit]
    if named or by_row == sorted(by_row):
        yield table
    else:
        yield from both_ways(table)


def both_ways(rows: Sequence[Sequence[str]]) -> Iterator[Table]:
    """Rows and columns, where nothing tells which they are."""
    if len({len(row) for row in rows}) == 1 and rows[0]:
        yield [tuple(row) for row in rows]
        yield list(zip(*rows, strict=True))


_NUMBER = re.compile(r"\d+")
_FRACTION = re.compile(r"(?<=\d)\.0+(?=[\s,;|)\]}]|$)")
_LETTERED = re.compile(r"(?<![^\W_])(?:[A-I]\d|[a-i]\d)(?!\w)")
_BLANK = re.compile(r"^[\s{]|\s")
"""Space at the sides of a place; a brace stands before the first of a list only."""
_NAME = re.compile(r"([A-Za-z]+)[^\w\n]{0,4}[ _]?$")
_WORD = re.compile(r"\w+")
_DIGITS = tuple("123456789")
_FEWEST = 16
"""Places with the same signs between their numbers."""
_FARTHEST = 30
"""Characters between the two numbers of a place, and of the words before it."""
_MOST_WAYS = 4


class _Place(Struct, frozen=True):
    start: int
    end: int
    first: int
    second: int


def find_named_cells(text: str) -> Iterator[Table]:
    """Every grid in a list of cells."""
    text = _FRACTION.sub("", f"\n{text}\n")
    groups = sorted(_groups(text), key=len, reverse=True)
    for group in groups[:_MOST_WAYS]:
        pairs = [(place.first, place.second) for place in group]
        is_led = pairs[0] >= max(pairs) and pairs[1:] == sorted({*pairs[1:]})
        places = group[is_led:]  # behind the number of rows and columns
        listed = len({*pairs[is_led:]})
        if listed >= _FEWEST:
            # A program may tell its first and last place before, or all of them again.
            yield from _read(text, places[-listed:])
            if len(places) > listed:
                yield from _read(text, places[:listed])
    found = list(_LETTERED.finditer(text))
    base = int(not any(one[0][1] == "0" for one in found))
    lettered = [
        _Place(
            one.start(), one.end(), ord(one[0][0].upper()) - 65 + base, int(one[0][1])
        )
        for one in found
    ]
    if len(lettered) >= _FEWEST:
        # Which way a letter counts is not known: a program may sort its keys.
        for table in _read(text, lettered):
            yield from both_ways(table)


def _groups(text: str) -> Iterable[list[_Place]]:
    """Pairs of numbers, by what stands between the two."""
    groups: dict[str, list[_Place]] = {}
    numbers = list(_NUMBER.finditer(text))
    for one, other in pairwise(numbers):
        if len(one[0]) == 2:
            place = _Place(one.start(), one.end(), int(one[0][0]), int(one[0][1]))
            groups.setdefault("", []).append(place)
        if other.start() - one.end() > _FARTHEST or len(one[0] + other[0]) > 2:
            continue
        between = text[one.end() : other.start()]
        sides = _BLANK.sub(" ", text[one.start() - 1] + text[other.end()])
        places = groups.setdefault(between + sides, [])
        if not places or places[-1].end <= one.start():
            place = _Place(one.start(), other.end(), int(one[0]), int(other[0]))
            places.append(place)
    return groups.values()


def _read(text: str, places: Sequence[_Place]) -> Iterator[Table]:
    """The grid of some places with their digits, which stand behind or before them."""
    first, last = places[0], places[-1]
    name = _name_before(text, first.start)
    between = _name_before(text, first.end - 1)
    turned = is_named((between, name))
    named = turned or is_named((name, between))
    starts = [place.start for place in places]
    ends = [place.end for place in places]
    line = text[text.rfind("\n", 0, first.start) + 1 : first.start]
    tail = text[last.end : last.end + _FARTHEST]
    is_behind = any(map(str.isalnum, tail.partition("\n")[0])) or not any(
        map(str.isalnum, line.rstrip(" :=").removesuffix(name))
    )
    if named and not is_behind:
        digits = [line, *(text[a:b] for a, b in zip(ends, starts[1:], strict=False))]
    else:
        digits = [text[a:b] for a, b in zip(ends, starts[1:], strict=False)]
        farthest = last.end + _FARTHEST + max(map(len, digits), default=0)
        digits.append(_like(text[last.end : farthest], digits))
    found = _varying(digits)
    if not found:
        return
    cells = [
        (place.second, place.first) if turned else (place.first, place.second)
        for place in places
    ]
    placed = [(*cell, _digit(one)) for cell, one in zip(cells, found, strict=True)]
    for table in place_cells(placed, named=named):
        # Go sorts the keys of a map, so that their order does not tell the row.
        is_sorted = not named and "map[" in text
        yield from both_ways(table) if is_sorted else (table,)


def _like(tail: str, others: Sequence[str]) -> str:
    """As many words of a text as there are in others, or one number."""
    if all(len(_NUMBER.findall(one)) <= 1 for one in others):
        return "".join(_NUMBER.findall(tail[:_FARTHEST])[:1])
    return " ".join(_WORD.findall(tail)[: len(_WORD.findall(others[0]))])


def _varying(digits: Sequence[str]) -> Sequence[Sequence[str]]:
    """The number in each text between places; nothing where it may be several."""
    found = [_NUMBER.findall(words) for words in digits]
    if all(len(one) <= 1 for one in found):
        return found
    words = [_WORD.findall(one) for one in digits]
    # Behind the last cell, what leads to the next one is missing.
    missing = len(words[-1])
    if len({(len(one), *one[missing:]) for one in words[:-1]}) != 1:
        return ()
    columns = [
        column
        for column in zip(*words, strict=False)
        if len({*column[:-1]}) > 1 and any(map(str.isdigit, column[:-1]))
    ]
    # The bounds of a variable: where they agree, they are its digit.
    return [row if len({*row}) == 1 else () for row in zip(*columns, strict=True)]


def _name_before(text: str, end: int) -> str:
    name = _NAME.search(text[max(0, end - _FARTHEST) : end])
    return name[1] if name else ""


def _digit(numbers: Sequence[str]) -> str:
    """The digit of a cell; "" for an empty one and for several candidates."""
    return numbers[0] if numbers and numbers[0] in _DIGITS else ""
