"""Finds the things that lie on a board: a pen, a finger, a slip of paper, a glare.

A thing hides the lines that it lies on; what is printed does not, be it a digit or a
shade, nor does a shadow or a stain. So a thing is known by the gaps in the lines. How
far it reaches is told by its colour, if that is unlike the paper's, or else by the gaps
that are near each other. What an app shades ends at lines, and shows its digits. Where
lines have gaps all over the board, nothing is known: they are not drawn, or elsewhere.
"""

import cv2
import numpy as np

from mailbot.eye.read.cells import most_channel
from mailbot.eye.read.lines.borders import PIECES, borders_of, places_of_pieces
from mailbot.eye.read.lines.gaps import frame_gaps, line_contrast, missing_pieces
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bools, Bytes, Floats, Ints, median, percentile

# What a thing is; measured on drawn boards with and without things on them.
#
# Looser values see things in what apps shade, and in folds and shadows.

# Levels in any channel by which it differs from the paper of the nearest cells ...
_UNLIKE = 16.0
# ... and the number of these cells.
_PAPERS = 5
# How wide a thing must be, in pixels of 48: at least _WIDE, and wider than the
# strokes of the board's digits and thick lines by _WIDER, but never more than
# _WIDEST. A thick line is one at the _THICK percentile of all lines.
_WIDE = 9
_WIDER = 3
_WIDEST = 21
_THICK = 85.0
# Gaps that are so near each other, in pixels, belong to one thing. Those of
# _WIDE_GAP pieces or more do even a cell apart, by _CHAINED: a slip that lies
# within a row hides a part of each line that it crosses. Smaller ones lie along
# curled edges.
_NEAR = 37
_WIDE_GAP = 3
_CHAINED = 51
# Gaps in which a thing is seen, at least.
_GAPS = 2
# Share of the pieces of lines within it, off its rim, that are missing. The shadow
# beside it counts as a part of it, and shows its lines.
_HIDDEN = 0.35
_RIM = 13
# Share of its outline that lies on lines, from which on it is a shade.
_BOUNDED = 0.6
# Share of a shade's pixels that are as strong as print, at least, and how strong
# print is beside the board's strongest: under a glare digits are paler. Fewer than
# _FEW cells need no print: two that a person coloured may both be empty.
_PRINTED = 0.01
_STRONG = 0.5
_FEW = 2.5
# Contrast of the lines below which a shade may hide them as well, in levels.
_FAINT = 25.0
# Pixels of 48 by which coloured cells overlap that touch at a corner.
_CORNER = 15
# Pixels of 48 by which an outline lies off a line, and an edge blurs.
_OFF = 4
# Borders with gaps that span what has no colour of its own, at least, and the share
# of these that are missing in part only: what hides whole ones may be a shade.
_BORDERS = 3
_PARTLY = 0.25
# Pixels by which it reaches beyond its gaps: it ends before the next line.
_BEYOND = 8
# Share of the pieces of lines that is missing elsewhere, at most: off the things
# and so many pixels around them. With drawn things on a board it was 0.008; of
# boxes with gaps between them, and of bare rings, 0.03 and more; in pictures so
# coarse that whole blocks of them are even, 0.007 to 0.06.
_ELSEWHERE = 0.01
_AROUND = 24

_MIDDLE = slice(9, -9)  # of 48 pixels: where a digit stands
_STROKES = np.ones((15, 15), np.uint8)  # of 48 pixels: wider than a digit's strokes
_STRONGEST = 98  # percent of the pixels there that are paler than strong print


def things_on(patches: Bytes, legible: Bools) -> Bools:
    """Where things lie on a board, [N * PATCH, N * PATCH].

    Args:
        patches: its cells, shape [N*N, PATCH, PATCH, 3].
        legible: the cells whose print is read for sure, [N*N]: the board's own. What is
            printed on a slip of paper is not.
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
    printed = _printed(patches, legible)
    shades = _shades(labels, {*labels[y, x][gaps]}, printed)
    labels[shades] = 0
    shaded = _widened(shades, 3 * _OFF + 1)
    gaps &= ~shaded[y, x]
    coloured = _hiding(labels, gaps, missing)
    hulls = _hulls(gaps, missing, places, frame_gaps(patches), printed)
    pale = _hiding(hulls, gaps, missing)
    things = coloured | _widened(pale, 2 * _BEYOND + 1)
    beside = shaded | _widened(things, 2 * _AROUND + 1)
    elsewhere = missing[~beside[y, x]]
    amiss = elsewhere.sum() > _ELSEWHERE * elsewhere.size
    return np.zeros_like(things) if amiss else things


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
    papers = median(inside[clear[:, 0], clear[:, 1]], axis=1).astype(np.float32)
    for cell in np.ndindex(size, size) if len(clear) else ():
        nearest = np.argsort(((clear - cell) ** 2).sum(axis=1))[:_PAPERS]
        unlike[cell] = _off(cells[cell], papers[nearest]) > _UNLIKE
    board = unlike.swapaxes(1, 2).reshape(size * PATCH, size * PATCH)
    wide = round(_thickness(unlike)) + _WIDER
    return _opened(board, int(np.clip(wide, _WIDE, _WIDEST)))


def _thickness(unlike: Bytes) -> float:
    """How thick the strokes of a board are, be it of its digits or thick lines.

    Args:
        unlike: what is unlike the paper in each cell, shape [N, N, PATCH, PATCH].
    """
    size = len(unlike)
    board = unlike.swapaxes(1, 2).reshape(size * PATCH, size * PATCH)
    inside = 2 * np.asarray(cv2.distanceTransform(board, cv2.DIST_L2, 3), np.float32)
    cells = inside.reshape(size, PATCH, size, PATCH).swapaxes(1, 2)
    lines = median(borders_of(cells).max(axis=-2), axis=-1)
    digits = cells[:, :, _MIDDLE, _MIDDLE].max(axis=(2, 3))
    digits = digits[digits > 0]
    least = float(median(digits)) if len(digits) > size else 0.0
    return max(least, float(percentile(lines, _THICK)))


def _opened(mask: Bytes, wide: int) -> Bytes:
    """Those parts of a mask that are at least so many pixels wide."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, disc), np.uint8)


