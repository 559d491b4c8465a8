"""Grids in what a program printed or saved, found by what repeats.

`solver.notation` knows the forms in which people and programs write a grid. What is in
none of them is read here, without a list of formats: cells, empty cells, rules, labels
and heads are told apart by what is the same in each row and each cell.

    lines      the lines, without colours, prefixes and what stands beside a frame;
               tables of LaTeX -> a line for each row
    tables     lines -> rows of fields, split in every way
    places     lines -> rows by position, where empty cells are spaces, or of cells
               that are several lines tall
    streams    lists on one line or wrapped, groups alike, one cell a line
    elements   XML, HTML and BBCode by the number of elements
    records    cells with their row and column, in JSON, attributes and tables
    named_cells such cells in any other text, known by what repeats -> rows
    squares    a table -> the N*N cells within it
    values     N*N cells -> digits

A reading counts only if it is a whole rectangle whose cells are written in one way, and
no house holds a digit twice. Readings of the same lines that differ and are puzzles
both make a doubt: the reply asks. One that adds an empty row or column at an edge gives
way to one whose cells are all shown.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct

from mailbot.judge import crossed_out
from mailbot.model import RuledOut
from mailbot.text.printed.elements import find_elements
from mailbot.text.printed.lines import blocks, plain_lines, undumped, unescaped
from mailbot.text.printed.places import find_placed, find_tall
from mailbot.text.printed.records import find_records
from mailbot.text.printed.squares import Row, Table, squares
from mailbot.text.printed.streams import (
    find_columns_of_cells,
    find_groups,
    find_lists,
    find_marked,
)
from mailbot.text.printed.tables import find_tables
from mailbot.text.printed.values import candidates_of, read_cells
from solver import FoundGrid, Grid, Solved, find, other_shapes, shape_of, solve
from solver.notation.loose import is_proper

_LONGEST = 60_000
"""Characters of a text that is read; of longer ones, as of a solver's model, only what
repeats on its lines."""
_FEWEST_DIGITS = 10
_ROWS = 9
_GAPS = re.compile(r"[\s|,;:]+")
_FEWEST_GIVENS = {4: 4, 6: 8, 8: 12, 9: 17}
_LISTED = re.compile(
    r"(?:\b[A-Za-z]{3,9}\()?[\[({]\s?[1-9](?:[\s,]{1,3}[1-9]){0,8}\s?[\])}]\)?"
)
_MOST_READINGS = 40
_NODES = 500
_FINDERS = (
    find_tables,
    find_placed,
    find_tall,
    find_lists,
    find_groups,
    find_columns_of_cells,
)


class PrintedGrid(Struct, frozen=True):
    """A grid in a printed text; `rival` is what the same text may mean instead."""

    found: FoundGrid
    rival: Grid | None = None
    ruled_out: RuledOut = ()


class _Reading(Struct, frozen=True):
    grid: Grid
    symbols: str
    place: int
    """The number of the grid among those of one table."""
    ruled_out: RuledOut = ()
    added: bool = False
    """Whether the table lacks an edge of the grid, which is taken for empty."""


def find_printed(text: str) -> tuple[PrintedGrid, ...]:
    """Every grid in a printed text; those with one solution, if there is any."""
    if not _may_hold_a_grid(text):
        text = undumped(text)
    readings = _distinct(_readings(text))
    for way in (undumped, _packed, unescaped) if len(text) <= _LONGEST else ():
        readings = readings or _distinct(_readings(way(text)))
    single = [reading for reading in readings if _is_unique(reading.grid)]
    single = [one for one in single if not any(_is_part(one, r) for r in single)]
    shown = [sorted(one.grid.givens) for one in single if not one.added]
    single = [r for r in single if not (r.added and sorted(r.grid.givens) in shown)]
    if not single:
        return tuple(_printed(reading) for reading in readings[:1])
    chosen: list[PrintedGrid] = []
    for reading in single:
        digits = sorted(reading.grid.givens)
        rivals = (r for r in single if sorted(r.grid.givens) == digits)
        rival = next((r for r in rivals if r.grid != reading.grid), None)
        if rival is None or single.index(rival) > single.index(reading):
            chosen.append(_printed(reading, rival))
    return tuple(chosen)


def _packed(text: str) -> str:
    """The text with each cell that is a list of candidates as one word; else nothing.

    >>> _packed("[[5, list([1, 2, 4])], [{3}, [1]]]")
    '[[5, 124], [3, 1]]'
    """
    packed = _LISTED.sub(_word, text)
    return packed if packed != text else ""


def _word(listed: re.Match[str]) -> str:
    digits = "".join(filter(str.isdigit, listed[0]))
    ordered = "".join(sorted({*digits}))
    is_set = "{" in listed[0]  # which has no order
    return ordered if ordered == digits or is_set else listed[0]


def _may_hold_a_grid(text: str) -> bool:
    """Whether a text has some digits, or nine lines of nine other symbols."""
    if sum(map(str.isdigit, text)) >= _FEWEST_DIGITS:
        return True
    return sum(map(_is_row_of_symbols, text.split("\n"))) >= _ROWS


def _is_row_of_symbols(line: str) -> bool:
    words = _GAPS.split(line.strip(" |:\t\r"))
    is_row = _ROWS in (len(words), len("".join(words)))
    return is_row or line.count("|") in (_ROWS - 1, _ROWS + 1)


def _printed(reading: _Reading, rival: _Reading | None = None) -> PrintedGrid:
    found = FoundGrid(reading.grid, 0, 0, "printed", reading.symbols)
    return PrintedGrid(found, rival.grid if rival else None, reading.ruled_out)


def _is_part(one: _Reading, whole: _Reading) -> bool:
    """Whether a reading lacks some cells of another puzzle, and is the same otherwise.

    A whole grid with no empty cell is the solution, and the other one its puzzle.
    """
    if one.grid == whole.grid or one.grid.shape != whole.grid.shape:
        return False
    if 0 not in whole.grid.givens:
        return False
    cells = zip(one.grid.givens, whole.grid.givens, strict=True)
    return all(a in (0, b) for a, b in cells)


def _distinct(readings: Iterable[_Reading]) -> list[_Reading]:
    """The readings, each grid once."""
    found: dict[tuple[int, ...], _Reading] = {}
    for reading in readings:
        if reading.grid.givens not in found or not reading.added:
            found[reading.grid.givens] = reading
        if len(found) == _MOST_READINGS:
            break
    return list(found.values())


def _readings(text: str) -> Iterator[_Reading]:
    is_short = 0 < len(text) <= _LONGEST
    known = set[tuple[Row, ...]]()
    for block in blocks(plain_lines(text)) if is_short else ():
        # The text as it is has been read in the forms that have a name.
        lines = "\n".join(block)
        for found in find(lines) if lines != text else ():
            if _is_likely(found.grid):
                yield _Reading(found.grid, found.symbols, 0)
        tables = chain.from_iterable(find_all(block) for find_all in _FINDERS)
        yield from _read_tables(tables, known)
    of_text = (find_elements, find_marked, find_records)
    for find_in_text in of_text if is_short else of_text[-1:]:
        yield from _read_tables(find_in_text(text), known)


def _read_tables(
    tables: Iterable[Table], known: set[tuple[Row, ...]]
) -> Iterator[_Reading]:
    """The grids in tables that are not known yet: every second one is found again."""
    for table in tables:
        rows = tuple(table)
        if rows in known:
            continue
        known.add(rows)
        for place, square in squares(table):
            added = len(square) > min(len(table), len(table[0]))
            yield from _read(square, place, added=added)


def _read(square: Table, place: int, *, added: bool) -> Iterator[_Reading]:
    size = len(square)
    cells = [cell for row in square for cell in row]
    read = read_cells(cells, size)
    if read is None:
        return
    grid = Grid(shape_of(size), read[0])
    if size == _ROWS and not _is_likely(grid):
        # Programs also list the cells box by box.
        cells_by_row = tuple(grid.givens[i] for i in chain(*grid.shape.boxes))
        boxed = Grid(grid.shape, cells_by_row)
        grid = boxed if _is_likely(boxed) and _is_unique(boxed) else grid
    if _is_likely(grid):
        out = crossed_out(grid, candidates_of(cells, size))
        yield _Reading(grid, read[1], place, out, added)


def _is_likely(grid: Grid) -> bool:
    size = grid.shape.size
    return is_proper(grid, _FEWEST_GIVENS.get(size, 3 * size))


def _is_unique(grid: Grid) -> bool:
    """Whether a grid has one solution, with its usual boxes or with others."""
    shapes: Sequence[Grid] = [grid, *map(grid.with_shape, other_shapes(grid.shape))]
    return any(isinstance(solve(one, nodes=_NODES), Solved) for one in shapes)
