"""Tells small digits from pencil marks by how tall the other digits of the grid are.

The network sees one cell at a time, and cannot tell what a small figure is. Beside
larger digits it is a pencil mark. Where all digits are as small, it is a digit: nobody
marks candidates in a grid without givens. Old-style figures differ in height by
a third, pencil marks by half.
"""

import numpy as np

from mailbot.eye.read.symbols import HAND, JUNK, MARKS, PRINT
from mailbot.pictures.arrays import Bools, Floats, Ints, percentile

_INNER = slice(4, -4)  # of 32 pixels: inside the lines

# What is small; not measured one by one. tests/eye/test_heights.py has cases.

# Percentile of the heights that is the usual one: short old-style figures and
# marks taken for digits lie below it.
_USUAL = 70
# Share of the usual height below which a digit is small: between the two thirds of
# old-style figures and the half of marks.
_SMALL = 0.64
# Probability from which on a digit counts for the usual height, and how many such
# digits there must be.
_KNOWN = 0.8
_LEAST_KNOWN = 8
# Probability from which on a small digit stays a digit, and marks are clear.
_SURE = 0.95
# Share of the cell's strongest ink from which on a pixel counts: faint stems belong
# to the digit.
_INKED = 0.35
# That strongest ink, at least, as a share of the grid's usual ink.
_FAINTEST = 0.3
# Share of a probability that is moved between digits and pencil marks.
_MOVED = 0.95
# ... from marks to digits beside clear marks: a mark that is taken for one by that is
# never called a wrong entry.
_BESIDE = 0.8
# Probability of a digit from which on a figure may be one, and the share of the
# grid's figures, but for clear marks, that must be so for all of them to be digits.
_POSSIBLE = 0.3
_MOST = 0.8
# Share of the usual height below which figures side by side are pencil marks: so are
# those of programs, and two-digit numbers are as tall as digits.
_LOWER = 0.8


def unmark(probs: Floats, tall: Ints) -> Floats:
    """The probabilities, with pencil marks as digits where all digits are as small.

    What is clearly a cell of marks tells nothing against it: notes of programs that
    fill their cells are three quarters as tall as digits.

    Args:
        probs: the network's probabilities, shape [n, classes].
        tall: how tall the ink of each cell is beside the others, shape [n].
    """
    digit = probs[:, PRINT].sum(axis=1) + probs[:, HAND].sum(axis=1)
    figures = (digit + probs[:, MARKS] > _KNOWN) & (tall > 0)
    possible = figures & (digit > _POSSIBLE)
    unclear = figures & (probs[:, MARKS] < _SURE)
    sure = (digit > _SURE).sum() >= _LEAST_KNOWN
    if sure or possible.sum() < max(_LEAST_KNOWN, _MOST * unclear.sum()):
        return probs
    beside = figures.sum() > unclear.sum()
    least, share = (_LOWER, _BESIDE) if beside else (_SMALL, _MOVED)
    alone = possible & (tall >= least * percentile(tall[possible], _USUAL))
    moved = share * probs[alone, MARKS]
    changed = probs.copy()
    for kind in (PRINT, HAND):
        changed[alone, kind] *= (1 + moved / digit[alone])[:, None]
    changed[alone, MARKS] -= moved
    return changed


def mark_small(probs: Floats, tall: Ints) -> Floats:
    """The probabilities [n, classes], with small digits as pencil marks.

    Handwritten digits are compared with each other, if there are enough of them.

    Args:
        probs: the network's probabilities.
        tall: how tall the ink of each cell is beside the others, shape [n].
    """
    print_, hand = (probs[:, kind].sum(axis=1) for kind in (PRINT, HAND))
    digit = print_ + hand
    known = (digit > _KNOWN) & (tall > 0)
    if known.sum() < _LEAST_KNOWN:
        return probs
    by_hand = hand > print_
    usual = np.full(len(tall), percentile(tall[known], _USUAL))
    if (known & by_hand).sum() >= _LEAST_KNOWN:
        usual[by_hand] = percentile(tall[known & by_hand], _USUAL)
    small = (tall < _SMALL * usual) & (digit < _SURE)
    changed = probs.copy()
    for kind in (PRINT, HAND):
        changed[small, kind] *= 1 - _MOVED
    changed[small, MARKS] += _MOVED * digit[small]
    return changed


def mark_rows(probs: Floats, tall: Ints, figures: Ints) -> Floats:
    """The probabilities [n, classes], with rows of small figures as pencil marks.

    Args:
        probs: the network's probabilities.
        tall: how tall the ink of each cell is beside the others, shape [n].
        figures: how many pieces of ink lie side by side in each cell, shape [n].
    """
    known = (probs[:, PRINT].sum(axis=1) > _KNOWN) & (tall > 0)
    if known.sum() < _LEAST_KNOWN:
        return probs
    low = tall < _LOWER * percentile(tall[known], _USUAL)
    rows = low & (figures > 1)
    changed = probs.copy()
    changed[rows, MARKS] += _MOVED * probs[rows, JUNK]
    changed[rows, JUNK] *= 1 - _MOVED
    return changed


def figures_beside(ink: Floats, contrast: float) -> Ints:
    """How many pieces of ink each cell holds that lie side by side, [n]."""
    inked = _inked(ink, contrast, 1)
    starts = inked[:, 1:] & ~inked[:, :-1]
    return np.asarray(starts.sum(axis=1) + inked[:, 0], np.int64)


def heights(ink: Floats, contrast: float) -> Ints:
    """How many rows the ink of each cell spans, without the grid's lines; shape [n]."""
    inked = _inked(ink, contrast, 2)
    first = inked.argmax(axis=1)
    last = inked.shape[1] - 1 - inked[:, ::-1].argmax(axis=1)
    return np.where(inked.any(axis=1), last - first + 1, 0).astype(np.int64)


def _inked(ink: Floats, contrast: float, axis: int) -> Bools:
    """Which columns (axis 1) or rows (2) inside the lines hold ink, [n, 24]."""
    inner = ink[:, _INNER, _INNER]
    most = np.maximum(inner.max(axis=(1, 2)), _FAINTEST * contrast)
    inked = inner.max(axis=axis) > _INKED * most[:, None]
    return np.asarray(inked, np.bool_)