def _off(cell: Floats, papers: Floats) -> Floats:
    """How far each pixel of a cell is from the likest paper, in its worst channel."""
    off = [most_channel(np.abs(cell - paper)) for paper in papers]
    return np.asarray(np.minimum.reduce(off), np.float32)


def _printed(patches: Bytes, legible: Bools) -> Bools:
    """Where print stands in the middle of legible cells, [N * PATCH, N * PATCH].

    Everywhere, if the lines are so faint that their gaps tell little.
    """
    size = round(len(patches) ** 0.5)
    if line_contrast(patches) < _FAINT:
        return np.ones((size * PATCH, size * PATCH), np.bool_)
    light = patches.mean(axis=-1, dtype=np.float32)[:, _MIDDLE, _MIDDLE]
    off = np.abs(light - median(light.reshape(len(light), -1), 1)[:, None, None])
    strong = off > _STRONG * percentile(off, _STRONGEST)
    strong &= legible[:, None, None]
    cells = np.zeros((size, size, PATCH, PATCH), np.bool_)
    cells[:, :, _MIDDLE, _MIDDLE] = strong.reshape(size, size, *strong.shape[1:])
    return cells.swapaxes(1, 2).reshape(size * PATCH, size * PATCH)


def _shades(labels: Ints, which: set[int], printed: Bools) -> Bools:
    """The regions that an app shades: they end at lines and show their digits."""
    size = len(labels)
    off = np.abs((np.arange(size) + PATCH // 2) % PATCH - PATCH // 2) <= _OFF
    on_line = off[:, None] | off
    shades = np.zeros(labels.shape, np.bool_)
    for label in which - {0}:
        one = (labels == label).astype(np.uint8)
        few = _largest_part(one) < _FEW * PATCH**2
        one = np.asarray(cv2.morphologyEx(one, cv2.MORPH_CLOSE, _STROKES), np.uint8)
        outlines = cv2.findContours(one, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        cv2.drawContours(one, outlines, -1, 1.0, -1)
        region = one > 0
        rim = np.concatenate([outline[:, 0] for outline in outlines])
        x, y = rim[((rim > 0) & (rim < size - 1)).all(axis=1)].T
        bounded = len(x) and on_line[y, x].mean() >= _BOUNDED
        if bounded and (few or printed[region].mean() >= _PRINTED):
            shades |= region
    return shades


def _largest_part(region: Bytes) -> int:
    """The pixels of its largest part, if it is parted where cells meet at corners."""
    parts = _opened(region, _CORNER)
    _, _, stats, _ = cv2.connectedComponentsWithStats(parts, connectivity=4)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def _hulls(
    gaps: Bools, missing: Bools, places: Ints, frame: Ints, printed: Bools
) -> Ints:
    """Regions, each spanned by gaps that are near each other; 0 elsewhere.

    Shades that are as light as the paper hide whole borders, few in part, and no print.
    Of a faint line noise may leave single pieces missing, which join the gaps beside.
    Where the frame is missing as well, a region reaches up to it.
    """
    size = gaps.shape[2] * PATCH
    y, x = places
    wide = gaps & (missing.sum(axis=-1, keepdims=True) >= _WIDE_GAP)
    joined = np.zeros((size, size), np.uint8)
    near, far = places[:, missing], np.concatenate([places[:, wide], frame], axis=1)
    for middles, reach in ((near, _NEAR), (far, _CHAINED)):
        points = np.zeros((size, size), np.bool_)
        points[*middles] = True
        joined |= _widened(points, reach)
    labels = np.asarray(cv2.connectedComponents(joined)[1])
    parts, framed = labels[y, x], labels[*frame]
    groups = np.where(gaps, parts, 0)
    whole = missing.sum(axis=-1) >= PIECES - 1
    hulls = np.zeros((size, size), np.int32)
    for label in sorted({*groups[gaps]}):
        own = groups == label
        borders = own.any(axis=-1)
        reached = missing & borders[..., None] & (parts == label)
        at_frame = frame[:, framed == label]
        spanned = np.concatenate([places[:, reached], at_frame], axis=1)
        hull = np.zeros((size, size), np.int32)
        outline = cv2.convexHull(spanned[::-1].T.astype(np.int32))
        cv2.fillConvexPoly(hull, outline, float(label))
        partly = (borders & ~whole).sum() >= _PARTLY * borders.sum()
        hides = partly or printed[hull > 0].mean() < _PRINTED
        if hides and borders.sum() >= _BORDERS:
            hulls = np.maximum(hulls, hull)
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
    inner = np.ones((_RIM, _RIM), np.uint8)
    deep = np.where(cv2.erode((labels > 0).astype(np.uint8), inner), labels, 0)[y, x]
    within = np.bincount(deep.ravel(), minlength=count)
    hidden = np.bincount(deep[missing], minlength=count)
    kept = np.bincount(labels[y, x][gaps], minlength=count) >= _GAPS
    kept &= hidden >= _HIDDEN * within
    kept[0] = False
    return np.asarray(kept[labels], np.bool_)


def _widened(region: Bools, width: int) -> Bools:
    """A region, widened on all sides to that width around each pixel."""
    around = np.ones((width, width), np.uint8)
    return np.asarray(cv2.dilate(region.astype(np.uint8), around) > 0, np.bool_)
