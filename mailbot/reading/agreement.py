"""The solution that a grid agrees with best, as a whole, when its digits contradict.

What was printed is right; what a person wrote is now and then mistaken, and both may be
misread. So each solution has a likelihood: by its digit in every cell, given what was
seen there. The solutions that let no cell be too unlikely are few, and are all weighed.
"""

from itertools import islice

import numpy as np

from mailbot.reading.lattice import Floats
from solver import Grid, Shape, Solved
from solver.search import Effort, search

MISTAKEN = 0.03
"""Share of a person's entries that are not the solution's."""

_UNLIKELY = 6.0  # nats: beyond it no cell is explained away; more than MISTAKEN costs
_MOST = 4000  # solutions weighed
_NODES = 4000  # of search
_COST = 10.0  # nats that all cells together may have against the best solution
_CLEAR = 6.0  # nats that the second best must be behind


def agreed_solution(odds: Floats, by_hand: Floats, shape: Shape) -> Solved | None:
    """The solution that is much likelier than any other, or None.

    Args:
        odds: log-probabilities of 0 (no digit) and each digit, shape [N*N, N+1].
        by_hand: how likely a person's digit stands in each cell, shape [N*N].
        shape: the grid's.
    """
    loss = _losses(odds, by_hand)
    cells, digits = np.nonzero(loss > _UNLIKELY)
    eliminated = zip(cells.tolist(), (digits + 1).tolist(), strict=True)
    effort = Effort(_NODES)
    every = search(shape, (0,) * shape.cells, effort, eliminated)
    found = list(islice(every, _MOST))
    if not found or effort.spent or len(found) == _MOST:
        return None
    costs = loss[np.arange(shape.cells), np.array(found) - 1].sum(axis=1)
    best, *others = np.argsort(costs)
    second = costs[others[0]] if others else np.inf
    if costs[best] > _COST or second < costs[best] + _CLEAR:
        return None
    return Solved(Grid(shape, found[best]), effort.nodes)


def _losses(odds: Floats, by_hand: Floats) -> Floats:
    """How much less likely each digit is than the cell's likeliest, in nats, [N*N, N].

    A cell without a digit may be any, and so may one that is a mistake.
    """
    chances = np.exp(odds)
    mistaken = MISTAKEN * by_hand
    free = (mistaken + chances[:, 0]) / (odds.shape[1] - 1)
    right = (1 - mistaken[:, None]) * chances[:, 1:] + free[:, None]
    return np.asarray(np.log(right.max(axis=1, keepdims=True) / right), np.float32)
