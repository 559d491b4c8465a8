"""Parts a board from one that touches it and that the picture's edge cuts off.

Where two boards share a line, the cells of both are linked. A board is counted from
the end that lies in the picture; what is more than its cells belongs to the other.
"""

import numpy as np

from mailbot.eye.find.cells.linked import Cells
from mailbot.pictures.arrays import Floats

_CUT = 0.6  # cells from the picture's edge, within which the next cell may be cut off
_NEARER = 0.3  # ... if the other end is not as near to an edge, by so many cells


def of_one_board(cells: Cells, shape: tuple[int, ...], size: int) -> Cells:
    """The cells of the board that is whole, if more are linked than it has.

    Args:
        cells: linked ones.
        shape: height and width of the picture.
        size: cells a side of a board.

    Returns:
        All cells, unless there are more columns than that, or more rows, and one end of
        these is at the picture's edge and the other is not.
    """
    for way in (0, 1):
        along = cells.places[:, way] - cells.places[:, way].min()
        last = cells.extent[way] - 1
        if last < size or cells.extent[1 - way] != size:
            continue
        before, after = (_to_edge(cells.corners[along == e], shape) for e in (0, last))
        if min(before, after) < _CUT and abs(before - after) > _NEARER:
            own = along < size if after < before else along > last - size
            return Cells(cells.places[own], cells.corners[own])
    return cells


def _to_edge(corners: Floats, shape: tuple[int, ...]) -> float:
    """How far the picture's edge is from the nearest of some cells, in cells."""
    side = np.median(np.linalg.norm(corners[:, 2] - corners[:, 0], axis=1)) / np.sqrt(2)
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    return float(min(low.min(), (np.array(shape[1::-1]) - high).min()) / side)
