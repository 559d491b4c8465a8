"""Takes small digits among larger ones for pencil marks.

The network sees one cell at a time; only the whole grid tells how tall its digits are.
Old-style figures differ in height by a third, pencil marks by half.
"""

from dataclasses import dataclass

import numpy as np

from mailbot.eye.read.symbols import HAND, MARKS, PRINT
from mailbot.pictures.arrays import Floats, Ints

_INNER = slice(4, -4)  # of 32 pixels: inside the lines


@dataclass(frozen=True, slots=True)
class _HeightLimits:
    """What is small; not measured one by one. tests/eye/test_heights.py has cases."""

    # Percentile of the heights that is the usual one: short old-style figures and
    # marks taken for digits lie below it.
    usual: int = 70
    # Share of the usual height below which a digit is small: between the two thirds of
    # old-style figures and the half of marks.
    small: float = 0.64
    # Probability from which on a digit counts for the usual height, and how many such
    # digits there must be.
    known: float = 0.8
    least_known: int = 8
    # Probability from which on a small digit stays a digit.
    sure: float = 0.95
    # Share of the cell's strongest ink that counts: faint stems belong to the digit.
    inked: float = 0.35
    # ... whose strength is at least this share of the grid's usual ink.
    faintest: float = 0.3
    # Share of a small digit's probability that goes to pencil marks.
    moved: float = 0.95


_LIMITS = _HeightLimits()


def mark_small(
    probs: Floats, ink: Floats, contrast: float, cells: Floats | None = None
) -> Floats:
    """The probabilities [n, classes], with small digits as pencil marks.

    Handwritten digits are compared with each other, if there are enough of them.

    Args:
        probs: the network's probabilities.
        ink: the relative ink of the same cells, shape [n, 32, 32].
        contrast: the grid's usual ink.
        cells: how tall each cell is beside the others [n], if they differ.
    """
    print_, hand = (probs[:, kind].sum(axis=1) for kind in (PRINT, HAND))
    digit = print_ + hand
    tall = heights(ink, contrast) * (1 if cells is None else cells)
    known = (digit > _LIMITS.known) & (tall > 0)
    if known.sum() < _LIMITS.least_known:
        return probs
    by_hand = hand > print_
    usual = np.full(len(tall), np.percentile(tall[known], _LIMITS.usual))
    if (known & by_hand).sum() >= _LIMITS.least_known:
        usual[by_hand] = np.percentile(tall[known & by_hand], _LIMITS.usual)
    small = (tall < _LIMITS.small * usual) & (digit < _LIMITS.sure)
    changed = probs.copy()
    for kind in (PRINT, HAND):
        changed[small, kind] *= 1 - _LIMITS.moved
    changed[small, MARKS] += _LIMITS.moved * digit[small]
    return changed


def heights(ink: Floats, contrast: float) -> Ints:
    """How many rows the ink of each cell spans, without the grid's lines; shape [n]."""
    inner = ink[:, _INNER, _INNER]
    most = np.maximum(inner.max(axis=(1, 2)), _LIMITS.faintest * contrast)
    inked = inner.max(axis=2) > _LIMITS.inked * most[:, None]
    first = inked.argmax(axis=1)
    last = inked.shape[1] - 1 - inked[:, ::-1].argmax(axis=1)
    return np.where(inked.any(axis=1), last - first + 1, 0).astype(np.int64)
