"""Tells a person's many mistakes from a misread given.

Both make entries contradict the solution of the givens. A misread given has another
solution once it is left out, with which more of the entries agree.
"""

from itertools import islice

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.agreement import MISTAKEN
from mailbot.eye.decide.decoder import Decoded
from mailbot.pictures.arrays import Floats, Ints
from solver.search import Effort, search

_SOLUTIONS = 1000
_NODES = 4000
"""Solutions and search nodes for the givens without one of them. Not measured: they
bound the time."""

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
    written = np.flatnonzero(entries)
    solution, givens = decoded.solved.grid, np.array(decoded.digits)
    agreed = int((entries == np.array(solution.digits))[written].sum())
    for cell in np.flatnonzero(givens):
        others = givens.copy()
        others[cell] = 0
        effort = Effort(_NODES)
        every = search(solution.shape, tuple(others.tolist()), effort)
        found = np.array(list(islice(every, _SOLUTIONS)))
        if effort.spent or len(found) == _SOLUTIONS or deadline.passed():
            return False
        gained = (found[:, written] == entries[written]).sum(axis=1) - agreed
        lost = log_probs[cell, givens[cell]] - log_probs[cell, found[:, cell]]
        rivals = found[:, cell] != givens[cell]
        if (gained * _MISTAKE + _MARGIN > lost)[rivals].any():
            return False
    return True
