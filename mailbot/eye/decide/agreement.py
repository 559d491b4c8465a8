"""The solution that a grid as a whole agrees with best, though some digits contradict.

Print is right; a person's entry is now and then mistaken; both may be misread. So each
solution has a likelihood: the product over all cells of how likely its digit is, given
what was seen there. A grid with many digits has few solutions in which no cell is too
unlikely, and all of them are weighed.
"""

from itertools import islice

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.pictures.arrays import Bools, Floats
from solver import Cells, Grid, Shape, Solved
from solver.search import Effort, search

MISTAKEN = 0.03
"""Share of a person's entries that differ from the solution. Estimated."""

# Which solutions are weighed, and how clear the best must be; losses in nats.

# Loss of one cell from which on its digit is not tried. Log(30 * 9) = 5.6 explains
# a mistake (MISTAKEN, any of nine digits) away, but no surely printed digit.
_UNLIKELY = 6.0
# Most solutions weighed, and search nodes to find them. Not measured: they bound
# the time.
_SOLUTIONS = 4000
_NODES = 4000
# Loss of the best solution over all cells. Two mistakes cost about 11, so that one
# mistake is explained away and two are not.
_COST = 10.0
# Loss by which every other solution must be behind: one mistake.
_MARGIN = 6.0


def agreed_solution(
    log_probs: Floats, by_hand: Floats, shape: Shape, deadline: Deadline
) -> Solved | None:
    """The solution that is much likelier than any other.

    None if there is none, or if there are too many to weigh.

    Args:
        log_probs: of 0 (no digit) and each digit, shape [N*N, N+1].
        by_hand: the probability that a person wrote each cell's digit, shape [N*N].
        shape: the grid's.
        deadline: when to stop.
    """
    loss = _losses(log_probs, by_hand)
    likely = loss <= _UNLIKELY
    found = _best_two(loss, likely, shape)
    if not found:
        return None
    (best, cells), *others = found
    near = best + _MARGIN
    if best > _COST or (others and others[0][0] < near):
        return None
    # A near rival may hold one digit that is unlikelier than all that were tried.
    for cell, digits in enumerate((loss > _UNLIKELY) & (loss < near)):
        if digits.any():
            allowed = likely.copy()
            allowed[cell] = digits
            rivals = _best_two(loss, allowed, shape)
            if deadline.passed() or rivals is None or (rivals and rivals[0][0] < near):
                return None
    return Solved(Grid(shape, cells))


def _best_two(
    loss: Floats, allowed: Bools, shape: Shape
) -> list[tuple[float, Cells]] | None:
    """The best two solutions within the digits allowed [N*N, N], each with its loss.

    None if there are too many solutions to weigh.
    """
    cells, digits = np.nonzero(~allowed)
    eliminated = zip(cells.tolist(), (digits + 1).tolist(), strict=True)
    effort = Effort(_NODES)
    every = search(shape, (0,) * shape.cells, effort, eliminated)
    found = list(islice(every, _SOLUTIONS))
    if effort.spent or len(found) == _SOLUTIONS:
        return None
    if not found:
        return []
    costs = loss[np.arange(shape.cells), np.array(found) - 1].sum(axis=1)
    return [(float(costs[at]), found[at]) for at in np.argsort(costs)[:2]]


def _losses(log_probs: Floats, by_hand: Floats) -> Floats:
    """How much less likely each digit is than the cell's likeliest, in nats, [N*N, N].

    A cell without a digit may hold any in the solution, and so may a mistaken entry.
    """
    probs = np.exp(log_probs)
    mistaken = MISTAKEN * by_hand
    free = (mistaken + probs[:, 0]) / (log_probs.shape[1] - 1)
    right = (1 - mistaken[:, None]) * probs[:, 1:] + free[:, None]
    return np.asarray(np.log(right.max(axis=1, keepdims=True) / right), np.float32)
