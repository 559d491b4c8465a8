"""Tables in lines of text: rows of fields, whatever stands between the fields.

Each line is split in every way of `_SPLITTERS`. Lines that one way splits into the same
number of fields make a table, with nothing but rules and blank lines between them.
Tables of as many rows below each other are also one that was too wide for its page.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from msgspec import Struct, field

from mailbot.text.printed.squares import Row, Table

_MOST_BLANK = 3
_FEWEST_FIELDS, _MOST_FIELDS = 4, 60
_FEWEST_OF_PART, _MOST_PARTS = 2, 4
"""Columns and number of the parts of a table that is broken at the edge of a page."""

_FEWEST_ROWS = 4
_LONGEST = 1_500
"""Characters of a line that may be a row."""

_FRAMES = re.compile(r"[\[\](){}|,;:&!#\"'^$\\]+")
_PACKED = re.compile(r"[^\s|]{4,25}")
_ROW_END = re.compile(r"(?:,|;|\|-)$")
_RULE = re.compile(r"[\W_]+|[|:\s-]*(?:\|?-)?")

Splitter = Callable[[str], list[str]]


def _between(sign: str) -> Splitter:
    pattern = re.compile(sign)

    def split(line: str) -> list[str]:
        fields = pattern.split(line)
        return [one.strip() for one in fields] if len(fields) > 1 else fields

    return split


_SPLITTERS: dict[str, Splitter] = {
    "blanks": str.split,
    "frames": lambda line: _FRAMES.sub(" ", line).split(),
    "packed": lambda line: (
        list(line.strip()) if _PACKED.fullmatch(line.strip()) else []
    ),
    "tab": _between(r"\t"),
    "comma": _between(","),
    "semicolon": _between(";"),
    "bar": _between(r"\|"),
    "bars": _between(r"[|#!]+"),
    "and": _between("&"),
    "colon": _between(":"),
    "slash": _between("/"),
    "caret": _between(r"\^"),
    "tilde": _between("~"),
    "wide": _between(r"\s{2,}"),
    "brackets": _between(r"[\]\[){(}]+"),
    "commands": _between(r"[\\@][A-Za-z]+"),
}


class _Run(Struct):
    """Rows that one way of splitting gave; `hollow` tells those without a sign."""

    rows: list[Row] = field(default_factory=list)
    hollow: list[bool] = field(default_factory=list)
    blanks: int = 0


def find_tables(lines: Sequence[str]) -> Iterator[Table]:
    """Every table in some lines, with and without its empty rows.

    Where each row stands between lines of another kind, they are a table as well.
    """
    rules = [_RULE.fullmatch(line) is not None for line in lines]
    for name, split in _SPLITTERS.items():
        apart: dict[int, list[Row]] = {}
        parts: list[list[Row]] = []
        for run in _runs(_rows_of(lines, name), rules, split):
            rows = run.rows
            if len(rows) >= _FEWEST_ROWS:
                # Parts of a table are as long, but for a head of one of them.
                goes_on = parts and abs(len(parts[-1]) - len(rows)) <= 1
                parts = [*(parts if goes_on else ()), rows]
            if 1 < len(parts) <= _MOST_PARTS and rows is parts[-1]:
                ends = zip(*(part[::-1] for part in parts), strict=False)
                yield [tuple(chain(*row)) for row in ends][::-1]
            if len(rows[0]) < _FEWEST_FIELDS:
                continue
            if len(rows) < _FEWEST_ROWS:
                apart.setdefault(len(rows[0]), []).extend(rows)
                continue
            yield rows
            full = [r for r, hollow in zip(rows, run.hollow, strict=True) if not hollow]
            if len(full) < len(rows):
                yield full
        yield from (rows for rows in apart.values() if len(rows) >= _FEWEST_ROWS)


def _rows_of(lines: Sequence[str], name: str) -> Sequence[str]:
    """The lines, without the signs that end a row where a way of splitting has some."""
    if name not in ("and", "frames"):
        return lines
    return [_ROW_END.sub("", line.rstrip()).rstrip() for line in lines]


def _runs(
    lines: Sequence[str], rules: Sequence[bool], split: Splitter
) -> Iterator[_Run]:
    live: dict[int, _Run] = {}
    for line, hollow in zip(lines, rules, strict=True):
        fields = split(line) if line and len(line) <= _LONGEST else ()
        if _FEWEST_OF_PART <= len(fields) <= _MOST_FIELDS:
            run = live.get(len(fields))
            if run is None:
                run = live[len(fields)] = _Run()
            run.rows.append(tuple(fields))
            run.hollow.append(hollow)
            run.blanks = -1
        if not live:
            continue
        is_other = not hollow and bool(line.strip())
        for count, run in list(live.items()):
            run.blanks += 1
            if (is_other and count != len(fields)) or run.blanks > _MOST_BLANK:
                yield live.pop(count)
    yield from live.values()
