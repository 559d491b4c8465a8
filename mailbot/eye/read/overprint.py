"""Doubts printed digits that may be two digits printed over each other.

The network then names one of the two, or a third, and is often sure of it. The grid
itself tells better: each of its other cells shows how a digit looks in its type. A cell
is doubted where no single digit fits its ink as well as prints of the grid usually fit
each other, and two digits over each other fit far better. Both are then as likely.
"""

from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Floats, Ints

_INNER = slice(4, -4)  # of 32 pixels: inside the lines
_SHIFT = 4  # pixels by which a digit may lie elsewhere in its cell
_EDGE = np.ones((3, 3), np.uint8)  # how much two prints of a digit differ
_DARKEST = 1.2  # of the grid's usual ink: darker ink counts as so dark
_TONES = np.linspace(0.4, 1.1, 8, dtype=np.float32)[:, None, None]
"""How dark a digit may be printed, as a share of the grid's other prints."""


@dataclass(frozen=True, slots=True)
class _OverprintLimits:
    """When a cell is doubted; measured on drawn pages and screens.

    A misfit is ink that is only in the cell or only in the digit, as a share of the
    cell's ink. Looser values ask about single digits, tighter ones miss two.
    """

    # Share of the grid's usual ink from which on a pixel is ink.
    inked: float = 0.15
    # Probability from which on a printed digit shows how that digit looks.
    known: float = 0.9
    # Misfit of the best single digit, from which on two may have been printed; and in
    # multiples of the misfit that nine prints in ten of the grid stay below.
    misfit: float = 0.009
    outlying: float = 1.3
    # Misfit of two digits over each other, as a share of that of the best single one:
    # at most; and less, the less the single one is outlying. It is 0.01 to 0.3 where
    # two are printed. Of 9,000 digits of plain grids that exceed the limits above, it
    # was more than 0.4, or more than this multiple of how outlying they were.
    left: float = 0.4
    clearly: float = 0.145
    # Misfits from which on a digit that no other cell shows may have been printed.
    unknown: float = 0.05
    unknown_outlying: float = 5.0
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


def doubt_overprints(seen: Recognised) -> Recognised:
    """The grid, with all digits likely that may be printed over each other in a cell.

    Handwriting is left alone.
    """
    digits = seen.log_probs.argmax(axis=1)
    by_hand = seen.by_hand >= 0.5
    sure = np.exp(seen.log_probs.max(axis=1)) > _LIMITS.known
    ink = _ink_of(seen)
    shown = digits * (sure & ~by_hand)
    cells = np.flatnonzero((digits > 0) & ~by_hand).tolist()
    looks = {cell: _looks(ink, cell, shown, [int(digits[cell])]) for cell in cells}
    misfits = {
        cell: _misfit(look, ink[cell])
        for cell in cells
        for look in looks[cell].values()
    }
    if len(misfits) < _LIMITS.telling:
        return seen
    usual = float(np.percentile(list(misfits.values()), 90))
    outlying = max(_LIMITS.misfit, _LIMITS.outlying * usual)
    suspects = [cell for cell, misfit in misfits.items() if misfit > outlying]
    suspects += _few((digits > 0) & by_hand)
    possible = list(range(1, min(9, seen.size) + 1))
    doubted = {
        cell: there
        for cell in suspects
        if (there := _overprinted(ink, cell, shown, possible, usual))
    }
    if len(doubted) > _LIMITS.most:
        return seen
    log_probs = seen.log_probs.copy()
    for cell, there in doubted.items():
        log_probs[cell] = _all_likely(log_probs[cell], there)
    return replace(seen, log_probs=log_probs)


def _few(cells: Bools) -> list[int]:
    """The cells by hand, unless there are so many that a person wrote some."""
    return np.flatnonzero(cells).tolist() if cells.sum() <= _LIMITS.by_hand else []


