"""Fits N by N lattices to the lines of a picture.

A lattice is placed by a homography that maps the unit square into the picture
(float64[3, 3], x to the right, y down). All sizes are tried on one unfolded view.
Arrays of segments have the shape [2, N+1 lines, N segments]: the horizontal lines from
top to bottom, then the vertical lines from left to right.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.pictures.arrays import Bools, Doubles, Floats

Homography = Doubles

SIDE = 432  # pixels of the unfolded lattice: 48 a cell for 9x9, 27 for 16x16
MARGIN = 48
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)

_FROM_VIEW = np.array(
    [[1 / SIDE, 0, -MARGIN / SIDE], [0, 1 / SIDE, -MARGIN / SIDE], [0, 0, 1]]
)  # pixels of a view to the unit square
_REACH = 0.22  # how far from its place a line is looked for, in cells
_INSET = 0.15  # of a segment's ends is left out: crossings, and digits that touch
_STRAIGHT = 0.10  # how far a segment may lie off the median of its line, in cells
_NEAR = 0.20  # ... and off its own place
_FAINTEST = 0.012  # least darkness of lines, relative to their paper
_ROUNDS = 3
_CONTINUED = 0.6  # of the segments of a new row or column must be there
_CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))  # 0: right, below; 1: left, above
_OPPOSITE = ((0, 0), (1, 1))


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
        return _fit(self)


@dataclass(frozen=True, slots=True)
class Fit:
    """A lattice of `size` cells a side, in the best place that was found."""

    size: int
    score: float
    homography: Homography
    segments: Segments


def unfold(lines: Floats, homography: Homography) -> Floats:
    """The lines, warped so that the lattice is a square of SIDE within a MARGIN."""
    flat = cv2.warpPerspective(
        lines,
        homography @ _FROM_VIEW,
        (SIDE + 2 * MARGIN, SIDE + 2 * MARGIN),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
    )
    return np.asarray(np.minimum(flat, 0.5), np.float32)


def trace(view: Floats, size: int) -> Segments:
    """Look for each segment of a lattice near its place in an unfolded view."""
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
    strength = (peak - np.median(profile, axis=2, keepdims=True))[:, :, 0]
    exact = (MARGIN + np.arange(size + 1) * step)[None, :, None]
    found = rows[:, 1][None, :, None] + (at + finer)[:, :, 0]
    offset = (found - exact) / step
    least = max(0.15 * float(np.percentile(strength, 60)), 0.8 * _FAINTEST)
    return Segments(
        offset=np.asarray(offset, np.float32),
        strength=np.asarray(strength, np.float32),
        seen=clear & (strength > least),
    )


def settle(lines: Floats, homography: Homography, size: int) -> Fit:
    """Move a lattice onto the lines near it, as long as that improves the fit."""
    best: Fit | None = None
    for _ in range(_ROUNDS + 1):
        segments = trace(unfold(lines, homography), size)
        fit = Fit(size, segments.fit, homography, segments)
        if best is None or fit.score >= best.score:
            best = fit
        moved = _moved(fit) if fit.score >= 0.35 else None
        if moved is None:
            break
        homography = moved
    assert best is not None
    return best


def grow(lines: Floats, fit: Fit, most: int) -> Fit:
    """Add a row and a column at a corner as long as lines are seen there.

    Without this a lattice may cover only a part of a larger grid.
    """
    while fit.size < most:
        around = (_extend(lines, fit, corner) for corner in _CORNERS)
        larger = next((e for e in around if min(e.row, e.column) >= _CONTINUED), None)
        if larger is None:
            break
        fit = settle(lines, larger.homography, fit.size + 1)
    return fit


def goes_on(lines: Floats, fit: Fit) -> bool:
    """Whether another row or column is seen on any side."""
    around = [_extend(lines, fit, corner) for corner in _OPPOSITE]
    return max(max(one.row, one.column) for one in around) >= _CONTINUED


def project(points: npt.NDArray[np.floating], homography: Homography) -> Floats:
    """Points [..., 2] mapped by a homography."""
    flat = np.asarray(points, np.float32).reshape(1, -1, 2)
    through = cv2.perspectiveTransform(flat, homography)
    return np.asarray(through, np.float32).reshape(points.shape)


@cache
def _places(size: int) -> tuple[float, npt.NDArray[np.intp], Floats]:
    """The step in pixels, the rows around each line, the weights of segments' means."""
    step = SIDE / size
    reach = int(_REACH * step)
    lines = np.rint(MARGIN + np.arange(size + 1) * step).astype(np.intp)
    rows = lines[:, None] + np.arange(-reach, reach + 1)[None]
    corner = MARGIN + np.arange(size) * step
    place = np.arange(SIDE + 2 * MARGIN)[:, None]
    inside = (place >= corner + _INSET * step) & (place < corner + (1 - _INSET) * step)
    return step, rows, (inside / inside.sum(axis=0)).astype(np.float32)


