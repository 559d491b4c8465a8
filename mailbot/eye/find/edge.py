"""Tells by cells side by side whether a grid reaches beyond its picture."""

import cv2
import numpy as np

from mailbot.eye.find.cells.linked import Cells, linked_cells
from mailbot.eye.find.outlines import shrunk
from mailbot.pictures.pixels import Gray

_LEAST_CELLS = 10
_DENSE, _WIDE = 0.6, 5  # share of cells seen, and cells a side, of what is a grid
_PAD = 24  # pixels of paper around the picture, which close no cell
_NEAR_BY, _INSET = 31, 20  # pixels whose median is paper, and how far inside
_NEAR = 1.6  # cells from the edge


def is_cut_short(gray: Gray) -> bool:
    """Whether a grid's cells reach the edge, with too few of them in a direction."""
    small = _padded(shrunk(gray))
    return any(
        _is_cut_short(largest, small.shape)
        for tone in (small, Gray(255 - small))
        for largest, *_ in filter(None, linked_cells(tone))
        if len(largest.places) >= _LEAST_CELLS
    )


def _is_cut_short(cells: Cells, shape: tuple[int, ...]) -> bool:
    """Whether cells reach the picture's edge and are not as many in both directions.

    Args:
        cells: linked ones.
        shape: height and width of the picture, with a margin of _PAD.
    """
    columns, rows = cells.extent
    if len(cells.places) < _DENSE * columns * rows or max(columns, rows) < _WIDE:
        return False
    low, high = cells.middles.min(axis=0), cells.middles.max(axis=0)
    step = (high - low) / np.maximum([columns - 1, rows - 1], 1)
    near = np.minimum(low - _PAD, np.array(shape[1::-1]) - _PAD - high) < _NEAR * step
    short = np.array([columns < rows, rows < columns])
    usual = max(columns, rows) in (6, 8, 9, 10, 12, 16)
    return bool((near & short).any() if usual else near.all())


def _padded(small: Gray) -> Gray:
    """The picture within a margin of the colour of its paper near by."""
    inset = min(_INSET, (min(small.shape) - 1) // 2)  # a frame may be the very edge
    inner = (slice(inset, side - inset) for side in small.shape)
    paper = cv2.medianBlur(small, _NEAR_BY)[tuple(inner)]
    around = (_PAD + inset,) * 4
    padded = cv2.copyMakeBorder(paper, *around, cv2.BORDER_REPLICATE)
    padded[_PAD:-_PAD, _PAD:-_PAD] = small
    return Gray(np.asarray(padded, np.uint8))
