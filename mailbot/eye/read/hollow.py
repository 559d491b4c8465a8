"""Fills digits that are printed as outlines, so that they look like any others.

The strokes of a hollow digit are two thin lines with paper between them. That paper is
enclosed by ink, as the loops of a 6 are, but only one line away from the paper around
the digit; a loop is a whole stroke away. And every hollow digit encloses some, a 1 or a
7 as well.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from mailbot.eye.read.cells import FULL, PAPER, SIDE, contrasts, has_ink
from mailbot.eye.read.cutting import Cut
from mailbot.eye.read.recognise import Recognised, turn_cells, without_signs
from mailbot.eye.read.upright import turned_order
from mailbot.pictures.arrays import Bools, Bytes, Floats
from mailbot.pictures.pixels import Bgr, Gray


@dataclass(frozen=True, slots=True)
class _HollowLimits:
    """What is hollow; measured on drawn boards in hollow, usual and hand-like type."""

    # Share of the cells with ink that enclose paper within their strokes, from which on
    # the digits are hollow: 0.67 or more of them where they are and can be read so, 0.5
    # at most in usual type, whose loops may pass for strokes.
    hollow: float = 0.6
    # Brightness of a normalised cell from which on a pixel is ink: half of full ink.
    inked: float = (PAPER + FULL) / 2
    # How far the paper within a stroke lies from that around the digit, in widths of
    # the lines. Paper within a loop lies two lines and a gap away.
    near: float = 1.5
    # Pixels of 32 of paper within strokes: less of it is none.
    least: float = 3.0


_LIMITS = _HollowLimits()
_FINER = 3  # times as large are the cells in which paper is sought
_FINE = _FINER * SIDE
_INNER = slice(4 * _FINER, -4 * _FINER)  # ... of which that is inside the lines
_SPECK = _FINER**2  # pixels of enclosed paper that are the grain of ink
_RIM = np.ones((3, 3), np.uint8)  # the soft side of ink, which is filled as well
_SOFT = 0.4 * _FINER  # spread of the edges of what is filled


def filled(picture: Bgr, seen: Recognised) -> Recognised | None:
    """What a board holds if its hollow digits are filled; None if they are not hollow.

    Args:
        picture: shape [h, w, 3].
        seen: what it holds otherwise.
    """
    inked = has_ink(seen.cells.normalised)
    if not inked.any():
        return None
    within = _within_strokes(seen.cells.normalised[inked])
    if within is None:
        return None
    back = turned_order(seen.size, -seen.turn)
    cells = turn_cells(_with_full(seen.cells, inked, within), back, -seen.turn)
    return without_signs(cells, seen.sighting, picture.shape[:2])


def _within_strokes(cells: Bytes) -> Bools | None:
    """Where paper lies within the strokes of hollow digits, [n, _FINE, _FINE].

    None if the digits are not hollow.

    Args:
        cells: normalised, shape [n, SIDE, SIDE].
    """
    fine = (_FINE, _FINE)
    large = [cv2.resize(one, fine, interpolation=cv2.INTER_CUBIC) for one in cells]
    inside = np.zeros((len(cells), *fine), np.uint8)
    inside[:, _INNER, _INNER] = np.array(large)[:, _INNER, _INNER] > _LIMITS.inked
    ink = inside.reshape(-1, _FINE)  # one below the other, with paper around them all
    _, labels, stats, _ = cv2.connectedComponentsWithStats(1 - ink, connectivity=4)
    area, cell = stats[:, cv2.CC_STAT_AREA], stats[:, cv2.CC_STAT_TOP] // _FINE
    enclosed = area >= _SPECK
    enclosed[[0, labels[0, 0]]] = False  # the ink, and the paper around it

    def is_hollow() -> bool:
        """Whether enough paper is enclosed in most of the cells."""
        there = np.bincount(cell[enclosed], area[enclosed], len(cells))
        return bool((there > _LIMITS.least * _FINER**2).mean() >= _LIMITS.hollow)

    if not is_hollow():  # and so in nearly every picture: that saves time
        return None
    near = labels[_off(labels == labels[0, 0]) <= _LIMITS.near * _width(ink)]
    enclosed &= np.isin(np.arange(len(stats)), near)
    if not is_hollow():
        return None
    return np.asarray(enclosed[labels].reshape(inside.shape), np.bool_)


def _width(lines: Bytes) -> float:
    """How wide lines are, in pixels.

    Across a line of width w, pixels lie w/4 from its edge on average. The function
    `distanceTransform` gives half a pixel more: how far the middle of the next pixel
    outside is.
    """
    depth = np.asarray(cv2.distanceTransform(lines, cv2.DIST_L2, 5), np.float32)
    return 4 * (float(depth[lines > 0].mean()) - 0.5)


def _off(region: Bools) -> Floats:
    """How many pixels lie between each pixel and a region."""
    elsewhere = (~region).astype(np.uint8)
    off = np.asarray(cv2.distanceTransform(elsewhere, cv2.DIST_L2, 5), np.float32)
    return off - np.float32(1)


def _with_full(cells: Cut, inked: Bools, within: Bools) -> Cut:
    """The cells with full ink within the strokes of some.

    Args:
        cells: of the board.
        inked: which of them hold ink, [N*N].
        within: where the paper in the strokes of these lies, [n, _FINE, _FINE].
    """
    full = np.array([_small(one) for one in within], np.float32)
    ink, normalised = cells.ink.copy(), cells.normalised.copy()
    strongest = contrasts(ink[inked])[:, None, None]
    ink[inked] = np.maximum(ink[inked], full * strongest)
    bright = (PAPER + full * (FULL - PAPER)).astype(np.uint8)
    normalised[inked] = np.maximum(normalised[inked], bright)
    return replace(cells, ink=ink, normalised=Gray(normalised), was_hollow=True)


def _small(within: Bools) -> Floats:
    """How much of each pixel of a cell [SIDE, SIDE] lies in a region of it."""
    wide = cv2.dilate(within.astype(np.uint8), _RIM).astype(np.float32)
    soft = cv2.GaussianBlur(wide, (0, 0), _SOFT)
    small = cv2.resize(soft, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)
