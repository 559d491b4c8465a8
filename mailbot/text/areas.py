"""Puzzles on a sheet of cells: where on it they are, and what else it says.

A sheet may hold titles, row numbers, several puzzles beside or below each other, and
empty rows and columns between the boxes. A window of N rows and N columns is a puzzle
if all its cells are digits up to N or empty, and no other digit touches it. A program
that saves a table drops rows and columns without content at its end, so the window may
reach beyond the sheet. Where several windows hold the same digits, the one is taken
that alone has one solution.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, product

from msgspec import Struct

from mailbot.text.cellblock import Cell, Rows, without_marks, write
from solver import Grid, Solved, other_shapes, shape_of, solve
from solver.notation.symbols import BLANKS, decode

Sheet = Sequence[Sequence[Cell | None]]
"""Rows of cells, of any length; None where nothing shows that there is a cell."""

_MOST_CELLS = 6_000
"""Cells of a sheet that are searched, empty ones counted; the rest stays text."""

_SEARCHED = 3_000
"""Cells of a sheet that is searched for every size and arrangement of puzzles."""

_SIZES = (9, 16, 25, 12, 10, 8, 6, 4)
_USUAL = (9, 16)
_SLACK = {4: 0, 6: 1}
_ELSE = 2
"""How many rows and columns of a puzzle of that size may lack digits at its edges."""

_MOST_SOLVED = 60
_NODES = 2_000
"""Windows of a sheet that are solved to choose among them, and search nodes each."""

_WHOLE = re.compile(r"(\d{1,2})[.,]0+")
_UNSEEN = " \t\n\r\xa0\xad\u200b\u200c\u200d\u2060\ufeff'"
_BLANK, _NUMBER, _OTHER = 0, 1, 2


class Areas(Struct, frozen=True):
    """The puzzles of a sheet, and what stands around them as lines of text."""

    grids: tuple[Rows, ...]
    rest: str

    @property
    def text(self) -> str:
        """All of it as text that `read_text` reads."""
        grids = ("\n".join(write(rows)) for rows in self.grids)
        return "\n\n".join((*grids, self.rest))


def padded(sheet: Sheet) -> Sheet:
    """A sheet with two unknown rows and columns before the first ones.

    For sheets of programs that leave out empty ones there.
    """
    return [[], [], *([None, None, *row] for row in sheet)]


def find_areas(sheet: Sheet) -> Areas:
    """The puzzles on a sheet, in reading order."""
    width = max(map(len, sheet), default=0)
    if width * len(sheet) < min(_SIZES) ** 2:
        return Areas((), _rest(sheet, ()))
    cleaned = [[_cleaned(cell) for cell in row] for row in sheet]
    searched = cleaned[: max(1, _MOST_CELLS // width)]
    chosen: list[_Window] = []
    is_small = width * len(searched) <= _SEARCHED
    for size in _SIZES if is_small else _USUAL:
        chosen += _choose(_Map(searched, width, size), chosen)
    chosen.sort(key=lambda window: (window.rows[0], window.columns[0]))
    grids = tuple(_cells(cleaned, window) for window in chosen)
    return Areas(grids, _rest(cleaned, chosen))


class _Window(Struct, frozen=True):
    """Places of the cells of a possible puzzle.

    `box` is the smallest rectangle that holds its digits, as (top, left, bottom,
    right); `labelled` tells whether numbers of its rows or columns stand beside it;
    `framed` whether all its cells are known to be cells.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    box: tuple[int, int, int, int]
    digits: int
    labelled: bool
    framed: bool

    @property
    def is_exact(self) -> bool:
        """Whether its first and last rows and columns hold digits."""
        rows, columns = self.rows, self.columns
        return self.box == (rows[0], columns[0], rows[-1], columns[-1])

    def overlaps(self, other: "_Window") -> bool:
        """Whether both hold some digits in common."""
        top, left, bottom, right = self.box
        top_, left_, bottom_, right_ = other.box
        apart = bottom < top_ or bottom_ < top or right < left_ or right_ < left
        return not apart


