"""Looks for the lines of N by N lattices in the view of a board.

A view is a square picture of lines (float32, 0 to 1), in which the board has the side
SIDE and a MARGIN around it; `view` draws it. All sizes are tried on one view.
Arrays of segments have the shape [2, N+1 lines, N segments]: the horizontal lines from
top to bottom, then the vertical lines from left to right.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from mailbot.pictures.arrays import Bools, Doubles, Floats, median

SIDE = 432  # pixels of the unfolded lattice: 48 a cell for 9x9, 27 for 16x16
MARGIN = 48
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)

REACH = 0.22
"""How far from its place a line is looked for, in cells. Beyond are digits."""

_INSET = 0.15  # of a segment's ends is left out: crossings, and digits that touch
_STRAIGHT = 0.10  # how far a segment may lie off the median of its line, in cells
_NEAR = 0.20  # ... and off its own place
_HELD = 0.15  # ... if it is to be in it beyond doubt
_MOST = 0.6  # of the segments, by which the usual one is told
_FAINTEST = 0.012  # least darkness of lines, relative to their paper


@dataclass(frozen=True, slots=True)
class Segments:
    """What was seen along each segment of a lattice.

    `offset` is the distance of the line from its place, in cells (positive: down,
    right); `strength` its darkness (0..1); `seen` whether there is a line at all.
    """

    offset: Floats
    strength: Floats
    seen: Bools

    @property
    def fit(self) -> float:
        """The share of the lattice that is seen, straight and in its place: 0..1."""
        if _usual(self.strength) < _FAINTEST:
            return 0.0
        middle = _middle(self.offset, self.seen)
        straight = self.seen & (np.abs(self.offset - middle) < _STRAIGHT)
        there = (straight & (np.abs(self.offset) < _NEAR)).mean()
        # One line a direction may be missing (cut off, or shaded); two may not.
        weakest = np.sort(straight.mean(axis=2), axis=1)[:, 1].min()
        return float(0.8 * there + 0.2 * weakest)

    @property
    def held(self) -> Bools:
        """Which segments are seen, and surely in their places."""
        return self.seen & (np.abs(self.offset) < _HELD)


def trace(view: Floats, size: int) -> Segments:
    """Look for each segment of a lattice near its place in a view.

    Args:
        view: the lines.
        size: N.
    """
    step, rows, along = _places(size)
    # Means over each segment: [2, N+1 lines, places across, N segments].
    around = np.stack([view[rows] @ along, view.T[rows] @ along])
    profile = 0.5 * around
    profile[:, :, 1:] += 0.25 * around[:, :, :-1]
    profile[:, :, :-1] += 0.25 * around[:, :, 1:]
    inner = profile[:, :, 1:-1]
    at = inner.argmax(axis=2)[:, :, None]
    peak = np.take_along_axis(inner, at, 2)
    before = np.take_along_axis(profile, at, 2)
    after = np.take_along_axis(profile, at + 2, 2)
    bend = before - 2 * peak + after
    bend = np.where(np.abs(bend) > 1e-6, bend, -1)
    finer = np.clip(0.5 * (before - after) / bend, -0.5, 0.5)
    ends_high = np.maximum(inner[:, :, :1], inner[:, :, -1:])
    rise = peak - inner.min(axis=2, keepdims=True)
    clear: Bools = (peak - ends_high >= 0.4 * rise)[:, :, 0]
    strength = (peak - median(profile, 2)[:, :, None])[:, :, 0]
    exact = (MARGIN + np.arange(size + 1) * step)[None, :, None]
    found = rows[:, 1][None, :, None] + (at + finer)[:, :, 0]
    offset = (found - exact) / step
    least = max(0.15 * _usual(strength), 0.8 * _FAINTEST)
    return Segments(
        offset=np.asarray(offset, np.float32),
        strength=np.asarray(strength, np.float32),
        seen=clear & (strength > least),
    )


@cache
def _places(size: int) -> tuple[float, npt.NDArray[np.intp], Floats]:
    """The step in pixels, the rows around each line, the weights of segments' means."""
    step = SIDE / size
    pixels = int(REACH * step)
    lines = np.rint(MARGIN + np.arange(size + 1) * step).astype(np.intp)
    rows = lines[:, None] + np.arange(-pixels, pixels + 1)[None]
    corner = MARGIN + np.arange(size) * step
    place = np.arange(SIDE + 2 * MARGIN)[:, None]
    inside = (place >= corner + _INSET * step) & (place < corner + (1 - _INSET) * step)
    return step, rows, (inside / inside.sum(axis=0)).astype(np.float32)


@cache
def even_crossings(size: int) -> Floats:
    """The crossings of an undistorted lattice in cells, shape [N+1, N+1, 2]."""
    y, x = np.mgrid[: size + 1, : size + 1]
    return np.stack([x, y], axis=-1).astype(np.float32)


@cache
def even_places(size: int) -> Floats:
    """The same crossings in sides of the lattice, 0 to 1."""
    return np.asarray(even_crossings(size) / size, np.float32)


def corners_of(mesh: Floats) -> Floats:
    """The outer corners of a lattice's crossings [N+1, N+1, 2], clockwise: [4, 2]."""
    return mesh[(0, 0, -1, -1), (0, -1, -1, 0)]


def _usual(strength: Floats | Doubles) -> float:
    """The strength that six segments in ten do not reach.

    `np.percentile` takes ten times as long for so few.
    """
    at = int(_MOST * (strength.size - 1))
    return float(np.partition(strength, at, axis=None)[at])


def _middle(offset: Floats, seen: Bools) -> Floats:
    """The median offset of each line's seen segments (0 where none), [2, N+1, 1]."""
    ordered = np.sort(np.where(seen, offset, np.float32(np.inf)), axis=2)
    count = seen.sum(axis=2, keepdims=True)
    middle = np.take_along_axis(ordered, np.maximum(count - 1, 0) // 2, 2)
    return np.where(count > 0, middle, np.float32(0))


def crossings(segments: Segments) -> tuple[Floats, Bools]:
    """The shift of each crossing from its place, by the segments that meet there.

    Returns:
        Shifts in cells [N+1, N+1, 2] (x, y) and whether anything was seen.
    """
    weight = segments.seen.astype(np.float32)
    moved = weight * segments.offset
    near = _beside(weight)
    shift = _beside(moved) / np.maximum(near, 1e-9)
    # Horizontal lines give the y of a crossing, vertical lines its x.
    crossed = np.stack([shift[1].T, shift[0]], axis=-1).astype(np.float32)
    seen: Bools = np.stack([near[1].T > 0, near[0] > 0], axis=-1)
    return crossed, seen


def _beside(values: Floats) -> Floats:
    """For each crossing of a line, the sum over the segments before and after it."""
    total = np.zeros((2, values.shape[1], values.shape[2] + 1), np.float32)
    total[:, :, :-1] += values
    total[:, :, 1:] += values
    return total
