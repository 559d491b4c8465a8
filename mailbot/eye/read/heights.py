"""Tells small digits from pencil marks by how tall the other digits of the grid are.

The network sees one cell at a time, and cannot tell what a small figure is. Beside
larger digits it is a pencil mark. Where all digits are as small, it is a digit: nobody
marks candidates in a grid without givens. Old-style figures differ in height by
a third, pencil marks by half.
"""

from dataclasses import dataclass

import numpy as np

from mailbot.eye.read.symbols import HAND, MARKS, PRINT
from mailbot.pictures.arrays import Bools, Floats, Ints

_INNER = slice(4, -4)  # of 32 pixels: inside the lines

ROWS = 24
"""Rows inside the lines: ink that spans all of them reaches over the lines."""


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
    # Share of the cell's strongest ink from which on a pixel counts: faint stems belong
    # to the digit.
    inked: float = 0.35
    # That strongest ink, at least, as a share of the grid's usual ink.
    faintest: float = 0.3
    # Share of a probability that is moved between digits and pencil marks.
    moved: float = 0.95
    # Probability of a digit from which on a figure may be one, and the share of the
    # grid's figures that must be so for all of them to be digits.
    possible: float = 0.3
    most: float = 0.8


_LIMITS = _HeightLimits()


def unmark(probs: Floats, tall: Ints) -> Floats:
    """The probabilities, with pencil marks as digits where all digits are as small.

    Args:
        probs: the network's probabilities, shape [n, classes].
        tall: how tall the ink of each cell is beside the others, shape [n].
    """
    digit = probs[:, PRINT].sum(axis=1) + probs[:, HAND].sum(axis=1)
    figures = (digit + probs[:, MARKS] > _LIMITS.known) & (tall > 0)
    possible = figures & (digit > _LIMITS.possible)
    sure = (digit > _LIMITS.sure).sum() >= _LIMITS.least_known
    if sure or possible.sum() < max(_LIMITS.least_known, _LIMITS.most * figures.sum()):
        return probs
    usual = np.percentile(tall[figures], _LIMITS.usual)
    alone = possible & (tall >= _LIMITS.small * usual)
    moved = _LIMITS.moved * probs[alone, MARKS]
    changed = probs.copy()
    for kind in (PRINT, HAND):
        changed[alone, kind] *= (1 + moved / digit[alone])[:, None]
    changed[alone, MARKS] -= moved
    return changed


def mark_small(probs: Floats, tall: Ints, cut: Bools | None = None) -> Floats:
    """The probabilities [n, classes], with small digits as pencil marks.

    Handwritten digits are compared with each other, if there are enough of them.

    Args:
        probs: the network's probabilities.
        tall: how tall the ink of each cell is beside the others, shape [n].
        cut: which cells show a part of a digit only, so that it may be taller.
    """
    print_, hand = (probs[:, kind].sum(axis=1) for kind in (PRINT, HAND))
    digit = print_ + hand
    known = (digit > _LIMITS.known) & (tall > 0)
    if known.sum() < _LIMITS.least_known:
        return probs
    by_hand = hand > print_
    usual = np.full(len(tall), np.percentile(tall[known], _LIMITS.usual))
    if (known & by_hand).sum() >= _LIMITS.least_known:
        usual[by_hand] = np.percentile(tall[known & by_hand], _LIMITS.usual)
    small = (tall < _LIMITS.small * usual) & (digit < _LIMITS.sure)
    if cut is not None:
        small &= ~cut
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
