"""Finds the things that lie on a board: a pen, a finger, a slip of paper, a glare.

A thing hides the lines that it lies on; what is printed does not, be it a digit or a
shade, nor does a shadow or a stain. So a thing is known by the gaps in the lines. How
far it reaches is told by its colour, if that is unlike the paper's, or else by the gaps
that are near each other. What an app shades ends at lines, and things do not.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.read.cells import most_channel
from mailbot.eye.read.cutting import PATCH
from mailbot.eye.read.gaps import PIECES, missing_pieces, places_of_pieces
from mailbot.pictures.arrays import Bools, Bytes, Floats, Ints


@dataclass(frozen=True, slots=True)
class _ThingLimits:
    """What a thing is; measured on drawn boards with and without things on them.

    Looser values see things in what apps shade, and in folds and shadows.
    """

    # Levels in any channel by which it differs from the paper of the nearest cells ...
    unlike: float = 16.0
    # ... and the number of these cells.
    papers: int = 5
    # Pixels of 48 that it is wide: more than any stroke of a digit.
    wide: int = 9
    # Gaps that are so near each other, in pixels, belong to one thing.
    near: int = 37
    # Gaps in which a thing is seen, at least.
    gaps: int = 2
    # Share of the pieces of lines within it, off its rim, that are missing.
    hidden: float = 0.5
    rim: int = 13
    # Share of its outline that lies on lines, from which on it is a shade.
    bounded: float = 0.6
    # Pixels of 48 by which an outline lies off a line, and an edge blurs.
    off: int = 4
    # Borders with gaps that span what has no colour of its own, at least, and the share
    # of these that are missing in part only: what hides whole ones may be a shade.
    borders: int = 3
    partly: float = 0.25
    # Pixels by which it reaches beyond its gaps: it ends before the next line.
    beyond: int = 8


_LIMITS = _ThingLimits()


def things_on(patches: Bytes) -> Bools:
    """Where things lie on a board, [N * PATCH, N * PATCH].

    Args:
        patches: its cells, shape [N*N, PATCH, PATCH, 3].
    """
    size = round(len(patches) ** 0.5)
    missing = missing_pieces(patches)
    gaps = _certain(missing)
    if not gaps.any():
        return np.zeros((size * PATCH, size * PATCH), np.bool_)
    places = places_of_pieces(size)
    y, x = places
    unlike = _unlike_paper(patches, gaps)
    labels = np.asarray(cv2.connectedComponents(unlike)[1], np.int64)
    shades = _shades(labels, np.unique(labels[y, x][gaps]))
    labels[shades] = 0
    gaps &= ~_widened(shades, 3 * _LIMITS.off + 1)[y, x]
    coloured = _hiding(labels, gaps, missing)
    pale = _hiding(_hulls(gaps, missing, places), gaps, missing)
    return coloured | _widened(pale, 2 * _LIMITS.beyond + 1)


def _certain(missing: Bools) -> Bools:
    """The missing pieces that are sure to be hidden.

    A single one may be noise. And the mesh may reach beyond the frame: in photographs
    of curled pages by half a cell.
    """
    beside = np.pad(missing, ((0, 0), (0, 0), (0, 0), (1, 1)))
    sure = missing & (beside[..., :-2] | beside[..., 2:])
    sure[:, :, 0, : PIECES // 2] = sure[:, :, -1, -PIECES // 2 :] = False
    return np.asarray(sure, np.bool_)


def _unlike_paper(patches: Bytes, gaps: Bools) -> Bytes:
    """What is wide and unlike the paper of cells near by that have no gaps around."""
    size = round(len(patches) ** 0.5)
    around = np.zeros((size, size), np.bool_)
    across, down = gaps[0].any(axis=-1), gaps[1].any(axis=-1)
    around[1:] |= across
    around[:-1] |= across
    around[:, 1:] |= down.T
    around[:, :-1] |= down.T
    unlike = np.zeros((size, size, PATCH, PATCH), np.uint8)
    clear = np.argwhere(~around)
    cells = patches.astype(np.float32).reshape(size, size, PATCH, PATCH, 3)
    inside = patches[:, 8:-8, 8:-8].reshape(size, size, -1, 3)
    papers = np.median(inside[clear[:, 0], clear[:, 1]], axis=1).astype(np.float32)
    for cell in np.ndindex(size, size) if len(clear) else ():
        nearest = np.argsort(((clear - cell) ** 2).sum(axis=1))[: _LIMITS.papers]
        unlike[cell] = _off(cells[cell], papers[nearest]) > _LIMITS.unlike
    board = unlike.swapaxes(1, 2).reshape(size * PATCH, size * PATCH)
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_LIMITS.wide,) * 2)
    return np.asarray(cv2.morphologyEx(board, cv2.MORPH_OPEN, wide), np.uint8)


def _off(cell: Floats, papers: Floats) -> Floats:
    """How far each pixel of a cell is from the likest paper, in its worst channel."""
    off = [most_channel(np.abs(cell - paper)) for paper in papers]
    return np.asarray(np.minimum.reduce(off), np.float32)


def _shades(labels: Ints, which: Ints) -> Bools:
    """Those regions that end at lines, with the digits that stand in them."""
    size = len(labels)
    off = np.abs((np.arange(size) + PATCH // 2) % PATCH - PATCH // 2) <= _LIMITS.off
    on_line = off[:, None] | off
    shades = np.zeros(labels.shape, np.bool_)
    for label in which[which > 0]:
        one = (labels == label).astype(np.uint8)
        ring = np.ones((2 * PATCH // 6 - 1,) * 2, np.uint8)
        one = np.asarray(cv2.morphologyEx(one, cv2.MORPH_CLOSE, ring), np.uint8)
        outlines = cv2.findContours(one, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        cv2.drawContours(one, outlines, -1, 1.0, -1)
        rim = np.concatenate([outline[:, 0] for outline in outlines])
        x, y = rim[((rim > 0) & (rim < size - 1)).all(axis=1)].T
        if len(x) and on_line[y, x].mean() >= _LIMITS.bounded:
            shades |= one > 0
    return shades


def _hulls(gaps: Bools, missing: Bools, places: Ints) -> Ints:
    """Regions, each spanned by gaps that are near each other; 0 elsewhere.

    Shades that are as light as the paper hide whole borders, and few in part.
    """
    size = gaps.shape[2] * PATCH
    y, x = places
    points = np.zeros((size, size), np.bool_)
    points[y[gaps], x[gaps]] = True
    near = _widened(points, _LIMITS.near).astype(np.uint8)
    groups = np.where(gaps, np.asarray(cv2.connectedComponents(near)[1])[y, x], 0)
    whole = missing.sum(axis=-1) >= PIECES - 1
    hulls = np.zeros((size, size), np.int32)
    for label in np.unique(groups[gaps]):
        own = groups == label
        borders = own.any(axis=-1)
        partly = (borders & ~whole).sum() >= _LIMITS.partly * borders.sum()
        if partly and borders.sum() >= _LIMITS.borders:
            spanned = np.stack([x[own], y[own]], axis=1).astype(np.int32)
            cv2.fillConvexPoly(hulls, cv2.convexHull(spanned), float(label))
    return hulls.astype(np.int64)


def _hiding(labels: Ints, gaps: Bools, missing: Bools) -> Bools:
    """The regions that hide the lines within them.

    Args:
        labels: the regions, 0 elsewhere.
        gaps: the certain gaps.
        missing: all missing pieces.
    """
    y, x = places_of_pieces(gaps.shape[2])
    count = int(labels.max()) + 1
    inner = np.ones((_LIMITS.rim, _LIMITS.rim), np.uint8)
    deep = np.where(cv2.erode((labels > 0).astype(np.uint8), inner), labels, 0)[y, x]
    within = np.bincount(deep.ravel(), minlength=count)
    hidden = np.bincount(deep[missing], minlength=count)
    kept = np.bincount(labels[y, x][gaps], minlength=count) >= _LIMITS.gaps
    kept &= hidden >= _LIMITS.hidden * within
    kept[0] = False
    return np.asarray(kept[labels], np.bool_)


def _widened(region: Bools, width: int) -> Bools:
    """A region, widened on all sides to that width around each pixel."""
    around = np.ones((width, width), np.uint8)
    return np.asarray(cv2.dilate(region.astype(np.uint8), around) > 0, np.bool_)