@cache
def even_crossings(size: int) -> Floats:
    """The crossings of an undistorted lattice in cells, shape [N+1, N+1, 2]."""
    y, x = np.mgrid[: size + 1, : size + 1]
    return np.stack([x, y], axis=-1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class _Extension:
    """A lattice with another row and column, and the share of each that is seen."""

    homography: Homography
    row: float
    column: float


def _extend(lines: Floats, fit: Fit, corner: tuple[int, int]) -> _Extension:
    size = fit.size + 1
    stretch = size / fit.size
    left, top = (-side / fit.size for side in corner)
    shift = np.array([[stretch, 0, left], [0, stretch, top], [0, 0, 1]], np.float64)
    homography = fit.homography @ shift
    there = _straight(trace(unfold(lines, homography), size))
    at_left, at_top = corner
    row, column = (0 if side else size - 1 for side in (at_top, at_left))
    below, beside = (0 if side else size for side in (at_top, at_left))
    old_columns = slice(at_left, size - 1 + at_left)
    old_rows = slice(at_top, size - 1 + at_top)
    new_row = [there[0, below, old_columns], there[1, :, row]]
    new_column = [there[1, beside, old_rows], there[0, :, column]]
    return _Extension(
        homography,
        float(np.concatenate(new_row).mean()),
        float(np.concatenate(new_column).mean()),
    )


def _straight(segments: Segments) -> Bools:
    """Which segments are seen, near their place and in line with their neighbours."""
    middle = _middle(segments.offset, segments.seen)
    in_line = np.abs(segments.offset - middle) < _STRAIGHT
    straight: Bools = segments.seen & in_line
    return straight & (np.abs(segments.offset) < _NEAR)


def _fit(segments: Segments) -> float:
    if np.percentile(segments.strength, 60) < _FAINTEST:
        return 0.0
    seen = segments.seen
    middle = _middle(segments.offset, seen)
    straight = seen & (np.abs(segments.offset - middle) < _STRAIGHT)
    there = (straight & (np.abs(segments.offset) < _NEAR)).mean()
    # One line a direction may be missing (cut off, or shaded); two may not.
    weakest = np.sort(straight.mean(axis=2), axis=1)[:, 1].min()
    return float(0.8 * there + 0.2 * weakest)


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


def _moved(fit: Fit) -> Homography | None:
    shift, seen = crossings(fit.segments)
    both = seen.all(axis=-1)
    if both.sum() < 12:
        return None
    even = even_crossings(fit.size)
    source = (even / fit.size)[both]
    target = project((even + shift) / fit.size, fit.homography)[both]
    extent = float(np.linalg.norm(np.ptp(target, axis=0)))
    found: object = cv2.findHomography(  # None where the crossings are degenerate
        source, target, cv2.RANSAC, 0.06 * extent / fit.size + 1
    )[0]
    return None if found is None else np.asarray(found, np.float64)
