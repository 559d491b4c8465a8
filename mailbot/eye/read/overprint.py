"""Doubts printed digits that may be two digits printed over each other.

The network then names one of the two, or a third, and is often sure of it. The grid
itself tells better: each of its other cells shows how a digit looks in its type. A cell
is doubted where no single digit fits its ink as well as prints of the grid usually fit
each other, and two digits over each other fit far better. Both are then as likely.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Floats, Ints

_INNER = slice(4, -4)  # of 32 pixels: inside the lines
_SHIFT = 4  # pixels by which a digit may lie elsewhere in its cell
_EDGE = np.ones((3, 3), np.uint8)  # how much two prints of a digit differ
_SMOOTH = 1.0  # pixels: the spread by which ink is smoothed before it is compared
_DARKEST = 1.2  # of the grid's usual ink: darker ink counts as so dark
_TONES = 0.4, 1.2
"""How dark a digit may be printed, as a share of the grid's other prints."""


@dataclass(frozen=True, slots=True)
class _OverprintLimits:
    """When a cell is doubted; measured on drawn pages and screens, and on photographs.

    A misfit is ink that is only in the cell or only in the digit, as a share of the
    cell's ink. Looser values ask about single digits, tighter ones miss two.
    """

    # Share of the grid's usual ink from which on a pixel is ink.
    inked: float = 0.15
    # Probability from which on a printed digit shows how that digit looks.
    known: float = 0.9
    # Misfit of the best single digit from which on two may have been printed, in
    # multiples of the misfit that nine prints in ten of the grid stay below.
    outlying: float = 1.2
    # Misfit of two digits over each other, as a share of that of the best single one:
    # at most, and less where that one is hardly outlying. Where two are printed it is
    # 0.6 at most, unless one lies within the other; in 840 cells of plain grids it
    # exceeded one of both by a twentieth or more.
    left: float = 0.6
    clearly: float = 0.38
    # Misfits from which on a digit that no other cell shows may have been printed.
    unknown: float = 0.2
    unknown_outlying: float = 2.5
    # Ink of a digit half as dark that the cell has not: at most, for it to be there.
    absent: float = 0.06
    # Fewest cells that tell the usual misfit.
    telling: int = 6
    # Cells by hand of a grid of print that may be two prints; of more a person wrote
    # some. And cells that are doubted: if there are more, all are drawn by hand.
    by_hand: int = 4
    most: int = 4
    # Nats by which other digits are less likely than the first in a doubted cell.
    behind: float = 0.1


_LIMITS = _OverprintLimits()

_Looks = dict[int, Floats]
"""How each digit that other cells show looks, laid over a cell's own ink."""


@dataclass(frozen=True, slots=True)
class _Prints:
    """The ink of a grid's cells, 1 for the usual, shape [N*N, 32, 32].

    `smooth` is without the sharp edges, in which two prints of a digit differ. `shown`
    is the digit that each cell surely shows in print, 0 for none, shape [N*N].
    """

    ink: Floats
    smooth: Floats
    shown: Ints

    def looks(self, cell: int, digits: Iterable[int]) -> _Looks:
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


def doubt_overprints(seen: Recognised) -> Recognised:
    """The grid, with all digits likely that may be printed over each other in a cell.

    Handwriting is left alone.
    """
    digits = seen.log_probs.argmax(axis=1)
    by_hand = seen.by_hand >= 0.5
    prints = _prints_of(seen, digits, by_hand)
    misfits = {}
    for cell in np.flatnonzero((digits > 0) & ~by_hand).tolist():
        for look in prints.looks(cell, [int(digits[cell])]).values():
            misfits[cell] = _misfit(look, prints.smooth[cell])
    if len(misfits) < _LIMITS.telling:
        return seen
    usual = float(np.percentile(list(misfits.values()), 90))
    least = _LIMITS.outlying * usual
    suspects = [cell for cell, misfit in misfits.items() if misfit > least]
    suspects += _few((digits > 0) & by_hand)
    possible = range(1, min(9, seen.size) + 1)
    log_probs, doubted = seen.log_probs.copy(), 0
    for cell in suspects:
        own, looks = prints.smooth[cell], prints.looks(cell, possible)
        there = _overprinted(own, looks, usual)
        if not by_hand[cell]:
            there |= _unknown(own, looks, usual, possible)
        log_probs[cell] = _all_likely(log_probs[cell], there)
        doubted += bool(there)
    return seen if doubted > _LIMITS.most else replace(seen, log_probs=log_probs)


