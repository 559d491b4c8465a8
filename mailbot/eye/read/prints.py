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
_SHIFT = 4  # pixels by which a digit may lie elsewhere in its cell
_EDGE = np.ones((3, 3), np.uint8)  # how much two prints of a digit differ
_NEAR = (-0.5, 0.0, 0.5)  # pixels by which a digit is moved to lie within other ink
_SMOOTH = 1.0  # pixels: the spread by which ink is smoothed before it is compared
_DARKEST = 1.2  # of the grid's usual ink: darker ink counts as so dark
_TONES = 0.4, 1.2
"""How dark a digit may be printed, as a share of the grid's other prints."""
_SHADE = 0.2  # of the grid's usual ink: a shadow's edge in a cell is no darker
_INKED = 0.15  # share of the grid's usual ink from which on a pixel is ink
_KNOWN = 0.9
"""Probability from which on a printed digit shows how that digit looks."""
_INK = (0.71, 1.0, 0.99, 1.01, 1.02, 1.13, 0.76, 1.25, 1.12)
"""Ink of the digits 1 to 9, in multiples of their mean; in 265 types, to 0.06."""

Looks = dict[int, Floats]
"""How each digit that other cells show looks, laid over a cell's own ink."""


@dataclass(frozen=True, slots=True)
class Prints:
    """The ink of a grid's cells, shape [N*N, 32, 32].

    `smooth` is without the sharp edges, in which two prints of a digit differ. `shown`
    is the digit that each cell surely shows in print, 0 for none, shape [N*N].
    """

    ink: Floats
    smooth: Floats
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


def prints_of(seen: Recognised, digits: Ints, by_hand: Bools) -> Prints:
    """The ink inside the lines of each cell, with an empty border."""
    ink = seen.cells.ink[:, _INNER, _INNER] / max(seen.cells.contrast, 1e-3)
    clear = np.where(ink > _INKED, np.minimum(ink, _DARKEST), 0)
    wide = np.pad(clear, ((0, 0), (_SHIFT,) * 2, (_SHIFT,) * 2)).astype(np.float32)
    sure = np.exp(seen.log_probs.max(axis=1)) > _KNOWN
    smooth = np.stack([_smooth(cell) for cell in wide])
    return Prints(wide, smooth, np.asarray(digits * (sure & ~by_hand), np.int64))


def misfit(look: Floats, smooth: Floats) -> float:
    """The ink that only a cell or only a digit has, as a share of the cell's.

    The digit is smoothed, as the cell's ink is, and as dark as fits best.
    """
    off = cv2.norm(smooth, _toned(look, smooth), cv2.NORM_L1)
    return float(off / max(float(smooth.sum()), 1e-6))


def darker(look: Floats, smooth: Floats) -> float:
    """The ink of a cell beyond a digit and a faint shade, as a share of the cell's."""
    beyond = np.maximum(smooth - _toned(look, smooth) - _SHADE, 0)
    return float(beyond.sum() / max(float(smooth.sum()), 1e-6))


def is_there(look: Floats, smooth: Floats, absent: float) -> bool:
    """Whether a cell has the ink of a digit, printed half as dark or darker.

    Args:
        look: the digit.
        smooth: the cell's ink.
        absent: the ink that the cell may lack, as a share of its own.
    """
    lacking = np.maximum(look / 2 - cv2.dilate(smooth, _EDGE), 0)
    return bool(lacking.sum() < absent * smooth.sum())


def uncovered(look: Floats, ink: Floats) -> float:
    """The share of a digit's ink that a cell lacks, the digit being moved a little."""
    places = (
        np.array([[1, 0, x], [0, 1, y]], np.float32) for x in _NEAR for y in _NEAR
    )
    moved = (cv2.warpAffine(look, place, look.shape[::-1]) for place in places)
    least = min(float(np.maximum(one - ink, 0).sum()) for one in moved)
    return least / max(float(look.sum()), 1e-6)


def heaviness(prints: Prints, cell: int, digit: int) -> float:
    """The ink of a cell, in multiples of what a digit has beside the other prints.

    Args:
        prints: of a grid of nine digits at most, some of which are shown.
        cell: which may show any digit.
        digit: the one that it is compared with.
    """
    others = np.flatnonzero(prints.shown)
    others = others[others != cell]
    ink, usual = prints.smooth.sum(axis=(1, 2)), np.array(_INK)
    mean = np.mean(ink[others] / usual[prints.shown[others] - 1])
    return float(ink[cell] / usual[digit - 1] / max(mean, 1e-6))


def _toned(look: Floats, smooth: Floats) -> Floats:
    """A digit smoothed as a cell's ink is, and as dark as fits it best."""
    look = _smooth(look)
    tone = float(np.vdot(smooth, look)) / max(float(np.vdot(look, look)), 1e-6)
    return look * np.float32(min(max(tone, _TONES[0]), _TONES[1]))


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
