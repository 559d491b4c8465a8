"""Grids as records: each cell with its row, its column and its digit.

Read from JSON, from attributes of elements and from tables with a line for each cell;
`named_cells` finds those in any other text.
Where nothing names the row, the order of the list tells it: people and programs list
cells row by row. Where that does not tell it either, both ways are given.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, permutations, product
from typing import Any

from mailbot.text.printed.named_cells import (
    both_ways,
    find_named_cells,
    is_named,
    place_cells,
)
from mailbot.text.printed.squares import SIDES, Table, cut

_USUAL, _CELLS = 9, 81
_FEWEST = 17
"""Cells of a list that leaves the empty ones out."""
_MOST_NODES = 20_000
_MOST_TRIPLES = 6
_PLACE_NAME = re.compile(r"pos|place|cell|coord|loc|index|key|at$", re.IGNORECASE)
_GIVEN_NAME = re.compile(r"fixed|given|locked|clue|original|preset", re.IGNORECASE)
_WORD = re.compile(r"(\w+)(?:\.0+)?\b")
_FEWEST_FIELDS, _MOST_FIELDS = 3, 5
_ITEM = re.compile(r"[\n,;{}]")
_LIST = re.compile(r"[\[({]([\d\s,.;]{30,2000})[\])}]")
_DIGITS = re.compile(r"\d+")
_THREE = re.compile(r"(?<!\d)([1-9])([1-9])([1-9])(?!\d)")
_ATTRIBUTE = re.compile(r"([\w:-]{1,20})=[\"']([^\"'<>]{0,12})[\"']")
_ELEMENT = re.compile(r"<[A-Za-z][\w:.-]*\s([^<>]{0,300})>")

_NEXT_LINE = re.compile(r"\}\n\{")
_PYTHON = (
    (re.compile(r"'([^'\"\n]{0,40})'"), r'"\1"'),
    (re.compile(r"(?<=[{,])\s{0,9}(\d{1,3}|[A-Za-z_]\w{0,20})\s?:"), r'"\1":'),
    (re.compile(r"\b(?:None|nan)\b"), "null"),
    (re.compile(r"\b(?:True|False)\b"), "true"),
)
"""What Python and JavaScript write in other ways than JSON."""

_Record = Mapping[str, int]


def find_records(text: str) -> Iterator[Table]:
    """Every grid of records in a text."""
    start = min((i for i in (text.find("["), text.find("{")) if i >= 0), default=-1)
    if start >= 0:
        yield from _find_in(_value_of(text[start:]))
    yield from _by_records([_attributes(m[1]) for m in _ELEMENT.finditer(text)])
    lines = list(_by_lines(text))
    yield from lines
    if not lines:
        yield from find_named_cells(text)
        yield from _by_forms(text)


def _value_of(text: str) -> Any:
    """The value that a text begins with, as JSON or Python writes it; else None."""
    listed = text
    if _NEXT_LINE.search(text):  # an object on each line
        listed = "[" + _NEXT_LINE.sub("},{", text[: text.rfind("}") + 1]) + "]"
    with suppress(ValueError, RecursionError):
        return json.JSONDecoder().raw_decode(listed)[0]
    for sign, plain in _PYTHON:
        text = sign.sub(plain, text)
    with suppress(ValueError, RecursionError):
        return json.JSONDecoder().raw_decode(text)[0]
    return None


def _find_in(value: Any) -> Iterator[Table]:
    """The grids in a value of JSON."""
    waiting = [value]
    for _ in range(_MOST_NODES):
        if not waiting:
            return
        one = waiting.pop()
        inner = list(one.values()) if isinstance(one, dict) else one
        if not isinstance(inner, list):
            continue
        waiting += inner
        if inner and all(isinstance(cell, dict) for cell in inner):
            yield from _of_objects(inner, is_list=isinstance(one, list))
        if isinstance(one, dict) and all(isinstance(row, list) for row in inner):
            rows = [tuple(map(_word, row)) for row in inner]
            names = (name.rstrip("0123456789_ ") for name in one)
            of_rows = all(is_named((name, "column")) for name in names)
            yield from [rows] if of_rows else both_ways(rows)
        cells = [cell for row in inner if isinstance(row, list) for cell in row]
        if cells and all(isinstance(cell, dict) for cell in cells):
            yield from _of_objects(cells, is_list=True)


def _of_objects(objects: Sequence[dict[str, Any]], *, is_list: bool) -> Iterator[Table]:
    """Objects that are rows with a name for each column, or that are cells."""
    names = list(dict.fromkeys(name for one in objects for name in one))
    if len(objects) <= len(names) + 1 and len(names) >= _USUAL:
        rows = [tuple(_word(one.get(name)) for name in names) for one in objects]
        yield from [rows] if is_list else both_ways(rows)
        return
    kept = _without_entries(objects)
    if side := SIDES.get(len(objects)):
        yield from (cut([_word(one.get(name)) for one in kept], side) for name in names)
    if len(objects) >= min(SIDES):
        yield from _by_records([_numbers(one) for one in kept if one])


def _without_entries(objects: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The objects; a cell that says of itself that it is no given becomes empty."""
    flags = [
        [flag for name, flag in one.items() if _GIVEN_NAME.search(name)]
        for one in objects
    ]
    if not any(True in flag for flag in flags):
        return list(objects)
    return [
        {} if False in flag else one for one, flag in zip(objects, flags, strict=True)
    ]


