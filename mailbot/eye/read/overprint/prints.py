"""How the digits of a grid look in its own type, and how well they fit a cell's ink.

Each digit is known from the other cells that surely show it. Ink is 1 where it is as
dark as the grid's usual ink.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Floats, Ints

_INNER = slice(4, -4)  # of 32 pixels: inside the lines
_RIM = 4  # pixels at each side of that which the rest of a line may take ...
_LINED = 0.9  # ... and share of the side that it takes at least; no digit is so wide
_SHIFT = 4  # pixels by which a digit may lie elsewhere in its cell
_SMOOTH = 1.0  # pixels: the spread by which ink is smoothed before it is compared
_DARKEST = 1.2  # of the grid's usual ink: darker ink counts as so dark
_TONES = 0.4, 1.2
"""How dark a digit may be printed, as a share of the grid's other prints."""
_INKED = 0.15  # share of the grid's usual ink from which on a pixel is ink
_KNOWN = 0.9
"""Probability from which on a printed digit shows how that digit looks."""
_TELLING = 6  # fewest cells that tell how well prints usually fit each other
_USUAL = 90  # percent of prints that are as prints usually are, or better

Looks = dict[int, Floats]
"""How digits look in other cells, laid over a cell's own ink."""


@dataclass(frozen=True, slots=True)
class Prints:
    """The ink of a grid's cells, shape [N*N, 32, 32].

    `smooth` is without the sharp edges, in which two prints of a digit differ. `read`
    is the digit that each cell shows in print, 0 for none, and `shown` the same where
    that is sure, shape [N*N].
    """

    ink: Floats
    smooth: Floats
    read: Ints
    shown: Ints

    def looks(self, cell: int, digits: Iterable[int]) -> Looks:
        """How some digits look in the other cells, laid over this one."""
        looks = {}
        for digit in digits:
            cells = np.flatnonzero(self.shown == digit)
            moved = [
                _moved(self.ink[other], self.ink[cell])
                for other in cells
                if other != cell
            ]
            if moved:
                looks[digit] = np.asarray(np.mean(moved, axis=0), np.float32)
        return looks

    def own_looks(self) -> Looks:
        """How each cell's digit looks in other cells that show it, by cell."""
        return {
            cell: look
            for cell in np.flatnonzero(self.read).tolist()
            for look in self.looks(cell, [int(self.read[cell])]).values()
        }

    def misfits(self, looks: Looks) -> dict[int, float]:
        """The misfit of the digit of each cell of which `own_looks` tells the look."""
        return {cell: _misfit(look, self.smooth[cell]) for cell, look in looks.items()}


def prints_of(seen: Recognised, digits: Ints, by_hand: Bools) -> Prints:
    """The ink inside the lines of each cell, with an empty border."""
    ink = seen.cells.ink[:, _INNER, _INNER] / max(seen.cells.contrast, 1e-3)
    clear = np.where(ink > _INKED, np.minimum(ink, _DARKEST), 0)
    around = (0, 0), (_SHIFT, _SHIFT), (_SHIFT, _SHIFT)
    wide = np.pad(_without_lines(clear), around).astype(np.float32)
    sure = np.exp(seen.log_probs.max(axis=1)) > _KNOWN
    smooth = np.stack([_smooth(cell) for cell in wide])
    read = np.asarray(digits * ~by_hand, np.int64)
    return Prints(wide, smooth, read, read * sure)


def usual_of(measured: dict[int, float]) -> float | None:
    """What nine prints in ten stay below, by cell; None if few cells tell it."""
    if len(measured) < _TELLING:
        return None
    return max(float(np.percentile(list(measured.values()), _USUAL)), 1e-6)


def toned(look: Floats, smooth: Floats) -> Floats:
    """A digit smoothed as a cell's ink is, and as dark as fits it best."""
    look = _smooth(look)
    tone = float(np.vdot(smooth, look)) / max(float(np.vdot(look, look)), 1e-6)
    return look * np.float32(min(max(tone, _TONES[0]), _TONES[1]))


def _without_lines(ink: Floats) -> Floats:
    """The ink of cells [n, h, w] without what lines leave along the four sides.

    A small cell has thick and soft lines, which reach into it.
    """
    inner = ink.copy()
    for turns in range(4):
        sides = np.rot90(inner, turns, axes=(1, 2))  # a view, its top each side
        lined = np.ones(len(ink), np.bool_)
        for depth in range(_RIM):
            lined &= (sides[:, depth] > 0).mean(axis=1) > _LINED
            sides[lined, depth] = 0
    return inner


def _misfit(look: Floats, smooth: Floats) -> float:
    """The ink that only a cell or only a digit has, as a share of the cell's.

    The digit is smoothed, as the cell's ink is, and as dark as fits best.
    """
    off = cv2.norm(smooth, toned(look, smooth), cv2.NORM_L1)
    return float(off / max(float(smooth.sum()), 1e-6))


def _smooth(ink: Floats) -> Floats:
    """The ink of a cell without the sharp edges, in which two prints differ."""
    return np.asarray(cv2.GaussianBlur(ink, (0, 0), _SMOOTH), np.float32)


def _moved(ink: Floats, own: Floats) -> Floats:
    """The ink of a cell where it covers another cell's ink best.

    The place is told to a part of a pixel, by parabolas through the best three.
    """
    inner = ink[_SHIFT:-_SHIFT, _SHIFT:-_SHIFT]
    score = np.asarray(cv2.matchTemplate(own, inner, cv2.TM_CCORR), np.float32)
    _, _, _, (left, top) = cv2.minMaxLoc(score)
    across = left - _SHIFT + _peak(score[top], left)
    down = top - _SHIFT + _peak(score[:, left], top)
    move = np.array([[1, 0, across], [0, 1, down]], np.float32)
    return np.asarray(cv2.warpAffine(ink, move, ink.shape[::-1]), np.float32)


def _peak(scores: Floats, best: int) -> float:
    """How far beside its best place a row of scores has its peak, -0.5 to 0.5."""
    if not 0 < best < len(scores) - 1:
        return 0.0
    before, here, after = scores[best - 1 : best + 2].tolist()
    bend = before - 2 * here + after
    return 0.5 * (before - after) / bend if bend < 0 else 0.0
