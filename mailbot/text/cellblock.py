"""Cells of an HTML page: joined to rows, and rows to grids.

A block holds the cells of one element, in rows. Blocks beside each other join to longer
rows, and blocks below each other to more rows, so that boxes within boxes become the
grid that they draw. Whether the grid is a puzzle is decided elsewhere.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from solver import Grid, Solved, shape_of, solve
from solver.notation.symbols import decode, is_mark


class TextStyle(NamedTuple):
    """The look of a text; `colour` is "" for black and nearly black."""

    bold: bool = False
    colour: str = ""


PLAIN = TextStyle()


class Cell(NamedTuple):
    """The text of a cell, and its look."""

    text: str
    look: TextStyle = PLAIN


Rows = tuple[tuple[Cell, ...], ...]

_MARKS = re.compile(r"[1-9]{3,9}|[1-9](?:[\s,]+[1-9]){1,8}")
"""Pencil marks: several digits in one cell; they are in ascending order."""

_SIZES = (4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 24, 25)
_SIZE_OF = {n * n: n for n in _SIZES}
_MIN_FLAT = 6
"""The smallest grid whose cells may be on one line: 16 cells there are a row of 16."""

_USUAL = 9

_NODES = 2_000
"""Search nodes to find out whether cells in some order are a puzzle."""


def without_marks(text: str) -> str:
    """The text of a cell; "" where it holds pencil marks, and no digit of a puzzle.

    >>> without_marks("1 2 9"), without_marks("129"), without_marks("921")
    ('', '', '921')
    """
    if not _MARKS.fullmatch(text):
        return text
    digits = re.findall("[1-9]", text)
    return "" if digits == sorted({*digits}) else text


class Block(Struct, frozen=True):
    """Rows of cells; a single cell is one row with one cell."""

    rows: Rows

    @property
    def is_blank_cell(self) -> bool:
        """Whether this is one empty cell."""
        return self.is_cell and not self.rows[0][0].text

    @property
    def is_cell(self) -> bool:
        """Whether this is one cell."""
        return len(self.rows) == 1 and len(self.rows[0]) == 1


def beside(blocks: Sequence[Block]) -> Block | None:
    """Blocks beside each other as one; None if they differ in their number of rows."""
    heights = {len(block.rows) for block in blocks}
    if len(heights) != 1:
        return None
    together = zip(*(block.rows for block in blocks), strict=True)
    return Block(tuple(tuple(c for row in rows for c in row) for rows in together))


def below(blocks: Sequence[Block]) -> Block:
    """Blocks below each other as one; single cells become one row."""
    if all(block.is_cell for block in blocks):
        return Block((tuple(block.rows[0][0] for block in blocks),))
    kept = [block for block in blocks if not block.is_blank_cell]
    return Block(tuple(row for block in kept for row in block.rows if row))


def lay_out(block: Block) -> tuple[str, ...]:
    """The lines of the grid that a block draws; () if it draws none.

    If printed digits look unlike a person's entries, the lines are those of a .sdk
    file: the puzzle, then its state.
    """
    bare = _without_gaps(block.rows)
    rows = _square(_without_labels(bare)) or _square(bare)
    if not rows:
        return _lines(bare) if _is_ragged_grid(bare) else ()
    return write(rows)


def write(rows: Rows) -> tuple[str, ...]:
    """The lines of a grid; of a .sdk file if printed digits and entries look unlike."""
    printed = _printed(rows)
    if printed:
        return ("[Puzzle]", *_lines(printed), "[State]", *_lines(rows))
    return _lines(rows)


def _is_ragged_grid(rows: Rows) -> bool:
    """Whether these are full rows of a grid, but too many or too few of them."""
    even = {len(row) for row in rows} == {_USUAL}
    return (
        even
        and len(rows) * 3 >= _USUAL * 2
        and all(is_mark(cell.text) for row in rows for cell in row)
    )


def _lines(rows: Rows) -> tuple[str, ...]:
    return tuple(" ".join(cell.text or "." for cell in row) for row in rows)


def _printed(rows: Rows) -> Rows:
    """The givens of a grid, if their look tells them from a person's entries; else ().

    Givens are bold and entries not, or givens are black and entries coloured. This is
    believed only if the digits have exactly two looks, and the givens one solution.
    """
    looks = {cell.look for row in rows for cell in row if is_digit(cell.text)}
    if len(looks) != 2:
        return ()
    print_, hand = sorted(looks, key=lambda look: (not look.bold, look.colour))
    if print_.bold == hand.bold and print_.colour:
        return ()
    kept = tuple(
        tuple(Cell("") if cell.look == hand else cell for cell in row) for row in rows
    )
    return kept if _is_unique(kept) else ()


def is_digit(text: str) -> bool:
    """Whether a cell shows a digit, and not a sign for an empty cell."""
    return text.isalnum() and text != "0"


def _square(rows: Rows) -> Rows:
    """N rows of N cells, or () if it is another number of cells.

    The cells are in reading order, or box by box if only that order is a puzzle.
    """
    cells = [cell for row in rows for cell in row]
    size = _SIZE_OF.get(len(cells), 0)
    if not size or (len(rows) == 1 and size < _MIN_FLAT):
        return ()
    starts = range(0, len(cells), size)
    straight = tuple(tuple(cells[start : start + size]) for start in starts)
    side = round(size**0.5)
    if side * side != size:
        return straight
    by_box = _by_box(straight, side)
    return by_box if _is_unique(by_box) and not _is_unique(straight) else straight


def _is_unique(rows: Rows) -> bool:
    """Whether rows are a puzzle with one solution."""
    cells = [cell.text for row in rows for cell in row]
    if not all(map(is_mark, cells)) or _repeats(rows):
        return False
    digits = decode(cells, len(rows))
    if digits is None or not any(digits):
        return False
    grid = Grid(shape_of(len(rows)), digits)
    return isinstance(solve(grid, nodes=_NODES), Solved)


def _by_box(boxes: Rows, side: int) -> Rows:
    """Rows out of boxes, each with its cells in reading order."""
    size = side * side
    return tuple(
        tuple(
            boxes[r // side * side + c // side][r % side * side + c % side]
            for c in range(size)
        )
        for r in range(size)
    )


def _repeats(rows: Rows) -> bool:
    """Whether a row or a column holds a digit twice."""
    for house in (*rows, *zip(*rows, strict=True)):
        digits = [cell.text for cell in house if is_digit(cell.text)]
        if len(set(digits)) < len(digits):
            return True
    return False


def _without_gaps(rows: Rows) -> Rows:
    """The rows without the empty rows and columns between boxes."""
    widths = {len(row) for row in rows}
    for side in (3, 4):
        gaps = set(range(side, side * side + side - 1, side + 1))
        if widths == {side * side + side - 1} and not any(
            row[gap].text for row in rows for gap in gaps
        ):
            return tuple(
                tuple(cell for i, cell in enumerate(row) if i not in gaps)
                for row in rows
                if any(cell.text for cell in row) or len(rows) == side * side
            )
    return rows


def _without_labels(rows: Rows) -> Rows:
    """The rows without a first row and a first column that number the others."""
    size = len(rows[-1]) if rows else 0
    if size and _counts(rows[0], (size - 1, size)):
        rows = rows[1:]
    first = tuple(row[0] for row in rows if row)
    if rows and len(first) == len(rows) and _counts(first, (len(rows),)):
        rows = tuple(row[1:] for row in rows)
    return rows


def _counts(cells: Sequence[Cell], sizes: Sequence[int]) -> bool:
    """Whether cells are 1 2 3 ..., 0 1 2 ... or A B C ...; empty ones are left out."""
    found = [cell.text.upper().rstrip(".") for cell in cells if cell.text]
    numbers = [str(i) for i in range(len(found) + 1)]
    letters = [chr(65 + i % 26) for i in range(len(found))]
    known = (numbers[1:], numbers[:-1], letters)
    return len(found) in sizes and found in known
