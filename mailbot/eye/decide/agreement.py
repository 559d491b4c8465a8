"""The solution that a grid agrees with best, as a whole, when its digits contradict.

What was printed is right; what a person wrote is now and then mistaken, and both may be
misread. So each solution has a likelihood: by its digit in every cell, given what was
seen there. Of a grid with many digits there are few solutions in which no cell is too
unlikely: they are all weighed.
"""

from itertools import islice

import numpy as np
import numpy.typing as npt

from mailbot.eye.budget import Late
from mailbot.eye.find.lattice import Floats
from solver import Cells, Grid, Shape, Solved
from solver.search import Effort, search

MISTAKEN = 0.03
"""Share of a person's entries that are not the solution's."""

_UNLIKELY = 6.0  # nats: explains a mistake away, in grids up to 12x12, but no print
_MOST = 4000  # solutions weighed at once
_NODES = 4000  # of search
_COST = 10.0  # nats that all cells together may have against the best solution
_CLEAR = 6.0  # nats that the second best must be behind


def agreed_solution(
    odds: Floats, by_hand: Floats, shape: Shape, late: Late
) -> Solved | None:
    """The solution that is much likelier than any other, or None.

    None too where there are more than some thousand to weigh.

    Args:
        odds: log-probabilities of 0 (no digit) and each digit, shape [N*N, N+1].
        by_hand: how likely a person's digit stands in each cell, shape [N*N].
        shape: the grid's.
        late: whether time is up.
    """
    loss = _losses(odds, by_hand)
    likely = loss <= _UNLIKELY
    found = _weighed(loss, likely, shape)
    if not found:
        return None
    (best, cells), *others = found
    near = best + _CLEAR
    if best > _COST or (others and others[0][0] < near):
        return None
    # A rival may hold one digit that is unlikelier than all that was weighed.
    for cell, digits in enumerate((loss > _UNLIKELY) & (loss < near)):
        if digits.any():
            allowed = likely.copy()
            allowed[cell] = digits
            rivals = _weighed(loss, allowed, shape)
            if late() or rivals is None or (rivals and rivals[0][0] < near):
                return None
    return Solved(Grid(shape, cells))


def _weighed(
    loss: Floats, allowed: npt.NDArray[np.bool_], shape: Shape
) -> list[tuple[float, Cells]] | None:
    """The best two solutions of the digits allowed, and their costs; None: too many."""
    cells, digits = np.nonzero(~allowed)
    eliminated = zip(cells.tolist(), (digits + 1).tolist(), strict=True)
    effort = Effort(_NODES)
    every = search(shape, (0,) * shape.cells, effort, eliminated)
    found = list(islice(every, _MOST))
    if effort.spent or len(found) == _MOST:
        return None
    if not found:
        return []
    costs = loss[np.arange(shape.cells), np.array(found) - 1].sum(axis=1)
    return [(float(costs[at]), found[at]) for at in np.argsort(costs)[:2]]


def _losses(odds: Floats, by_hand: Floats) -> Floats:
    """How much less likely each digit is than the cell's likeliest, in nats, [N*N, N].

    A cell without a digit may be any, and so may one that is a mistake.
    """
    chances = np.exp(odds)
    mistaken = MISTAKEN * by_hand
    free = (mistaken + chances[:, 0]) / (odds.shape[1] - 1)
    right = (1 - mistaken[:, None]) * chances[:, 1:] + free[:, None]
    return np.asarray(np.log(right.max(axis=1, keepdims=True) / right), np.float32)