def _numbers(one: Mapping[str, Any]) -> dict[str, int]:
    """The whole numbers of an object by name; those of a pair are named r and c."""
    found: dict[str, int] = {}
    for name, wrapped in one.items():
        value = _unwrapped(wrapped)
        is_place = isinstance(value, list) and _PLACE_NAME.search(name)
        pair = value if is_place and len(value) == 2 else [value]
        for place, number in enumerate(pair):
            if isinstance(number, int) and not isinstance(number, bool):
                found[name if len(pair) == 1 else "rc"[place]] = number
    return found


def _unwrapped(value: Any) -> Any:
    """A value without the name of its type, as some services give each one."""
    while isinstance(value, dict) and len(value) == 1:
        value = next(iter(value.values()))
    is_number = isinstance(value, str) and re.fullmatch(r"\d{1,3}", value)
    return int(value) if is_number else value


def _attributes(words: str) -> dict[str, int]:
    found = _ATTRIBUTE.findall(words)
    return {name: int(value) for name, value in found if re.fullmatch(r"\d", value)}


def _by_records(records: Sequence[_Record]) -> Iterator[Table]:
    """Cells of records in which two names hold a place, and one the digit."""
    if len(records) < min(SIDES):
        return
    names = [name for name in records[0] if all(name in one for one in records)]
    digits = list(dict.fromkeys(name for one in records for name in one))
    pairs = [p for p in permutations(names, 2) if is_named(p)]
    if not pairs:
        yield from _by_index(records, names, digits)
        pairs = list(islice(permutations(names, 2), _MOST_TRIPLES))
    for row, column in pairs:
        for digit in digits:
            if digit not in (row, column):
                cells = [
                    (one[row], one[column], str(one.get(digit) or ""))
                    for one in records
                ]
                yield from place_cells(cells, named=is_named((row, column)))


def _by_index(
    records: Sequence[_Record], names: Sequence[str], digits: Sequence[str]
) -> Iterator[Table]:
    """Cells of records in which one name counts them row by row, from 0 or from 1."""
    for name in names:
        places = [one[name] for one in records]
        if places != sorted({*places}) or places[-1] <= _USUAL:
            continue
        for first, digit in product((0, 1), digits):
            if digit != name and first <= places[0] and places[-1] < _CELLS + first:
                held = {one[name] - first: one.get(digit) for one in records}
                cells = [str(held.get(cell) or "") for cell in range(_CELLS)]
                yield cut(cells, _USUAL)


def _by_lines(text: str) -> Iterator[Table]:
    """Tables with a line for each cell: its row, its column and its digit."""
    names: list[str] = []
    rows: list[list[str]] = []
    for line in [*text.split("\n"), "."]:
        words = _WORD.findall(line)
        is_short = _FEWEST_FIELDS <= len(words) <= _MOST_FIELDS
        if is_short and words[0].isdecimal() and words[1].isdecimal():
            rows.append(words)
        elif is_short and not any(map(str.isdigit, "".join(words))):
            names, rows = words, []
        elif words or line == ".":
            yield from _of_lines(names, rows)
            rows = []


def _of_lines(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Table]:
    if len({len(row) for row in rows}) != 1:
        return
    numbered = len(rows[0]) - len(names)
    if numbered in (0, 1) and any(map(is_named, permutations(names, 2))):
        named = [dict(zip(names, row[numbered:], strict=True)) for row in rows]
        yield from _by_records(
            [{n: int(w) for n, w in one.items() if w.isdecimal()} for one in named]
        )


def _by_forms(text: str) -> Iterator[Table]:
    """Items that are the same but for three numbers: row, column and digit.

    The digit is the first or the last of them, and cells are listed row by row: the
    three in another order may be a puzzle as well. The three may be one number, and
    each of them may have a list of its own. A form that is part of another one
    may not be the whole list.
    """
    text = _THREE.sub(r"\1 \2 \3", text)
    forms: dict[str, list[list[str]]] = {}
    for item in _ITEM.split(text):
        form = _DIGITS.sub("#", item).strip()
        forms.setdefault(form, []).append(_DIGITS.findall(item))
    lists: dict[int, list[list[str]]] = {}
    for numbers in map(_DIGITS.findall, _LIST.findall(text)):
        lists.setdefault(len(numbers), []).append(numbers)
    for form, items in forms.items():
        if len(items) >= _FEWEST and sum(form in other for other in forms) == 1:
            yield from _of_columns(zip(*items, strict=True))
    for columns in lists.values():
        yield from _of_columns(map(tuple, columns))


def _of_columns(columns: Iterable[tuple[str, ...]]) -> Iterator[Table]:
    """Cells of three columns of numbers; those that are the same are one."""
    varying = [one for one in dict.fromkeys(columns) if len({*one}) > 1]
    if len(varying) != _FEWEST_FIELDS or len(varying[0]) < _FEWEST:
        return
    for one, other, digit in (varying, (*varying[1:], varying[0])):
        places = list(zip(map(int, one), map(int, other), strict=True))
        if places == sorted({*places}):
            cells = zip(*zip(*places, strict=True), digit, strict=True)
            yield from place_cells(list(cells), named=True)


def _word(value: Any) -> str:
    if value is None or value is False or isinstance(value, list | dict):
        return ""
    return str(value)
