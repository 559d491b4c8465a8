"""The most likely reading of a grid that has exactly one solution.

The network's choices are changed one by one, likeliest changes first, until the grid
has exactly one solution; then on, until one with another solution is found or none
can be near. The distance between the two is the margin of the first.

A reading that was passed over because it has several solutions may be right and lack
a digit that was overlooked: it is a rival as well, as likely as that is.
"""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from mailbot.eye.find.lattice import Floats
from mailbot.eye.read.shapes import least_givens
from solver import Ambiguous, Answer, Grid, Impossible, Shape, Solved, solve

WIDE = 5.0
"""The margin, in nats, up to which a rival is looked for."""

_NODES = 3000  # of search, for one hypothesis
_UNLIKELY = 9.0  # nats: a change of one cell that is never tried
_CHANGES = 5
_NEVER = 1e-9


@dataclass(frozen=True, slots=True)
class Decoded:
    """A reading with exactly one solution: its digits, and how good it is.

    `cost` is what was changed and `margin` the distance to the best reading with
    another solution (at most WIDE), both in nats. `rival` are that one's digits.
    """

    digits: tuple[int, ...]
    solved: Solved
    cost: float
    margin: float
    rival: tuple[int, ...] = ()


def decode(
    odds: Floats,
    shape: Shape,
    late: Callable[[], bool] = lambda: False,
    most: int = 3000,
) -> Decoded | None:
    """The likeliest reading with exactly one solution, or None.

    Args:
        odds: log-probabilities of 0 (no digit) and each digit, shape [N*N, N+1].
        shape: the grid's.
        late: whether time is up; a rival not looked for leaves no margin.
        most: how many readings are weighed.
    """
    first: Decoded | None = None
    reached, lacking = 0.0, np.inf
    for count, (cost, digits) in enumerate(_hypotheses(odds)):
        if first and cost > first.cost + WIDE:
            return first
        if cost > 1.4 * _UNLIKELY:
            break
        if count >= most or late():
            return first and _with_margin(first, max(0.0, reached - first.cost))
        reached = cost
        answer = _solve(digits, shape)
        if not isinstance(answer, Solved):
            lacking = min(lacking, cost + _overlooked(answer, odds, digits))
            continue
        if first is None:
            margin = min(WIDE, max(0.0, lacking - cost))
            first = Decoded(digits, answer, cost, margin)
        elif answer.grid.digits != first.solved.grid.digits:
            return _with_margin(first, cost - first.cost, digits)
    return first


def clashing(digits: tuple[int, ...], shape: Shape) -> bool:
    """Whether a digit stands twice in a house."""
    for house in shape.houses:
        there = [digits[cell] for cell in house if digits[cell]]
        if len(set(there)) < len(there):
            return True
    return False


def _with_margin(first: Decoded, margin: float, rival: tuple[int, ...] = ()) -> Decoded:
    return replace(first, margin=min(first.margin, margin), rival=rival)


def _overlooked(answer: Answer, odds: Floats, digits: tuple[int, ...]) -> float:
    """How unlikely it is, in nats, that a reading only lacks a digit overlooked."""
    if not isinstance(answer, Ambiguous):
        return np.inf
    empty = np.array(digits) == 0
    holding = float((1.0 - np.exp(odds[empty, 0])).sum())
    return -float(np.log(np.clip(holding, _NEVER, 1.0)))


def _solve(digits: tuple[int, ...], shape: Shape) -> Answer:
    if sum(map(bool, digits)) < least_givens(shape.size) or clashing(digits, shape):
        return Impossible()
    return solve(Grid(shape, digits), nodes=_NODES)


def _hypotheses(odds: Floats) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Readings by falling likelihood, each with its cost against the likeliest."""
    best = odds.argmax(axis=1)
    loss = odds.max(axis=1, keepdims=True) - odds
    loss[np.arange(len(odds)), best] = np.inf
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
