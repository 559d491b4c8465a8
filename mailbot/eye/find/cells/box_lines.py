"""Tells by thick lines where the boxes of a 9x9 begin among linked cells."""

import numpy as np

from mailbot.eye.find.cells.linked import Cells
from mailbot.pictures.arrays import Floats

BOX = 3
"""Cells a side of a box."""

_THICKER = 1.15  # times as wide as any other line: each line between boxes is ...
_LEAST = 2  # ... of which so many must be seen: a single one may be thick by chance


def widths_between(cells: Cells, way: int) -> Floats:
    """How wide the lines between columns, or rows, are, in sides of a cell.

    Args:
        cells: linked ones.
        way: 0 for columns, 1 for rows.

    Returns:
        One width fewer than there are columns; nan where no two cells have the line
        between them.
    """
    corners = cells.by_place()
    if way == 1:  # as columns, clockwise from the same corner
        corners = corners.swapaxes(0, 1)[..., [0, 3, 2, 1], :]
    ends, begins = corners[:-1, :, [1, 2]], corners[1:, :, [0, 3]]
    lengths = np.linalg.norm(ends[..., 0, :] - ends[..., 1, :], axis=-1)
    apart = np.linalg.norm(ends - begins, axis=-1).mean(axis=-1)
    between = (line[~np.isnan(line)] for line in apart / lengths)
    return np.array([np.median(line) if len(line) else np.nan for line in between])


def before_a_box(cells: Cells, way: int) -> int | None:
    """How many columns, or rows, there are before the first that begins a box.

    Args:
        cells: linked ones.
        way: 0 for columns, 1 for rows.

    Returns:
        0 to 2; None if no lines three cells apart are thicker than all others.
    """
    widths = widths_between(cells, way)
    known = ~np.isnan(widths)
    for before in range(BOX):
        parts = np.arange(1, len(widths) + 1) % BOX == before
        thick, thin = widths[parts & known], widths[~parts & known]
        if len(thick) >= _LEAST and len(thin) and thick.min() > _THICKER * thin.max():
            return before
    return None
