"""The likeliest reading of a grid that has exactly one solution.

Readings are tried by falling likelihood: the network's first choices, then one or more
of them changed, until one has exactly one solution. The search goes on until a reading
with another solution is found, or none can be near. The distance between the two is
the margin of the first.

A reading that was passed over because it has several solutions may be the right one,
with a digit that was overlooked. Such a reading is a rival as well.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.read.recognise import least_givens
from mailbot.pictures.arrays import Floats
from solver import Ambiguous, Answer, Grid, Impossible, Shape, Solved, solve

WIDE = 5.0
"""The margin, in nats, beyond which no rival is looked for: e**5 is 148 to 1."""

# How far readings are changed. None is measured: all of them bound the time.

# Search nodes for one reading.
_NODES = 3000
# Nats of one cell's change from which on it is not tried: e**9 is 8100 to 1.
_UNLIKELY = 9.0
# Nats of all changes together from which on no reading is tried.
_COST = 12.6
# Cells changed at once.
_CHANGES = 5
# The least probability that a digit was overlooked; keeps its logarithm finite.
_OVERLOOKED = 1e-9


@dataclass(frozen=True, slots=True)
class Decoded:
    """A reading with exactly one solution: its digits, and how good it is.

    `cost` is how much less likely it is than the network's first choices; `margin` how
    much likelier than the best reading with another solution (at most WIDE); both in
    nats. `rival` are the digits of that other reading, () if none was found.
    """

    digits: tuple[int, ...]
    solved: Solved
    cost: float
    margin: float
    rival: tuple[int, ...] = ()


def decode(
    log_probs: Floats,
    shape: Shape,
    deadline: Deadline,
    most: int = 3000,
) -> Decoded | None:
    """The likeliest reading with exactly one solution, or None.

    Args:
        log_probs: of 0 (no digit) and each digit, shape [N*N, N+1].
        shape: the grid's.
        deadline: when to stop; then the margin only covers what was tried.
        most: how many readings are tried.
    """
    first: Decoded | None = None
    reached, lacking = 0.0, np.inf
    for count, (cost, digits) in enumerate(_hypotheses(log_probs)):
        if first and cost > first.cost + WIDE:
            return first
        if cost > _COST:
            break
        if count >= most or deadline.passed():
            return first and _with_margin(first, max(0.0, reached - first.cost))
        reached = cost
        enough = sum(map(bool, digits)) >= least_givens(shape.size)
        grid = Grid(shape, digits)
        answer = solve(grid, nodes=_NODES) if enough else Impossible()
        if not isinstance(answer, Solved):
            lacking = min(lacking, cost + _overlooked(answer, log_probs, digits))
            continue
        if first is None:
            margin = min(WIDE, max(0.0, lacking - cost))
            first = Decoded(digits, answer, cost, margin)
        elif answer.grid.digits != first.solved.grid.digits:
            return _with_margin(first, cost - first.cost, digits)
    return first


def _with_margin(first: Decoded, margin: float, rival: tuple[int, ...] = ()) -> Decoded:
    return replace(first, margin=min(first.margin, margin), rival=rival)


def _overlooked(answer: Answer, log_probs: Floats, digits: tuple[int, ...]) -> float:
    """Minus the log-probability that a reading lacks a digit that was overlooked."""
    if not isinstance(answer, Ambiguous):
        return np.inf
    empty = np.array(digits) == 0
    holding = float((1.0 - np.exp(log_probs[empty, 0])).sum())
    return -float(np.log(np.clip(holding, _OVERLOOKED, 1.0)))


def _hypotheses(log_probs: Floats) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Readings by falling likelihood, each with its cost against the first, in nats.

    A heap holds sets of changes, as increasing places in the list of all changes by
    rising cost. Each set is followed by two others: its last change replaced by the
    next one, and the next one added.
    """
    best = log_probs.argmax(axis=1)
    loss = log_probs.max(axis=1, keepdims=True) - log_probs
    loss[np.arange(len(log_probs)), best] = np.inf
    cells, choices = np.nonzero(loss < _UNLIKELY)
    order = np.argsort(loss[cells, choices], kind="stable")
    changes = [
        (float(loss[cells[k], choices[k]]), int(cells[k]), int(choices[k]))
        for k in order
    ]
    plain = [int(d) for d in best]
    yield 0.0, tuple(plain)
    waiting: list[tuple[float, tuple[int, ...]]] = []
    if changes:
        waiting.append((changes[0][0], (0,)))
    while waiting:
        cost, chosen = heapq.heappop(waiting)
        where = [changes[k][1] for k in chosen]
        if len(set(where)) == len(where):
            digits = plain.copy()
            for k in chosen:
                digits[changes[k][1]] = changes[k][2]
            yield cost, tuple(digits)
        last = chosen[-1]
        if last + 1 < len(changes):
            following = changes[last + 1][0]
            step = cost - changes[last][0] + following
            heapq.heappush(waiting, (step, (*chosen[:-1], last + 1)))
            if len(chosen) < _CHANGES:
                heapq.heappush(waiting, (cost + following, (*chosen, last + 1)))
