"""Finds grids by their cells, where no outline is seen.

Cells are blobs of one size side by side: the holes between lines, or tiles with gaps
between them. Blobs that are linked to their neighbours form a lattice.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.frames import Points, Quad, dark_mask
from mailbot.eye.find.lattice import UNIT, project
from mailbot.pictures.arrays import Bytes, Ints
from mailbot.pictures.pixels import Gray

_THRESHOLDS = ((41, 6), (25, 4), (71, 9))
_SMALLEST, _LARGEST = 0.02, 0.25  # of the picture's shorter side
_LEAST_CELLS = 10
_DENSE, _WIDE = 0.6, 5  # share of cells seen, and cells a side, of what is a grid


@dataclass(frozen=True, slots=True)
class Field:
    """Cells that are linked to each other.

    `places` are their columns and rows, `middles` their centres (x, y) in pixels; both
    have the shape [n, 2].
    """

    places: Ints
    middles: Points

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and rows."""
        columns, rows = np.ptp(self.places, axis=0) + 1
        return int(columns), int(rows)

    def is_cut_short(self, shape: tuple[int, ...], pad: int) -> bool:
        """Whether the field reaches the picture's edge and is not square.

        Args:
            shape: height and width of the picture, with its margins.
            pad: the width of these margins, in pixels.
        """
        columns, rows = self.extent
        if len(self.places) < _DENSE * columns * rows or max(columns, rows) < _WIDE:
            return False
        step = np.ptp(self.middles, axis=0) / np.maximum([columns - 1, rows - 1], 1)
        edge = np.array(shape[1::-1]) - pad
        near = np.minimum(self.middles.min(0) - pad, edge - self.middles.max(0)) < (
            1.6 * step
        )
        short = np.array([columns < rows, rows < columns])
        usual = max(columns, rows) in (6, 8, 9, 10, 12, 16)
        return bool((near & short).any() if usual else near.all())


def cell_masks(gray: Gray) -> Iterator[Bytes]:
    """255 where a line or a gap may lie between cells, at several thresholds."""
    return (dark_mask(gray, block, offset, 1.2) for block, offset in _THRESHOLDS)


def fields_of_cells(masks: Iterable[Bytes]) -> Iterator[Field]:
    """The linked cells of each mask that has enough of them."""
    for mask in masks:
        blobs = _blobs(mask)
        linked = _link(blobs) if len(blobs) >= _LEAST_CELLS else None
        if linked is not None:
            yield linked


def quads_of_cells(
    masks: Iterable[Bytes], sizes: tuple[int, ...]
) -> Iterator[list[tuple[Quad, int]]]:
    """For each mask, the quads that its cells may fill, each with its size N."""
    for field in fields_of_cells(masks):
        yield _windows(field, sizes)


def _blobs(mask: Bytes) -> Points:
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


def _link(blobs: Points) -> Field | None:
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
    return Field(np.array(list(best.values()), np.int64), middles[list(best)])


def _spread(middles: Points, seed: int, step: float) -> dict[int, tuple[int, int]]:
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


def _windows(field: Field, sizes: tuple[int, ...]) -> list[tuple[Quad, int]]:
    """All squares of a possible size that cover the cells seen, or all but a row."""
    places, middles = field.places, field.middles
    found: object = cv2.findHomography(
        (places + 0.5).astype(np.float32),
        middles,
        cv2.RANSAC,
        0.2 * float(np.linalg.norm(np.ptp(middles, axis=0))) / 9,
    )[0]
    if found is None:
        return []
    through = np.asarray(found, np.float64)
    low, high = places.min(axis=0), places.max(axis=0) + 1
    extent = int((high - low).max())
    quads = []
    for size in sizes:
        if not extent - 1 <= size <= extent + 2:
            continue
        for left in range(high[0] - size - 1, low[0] + 2):
            for top in range(high[1] - size - 1, low[1] + 2):
                square = UNIT * size + np.array([left, top], np.float32)
                quads.append((project(square, through), size))
    return quads