class _Map:
    """Which cells of a sheet may be cells of a puzzle of N rows, counted once."""

    def __init__(self, sheet: Sheet, width: int, size: int) -> None:
        self.sheet = sheet
        self.size = size
        # One line around the sheet, and room below and to the right for dropped cells.
        self.height, self.width = len(sheet) + size, width + size
        kinds = [
            [_kind(_at(sheet, row, column), size) for column in range(self.width)]
            for row in range(self.height)
        ]
        self._numbers = _sums([[kind == _NUMBER for kind in row] for row in kinds])
        self._others = _sums([[kind == _OTHER for kind in row] for row in kinds])

    def numbers(self, top: int, left: int, bottom: int, right: int) -> int:
        """Digits from a row and column up to others, which are not counted."""
        return _count(self._numbers, top, left, bottom, right)

    def windows(self) -> Iterator[_Window]:
        """Every window that may be a puzzle."""
        for tall, wide in _patterns(self.size):
            yield from self._windows_of(tall, wide)

    def _windows_of(
        self, tall: tuple[int, ...], wide: tuple[int, ...]
    ) -> Iterator[_Window]:
        height, width = tall[-1] + 1, wide[-1] + 1
        if height > self.height or width > self.width:
            return
        least = self.size if self.size > 4 else 4
        for top in range(self.height - height + 1):
            numbers, others = (
                [below - above for above, below in zip(*ends, strict=True)]
                for ends in (
                    (sums[top], sums[top + height])
                    for sums in (self._numbers, self._others)
                )
            )
            if numbers[-1] < least:
                continue
            for left in range(self.width - width + 1):
                right = left + width
                digits = numbers[right] - numbers[left]
                if digits < least or others[right] != others[left]:
                    continue
                rows = tuple(top + row for row in tall)
                columns = tuple(left + column for column in wide)
                window = self._window(rows, columns, digits)
                if window:
                    yield window

    def _window(
        self, rows: tuple[int, ...], columns: tuple[int, ...], digits: int
    ) -> _Window | None:
        top, left, bottom, right = rows[0], columns[0], rows[-1] + 1, columns[-1] + 1
        around = self.numbers(top - 1, left - 1, bottom + 1, right + 1) - digits
        labels = self._labels(rows, columns, around)
        if around != labels or self._is_between(rows, columns):
            return None
        box = self._box(top, left, bottom, right)
        slack = _SLACK.get(self.size, _ELSE)
        lacking = (
            sum(not box[0] <= row <= box[2] for row in rows),
            sum(not box[1] <= column <= box[3] for column in columns),
        )
        if max(lacking) > slack:
            return None
        places = product(rows, columns)
        framed = all(_at(self.sheet, *place) is not None for place in places)
        return _Window(rows, columns, box, digits, bool(labels), framed)

    def _is_between(self, rows: tuple[int, ...], columns: tuple[int, ...]) -> bool:
        """Whether a digit stands on a row or column that the window leaves out."""
        top, left, bottom, right = rows[0], columns[0], rows[-1] + 1, columns[-1] + 1
        return any(
            self.numbers(row, left, row + 1, right)
            for row in set(range(top, bottom)).difference(rows)
        ) or any(
            self.numbers(top, column, bottom, column + 1)
            for column in set(range(left, right)).difference(columns)
        )

    def _labels(
        self, rows: tuple[int, ...], columns: tuple[int, ...], most: int
    ) -> int:
        """The digits beside a window that only number its rows or columns.

        Args:
            rows: of the window.
            columns: of the window.
            most: all digits around it; if they are no whole lines, they number nothing.
        """
        if not self.size - 1 <= most <= 4 * self.size:
            return 0
        lines = [
            *([(row, column) for column in columns] for row in _beyond(rows)),
            *([(row, column) for row in rows] for column in _beyond(columns)),
        ]
        return sum(map(self._counting, lines))

    def _counting(self, places: Sequence[tuple[int, int]]) -> int:
        """How many digits these places hold if they hold 1, 2, 3 ... or 0, 1, 2 ..."""
        first = _at(self.sheet, *places[0])
        if first is None or first.text not in ("0", "1"):
            return 0
        cells = [_at(self.sheet, *place) for place in places]
        held = [cell.text if cell else "" for cell in cells]
        numbers = [str(number) for number in range(len(held) + 1)]
        if held not in (numbers[1:], numbers[:-1]):
            return 0
        return sum(_kind(cell, self.size) == _NUMBER for cell in cells)

    def _box(
        self, top: int, left: int, bottom: int, right: int
    ) -> tuple[int, int, int, int]:
        """The smallest rectangle that holds the digits of another one."""
        held_rows = [
            row for row in range(top, bottom) if self.numbers(row, left, row + 1, right)
        ]
        held_columns = [
            column
            for column in range(left, right)
            if self.numbers(top, column, bottom, column + 1)
        ]
        return held_rows[0], held_columns[0], held_rows[-1], held_columns[-1]


@dataclass
class _Candidate:
    """A window, and whether it has exactly one solution."""

    cells: Rows
    window: _Window

    @cached_property
    def is_unique(self) -> bool:
        """Whether it has one solution, with boxes of any shape."""
        size = len(self.cells)
        marks = [cell.text for row in self.cells for cell in row]
        digits = decode(marks, size)
        usual = shape_of(size)
        if digits is None:
            return False
        return any(
            isinstance(solve(Grid(shape, digits), nodes=_NODES), Solved)
            for shape in (usual, *other_shapes(usual))
        )

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, int]:
        """The higher, the surer."""
        window = self.window
        return (
            window.labelled,
            window.framed,
            self.is_unique,
            window.is_exact,
            window.digits,
        )


