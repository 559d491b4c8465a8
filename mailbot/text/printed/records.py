"""Grids as records: each cell with its row, its column and its digit.

Read from JSON and from tables with a line for each cell; `named_cells` finds those in
any other text.
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
_FIELD = re.compile(r"[\w.*?-]+|(?<=[,;\t|])(?=[,;\t|]|$)")
_FRACTION = re.compile(r"\.0+$")
_LABEL = re.compile(r"[A-Za-z_.]{0,12}(\d)(?:\.0+)?|[A-Ia-i]")
"""What numbers a row or a column: 0 to 9, `c1` to `c9`, A to I."""
_FEWEST_FIELDS, _MOST_FIELDS = 3, 5
_ITEM = re.compile(r"[\n,;{}]")
_PAIR = re.compile(r"\([^()\n]{3,12}\)")
_LIST = re.compile(r"[\[({]([\d\s,.;]{30,2000})[\])}]")
_DIGITS = re.compile(r"\d+")
_THREE = re.compile(r"(?<!\d)([1-9])([1-9])([1-9])(?!\d)")

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
    for name, value in one.items():
        is_place = isinstance(value, list) and _PLACE_NAME.search(name)
        pair = value if is_place and len(value) == 2 else [value]
        for place, number in enumerate(pair):
            if isinstance(number, int) and not isinstance(number, bool):
                found[name if len(pair) == 1 else "rc"[place]] = number
    return found


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
    for line in [*text.split("\n"), "end"]:
        if any(map(str.isalnum, line)):
            words = _FIELD.findall(line)
            is_short = _FEWEST_FIELDS <= len(words) <= _MOST_FIELDS
            if is_short and sum(map(bool, map(_LABEL.fullmatch, words))) > 1:
                rows.append(words)
            else:
                yield from _of_lines(names, rows)
                names, rows = words, []


def _of_lines(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Table]:
    """The cells of such lines; a head may name their rows and columns."""
    if not min(SIDES) <= len(rows) <= max(SIDES) or len({*map(len, rows)}) > 1:
        return
    columns = [[_FRACTION.sub("", w) for w in one] for one in zip(*rows, strict=True)]
    heads = ["", *names][len(names) == len(columns) :]
    heads = heads if len(heads) == len(columns) else [""] * len(columns)
    found = [list(map(_LABEL.fullmatch, one)) for one in columns]
    labels = {
        i: [int(one[1] or " abcdefghi".index(one[0].lower())) for one in cells if one]
        for i, cells in enumerate(found)
        if all(cells)
    }
    pairs = [p for p in permutations(labels, 2) if is_named([heads[i] for i in p])]
    is_sure = bool(pairs)
    if not pairs:
        # Of a table that is listed cell by cell, only the columns have names.
        counted = [i for i in labels if "".join(columns[i]).isdecimal()]
        pairs = [(counted[0], i) for i in labels if counted and i not in counted]
        labels = {i: [n + (0 in ns) for n in ns] for i, ns in labels.items()}
    for (row, column), digits in product(pairs, columns):
        name = columns[column][0].rstrip("0123456789")
        is_column = any(is_named(("row", one)) for one in (name, heads[column]))
        if digits not in (columns[row], columns[column]):
            cells = list(zip(labels[row], labels[column], digits, strict=True))
            for table in place_cells(cells, named=True):
                yield from (table,) if is_sure or is_column else both_ways(table)


def _by_forms(text: str) -> Iterator[Table]:
    """Lines or items that are the same but for three numbers: row, column and digit.

    The digit is the first or the last of them, and cells are listed row by row: the
    three in another order may be a puzzle as well. The three may be one number, and
    each of them may have a list of its own. Two numbers are the number of a cell and
    its digit. A form that is part of another one may not be the whole list.
    """
    ways = dict.fromkeys((text, _THREE.sub(r"\1 \2 \3", text)))
    for way, split in product(ways, (_ITEM.split, str.splitlines, _PAIR.findall)):
        forms: dict[str, list[list[str]]] = {}
        for item in split(way):
            form = _DIGITS.sub("#", item).strip(" \t])")
            forms.setdefault(form, []).append(_DIGITS.findall(item))
        for form, found in forms.items():
            if len(found) >= _FEWEST and sum(form in other for other in forms) == 1:
                yield from _of_columns(zip(*found, strict=True))
    lists: dict[int, list[list[str]]] = {}
    for numbers in map(_DIGITS.findall, _LIST.findall(text)):
        lists.setdefault(len(numbers), []).append(numbers)
    for columns in lists.values():
        yield from _of_columns(map(tuple, columns))


def _of_columns(columns: Iterable[tuple[str, ...]]) -> Iterator[Table]:
    """Cells of three columns of numbers; those that are the same are one."""
    varying = [one for one in dict.fromkeys(columns) if len({*one}) > 1]
    if len(varying) == 2:
        # The first of all may be the bounds, and is told again.
        held = dict(zip(*varying, strict=True)).items()
        records = [{"cell": int(a), "digit": int(b)} for a, b in held]
        yield from _by_index(records, ("cell",), ("digit",))
    varying = [one for one in varying if max(map(len, one)) == 1]
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
