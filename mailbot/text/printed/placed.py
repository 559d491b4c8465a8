"""Cells with their row and column -> the rows of a grid."""

import re
from collections.abc import Iterator, Sequence

from mailbot.text.printed.squares import Table

SIDES = {n * n: n for n in (4, 6, 8, 9, 10, 12, 16)}
"""The rows of a grid, by its cells."""

_USUAL = 9
_FEWEST = 17
"""Cells of a list that leaves the empty ones out."""
_ROW_NAME = re.compile(r"(?:^|_)(?:r|row|rows|y|line|zeile)$", re.IGNORECASE)
_COLUMN_NAME = re.compile(
    r"(?:^|_)(?:c|col|cols|column|columns|x|spalte)$", re.IGNORECASE
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
    if len(places) != len(cells) or (len(cells) < _FEWEST and not is_whole):
        return
    first = 1 if max(numbers) == side else 0
    if min(numbers) < first or max(numbers) > side - 1 + first:
        return
    span = range(first, side + first)
    table = [tuple(places.get((r, c), "") for c in span) for r in span]
    by_row = [(row, column) for row, column, _ in cells]
    if named or by_row == sorted(by_row):
        yield table
    else:
        yield from both_ways(table)


def both_ways(rows: Sequence[Sequence[str]]) -> Iterator[Table]:
    """Rows and columns, where nothing tells which they are."""
    if len({len(row) for row in rows}) == 1 and rows[0]:
        yield [tuple(row) for row in rows]
        yield list(zip(*rows, strict=True))
