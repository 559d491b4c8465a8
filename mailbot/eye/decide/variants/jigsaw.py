"""Tells a jigsaw by its thick lines: they part the grid into other boxes than 3x3 ones.

Some thick lines may be missed, so that boxes run together; what is taken for thick
lines may be edges of shades and of digits, which hardly ever part anything.
"""

import cv2
import numpy as np

from mailbot.eye.decide.boxes import thick_lines
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Ints

# Which boxes are those of a jigsaw.

# Share of the thick lines that part boxes: at least, for a jigsaw. Those of one
# with missing lines did by 0.55 or more; around tiles of two colours none do.
_PARTING = 0.3
# Share of these that lie inside of 3x3 boxes: at least, for a jigsaw. Drawn ones
# had 0.62 or more, plain boards in which single cells are cut off up to 0.18.
_INSIDE = 0.4
# Share of the cells in pieces smaller than half a box: at most, for a jigsaw. Thin
# lines of which some lie on shades enclose single cells, and so do edges of digits.
_TINY = 0.05

_HALF = 5  # cells: pieces of fewer are no boxes


def has_irregular_boxes(seen: Recognised) -> bool:
    """Whether thick lines, clearly darker than others, part other boxes than 3x3."""
    thick = thick_lines(seen)
    return thick is not None and _part_other_boxes(thick)


def _part_other_boxes(thick: Bools) -> bool:
    """Whether thick lines [2, 8, 9] part the cells into boxes that are not all 3x3."""
    open_ = np.zeros((17, 17), np.uint8)  # cells, and the borders between them
    open_[::2, ::2] = 1
    open_[1::2, ::2], open_[::2, 1::2] = ~thick[0], ~thick[1].T
    pieces = np.asarray(cv2.connectedComponents(open_, connectivity=4)[1])[::2, ::2]
    tiny = np.bincount(pieces.ravel())[pieces] < _HALF
    boxes = np.where(tiny, 0, pieces)
    parting = np.stack([_parted(boxes), _parted(boxes.T)])
    inside = parting[:, np.arange(1, 9) % 3 > 0].sum() / max(parting.sum(), 1)
    return bool(
        parting.sum() >= _PARTING * thick.sum()
        and inside >= _INSIDE
        and tiny.mean() <= _TINY
    )


def _parted(boxes: Ints) -> Bools:
    """Which cells lie in another box than those below them, [8, 9]. Box 0 is none."""
    above, below = boxes[:-1], boxes[1:]
    apart: Bools = (above != below) & (above > 0) & (below > 0)
    return apart
