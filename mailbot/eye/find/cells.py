"""Tells by cells side by side whether a grid reaches beyond its picture.

Cells are blobs of one size: the holes between lines, or tiles with gaps between them.
Blobs that are linked to their neighbours form a field.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.outlines import dark_mask, shrunk
from mailbot.pictures.arrays import Bytes, Floats, Ints
from mailbot.pictures.pixels import Gray

_THRESHOLDS = ((41, 6), (25, 4), (71, 9))
_SMALLEST, _LARGEST = 0.02, 0.25  # of the picture's shorter side
_LEAST_CELLS = 10
_DENSE, _WIDE = 0.6, 5  # share of cells seen, and cells a side, of what is a grid
_PAD = 24  # pixels of paper around the picture, which close no cell
_NEAR_BY, _INSET = 31, 20  # pixels whose median is paper, and how far inside


def is_cut_short(gray: Gray) -> bool:
    """Whether a grid's cells reach the edge, with too few of them in a direction."""
    small = _padded(shrunk(gray))
    return any(
        field.is_cut_short(small.shape)
        for tone in (small, Gray(255 - small))
        for field in _fields(tone)
    )


@dataclass(frozen=True, slots=True)
class _Field:
    """Cells that are linked to each other.

    `places` are their columns and rows, `middles` their centres (x, y) in pixels; both
    have the shape [n, 2].
    """

    places: Ints
    middles: Floats

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and rows."""
        columns, rows = np.ptp(self.places, axis=0) + 1
        return int(columns), int(rows)

    def is_cut_short(self, shape: tuple[int, ...]) -> bool:
        """Whether the field reaches the picture's edge and is not square.

        Args:
            shape: height and width of the picture, with a margin of _PAD.
        """
        columns, rows = self.extent
        if len(self.places) < _DENSE * columns * rows or max(columns, rows) < _WIDE:
            return False
        step = np.ptp(self.middles, axis=0) / np.maximum([columns - 1, rows - 1], 1)
        edge = np.array(shape[1::-1]) - _PAD
        near = np.minimum(self.middles.min(0) - _PAD, edge - self.middles.max(0)) < (
            1.6 * step
        )
        short = np.array([columns < rows, rows < columns])
        usual = max(columns, rows) in (6, 8, 9, 10, 12, 16)
        return bool((near & short).any() if usual else near.all())


def _fields(gray: Gray) -> Iterator[_Field]:
    """The linked cells at each threshold that shows enough of them."""
    for block, offset in _THRESHOLDS:
        blobs = _blobs(dark_mask(gray, block, offset, 1.2))
        linked = _link(blobs) if len(blobs) >= _LEAST_CELLS else None
        if linked is not None:
            yield linked


def _blobs(mask: Bytes) -> Floats:
    """The cell-like blobs of the commonest size: x, y of the centre, side; [n, 3]."""
    mask = np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(255 - mask, connectivity=4)
    x, y, w, h, area = stats[1:].T.astype(np.float32)
    side = np.sqrt(w * h)
    shorter = min(mask.shape)
    cell_like = (
        (side > _SMALLEST * shorter)
        & (side < _LARGEST * shorter)
        & (np.abs(np.log(w / h)) < 0.5)
        & (area > 0.5 * w * h)
    )
    blobs = np.asarray(np.stack([x + w / 2, y + h / 2, side], 1)[cell_like], np.float32)
    if not len(blobs):
        return blobs
    ratio = np.abs(blobs[:, None, 2] / blobs[None, :, 2] - 1)
    commonest = blobs[(ratio < 0.15).sum(axis=0).argmax(), 2]
    return np.asarray(blobs[np.abs(blobs[:, 2] / commonest - 1) < 0.25], np.float32)


def _link(blobs: Floats) -> _Field | None:
    """The largest set of linked blobs, starting from three blobs near the middle."""
    step = float(np.median(blobs[:, 2])) * 1.12
    middles = blobs[:, :2]
    centre = np.linalg.norm(middles - np.median(middles, axis=0), axis=1)
    best: dict[int, tuple[int, int]] = {}
    for seed in np.argsort(centre)[:3]:
        places = _spread(middles, int(seed), step)
        if len(places) > len(best):
            best = places
    if len(best) < _LEAST_CELLS:
        return None
    return _Field(np.array(list(best.values()), np.int64), middles[list(best)])


def _spread(middles: Floats, seed: int, step: float) -> dict[int, tuple[int, int]]:
    """The blobs linked to a seed, each with its column and row relative to the seed."""
    places = {seed: (0, 0)}
    waiting = deque([seed])
    while waiting:
        one = waiting.popleft()
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            wanted = middles[one] + np.array([right, down], np.float32) * step
            off = np.linalg.norm(middles - wanted, axis=1)
            other = int(off.argmin())
            if off[other] < 0.35 * step and other not in places:
                column, row = places[one]
                places[other] = (column + right, row + down)
                waiting.append(other)
    return places


def _padded(small: Gray) -> Gray:
    """The picture within a margin of the colour of its paper near by."""
    inset = min(_INSET, (min(small.shape) - 1) // 2)  # a frame may be the very edge
    inner = (slice(inset, side - inset) for side in small.shape)
    paper = cv2.medianBlur(small, _NEAR_BY)[tuple(inner)]
    around = (_PAD + inset,) * 4
    padded = cv2.copyMakeBorder(paper, *around, cv2.BORDER_REPLICATE)
    padded[_PAD:-_PAD, _PAD:-_PAD] = small
    return Gray(np.asarray(padded, np.uint8))
