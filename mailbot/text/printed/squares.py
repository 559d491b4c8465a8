"""The N*N cells within a table: its heads, labels and frames are left out.

A table has what a program writes around the cells: a first column or row that counts,
columns that hold the same sign in each row, rows that hold the same sign in each
column. A row or column is left out only if it is of this kind, and only as many as it
takes to have N left.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, product, takewhile

Row = tuple[str, ...]
Table = Sequence[Row]

_SIZES = (9, 16, 4, 6, 8, 10, 12, 15, 25)
SIDES = {size * size: size for size in sorted(_SIZES)}
"""The rows of a grid, by its cells."""

_USUAL = 9
_MOST_AROUND = 24
"""Columns around the cells or between them."""
_NUMBER = re.compile(r"\d{1,3}")
_NOT_SIGNS = re.compile(r"[\W_]+")


def cut(cells: Sequence[str], width: int) -> list[Row]:
    """Cells one after the other, as rows of that many."""
    return [tuple(cells[i : i + width]) for i in range(0, len(cells), width)]


def squares(table: Table) -> Iterator[tuple[int, Table]]:
    """Every way to find N rows of N cells in a table, with their place among grids.

    A grid of nine that lacks its first or last row or column is given with an empty one
    at either end, if its empty cells show nothing: programs do not save empty edges.
    """
    if not table or len({len(row) for row in table}) != 1 or _is_cut_short(table):
        return
    if ordered := _in_order(table):
        yield from squares(ordered)
    for size in _SIZES:
        columns = list(zip(*table, strict=True))
        beside = len(columns) // size > 1 and size >= _USUAL
        for across in chain(
            _reduced(columns, size, several=False),
            _reduced(columns, size, several=True) if beside else (),
        ):
            rows = list(zip(*across, strict=True))
            for down in _reduced(rows, size, several=size >= _USUAL):
                starts = product(range(0, len(down), size), range(0, len(across), size))
                for place, (y, x) in enumerate(starts):
                    square = [row[x : x + size] for row in down[y : y + size]]
                    if not any(map(counts, (square[0], [row[0] for row in square]))):
                        yield place, square


def _in_order(table: Table) -> Table:
    """A table whose columns letters count out of order, in order; else nothing."""
    head = table[0]
    order = sorted(range(len(head)), key=head.__getitem__)
    named = [head[i] for i in order]
    if tuple(named) == head or not any(map(str.isalpha, "".join(head))):
        return ()
    return [tuple(row[i] for i in order) for row in table] if counts(named) else ()


def _is_cut_short(table: Table) -> bool:
    """Whether a column of dots, and nothing else, stands for those left out."""
    left_out = sum({*column} == {"..."} for column in zip(*table, strict=True))
    dots = sum(row.count("...") for row in table)
    return left_out > 0 and dots == left_out * len(table)


def counts(cells: Sequence[str]) -> bool:
    """Whether cells are 1 2 3 ..., c0 c1 c2 ... or A B C ...; the first may be empty.

    >>> counts(["", "c1", "c2", "c3", "c4"])
    True
    """
    found = cells[1:] if cells and not _NOT_SIGNS.sub("", cells[0]) else cells
    return len(found) >= 4 and any(
        (first := value(found[0])) is not None
        # Most lines of a puzzle are told from a count by their second cell.
        and all(value(cell) == first + place for place, cell in enumerate(found))
        for value in (_number, _letter)
    )


def _number(cell: str) -> int | None:
    numbers = _NUMBER.findall(cell)
    return int(numbers[0]) if len(numbers) == 1 else None


def _letter(cell: str) -> int | None:
    letter = _NOT_SIGNS.sub("", cell)
    return ord(letter.upper()) if len(letter) == 1 and letter.isascii() else None


def _reduced(lines: Table, size: int, *, several: bool) -> Iterator[Table]:
    """Rows or columns without those that are around cells: N, or several times N."""
    over = len(lines) - size
    if over == -1 and size == _USUAL and any("" in line for line in lines):
        blank = ("",) * len(lines[0])
        yield [*lines, blank]
        yield [blank, *lines]
    elif over == 0 or (several and over > 0 and over % size == 0):
        yield lines
    elif 0 < over <= _MOST_AROUND or (several and over > 0):
        yield from _without_frames(lines, size, several=several)


def _without_frames(lines: Table, size: int, *, several: bool) -> Iterator[Table]:
    labels = {i for i, line in enumerate(lines) if counts(line) or _is_head(lines, i)}
    same: dict[str, set[int]] = {}
    for i, line in enumerate(lines):
        if len({*line}) == 1:
            same.setdefault(line[0], set()).add(i)
    # A sign that stands in no other line is no empty cell.
    alone = {
        word
        for word, places in same.items()
        if sum(word in line for line in lines) == len(places)
    }
    around = set[int]().union(*(same[word] for word in alone))
    if size < _USUAL:  # a few rows of empty cells left out make a puzzle of anything
        same = {word: same[word] for word in same if not word or word in alone}
    choices = [labels, *same.values(), *(labels | one for one in same.values())]
    every = set().union(*same.values())
    choices += [every, labels | every]
    # An empty row or column of the grid is the same throughout as well.
    choices += [labels | (every - one) for one in same.values()]
    choices.append(labels | {*_at_edges(every, len(lines))})
    seen: list[set[int]] = []
    for choice in choices:
        left = choice | around
        kept = len(lines) - len(left)
        fits = kept == size or (several and kept > 0 and kept % size == 0)
        if left and fits and left not in seen:
            seen.append(left)
            yield [line for i, line in enumerate(lines) if i not in left]


def _at_edges(places: set[int], count: int) -> Iterator[int]:
    """Those of some lines that lie before or behind all other lines."""
    yield from takewhile(places.__contains__, range(count))
    yield from takewhile(places.__contains__, reversed(range(count)))


def _is_head(lines: Table, place: int) -> bool:
    """Whether the first or last row or column holds words only, and several ones.

    A program may also write the first row twice, once as the head.
    """
    if place not in (0, len(lines) - 1):
        return False
    if place == 0 and lines[0] == lines[1] and any(map(str.isdigit, lines[0])):
        return True
    words = {cell for cell in lines[place] if cell}
    return len(words) > 2 and not any(any(map(str.isdigit, word)) for word in words)
