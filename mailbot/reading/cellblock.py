"""Cells of an HTML page, put together to rows and rows to grids.

A block is a rectangle or a heap of short texts as an element held them. Elements side
by side join to rows, elements below each other to more rows; nested boxes end up as
the grid they draw. Whether it is a puzzle is not decided here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver import Grid, Shape, Solved, solve
from solver.notation.symbols import decode, is_mark

Rows = tuple[tuple[str, ...], ...]

_SIZES = (4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 24, 25)
_SIZE_OF = {n * n: n for n in _SIZES}
_MIN_FLAT = 6
"""Sixteen cells on one line are a row of a large grid rather than a small grid."""

_NODES = 2_000
"""Of search, to see whether cells make sense in one order or the other."""


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of cell texts; a single cell is one row of one."""

    rows: Rows

    @property
    def is_blank_cell(self) -> bool:
        """Whether this is one empty cell."""
        return self.rows == (("",),)

    @property
    def is_cell(self) -> bool:
        """Whether this is one cell."""
        return len(self.rows) == 1 and len(self.rows[0]) == 1


def beside(blocks: Sequence[Block]) -> Block | None:
    """Blocks next to each other as one, if they are equally high."""
    heights = {len(block.rows) for block in blocks}
    if len(heights) != 1:
        return None
    together = zip(*(block.rows for block in blocks), strict=True)
    return Block(tuple(tuple(c for row in rows for c in row) for rows in together))


def below(blocks: Sequence[Block]) -> Block:
    """Blocks one below the other; cells alone are a row."""
    if all(block.is_cell for block in blocks):
        return Block((tuple(block.rows[0][0] for block in blocks),))
    kept = [block for block in blocks if not block.is_blank_cell]
    return Block(tuple(row for block in kept for row in block.rows if row))


def lay_out(block: Block) -> tuple[str, ...]:
    """The lines of the grid that a block draws; none if it draws none."""
    bare = _without_gaps(block.rows)
    rows = _square(_without_labels(bare)) or _square(bare)
    return tuple(" ".join(cell or "." for cell in row) for row in rows)


def _square(rows: Rows) -> Rows:
    """N rows of N; also from N*N cells in another order, none if there is none."""
    cells = [cell for row in rows for cell in row]
    size = _SIZE_OF.get(len(cells), 0)
    if not size or (len(rows) == 1 and size < _MIN_FLAT):
        return ()
    straight = tuple(_chunks(cells, size))
    side = round(size**0.5)
    if side * side != size:
        return straight
    by_box = _by_box(straight, side)
    return by_box if _is_unique(by_box) and not _is_unique(straight) else straight


def _is_unique(rows: Rows) -> bool:
    """Whether rows are a square puzzle with one solution."""
    cells = [cell for row in rows for cell in row]
    if not all(map(is_mark, cells)) or _repeats(rows):
        return False
    digits = decode(cells, len(rows))
    if digits is None or not any(digits):
        return False
    side = round(len(rows) ** 0.5)
    return isinstance(solve(Grid(Shape(side, side), digits), nodes=_NODES), Solved)


def _chunks(cells: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    for start in range(0, len(cells), size):
        yield tuple(cells[start : start + size])


def _by_box(boxes: Rows, side: int) -> Rows:
    """Rows out of boxes that hold their cells in reading order."""
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
        digits = [cell for cell in house if cell.isalnum() and cell != "0"]
        if len(set(digits)) < len(digits):
            return True
    return False


def _without_gaps(rows: Rows) -> Rows:
    """Without the empty columns that set boxes of three or four apart."""
    widths = {len(row) for row in rows}
    for side in (3, 4):
        gaps = set(range(side, side * side + side - 1, side + 1))
        if widths == {side * side + side - 1} and not any(
            row[gap] for row in rows for gap in gaps
        ):
            return tuple(
                tuple(cell for i, cell in enumerate(row) if i not in gaps)
                for row in rows
                if any(row) or len(rows) == side * side
            )
    return rows


def _without_labels(rows: Rows) -> Rows:
    """Without a first row and a first column that only count."""
    size = len(rows[-1]) if rows else 0
    if size and _counts(rows[0], (size - 1, size)):
        rows = rows[1:]
    first = tuple(row[0] for row in rows if row)
    if rows and len(first) == len(rows) and _counts(first, (len(rows),)):
        rows = tuple(row[1:] for row in rows)
    return rows


def _counts(cells: Sequence[str], sizes: Sequence[int]) -> bool:
    """Whether cells are 1 2 3 ..., 0 1 2 ... or A B C ..., after an empty corner."""
    found = [cell.upper() for cell in cells if cell]
    numbers = [str(i) for i in range(len(found) + 1)]
    letters = [chr(65 + i % 26) for i in range(len(found))]
    known = (numbers[1:], numbers[:-1], letters)
    return len(found) in sizes and found in known
