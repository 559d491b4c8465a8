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
    # Ink that the digit has not, from which on a second one is looked for. Prints of
    # one digit differ by 0.011 at most on drawn pages; two digits by 0.02 to 0.2 ...
    extra: float = 0.015
    # ... and in multiples of what most of the grid's prints differ by: on photographs
    # prints differ more.
    outlying: float = 6.0
    # ... of which the second digit must explain this share.
    explained: float = 0.7
    # ... or any digit may do so that no other cell shows, if there is so much of it.
    much: float = 0.05
    # Ink that a digit has, and the cell has not.
    absent: float = 0.06
    # Cells of a grid that are doubted; if there are more, the grid is drawn by hand.
    most: int = 2
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
    extras = {}
    for cell in np.flatnonzero(digits).tolist():
        others = digits * (known & (np.arange(len(digits)) != cell))
        extra = _extra_ink(ink, cell, others, int(digits[cell]))
        if extra is not None:
            extras[cell] = others, extra
    shares = {cell: float(x.sum() / ink[cell].sum()) for cell, (_, x) in extras.items()}
    usual = float(np.percentile(list(shares.values()), 90)) if shares else 0.0
    least = max(_LIMITS.extra, _LIMITS.outlying * usual)
    doubted = [cell for cell, share in shares.items() if share > least]
    if len(doubted) > _LIMITS.most:
        return seen
    log_probs = seen.log_probs.copy()
    for cell in doubted:
        seconds = _second_digits(ink, cell, *extras[cell])
        log_probs[cell] = _both_likely(log_probs[cell], seconds)
    return replace(seen, log_probs=log_probs)


def _both_likely(log_probs: Floats, seconds: list[int]) -> Floats:
    """The log-probabilities of a cell, with other digits as likely as the first."""
    changed = log_probs.copy()
    changed[seconds] = np.maximum(changed[seconds], log_probs.max() - _LIMITS.behind)
    return np.asarray(changed - np.log(np.exp(changed).sum()), np.float32)


def _ink_of(seen: Recognised) -> Floats:
    """The ink inside the lines of each cell, 0 to 1, with an empty border."""
    ink = np.clip(seen.cells.ink / max(seen.cells.contrast, 1e-3), 0, 1)
    inner = ink[:, _INNER, _INNER]
    clear = np.where(inner > _LIMITS.inked, inner, 0)
    return np.pad(clear, ((0, 0), (_SHIFT,) * 2, (_SHIFT,) * 2)).astype(np.float32)


def _extra_ink(ink: Floats, cell: int, shown: Ints, digit: int) -> Floats | None:
    """The ink of a cell that its digit has not; None if the digit is not there.

    Args:
        ink: of all cells.
        cell: its number.
        shown: the digit that each of the other cells surely shows, 0 for none.
        digit: the cell's.
    """
    looks = _looks(ink, ink[cell], shown == digit)
    if looks is None or not _is_there(looks, ink[cell]):
        return None
    return np.asarray(
        np.clip(ink[cell] - cv2.dilate(looks, _EDGE), 0, None), np.float32
    )


def _second_digits(ink: Floats, cell: int, shown: Ints, extra: Floats) -> list[int]:
    """The digits that may have left the extra ink of a cell."""
    own, total = ink[cell], float(extra.sum())
    found, unknown = [], []
    for digit in range(1, 10):
        looks = _looks(ink, own, shown == digit)
        if looks is None:
            unknown.append(digit)
        elif _is_there(looks, own):
            explained = np.minimum(extra, cv2.dilate(looks, _EDGE)).sum()
            if explained > _LIMITS.explained * total:
                found.append(digit)
    much = total > _LIMITS.much * own.sum()
    return found + unknown if much else found


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
