"""The grid: its shape, its houses, and the digits in its cells.

Cells are numbered 0..N*N-1 in reading order in code, and named ``r4c7`` for people.
A digit is an int from 1 to N; 0 is an empty cell.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""One symbol per digit: 1-9, then A=10, B=11, ... P=25."""

_TO_SYMBOLS = f".{SYMBOLS}".encode().ljust(256, b"?")

_DIGITS = [frozenset(range(size + 1)) for size in range(len(SYMBOLS) + 1)]
"""By size, every digit and 0."""

Cells = tuple[int, ...]
"""One int per cell, or the cells of one house, in reading order."""


@dataclass(frozen=True)
class Shape:
    """The shape of a grid: the width and height of one box, in cells.

    >>> Shape(3, 2).size
    6
    >>> Shape(3, 2)
    Shape(box_width=3, box_height=2)
    """

    box_width: int
    box_height: int

    def __post_init__(self) -> None:
        if self.box_width < 1 or self.box_height < 1 or not 2 <= self.size <= 25:
            raise ValueError(
                f"boxes of {self.box_width}x{self.box_height} cells: "
                "a box must hold from 2 to 25 cells"
            )

    @cached_property
    def size(self) -> int:
        """Digits, rows, columns and boxes: N."""
        return self.box_width * self.box_height

    @cached_property
    def cells(self) -> int:
        """Cells of the whole grid: N*N."""
        return self.size * self.size

    @cached_property
    def empty(self) -> Cells:
        """The digits of a grid that holds none: N*N times 0."""
        return (0,) * self.cells

    @cached_property
    def rows(self) -> tuple[Cells, ...]:
        """The cells of each row, top to bottom."""
        n = self.size
        return tuple(tuple(range(r * n, r * n + n)) for r in range(n))

    @cached_property
    def columns(self) -> tuple[Cells, ...]:
        """The cells of each column, left to right."""
        n = self.size
        return tuple(tuple(range(c, n * n, n)) for c in range(n))

    @cached_property
    def boxes(self) -> tuple[Cells, ...]:
        """The cells of each box, in reading order."""
        n, w, h = self.size, self.box_width, self.box_height
        return tuple(
            tuple((top + i // w) * n + left + i % w for i in range(n))
            for top in range(0, n, h)
            for left in range(0, n, w)
        )

    @cached_property
    def houses(self) -> tuple[Cells, ...]:
        """Rows, then columns, then boxes: 3*N houses of N cells."""
        return self.rows + self.columns + self.boxes

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """For each cell, the other cells that share a house with it."""
        together: list[set[int]] = [set() for _ in range(self.cells)]
        for house in self.houses:
            for cell in house:
                together[cell].update(house)
        return tuple(frozenset(t - {i}) for i, t in enumerate(together))

    def name(self, cell: int) -> str:
        """The name of a cell for people.

        >>> Shape(3, 3).name(33)
        'r4c7'
        """
        row, column = divmod(cell, self.size)
        return f"r{row + 1}c{column + 1}"

    def cell_at(self, row: int, column: int) -> int | None:
        """The cell of that row and column, both from 1; None outside the grid.

        >>> Shape(3, 3).cell_at(4, 7)
        33
        """
        if 1 <= row <= self.size and 1 <= column <= self.size:
            return (row - 1) * self.size + column - 1
        return None

    def house_name(self, house: int) -> str:
        """The name of a house, by its place in `houses`.

        >>> Shape(3, 3).house_name(9)
        'column 1'
        """
        kind, number = divmod(house, self.size)
        return f"{('row', 'column', 'box')[kind]} {number + 1}"


@cache
def shape_of(size: int) -> Shape:
    """The usual shape for N digits: the squarest box, the wider way round.

    >>> shape_of(12)
    Shape(box_width=4, box_height=3)

    Raises:
        ValueError: no box of that many cells (N outside 2..25).
    """
    if not 2 <= size <= 25:
        raise ValueError(f"no grid of {size} digits: from 2 to 25")
    height = max(h for h in range(1, size + 1) if size % h == 0 and h * h <= size)
    return Shape(size // height, height)


def other_shapes(shape: Shape) -> list[Shape]:
    """The shapes of the same size with other boxes, the nearest to a square first.

    >>> other_shapes(Shape(3, 2))
    [Shape(box_width=2, box_height=3)]
    """
    size = shape.size
    heights = [h for h in range(size - 1, 1, -1) if size % h == 0]
    heights.sort(key=lambda h: abs(h * h - size))
    return [Shape(size // h, h) for h in heights if h != shape.box_height]


@dataclass(frozen=True, slots=True)
class Grid:
    """Digits in a shape: the printed givens and, where known, a person's entries.

    ``givens`` and ``entries`` hold N*N digits, 0 = empty; no cell holds both.
    """

    shape: Shape
    givens: Cells
    entries: Cells = ()

    def __post_init__(self) -> None:
        self._check(self.givens)
        if not self.entries:
            object.__setattr__(self, "entries", self.shape.empty)
            return
        self._check(self.entries)
        if any(g and e for g, e in zip(self.givens, self.entries, strict=True)):
            raise ValueError("a cell holds a given or an entry, not both")

    @classmethod
    def trusted(cls, shape: Shape, givens: Cells) -> "Grid":
        """The grid of givens that are known to fit: to look again costs 0.8 us."""
        grid, put = object.__new__(cls), object.__setattr__  # the class is frozen
        put(grid, "shape", shape)
        put(grid, "givens", givens)
        put(grid, "entries", shape.empty)
        return grid

    def _check(self, digits: Cells) -> None:
        size = self.shape.size
        if len(digits) != size * size:
            raise ValueError(
                f"found {len(digits)} cells, a {size}x{size} puzzle has {size * size}"
            )
        if not _DIGITS[size].issuperset(digits):
            raise ValueError(f"digits must be from 0 to {size}")

    def __str__(self) -> str:
        """The digits drawn with their boxes, ready to print."""
        symbols = [SYMBOLS[d - 1] if d else " " for d in self.digits]
        shape = self.shape
        return draw(symbols, shape.size, shape.box_width, shape.box_height)

    def with_shape(self, shape: Shape) -> "Grid":
        """The same digits with other boxes."""
        return Grid(shape, self.givens, self.entries)

    def wrong_entries(self, solution: "Grid") -> tuple[int, ...]:
        """The cells with an entry that is not in a solution."""
        pairs = enumerate(zip(self.entries, solution.digits, strict=True))
        return tuple(cell for cell, (mine, right) in pairs if mine not in (0, right))

    def with_entries(self, digits: Mapping[int, int]) -> "Grid":
        """The grid with other entries in some cells, 0 for none; a given stays."""
        pairs = enumerate(zip(self.givens, self.entries, strict=True))
        entries = tuple(0 if given else digits.get(c, old) for c, (given, old) in pairs)
        return Grid(self.shape, self.givens, entries)

    def right_part(self, solution: "Grid") -> "Grid":
        """The grid without the entries that are not in a solution."""
        return self.with_entries(dict.fromkeys(self.wrong_entries(solution), 0))

    @property
    def digits(self) -> Cells:
        """Givens and entries together."""
        if not any(self.entries):
            return self.givens
        return tuple(g or e for g, e in zip(self.givens, self.entries, strict=True))

    @property
    def line(self) -> str:
        """The givens on one line, ``.`` for empty."""
        return write_line(self.givens)


def write_line(digits: Iterable[int]) -> str:
    """Digits as one line of symbols, ``.`` for empty (0)."""
    return bytes(digits).translate(_TO_SYMBOLS).decode()


def draw(symbols: Sequence[str], size: int, box_width: int, box_height: int) -> str:
    """A grid in characters, each line ended: N*N symbols, " " for empty.

    #=======#=======#
    # 4 |   # 2 |   #
    #---+---#---+---#
    # 3 |   #   |   #
    #=======#=======#

    A symbol may bring a sign of its own: its second character.
    """
    boxes = size // box_width
    heavy = ("#" + "=" * (4 * box_width - 1)) * boxes + "#\n"
    light = ("#---" + "+---" * (box_width - 1)) * boxes + "#\n"
    lines = [heavy]
    for row in range(size):
        line = "#"
        for column in range(size):
            bar = "|" if (column + 1) % box_width else "#"
            line += f" {symbols[row * size + column]:<2}{bar}"
        lines += [line + "\n", light if (row + 1) % box_height else heavy]
    return "".join(lines)