def _few(cells: Bools) -> list[int]:
    """The cells by hand, unless there are so many that a person wrote some."""
    return np.flatnonzero(cells).tolist() if cells.sum() <= _LIMITS.by_hand else []


def _all_likely(log_probs: Floats, digits: set[int]) -> Floats:
    """The log-probabilities of a cell, with some digits as likely as the first.

    So is no digit: else the one with which the grid has one solution would be taken
    for the digit, though the grid may lack another. Without digits nothing changes.
    """
    if not digits:
        return log_probs
    changed = log_probs.copy()
    least = log_probs.max() - _LIMITS.behind
    changed[[0, *digits]] = np.maximum(changed[[0, *digits]], least)
    return np.asarray(changed - np.log(np.exp(changed).sum()), np.float32)


def _overprinted(own: Floats, looks: _Looks, usual: float) -> set[int]:
    """The digits of which two may be printed in a cell; none if one explains its ink.

    Args:
        own: the cell's ink.
        looks: the digits that other cells show.
        usual: the misfit of most prints.
    """
    single = _least_misfit(own, looks)
    outlying = single / max(usual, 1e-6)
    if outlying <= _LIMITS.outlying:
        return set()
    there = set()
    least = min(_LIMITS.left, _LIMITS.clearly * outlying) * single
    for (one, look), (other, over) in combinations(looks.items(), 2):
        blended = np.asarray((look + over) / 2, np.float32)
        both = min(_misfit(np.maximum(look, over), own), _misfit(blended, own))
        if both < least:
            there |= {one, other}
    return there


def _unknown(own: Floats, looks: _Looks, usual: float, possible: range) -> set[int]:
    """The digits in a cell whose ink none explains, if no other cell shows some digit.

    Args:
        own: the cell's ink.
        looks: the digits that other cells show.
        usual: the misfit of most prints.
        possible: the digits of the grid.
    """
    unknown = set(possible) - set(looks)
    least = max(_LIMITS.unknown, _LIMITS.unknown_outlying * usual)
    if not unknown or _least_misfit(own, looks) <= least:
        return set()
    return unknown | {digit for digit, look in looks.items() if _is_there(look, own)}


def _least_misfit(own: Floats, looks: _Looks) -> float:
    """The misfit of the digit that fits a cell best; 0 if no digit is shown."""
    return min((_misfit(look, own) for look in looks.values()), default=0.0)


def _prints_of(seen: Recognised, digits: Ints, by_hand: Bools) -> _Prints:
    """The ink inside the lines of each cell, with an empty border."""
    ink = seen.cells.ink[:, _INNER, _INNER] / max(seen.cells.contrast, 1e-3)
    clear = np.where(ink > _LIMITS.inked, np.minimum(ink, _DARKEST), 0)
    wide = np.pad(clear, ((0, 0), (_SHIFT,) * 2, (_SHIFT,) * 2)).astype(np.float32)
    sure = np.exp(seen.log_probs.max(axis=1)) > _LIMITS.known
    smooth = np.stack([_smooth(cell) for cell in wide])
    return _Prints(wide, smooth, np.asarray(digits * (sure & ~by_hand), np.int64))


def _smooth(ink: Floats) -> Floats:
    """The ink of a cell without the sharp edges, in which two prints differ."""
    return np.asarray(cv2.GaussianBlur(ink, (0, 0), _SMOOTH), np.float32)


def _misfit(look: Floats, own: Floats) -> float:
    """The ink that only a cell or only a digit has, as a share of the cell's.

    The digit is smoothed, as the cell's ink is, and as dark as fits best.
    """
    look = _smooth(look)
    tone = float(np.vdot(own, look)) / max(float(np.vdot(look, look)), 1e-6)
    dark = np.float32(min(max(tone, _TONES[0]), _TONES[1]))
    off = cv2.norm(own, dark * look, cv2.NORM_L1)
    return float(off / max(float(own.sum()), 1e-6))


def _is_there(look: Floats, own: Floats) -> bool:
    """Whether a cell has the ink of a digit, printed half as dark or darker."""
    absent = np.maximum(look / 2 - cv2.dilate(own, _EDGE), 0)
    return bool(absent.sum() < _LIMITS.absent * own.sum())


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