def _all_likely(log_probs: Floats, digits: list[int]) -> Floats:
    """The log-probabilities of a cell, with some digits as likely as the first.

    So is no digit: else the one with which the grid has one solution would be taken
    for the digit, though the grid may lack another.
    """
    changed = log_probs.copy()
    least = log_probs.max() - _LIMITS.behind
    changed[[0, *digits]] = np.maximum(changed[[0, *digits]], least)
    return np.asarray(changed - np.log(np.exp(changed).sum()), np.float32)


def _overprinted(
    ink: Floats, cell: int, shown: Ints, possible: list[int], usual: float
) -> list[int]:
    """The digits of which two may be printed in a cell; none if one may be.

    Args:
        ink: of all cells.
        cell: its number.
        shown: the digit that each cell surely shows, 0 for none.
        possible: the digits of the grid.
        usual: the misfit of most prints.
    """
    own, looks = ink[cell], _looks(ink, cell, shown, possible)
    if not looks:
        return []
    single = min(_misfit(look, own) for look in looks.values())
    outlying = single / max(usual, 1e-6)
    if single <= _LIMITS.misfit or outlying <= _LIMITS.outlying:
        return []
    there = set()
    least = min(_LIMITS.left, _LIMITS.clearly * outlying) * single
    for (one, look), (other, over) in combinations(looks.items(), 2):
        if _misfit_of_both(look, over, own) < least:
            there |= {one, other}
    unknown = set(possible) - set(looks)
    plainly = single > _LIMITS.unknown and outlying > _LIMITS.unknown_outlying
    if unknown and plainly:
        there |= unknown
        there |= {digit for digit, look in looks.items() if _is_there(look, own)}
    return sorted(there)


def _ink_of(seen: Recognised) -> Floats:
    """The ink inside the lines of each cell, 1 for the usual, with an empty border."""
    ink = seen.cells.ink[:, _INNER, _INNER] / max(seen.cells.contrast, 1e-3)
    clear = np.where(ink > _LIMITS.inked, np.minimum(ink, _DARKEST), 0)
    return np.pad(clear, ((0, 0), (_SHIFT,) * 2, (_SHIFT,) * 2)).astype(np.float32)


def _looks(ink: Floats, cell: int, shown: Ints, digits: list[int]) -> _Looks:
    """How some digits look in the other cells, each moved to where it fits best."""
    looks = {}
    for digit in digits:
        others = [other for other in np.flatnonzero(shown == digit) if other != cell]
        if others:
            moved = [_moved(ink[other], ink[cell]) for other in others]
            looks[digit] = np.asarray(np.mean(moved, axis=0), np.float32)
    return looks


def _misfit(look: Floats, own: Floats) -> float:
    """The ink that only a cell or only a digit has, as a share of the cell's.

    The digit is as dark as it fits best; an edge may differ by a pixel.
    """
    missing = np.maximum(_TONES * look - cv2.dilate(own, _EDGE), 0)
    extra = np.maximum(own - _TONES * cv2.dilate(look, _EDGE), 0)
    off = missing.sum(axis=(1, 2)) + extra.sum(axis=(1, 2))
    return float(off.min() / max(float(own.sum()), 1e-6))


def _misfit_of_both(one: Floats, other: Floats, own: Floats) -> float:
    """The misfit of two digits printed over each other, or blended."""
    blended = np.asarray((one + other) / 2, np.float32)
    return min(_misfit(np.maximum(one, other), own), _misfit(blended, own))


def _is_there(look: Floats, own: Floats) -> bool:
    """Whether a cell has the ink of a digit, printed half as dark or darker."""
    absent = np.maximum(look / 2 - cv2.dilate(own, _EDGE), 0)
    return bool(absent.sum() < _LIMITS.absent * own.sum())


def _moved(ink: Floats, own: Floats) -> Floats:
    """The ink of a cell where it covers another cell's ink best."""
    inner = ink[_SHIFT:-_SHIFT, _SHIFT:-_SHIFT]
    score = cv2.matchTemplate(own, inner, cv2.TM_CCORR)
    _, _, _, (left, top) = cv2.minMaxLoc(score)
    moved = np.zeros_like(own)
    height, width = inner.shape
    moved[top : top + height, left : left + width] = inner
    return moved
