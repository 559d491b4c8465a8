"""Grids whose cells are several lines tall, with pencil marks or space in each.

Rules part the rows and bars part the columns. A cell with one digit in its middle shows
that digit; more digits, or one at its own place in a cell of three by three, are marks.
"""

import re
from collections.abc import Iterator, Sequence

from mailbot.text.printed.squares import Table

_FRAME = re.compile(r"[\s|#!+=_*:.'^~-]*")
_RULE = re.compile(r"[-=_+]{3}")
_BARS = re.compile(r"[|#!]+")
_MARKS = re.compile(r"[1-9]+")


def find_tall(lines: Sequence[str]) -> Iterator[Table]:
    """Every grid of cells that are two lines tall or more."""
    bands: list[list[str]] = []
    band: list[str] = []
    for line in [*lines, ""]:
        if _FRAME.fullmatch(line) and _RULE.search(line):
            if band:
                bands.append(band)
            band = []
        elif _BARS.search(line):
            band.append(line)
        else:
            yield from _table(bands)
            bands, band = [], []


def _table(bands: Sequence[Sequence[str]]) -> Iterator[Table]:
    heights = {len(band) for band in bands}
    if len(bands) < 4 or len(heights) != 1 or heights <= {0, 1}:
        return
    rows = [_cells(band) for band in bands]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        return
    marked = any(len(_digits(cell)) > 1 for row in rows for cell in row)
    yield [tuple(_shown(cell, marked=marked) for cell in row) for row in rows]


def _cells(band: Sequence[str]) -> list[list[str]]:
    """The parts of each line between its bars, by cell; [] if they do not fit."""
    parts = [_BARS.split(line.strip().strip("|#!")) for line in band]
    if len({len(one) for one in parts}) != 1:
        return []
    return [list(cell) for cell in zip(*parts, strict=True)]


def _digits(cell: Sequence[str]) -> str:
    return "".join("".join(cell).split())


def _shown(cell: Sequence[str], *, marked: bool) -> str:
    """The digit of a cell, "" for pencil marks; any other text as it is."""
    held = _digits(cell)
    if not marked or not _MARKS.fullmatch(held):
        return held
    middle = cell[len(cell) // 2]
    left = len(middle) - len(middle.lstrip())
    right = len(middle) - len(middle.rstrip())
    in_middle = held == middle.strip() and abs(left - right) <= 1
    return held if len(held) == 1 and in_middle else ""
