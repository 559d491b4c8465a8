"""Tells a person's many mistakes from a misread given.

Both make entries contradict the solution of the givens. A misread given has another
solution once it is left out, with which more of the entries agree.
"""

from collections.abc import Sequence

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.agreement import MISTAKEN
from mailbot.eye.decide.decoder import Decoded
from mailbot.pictures.arrays import Floats, Ints
from solver import Shape
from solver.search import Effort, search

_NODES = 2000
"""Search nodes, and searches, for the other digits of one given. Not measured: it
bounds the time."""

_LEAST_AGREED = 6
"""Entries that agree with the solution, at least: in four of them, three may agree
although a given is misread. Not measured."""

_MARGIN = 3.0
"""Nats by which mistakes must be likelier than a misread given."""

_MISTAKE = -float(np.log(MISTAKEN / 8))
"""Nats that a mistake costs: an entry that is one of eight other digits."""


def are_mistakes(
    decoded: Decoded, log_probs: Floats, entries: Ints, deadline: Deadline
) -> bool:
    """Whether an entry being mistaken is likelier than any given being misread.

    Args:
        decoded: the reading of the givens, and its solution.
        log_probs: of 0 (no digit) and each digit, shape [N*N, N+1].
        entries: the digits as read, 0 where there is no entry, shape [N*N].
        deadline: when to stop; the answer is then no.
    """
    shape = decoded.solved.grid.shape
    solution, givens = np.array(decoded.solved.grid.digits), np.array(decoded.digits)
    written, agreed = (int(mask.sum()) for mask in (entries > 0, entries == solution))
    if agreed < _LEAST_AGREED:
        return False
    lost = np.take_along_axis(log_probs, givens[:, None], axis=1) - log_probs
    gained = np.ceil((lost - _MARGIN) / _MISTAKE).astype(int)
    # A misread given is likelier if that many more entries agree with what it allows.
    for cell in np.flatnonzero(givens):
        effort = Effort(_NODES)
        for digit in range(1, shape.size + 1):
            most = min(written - agreed - int(gained[cell, digit]), written)
            if digit == givens[cell] or most < 0:
                continue
            others = givens.copy()
            others[cell] = digit
            if deadline.passed() or _agrees(shape, others, entries, most, effort):
                return False
    return True


def _agrees(
    shape: Shape, digits: Ints, entries: Ints, most: int, effort: Effort
) -> bool:
    """Whether digits have a solution from which few enough entries differ.

    If the effort is spent before that is known, they are taken to have one.

    Args:
        shape: the grid's.
        digits: those that the solution must hold, 0 elsewhere, shape [N*N].
        entries: the entries that may still differ, 0 elsewhere, shape [N*N].
        most: how many of them may.
        effort: what the search may spend.
    """
    effort.nodes += 1
    found: Sequence[int] | None = next(search(shape, digits.tolist(), effort), None)
    if effort.spent or found is None:
        return effort.spent
    differing = np.flatnonzero((entries > 0) & (entries != np.array(found)))
    if len(differing) <= most:
        return True
    # Of any `most` + 1 of them, the solution holds one: it is the first of these, or
    # the first one differs and the next is tried.
    left = entries.copy()
    for allowed, cell in enumerate(differing[: most + 1]):
        held = digits.copy()
        held[cell] = entries[cell]
        left[cell] = 0
        if _agrees(shape, held, left, most - allowed, effort):
            return True
    return False
