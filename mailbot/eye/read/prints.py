"""How the digits of a grid look in its own type, and how well they fit a cell's ink.

Each digit is known from the other cells that surely show it. Ink is 1 where it is as
dark as the grid's usual ink.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Floats, Ints

_INNER = slice(4, -4)  # of 32 pixels: inside the lines
_RIM = 4  # pixels at each side of that which the rest of a line may take ...
_LINED = 0.9  # ... and share of the side that it takes at least; no digit is so wide
_SHIFT = 4  # pixels by which a digit may lie elsewhere in its cell
_EDGE = np.ones((3, 3), np.uint8)  # how much two prints of a digit differ
_NEAR = (-0.5, 0.0, 0.5)  # pixels by which a digit is moved to lie within other ink
_SMOOTH = 1.0  # pixels: the spread by which ink is smoothed before it is compared
_DARKEST = 1.2  # of the grid's usual ink: darker ink counts as so dark
_TONES = 0.4, 1.2
"""How dark a digit may be printed, as a share of the grid's other prints."""
_SHADE = 0.2  # of the grid's usual ink: a shadow's edge in a cell is no darker
_STROKE = 0.4  # of the grid's usual ink: a stroke is at least as dark ...
_FLANK = np.ones((5, 5), np.uint8)  # ... and its soft sides reach no further
_SHADED = 0.01  # share of a cell with ink beside the strokes: a shadow lies on it
_INKED = 0.15  # share of the grid's usual ink from which on a pixel is ink
_KNOWN = 0.9
"""Probability from which on a printed digit shows how that digit looks."""
_INK = (0.71, 1.0, 0.99, 1.01, 1.02, 1.13, 0.76, 1.25, 1.12)
"""Ink of the digits 1 to 9, in multiples of their mean; in 265 types, to 0.06."""
_TELLING = 6  # fewest cells that tell how well prints usually fit each other
_USUAL = 90  # percent of prints that fit as well as prints usually do, or better

Looks = dict[int, Floats]
"""How each digit that other cells show looks, laid over a cell's own ink."""


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

    def misfits(self) -> dict[int, float]:
        """The misfit of each cell's digit, where other cells show that digit, too."""
        return {
            cell: _misfit(look, self.smooth[cell])
            for cell in np.flatnonzero(self.read).tolist()
            for look in self.looks(cell, [int(self.read[cell])]).values()
        }

    def without(self, cell: int) -> "Prints":
        """The prints as if a cell showed nothing."""
        other = np.arange(len(self.read)) != cell
        return replace(self, read=self.read * other, shown=self.shown * other)

    def compared(self, cell: int, digits: Iterable[int], usual: float) -> "Compared":
        """A cell beside what the other cells show of some digits.

        Args:
            cell: the cell.
            digits: those that it is compared with.
            usual: the misfit that most prints of the grid stay below.
        """
        looks = self.looks(cell, digits)
        return Compared(self.ink[cell], self.smooth[cell], looks, usual)

    def heaviness(self, cell: int, digit: int) -> float:
        """The ink of a cell, in multiples of what a digit has beside the others.

        Some of these must be shown, and none above 9.
        """
        shown = self.without(cell).shown
        others, usual = np.flatnonzero(shown), np.array(_INK)
        ink = self.smooth.sum(axis=(1, 2))
        mean = float(np.mean(ink[others] / usual[shown[others] - 1]))
        return float(ink[cell] / usual[digit - 1]) / max(mean, 1e-6)

    def extra_ink(self, cell: int, digit: int) -> float:
        """The ink of a cell beside what the other cells with a digit have on average.

        As the logarithm of their ratio, of ink that is darker than a faint shade; 0 if
        no other cell shows the digit.
        """
        return self._extra(self._strong_ink(), cell, digit)

    def most_extra_ink(self) -> float:
        """The most extra ink of a cell that surely shows its digit."""
        ink = self._strong_ink()
        cells = np.flatnonzero(self.shown).tolist()
        extra = (self._extra(ink, cell, int(self.shown[cell])) for cell in cells)
        return max(extra, default=0.0)

    def _strong_ink(self) -> Floats:
        """The ink of each cell that is darker than a faint shade, shape [N*N]."""
        strong = np.maximum(self.smooth - _SHADE, 0).sum(axis=(1, 2))
        return np.asarray(strong + 1e-6, np.float32)

    def _extra(self, ink: Floats, cell: int, digit: int) -> float:
        others = self.shown == digit
        others[cell] = False
        return float(np.log(ink[cell] / ink[others].mean())) if others.any() else 0.0

    def is_shaded(self, cell: int) -> bool:
        """Whether a cell has pale ink where no stroke is near."""
        strokes = np.asarray(self.ink[cell] > _STROKE, np.uint8)
        beside = (self.ink[cell] > 0) & (cv2.dilate(strokes, _FLANK) == 0)
        return bool(beside.mean() > _SHADED)


@dataclass(frozen=True, slots=True)
class Compared:
    """The ink of one cell, as it is and smoothed, beside digits of other cells."""

    ink: Floats
    smooth: Floats
    looks: Looks
    usual: float

    def misfit(self, digit: int) -> float:
        """The misfit of a digit that is shown."""
        return _misfit(self.looks[digit], self.smooth)

    def single(self) -> float:
        """The misfit of the digit that fits best; 0 if no digit is shown."""
        return min(map(self.misfit, self.looks), default=0.0)

    def both(self, one: int, other: int) -> float:
        """The misfit of two digits over each other, each in full or half as dark."""
        look, over = self.looks[one], self.looks[other]
        blended = np.asarray((look + over) / 2, np.float32)
        full = np.asarray(np.maximum(look, over), np.float32)
        return min(_misfit(full, self.smooth), _misfit(blended, self.smooth))

    def beyond(self, digit: int) -> float:
        """The ink beyond a digit and a faint shade, as a share of the cell's."""
        toned = _toned(self.looks[digit], self.smooth)
        beyond = np.maximum(self.smooth - toned - _SHADE, 0)
        return float(beyond.sum() / max(float(self.smooth.sum()), 1e-6))

    def half_lacks(self, digit: int) -> float:
        """The ink of a digit half as dark that is not there, as a share of the cell's.

        The cell's ink is widened by as much as two prints of a digit differ.
        """
        lacking = np.maximum(self.looks[digit] / 2 - cv2.dilate(self.smooth, _EDGE), 0)
        return float(lacking.sum() / max(float(self.smooth.sum()), 1e-6))

    def lacks(self, digit: int) -> float:
        """The share of a digit's ink that is not there, the digit moved a little."""
        look = self.looks[digit]
        places = (
            np.array([[1, 0, x], [0, 1, y]], np.float32) for x in _NEAR for y in _NEAR
        )
        moved = (cv2.warpAffine(look, place, look.shape[::-1]) for place in places)
        least = min(float(np.maximum(one - self.ink, 0).sum()) for one in moved)
        return least / max(float(look.sum()), 1e-6)


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


def usual_of(misfits: dict[int, float]) -> float | None:
    """The misfit that nine prints in ten stay below; None if few tell it."""
    if len(misfits) < _TELLING:
        return None
    return max(float(np.percentile(list(misfits.values()), _USUAL)), 1e-6)


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
    off = cv2.norm(smooth, _toned(look, smooth), cv2.NORM_L1)
    return float(off / max(float(smooth.sum()), 1e-6))


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
