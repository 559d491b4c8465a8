"""Doubts printed digits that may be two digits printed over each other.

The network then names one of the two, and is often sure of it. The grid itself tells
better: each of its other cells shows how a digit looks in its type. Where a cell holds
ink that its digit has not, and a second digit explains that ink, any digit whose ink is
there is as likely.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Floats, Ints

_INNER = slice(4, -4)  # of 32 pixels: inside the lines
_SHIFT = 4  # pixels by which a digit may lie elsewhere in its cell
_EDGE = np.ones((3, 3), np.uint8)  # how much two prints of a digit differ
_MOST = 2  # digits that explain a little ink: where more do, the print is a blot
_HALF = 0.5  # as dark as others: a print that another is blended with
_SLIM = 1  # lies within most other digits, so that a little ink says nothing


@dataclass(frozen=True, slots=True)
class _Doubt:
    """How much speaks for a second digit; measured on drawn pages.

    Shares are of the ink in the cell.
    """

    # Ink that the digit has not. Prints of one digit differ by 0.011 at most on most
    # drawn pages; two digits by 0.02 to 0.2 ...
    extra: float
    # ... and in multiples of what most of the grid's prints differ by: on photographs
    # prints differ more.
    outlying: float
    # Share of that ink that the second digit explains at least.
    explained: float
    # Ink of the second digit that the cell has not: at most.
    absent: float
    # Whether the second digit may be printed half as dark as the others.
    faint: bool = False


_MUCH = _Doubt(extra=0.015, outlying=6.0, explained=0.7, absent=0.06)
_LITTLE = _Doubt(extra=0.01, outlying=3.0, explained=0.95, absent=0.03)
_FAINT = _Doubt(extra=0.05, outlying=6.0, explained=0.7, absent=0.06, faint=True)
"""What is enough: much ink that some digit explains, little that is plainly one, or
very much that one explains which is printed half as dark."""


@dataclass(frozen=True, slots=True)
class _OverprintLimits:
    """What counts as ink and as a digit; shares are of the ink in the cell."""

    # Share of the grid's usual ink from which on a pixel is ink.
    inked: float = 0.25
    # Probability from which on a printed digit shows how that digit looks.
    known: float = 0.9
    # Ink that a digit has, and the cell has not.
    absent: float = 0.06
    # Ink that the digit has not, from which on a digit that no other cell shows may
    # have left it.
    unknown: float = 0.05
    # Cells of a grid that are doubted; if there are more, the grid is drawn by hand.
    most: int = 2
    # Nats by which other digits are less likely than the first in a doubted cell.
    behind: float = 0.1


_LIMITS = _OverprintLimits()


@dataclass(frozen=True, slots=True)
class _Extra:
    """The ink of a cell that its digit has not.

    `shown` is the digit that each of the other cells surely shows, 0 for none; `share`
    that of the cell's ink; `whole` whether the digit is as dark as in other cells.
    """

    shown: Ints
    ink: Floats
    share: float
    whole: bool


@dataclass(frozen=True, slots=True)
class _Second:
    """A digit that may have left extra ink.

    `explained` is the share of that ink in the digit's place; `absent` the share of the
    cell's ink that the digit has, and the cell has not; `faintly_absent` the same if
    the digit is printed half as dark. Where no other cell `shows` how the digit looks,
    it explains nothing, and nothing is absent.
    """

    digit: int
    shows: bool = False
    explained: float = 0.0
    absent: float = 0.0
    faintly_absent: float = 0.0

    def fits(self, limit: _Doubt) -> bool:
        """Whether it explains the extra ink, and is there itself."""
        absent = self.faintly_absent if limit.faint else self.absent
        return self.explained > limit.explained and absent < limit.absent


def doubt_overprints(seen: Recognised) -> Recognised:
    """The grid, with all digits likely that may be printed over each other in a cell.

    Of two such digits the network may name a third. A cell is only doubted if its digit
    is printed there as it is elsewhere, so that handwriting is left alone.
    """
    digits = seen.log_probs.argmax(axis=1)
    known = (digits > 0) & (seen.by_hand < 0.5)
    known &= np.exp(seen.log_probs.max(axis=1)) > _LIMITS.known
    ink = _ink_of(seen)
    extras = {}
    for cell in np.flatnonzero(digits).tolist():
        others = digits * (known & (np.arange(len(digits)) != cell))
        extra = _extra_ink(ink, cell, others, int(digits[cell]))
        if extra is not None:
            extras[cell] = extra
    whole = [extra.share for extra in extras.values() if extra.whole]
    usual = float(np.percentile(whole, 90)) if whole else 0.0
    possible = range(1, min(9, seen.size) + 1)
    doubted = {}
    for cell, extra in extras.items():
        if extra.share > max(_LITTLE.extra, _LITTLE.outlying * usual):
            seconds = _seconds(ink, cell, extra, possible)
            if _is_doubtful(seconds, extra.share, usual):
                doubted[cell] = seconds
    if len(doubted) > _LIMITS.most:
        return seen
    log_probs = seen.log_probs.copy()
    for cell, seconds in doubted.items():
        there = [
            one.digit
            for one in seconds
            if one.absent < _LIMITS.absent or one.fits(_FAINT)
        ]
        log_probs[cell] = _all_likely(log_probs[cell], there)
    return replace(seen, log_probs=log_probs)


def _all_likely(log_probs: Floats, digits: list[int]) -> Floats:
    """The log-probabilities of a cell, with some digits as likely as the first.

    So is no digit: else the one with which the grid has one solution would be taken
    for the digit, though the grid may lack another.
    """
    changed = log_probs.copy()
    least = log_probs.max() - _LIMITS.behind
    changed[[0, *digits]] = np.maximum(changed[[0, *digits]], least)
    return np.asarray(changed - np.log(np.exp(changed).sum()), np.float32)


def _is_doubtful(seconds: list[_Second], share: float, usual: float) -> bool:
    """Whether a second digit may have left the extra ink of a cell.

    Args:
        seconds: all digits.
        share: of the extra ink in the cell's ink.
        usual: the same in most cells of the grid.
    """

    def fitting(limit: _Doubt) -> set[int]:
        if share <= max(limit.extra, limit.outlying * usual):
            return set()
        return {one.digit for one in seconds if one.fits(limit)}

    little = fitting(_LITTLE)
    if fitting(_MUCH) or fitting(_FAINT) or (little - {_SLIM} and len(little) <= _MOST):
        return True
    unknown = not all(one.shows for one in seconds)
    return unknown and share > max(_LIMITS.unknown, _MUCH.outlying * usual)


def _seconds(ink: Floats, cell: int, extra: _Extra, possible: range) -> list[_Second]:
    """How well each possible digit explains extra ink.

    Args:
        ink: of all cells.
        cell: its number.
        extra: what is extra in it.
        possible: the digits.
    """
    own, total = ink[cell], max(float(extra.ink.sum()), 1e-6)
    seconds = []
    for digit in possible:
        looks = _looks(ink, own, extra.shown == digit)
        if looks is None:
            seconds.append(_Second(digit))
        else:
            explained = np.minimum(extra.ink, cv2.dilate(looks, _EDGE)).sum()
            share = float(explained) / total
            absent = _absent(looks, own), _absent(looks, own, _HALF)
            seconds.append(_Second(digit, True, share, *absent))
    return seconds


def _ink_of(seen: Recognised) -> Floats:
    """The ink inside the lines of each cell, 0 to 1, with an empty border."""
    ink = np.clip(seen.cells.ink / max(seen.cells.contrast, 1e-3), 0, 1)
    inner = ink[:, _INNER, _INNER]
    clear = np.where(inner > _LIMITS.inked, inner, 0)
    return np.pad(clear, ((0, 0), (_SHIFT,) * 2, (_SHIFT,) * 2)).astype(np.float32)


def _extra_ink(ink: Floats, cell: int, shown: Ints, digit: int) -> _Extra | None:
    """The ink of a cell that its digit has not; None if the digit is not there.

    Of two digits over each other either may be half as dark as the others.

    Args:
        ink: of all cells.
        cell: its number.
        shown: the digit that each of the other cells surely shows, 0 for none.
        digit: the cell's.
    """
    own = ink[cell]
    looks = _looks(ink, own, shown == digit)
    if looks is None or _absent(looks, own, _HALF) >= _LIMITS.absent:
        return None
    extra = np.clip(own - cv2.dilate(looks, _EDGE), 0, None)
    whole = _absent(looks, own) < _LIMITS.absent
    return _Extra(shown, extra, float(extra.sum() / own.sum()), whole)


def _absent(looks: Floats, own: Floats, dark: float = 1.0) -> float:
    """The ink of a digit that the cell has not, as a share of the cell's.

    The digit may be only so `dark`, as a share of other prints.
    """
    absent = np.clip(dark * looks - cv2.dilate(own, _EDGE), 0, None)
    return float(absent.sum() / own.sum())


def _looks(ink: Floats, own: Floats, chosen: Floats) -> Floats | None:
    """How the chosen cells show a digit, each moved to where it fits a cell's ink best.

    None if no cell is chosen.
    """
    shown = [_moved(ink[other], own) for other in np.flatnonzero(chosen)]
    return np.mean(shown, axis=0) if shown else None


def _moved(ink: Floats, own: Floats) -> Floats:
    """The ink of a cell where it covers another cell's ink best."""
    inner = ink[_SHIFT:-_SHIFT, _SHIFT:-_SHIFT]
    score = cv2.matchTemplate(own, inner, cv2.TM_CCORR)
    _, _, _, (left, top) = cv2.minMaxLoc(score)
    moved = np.zeros_like(own)
    height, width = inner.shape
    moved[top : top + height, left : left + width] = inner
    return moved
