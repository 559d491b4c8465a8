"""Joins groups of linked cells between which something lies on the board.

A slip of paper across a board hides the lines, so the cells on one side of it are not
linked to those on the other. But they continue the same columns and rows.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from mailbot.eye.find.cells.linked import Cells
from mailbot.eye.find.lines.lattice import UNIT
from mailbot.pictures.arrays import Floats

# When cells continue the columns and rows of others; not measured one by one.

# Cells of the group that is continued, and of the one that does: of less, chance
# finds its place.
_WHOLE = 18
_PART = 4
# Cells by which the middle of a cell may be off its place, and by which its corners
# may be off those of a square around that middle.
_OFF = 0.25
_UNLIKE = 0.3


def joined(groups: Sequence[Cells], most: int) -> Cells | None:
    """The largest group, with those that continue its columns and rows.

    Args:
        groups: the largest first.
        most: columns, and rows, that there may be.

    Returns:
        None if there is no group.
    """
    whole = groups[0] if groups else None
    for part in groups[1:]:
        if whole is None or len(whole.places) < _WHOLE:
            break
        if len(part.places) < _PART:
            break
        both = _both(whole, part)
        if both and max(both.extent) <= most:
            whole = both
    return whole


def _both(whole: Cells, part: Cells) -> Cells | None:
    """The cells of both groups, if one continues the other."""
    known = (whole.places[:, None] + UNIT).astype(np.float32)
    through, _ = cv2.findHomography(whole.corners.reshape(-1, 2), known.reshape(-1, 2))
    if through is None:
        return None
    for _ in range(4):
        seen = cv2.perspectiveTransform(part.corners.reshape(1, -1, 2), through)
        corners = np.asarray(seen, np.float32).reshape(-1, 4, 2)
        both = _continued(whole, part, corners)
        if both:
            return both
        part = part.turned()
    return None


def _continued(whole: Cells, part: Cells, seen: Floats) -> Cells | None:
    """Both groups, if the corners of one are seen at places that continue the other.

    Args:
        whole: the group that is continued.
        part: the other one.
        seen: the places of its corners, in columns and rows of the first, [n, 4, 2].
    """
    places = np.rint(seen.mean(axis=1) - 0.5).astype(np.int64)
    off = np.abs(seen.mean(axis=1) - 0.5 - places).max()
    unlike = np.abs(seen - seen.mean(axis=1, keepdims=True) - (UNIT - 0.5)).max()
    both = np.concatenate([whole.places, places])
    apart = len(np.unique(both, axis=0)) == len(both)
    if off > _OFF or unlike > _UNLIKE or not apart:
        return None
    return Cells(both, np.concatenate([whole.corners, part.corners]))
