"""Small digits beside large ones are pencil marks.

The network sees one cell at a time; how tall the digits of this grid are, only the
whole grid tells. Old-style figures differ by a third, marks by half.
"""

import numpy as np

from mailbot.eye.read.symbols import HAND, MARKS, PRINT
from mailbot.pictures.arrays import Floats, Ints

_INNER = slice(4, -4)  # of 32: inside the lines
_USUAL = 70  # percent of the heights are below the usual one
_SMALL = 0.64  # of the usual height
_KNOWN = 0.8  # a digit this likely counts for the usual height
_DOUBTFUL = 0.95  # a digit surer than this stays one
_INKED = 0.35  # of the cell's strongest ink: fading stems belong to the digit
_LEAST_KNOWN = 8
_MOVED = 0.95  # of what speaks for a digit speaks for marks instead


def mark_small(probs: Floats, ink: Floats, contrast: float) -> Floats:
    """The probs [n, classes], with digits that are too small for the grid as marks.

    Handwriting is measured by the hand's own digits, where there are enough of them.

    Args:
        probs: the network's probabilities.
        ink: relative ink of the same cells, shape [n, 32, 32].
        contrast: the grid's usual ink.
    """
    print_, hand = (probs[:, kind].sum(axis=1) for kind in (PRINT, HAND))
    digit = print_ + hand
    tall = heights(ink, contrast)
    known = (digit > _KNOWN) & (tall > 0)
    if known.sum() < _LEAST_KNOWN:
        return probs
    by_hand = hand > print_
    usual = np.full(len(tall), np.percentile(tall[known], _USUAL))
    if (known & by_hand).sum() >= _LEAST_KNOWN:
        usual[by_hand] = np.percentile(tall[known & by_hand], _USUAL)
    small = (tall < _SMALL * usual) & (digit < _DOUBTFUL)
    changed = probs.copy()
    for kind in (PRINT, HAND):
        changed[small, kind] *= 1 - _MOVED
    changed[small, MARKS] += _MOVED * digit[small]
    return changed


def heights(ink: Floats, contrast: float) -> Ints:
    """How many rows the ink of each cell spans, lines left out; shape [n]."""
    inner = ink[:, _INNER, _INNER]
    most = np.maximum(inner.max(axis=(1, 2)), 0.3 * contrast)
    inked = inner.max(axis=2) > _INKED * most[:, None]
    first = inked.argmax(axis=1)
    last = inked.shape[1] - 1 - inked[:, ::-1].argmax(axis=1)
    return np.where(inked.any(axis=1), last - first + 1, 0).astype(np.int64)
