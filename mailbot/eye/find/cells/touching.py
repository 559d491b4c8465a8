"""Parts a board from others that touch it.

Where boards share lines, the cells of all of them are linked. The lines between boards
are the thickest. If all lines are alike, and the picture's edge cuts one of two boards
off, the other is counted from its end that lies in the picture.
"""

import numpy as np

from mailbot.eye.find.cells.box_lines import widths_between
from mailbot.eye.find.cells.linked import Cells
from mailbot.pictures.arrays import Floats, Ints

_THICKER = 1.15  # times as wide as any line within a board: both lines at its ends ...
_MUCH_THICKER = 1.5  # ... or one line, where no other is known to part boards
_CUT = 0.6  # cells from the picture's edge, within which the next cell may be cut off
_NEARER = 0.3  # ... and cells by which its other end must be further from an edge


def of_one_board(cells: Cells, shape: tuple[int, ...], size: int) -> Cells:
    """The cells of the board that is whole, if more are linked than it has.

    Args:
        cells: linked ones.
        shape: height and width of the picture.
        size: cells a side of a board.

    Returns:
        The cells of that board. Where it cannot be told from others in a direction, no
        cell is left out in that direction.
    """
    for way in (0, 1):
        if cells.extent[way] > size:
            cells = _parted(cells, shape, size, way)
    return cells


def are_of_two_boards(cells: Cells, way: int) -> bool:
    """Whether one of the lines between columns, or rows, is by far the thickest.

    Where not all of them are known, it may be the only line between boxes that is.
    """
    widths = np.sort(widths_between(cells, way))  # nan comes last
    return len(widths) > 1 and bool(widths[-1] > _MUCH_THICKER * widths[-2])


def _parted(cells: Cells, shape: tuple[int, ...], size: int, way: int) -> Cells:
    """The cells in the columns, or rows, of the board that is whole, or all cells."""
    along = cells.places[:, way] - cells.places[:, way].min()
    first = _first_by_lines(cells, size, way)
    if first is None and cells.extent[1 - way] == size:
        first = _first_by_edge(cells, along, shape, size)
    if first is None:
        return cells
    own = (along >= first) & (along < first + size)
    return Cells(cells.places[own], cells.corners[own])


def _first_by_lines(cells: Cells, size: int, way: int) -> int | None:
    """The first column, or row, of the only board whose sides are its thickest lines.

    Where the linked cells end, no line is known: a board may end there as well, and its
    other line must be thicker. A line that is not known anywhere else parts nothing.
    """
    widths = widths_between(cells, way)
    firsts = []
    for first in range(len(widths) + 2 - size):
        within = widths[first : first + size - 1]
        ends = first - 1, first + size - 1
        sides = [widths[at] for at in ends if 0 <= at < len(widths)]
        times = _THICKER if len(sides) == 2 else _MUCH_THICKER
        if np.min(sides) > times * within.max():
            firsts.append(first)
    return firsts[0] if len(firsts) == 1 else None


def _first_by_edge(
    cells: Cells, along: Ints, shape: tuple[int, ...], size: int
) -> int | None:
    """The first column, or row, of a board beside one that the picture cuts off.

    Args:
        cells: linked ones.
        along: their columns, or rows, from 0.
        shape: height and width of the picture.
        size: cells a side of a board.

    Returns:
        None unless one end is within _CUT cells of the picture's edge, and nearer to it
        than the other end by more than _NEARER cells.
    """
    last = int(along.max())
    before, after = (_to_edge(cells.corners[along == e], shape) for e in (0, last))
    if min(before, after) >= _CUT or abs(before - after) <= _NEARER:
        return None
    return 0 if after < before else last + 1 - size


def _to_edge(corners: Floats, shape: tuple[int, ...]) -> float:
    """How far the picture's edge is from the nearest of some cells, in cells."""
    side = np.median(np.linalg.norm(corners[:, 2] - corners[:, 0], axis=1)) / np.sqrt(2)
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    return float(min(low.min(), (np.array(shape[1::-1]) - high).min()) / side)
