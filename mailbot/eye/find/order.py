"""Finds the lines of a lattice that are far from their places, by their order.

A hand spaces lines unevenly: a line may lie where its neighbour should be, and the
frame a row beyond its place. But no line crosses its neighbour. So the lines of a
direction are looked for together: each may lie anywhere and slope, as long as the gaps
between them are gaps of cells. The numbers were chosen on drawn boards.
"""

from typing import Final

import cv2
import numpy as np

from mailbot.eye.find.lattice import MARGIN, SIDE, Segments, means_along
from mailbot.pictures.arrays import Doubles, Floats, Ints

_SLOPES: Final = np.linspace(-0.4, 0.4, 9)  # cells from one end of a line to the other
_BOWED = 0.06  # cells by which a piece of a line may lie off a straight one
_WIDTH = 0.07  # cells that a line is wide, at least
_GAPS = (0.5, 1.6)  # cells between neighbours
_UNEVEN = 1.0  # what a gap costs that is a cell off: as much as a line is worth
_FRAME = 0.5  # what it costs a line of the frame to lie a cell off its place
_NEAR = 0.1  # cells by which a piece of a line may lie off its straight course
_AROUND = 0.3  # cells around a piece in which its paper is
_LEAST = 0.15  # of the usual darkness of a piece, from which on it is a line's


def trace_in_order(view: Floats, size: int) -> Segments:
    """The segments of an N by N lattice in a view, wherever its lines lie.

    Args:
        view: all lines that are drawn.
        size: N.
    """
    step = SIDE / size
    both = [means_along(lines, size) for lines in (view, view.T)]
    rows = np.stack([_courses(pieces, step) for pieces in both])
    places, strengths = zip(*map(_refined, both, rows, (step, step)), strict=True)
    place, strength = np.stack(places), np.stack(strengths)
    even = MARGIN + np.arange(size + 1) * step
    usual = float(np.percentile(strength, 60))
    return Segments(
        offset=((place - even[None, :, None]) / step).astype(np.float32),
        strength=strength,
        seen=strength > max(_LEAST * usual, 1e-6),
    )


def _courses(pieces: Floats, step: float) -> Ints:
    """The rows where the lines of a direction lie, straight: [N+1, N].

    Args:
        pieces: how dark each row of the view is along each cell, [rows, N].
        step: pixels of a cell.
    """
    size = pieces.shape[1]
    dark = pieces - np.median(pieces, axis=0)
    usual = float(np.percentile(dark, 100 * (1 - _WIDTH)))
    seen = np.clip(dark / max(usual, 1e-6), 0, 1).astype(np.float32)
    reach = 2 * round(_BOWED * step) + 1
    seen = np.asarray(cv2.dilate(seen, np.ones((reach, 1), np.uint8)), np.float32)
    middles = (np.arange(size) + 0.5) / size - 0.5
    shifts = np.rint(_SLOPES[:, None] * middles * step).astype(np.int64)
    worth = np.array([_along(seen, shift) for shift in shifts])
    rows = _in_order(worth.max(axis=0), size, step)
    slopes = shifts[worth.argmax(axis=0)[rows]]
    within = np.clip(rows[:, None] + slopes, 0, len(pieces) - 1)
    return np.asarray(within, np.int64)


def _along(seen: Floats, shift: Ints) -> Doubles:
    """How much is seen of a line at each row, whose pieces are shifted [N]."""
    moved = (np.roll(piece, -by) for piece, by in zip(seen.T, shift, strict=True))
    return np.asarray(np.mean(list(moved), axis=0), np.float64)


def _in_order(worth: Doubles, size: int, step: float) -> Ints:
    """The rows of N+1 lines that are worth most together, by their gaps.

    Args:
        worth: of a line at each row.
        size: N.
        step: pixels of a cell.
    """
    rows = np.arange(len(worth))
    gaps = np.arange(round(_GAPS[0] * step), round(_GAPS[1] * step) + 1)
    cost = _UNEVEN * (gaps / step - 1) ** 2
    earlier = rows[:, None] - gaps
    total, before = worth + _framed(rows, MARGIN, step), []
    for _ in range(size):
        reached = np.where(earlier >= 0, total[np.maximum(earlier, 0)], -np.inf) - cost
        best = reached.argmax(axis=1)
        before.append(earlier[rows, best])
        total = worth + reached[rows, best]
    last = (total + _framed(rows, MARGIN + SIDE, step)).argmax()
    places = [int(last)]
    for back in reversed(before):
        places.append(int(back[places[-1]]))
    return np.array(places[::-1])


def _framed(rows: Ints, place: float, step: float) -> Doubles:
    """What it costs a line of the frame to lie at each row."""
    return np.asarray(-_FRAME * ((rows - place) / step) ** 2, np.float64)


def _refined(pieces: Floats, rows: Ints, step: float) -> tuple[Ints, Floats]:
    """The darkest row near each piece of the lines [N+1, N], and how dark it is."""
    near, around = round(_NEAR * step), round(_AROUND * step)
    padded = np.pad(pieces, ((around, around), (0, 0)))
    cells = np.arange(pieces.shape[1])[None, :, None]
    wide = padded[rows[..., None] + np.arange(2 * around + 1), cells]
    close = wide[..., around - near : around + near + 1]
    dark = close.max(axis=-1) - np.median(wide, axis=-1)
    return rows + close.argmax(axis=-1) - near, dark.astype(np.float32)