def _choose(chart: _Map, taken: Sequence[_Window]) -> list[_Window]:
    """The windows of one size that are puzzles, none on what is taken already."""
    free = [
        _Candidate(_cells(chart.sheet, window), window)
        for window in chart.windows()
        if not any(window.overlaps(other) for other in taken)
    ]
    if len(free) > 1:
        free.sort(key=lambda candidate: candidate.window.digits, reverse=True)
        free = free[:_MOST_SOLVED]
        free.sort(key=lambda candidate: candidate.rank, reverse=True)
    chosen: list[_Window] = []
    refused: list[_Window] = []
    for candidate in free:
        window = candidate.window
        if any(window.overlaps(other) for other in (*chosen, *refused)):
            continue
        rivals = [
            other
            for other in free
            if other.window.box == window.box
            and other.window.labelled == window.labelled
            and other.window.framed == window.framed
        ]
        alone = _is_alone(candidate, rivals)
        if alone and (chart.size > 4 or candidate.is_unique):
            chosen.append(window)
        else:
            refused.append(window)
    return chosen


def _is_alone(candidate: _Candidate, rivals: Sequence[_Candidate]) -> bool:
    """Whether a window is surely what is meant, of those that hold the same digits.

    It alone has one solution, or none has one and it alone ends where its digits do. A
    window that ends there is never passed over for one that lies in another way.
    """
    others = [other for other in rivals if other is not candidate]
    exact = any(other.window.is_exact for other in others)
    if candidate.is_unique:
        return not exact and not any(other.is_unique for other in others)
    return not others or (candidate.window.is_exact and not exact)


def _beyond(lines: tuple[int, ...]) -> tuple[int, int]:
    """The lines before and behind others."""
    return lines[0] - 1, lines[-1] + 1


def _patterns(size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """How the rows and the columns of a puzzle may lie on a sheet, from the first one.

    They follow each other, or there is an empty one after each box, or each cell is
    joined of several.
    """
    lines = range(size)
    shape = shape_of(size)
    plain = tuple(lines)
    tall, wide = (
        tuple(line + line // side for line in lines)
        for side in (shape.box_height, shape.box_width)
    )
    yield from product((plain, tall), (plain, wide))
    twice, thrice = (tuple(line * step for line in lines) for step in (2, 3))
    yield from ((twice, twice), (twice, plain), (plain, twice), (thrice, thrice))


def _cleaned(cell: Cell | None) -> Cell | None:
    """The cell, with its number as a puzzle writes it, and without pencil marks."""
    if cell is None:
        return None
    text = cell.text.strip(_UNSEEN)
    whole = _WHOLE.fullmatch(text)
    return cell._replace(text=whole[1] if whole else without_marks(text))


def _kind(cell: Cell | None, size: int) -> int:
    """What a cell may be in a puzzle of N rows."""
    text = cell.text if cell else ""
    if not text or (len(text) == 1 and text in BLANKS):
        return _BLANK
    if text.isascii() and text.isdecimal() and len(text) < 3:
        return _NUMBER if int(text) <= size else _OTHER
    letter = size > 9 and len(text) == 1 and text.isascii() and text.isalpha()
    return _NUMBER if letter else _OTHER


def _at(sheet: Sheet, row: int, column: int) -> Cell | None:
    inside = 0 <= row < len(sheet) and 0 <= column < len(sheet[row])
    return sheet[row][column] if inside else None


def _cells(sheet: Sheet, window: _Window) -> Rows:
    return tuple(
        tuple(_at(sheet, row, column) or Cell("") for column in window.columns)
        for row in window.rows
    )


def _sums(flags: Sequence[Sequence[bool]]) -> list[list[int]]:
    """For each place, how many flags are set above and left of it."""
    sums = [[0] * (len(flags[0]) + 1)]
    for row in flags:
        along = (0, *accumulate(row))
        sums.append([a + b for a, b in zip(sums[-1], along, strict=True)])
    return sums


def _count(
    sums: Sequence[Sequence[int]], top: int, left: int, bottom: int, right: int
) -> int:
    """How many flags are set in a rectangle, which may reach beyond the sheet."""
    bottom, right = min(bottom, len(sums) - 1), min(right, len(sums[0]) - 1)
    top, left = max(0, top), max(0, left)
    return sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left]


def _rest(sheet: Sheet, chosen: Sequence[_Window]) -> str:
    """What no puzzle holds, a row on a line, tabs between cells."""
    held = {
        (row, column)
        for window in chosen
        for row in _with_labels(window.rows, labelled=window.labelled)
        for column in _with_labels(window.columns, labelled=window.labelled)
    }
    lines = []
    for number, row in enumerate(sheet):
        left = [
            "" if cell is None or (number, column) in held else cell.text
            for column, cell in enumerate(row)
        ]
        if chosen:
            left = [text for text in left if text]
        lines.append("\t".join(left).rstrip("\n"))
    return "\n".join(line for line in lines if line.strip() or not chosen)


def _with_labels(lines: tuple[int, ...], *, labelled: bool) -> tuple[int, ...]:
    """Rows or columns of a window, and those beside them that number the others."""
    return (lines[0] - 1, *lines, lines[-1] + 1) if labelled else lines
