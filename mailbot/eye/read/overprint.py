"""Doubts printed digits that may be two digits printed over each other.

The network then names one of the two, and is often sure of it. The grid itself tells
better: each of its other cells shows how a digit looks in its type. Where a cell holds
ink that its digit has not, and a second digit explains that ink, both are as likely.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Floats, Ints

_INNER = slice(4, -4)  # of 32 pixels: inside the lines
_SHIFT = 4  # pixels by which a digit may lie elsewhere in its cell
_EDGE = np.ones((3, 3), np.uint8)  # how much two prints of a digit differ


@dataclass(frozen=True, slots=True)
class _OverprintLimits:
    """What counts as a second digit; measured on drawn pages.

    Shares are of the ink in the cell.
    """

    # Share of the grid's usual ink from which on a pixel is ink.
    inked: float = 0.25
    # Probability from which on a printed digit shows how that digit looks.
    known: float = 0.9
    # Ink that the digit has not, from which on a second one is looked for: prints of
    # one digit differ by 0.011 on drawn pages, and by 0.044 on photographs.
    extra: float = 0.015
    # ... of which the second digit must explain this share.
    explained: float = 0.7
    # ... or any digit may do so that no other cell shows, if there is so much of it.
    much: float = 0.05
    # Ink that a digit has, and the cell has not.
    absent: float = 0.06
    # Nats by which the second digit is less likely than the first.
    behind: float = 0.1


_LIMITS = _OverprintLimits()


def doubt_overprints(seen: Recognised) -> Recognised:
    """The grid, with all digits likely that may be printed over each other in a cell.

    A cell is only doubted if its digit is printed there as it is elsewhere, so that
    handwriting is left alone.
    """
    digits = seen.log_probs.argmax(axis=1)
    known = (digits > 0) & (seen.by_hand < 0.5)
    known &= np.exp(seen.log_probs.max(axis=1)) > _LIMITS.known
    ink = _ink_of(seen)
    log_probs = seen.log_probs.copy()
    for cell in np.flatnonzero(digits):
        own, first = ink[cell], int(digits[cell])
        shown = digits * (known & (np.arange(len(digits)) != cell))
        for second in _second_digits(ink, own, shown, first):
            rather = log_probs[cell, first] - _LIMITS.behind
            log_probs[cell, second] = max(log_probs[cell, second], rather)
        log_probs[cell] -= np.log(np.exp(log_probs[cell]).sum())
    return replace(seen, log_probs=log_probs)


def _ink_of(seen: Recognised) -> Floats:
    """The ink inside the lines of each cell, 0 to 1, with an empty border."""
    ink = np.clip(seen.cells.ink / max(seen.cells.contrast, 1e-3), 0, 1)
    inner = ink[:, _INNER, _INNER]
    clear = np.where(inner > _LIMITS.inked, inner, 0)
    return np.pad(clear, ((0, 0), (_SHIFT,) * 2, (_SHIFT,) * 2)).astype(np.float32)


def _second_digits(ink: Floats, own: Floats, shown: Ints, first: int) -> list[int]:
    """The digits that may be printed over, or under, a cell's first digit.

    Args:
        ink: of all cells.
        own: the cell's ink.
        shown: the digit that each of the other cells surely shows, 0 for none.
        first: the cell's digit.
    """
    looks = _looks(ink, own, shown == first)
    if looks is None or not _is_there(looks, own):
        return []
    extra = np.clip(own - cv2.dilate(looks, _EDGE), 0, None)
    total = float(extra.sum())
    if total < _LIMITS.extra * own.sum():
        return []
    found, unknown = [], []
    for digit in range(1, 10):
        other = _looks(ink, own, shown == digit) if digit != first else None
        if other is None:
            unknown.append(digit)
        elif _is_there(other, own):
            explained = np.minimum(extra, cv2.dilate(other, _EDGE)).sum()
            if explained > _LIMITS.explained * total:
                found.append(digit)
    much = total > _LIMITS.much * own.sum()
    return found + [digit for digit in unknown if much and digit != first]


def _is_there(looks: Floats, own: Floats) -> bool:
    """Whether all ink of a digit is found in the cell."""
    absent = np.clip(looks - cv2.dilate(own, _EDGE), 0, None)
    return bool(absent.sum() < _LIMITS.absent * own.sum())


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
