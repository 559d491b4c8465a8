"""A grid with the candidates of its empty cells, as bit sets.

Two views of the same candidates are kept: the digits of each cell, and the cells of
each digit. A set of cells has bit `cell`, a set of digits bit `digit` (bit 0 unused).

A full placement of a digit has a place in every row, column and box. A place that is in
none of them is impossible. Fish show why, and so does nishio. Whatever is concluded
from one digit alone rules out such places and no others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, count
from typing import NamedTuple

from solver.grid import Grid, Shape

_TRUTH = bytes.maketrans(b"01", b"\0\1")


class Mark(NamedTuple):
    """A digit in a cell: placed there, or ruled out."""

    cell: int
    digit: int


def members(bits: int) -> list[int]:
    """The cells or digits of a set, ascending.

    >>> members(0b101010)
    [1, 3, 5]
    """
    if 4 * bits.bit_count() > bits.bit_length() > 40:
        written = f"{bits:b}".encode().translate(_TRUTH)
        return list(compress(count(), reversed(written)))
    found = []
    while bits:
        highest = bits.bit_length() - 1
        found.append(highest)
        bits ^= 1 << highest
    found.reverse()
    return found


def is_single(bits: int) -> bool:
    """Whether a set has exactly one member."""
    return bits != 0 and bits & (bits - 1) == 0


def set_of(*items: int) -> int:
    """The set of the given cells or digits."""
    bits = 0
    for item in items:
        bits |= 1 << item
    return bits


@dataclass(frozen=True)
class Layout:
    """The houses of a shape as bit sets.

    Houses are numbered as in `Shape.houses`. `houses_of` gives a cell's row, column
    and box; `crossings` the cells of a house that are in each other house, if any;
    `scan` lists the houses in the order in which people look: boxes, columns, rows.
    """

    shape: Shape
    houses: tuple[int, ...]
    peers: tuple[int, ...]
    houses_of: tuple[tuple[int, ...], ...]
    crossings: tuple[tuple[int, ...], ...]
    scan: tuple[int, ...]

    def box(self, cell: int) -> int:
        """The house number of a cell's box."""
        return self.houses_of[cell][2]


@lru_cache(maxsize=8)
def layout_of(shape: Shape) -> Layout:
    """The layout of a shape, built once."""
    n = shape.size
    together: list[list[int]] = [[] for _ in range(shape.cells)]
    for number, cells in enumerate(shape.houses):
        for cell in cells:
            together[cell].append(number)
    houses = tuple(set_of(*cells) for cells in shape.houses)
    return Layout(
        shape,
        houses,
        tuple(set_of(*peers) for peers in shape.peers),
        tuple(map(tuple, together)),
        tuple(
            tuple(here & bits for bits in houses if here & bits and here != bits)
            for here in houses
        ),
        (*range(2 * n, 3 * n), *range(n, 2 * n), *range(n)),
    )


@lru_cache(maxsize=50_000)
def seen_by_all(shape: Shape, cells: int) -> int:
    """The cells that see every one of a set."""
    peers = layout_of(shape).peers
    seen = -1
    for cell in members(cells):
        seen &= peers[cell]
    return seen


class CandidateGrid:
    """The digits placed so far, and the candidates of the empty cells.

    `digits[cell]` is 0 for an empty cell; `candidates[cell]` is a set of digits;
    `places[digit]`, `empty` and `givens` are sets of cells.
    """

    __slots__ = ("candidates", "digits", "empty", "givens", "layout", "places")

    def __init__(self, grid: Grid) -> None:
        shape = grid.shape
        self.layout = layout_of(shape)
        self.digits = list(grid.digits)
        self.empty = set_of(*(i for i, digit in enumerate(self.digits) if not digit))
        self.givens = set_of(*(i for i, digit in enumerate(grid.givens) if digit))
        self.places = [0] + [self.empty] * shape.size
        for cell, digit in enumerate(self.digits):
            if digit:
                self.places[digit] &= ~self.layout.peers[cell]
        self.candidates = [0] * shape.cells
        for digit, places in enumerate(self.places):
            for cell in members(places):
                self.candidates[cell] |= 1 << digit

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into an empty cell, and rule it out for the peers."""
        others = ~(1 << cell)
        for other in members(self.candidates[cell]):
            self.places[other] &= others
        self.digits[cell] = digit
        self.candidates[cell] = 0
        self.empty &= others
        # Not by rule_out for each peer: its calls would be most of the work of a walk.
        lost = self.places[digit] & self.layout.peers[cell]
        self.places[digit] ^= lost
        for peer in members(lost):
            self.candidates[peer] ^= 1 << digit

    def rule_out(self, cell: int, digit: int) -> None:
        """Take a candidate away."""
        self.candidates[cell] &= ~(1 << digit)
        self.places[digit] &= ~(1 << cell)

    def held(self, cells: int, digits: int) -> Iterator[Mark]:
        """Each of some digits in each of some cells that can hold it; both are sets."""
        for cell in members(cells):
            for digit in members(self.candidates[cell] & digits):
                yield Mark(cell, digit)

    def of_size(self, size: int) -> list[int]:
        """The empty cells with that many candidates."""
        sizes = self.candidates
        return [cell for cell in members(self.empty) if sizes[cell].bit_count() == size]


def marks(cells: int, digit: int) -> tuple[Mark, ...]:
    """One digit in each of a set of cells."""
    return tuple(Mark(cell, digit) for cell in members(cells))


_NODES = 300
"""Places that are tried to prove that a digit can go somewhere."""


def impossible_places(shape: Shape, places: int) -> tuple[int, ...]:
    """The cells of a digit's `places` that are in no full placement of it."""
    return _tried(shape, places)[0]


def doubtful_places(shape: Shape, places: int) -> tuple[int, ...]:
    """The same, and the cells for which it takes too long to tell."""
    return tuple(sorted(sum(_tried(shape, places), ())))


def doubtful_digits(state: CandidateGrid) -> list[int]:
    """The digits that may have impossible places: only these can lose any alone."""
    shape = state.layout.shape
    pairs = enumerate(state.places)
    return [digit for digit, places in pairs if any(_tried(shape, places))]


@lru_cache(maxsize=64)
def _tried(shape: Shape, places: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places that are impossible, and those for which it takes too long to tell."""
    layout = layout_of(shape)
    rows = tuple(row for row in layout.houses[: shape.size] if places & row)
    open_ones = places
    impossible: list[int] = []
    unknown: list[int] = []
    while open_ones:
        cell = open_ones.bit_length() - 1
        used = _placement(layout, places, rows, cell)
        if used:
            open_ones &= ~used
        else:
            open_ones ^= 1 << cell
            (impossible if used is None else unknown).append(cell)
    return tuple(impossible), tuple(unknown)


def _placement(
    layout: Layout, places: int, rows: tuple[int, ...], cell: int
) -> int | None:
    """Places in all rows and in none of the same house, `cell` among them.

    None if there are none, 0 if it takes too long to tell.
    """
    nodes = 0

    def place(used: int, left: int, rows: tuple[int, ...]) -> int | None:
        nonlocal nodes
        if not rows:
            return used
        here = min((left & row for row in rows), key=int.bit_count)
        rest = tuple(row for row in rows if not row & here)
        for spot in members(here):
            nodes += 1
            if nodes > _NODES:
                return 0
            found = place(used | 1 << spot, left & ~layout.peers[spot], rest)
            if found is not None:
                return found
        return None

    others = tuple(row for row in rows if not row >> cell & 1)
    return place(1 << cell, places & ~layout.peers[cell], others)
