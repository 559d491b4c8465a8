"""Adapts the network's probabilities to the mix of contents of one grid.

The network was trained on as many entries as givens, but a grid from a newspaper has no
entries and many empty cells. The shares of the kinds of content are estimated from the
grid itself, by the expectation maximisation of Saerens, Latinne and Decaestecker:
"Adjusting the outputs of a classifier to new a priori probabilities", Neural
Computation 14, 2002.
"""

import numpy as np

from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.symbols import HAND, JUNK, PRINT, WIDE
from mailbot.pictures.arrays import Floats

TRAINED = np.array([0.30, 0.26, 0.266, 0.11, 0.064], np.float32)
"""The prior: shares of no digit, print, hand, wide symbols and junk in training.

They follow from `tests.workshop.digits.rendering.SHARES`; a test compares them."""

_WEIGHT = 10.0  # cells that the prior counts for; less trusts grids of few digits more
_ROUNDS = 10  # of estimating; the shares hardly change after that

_KINDS = np.zeros(len(CLASSES), np.intp)
_KINDS[PRINT], _KINDS[HAND], _KINDS[WIDE], _KINDS[JUNK] = 1, 2, 3, 4


def adapt(probs: Floats) -> Floats:
    """The probabilities of the network's classes, adapted to the cells' own grid.

    Pencil marks count as blank cells: neither is a digit.

    Args:
        probs: the network's, for all cells of one grid, shape [n, classes].
    """
    adapted, shares = probs, TRAINED
    for _ in range(_ROUNDS):
        adapted = probs * (shares / TRAINED)[_KINDS]
        adapted = adapted / adapted.sum(axis=1, keepdims=True)
        found = np.bincount(_KINDS, adapted.sum(axis=0), len(TRAINED))
        pooled = (found + _WEIGHT * TRAINED) / (len(probs) + _WEIGHT)
        shares = pooled.astype(np.float32)
    return adapted
