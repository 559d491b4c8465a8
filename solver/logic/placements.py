"""Full placements of one digit: a place in every row, column and box.

A place that is in none of them is impossible. Fish show why, and so does nishio.
Whatever is concluded from one digit alone rules out such places and no others.
"""

from functools import lru_cache

from solver.grid import Shape
from solver.logic.candidates import CandidateGrid, Layout, layout_of, members

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
