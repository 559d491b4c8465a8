"""A solution that may be sent: how sure it must be, which entries differ from it."""

from dataclasses import dataclass

import numpy as np

from mailbot.eye.decide.agreement import MISTAKEN
from mailbot.eye.decide.decoder import Decoded
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Ints
from solver import Answer, Grid, Shape, Solved, solve

AGREED = 0.8
"""Share of the entries that agree with the solution of the givens, or of all digits, at
least. 0.7 let a misread given of a very coarse photograph be believed against a fifth
of the entries."""

# What it takes to answer, and to call an entry wrong.

# Search nodes for the answer to one reading. Not measured: it bounds the time.
_NODES = 20_000
# (cost, margin) in nats: below that cost a reading needs at least that margin. A
# higher margin asks more often, a lower one risks a wrong answer.
_MARGINS = ((0.3, 2.5), (3.0, 3.0), (6.0, 4.0))
# Probability of its digit from which on an entry is called wrong.
_ACCUSED = 0.99
# ... and nats by which it must be likelier than the solution's, if a hand wrote it:
# hands are misread more often than fonts. Of 9000 drawn digits in hands that the
# network does not know, 3 were misread by 7 nats, 7 by 6 nats; of those read right,
# half are 7 nats ahead of any other digit.
_ACCUSED_HAND = 7.0

LEAST_MARGIN = min(margin for _, margin in _MARGINS)
"""The margin, in nats, without which no reading is answered."""


@dataclass(frozen=True, slots=True)
class Believed:
    """A solution that may be sent, and the reading that it comes from.

    `digits` and `givens` (which of them were printed) have the shape [N*N]. The entries
    in `wrong` differ from the solution and are surely read; those in `doubtful` differ
    too, but may be misread.
    """

    digits: Ints
    givens: Bools
    shape: Shape
    solved: Solved
    wrong: tuple[int, ...] = ()
    doubtful: tuple[int, ...] = ()


def is_sure(decoded: Decoded) -> bool:
    """Whether a reading may be answered: the margin grows with what was changed."""
    return any(
        decoded.cost < cost and decoded.margin >= margin for cost, margin in _MARGINS
    )


def cells_in(mask: Bools) -> tuple[int, ...]:
    """The cells for which a mask [N*N] is true, in reading order."""
    return tuple(int(cell) for cell in np.flatnonzero(mask))


def answer_to(digits: Ints, shape: Shape) -> Answer:
    """The solver's answer to digits [N*N], all taken for givens."""
    return solve(Grid(shape, tuple(int(d) for d in digits)), nodes=_NODES)


def check_entries(
    seen: Recognised, digits: Ints, entries: Bools, solved: Solved
) -> Believed:
    """Correct the entries that were rather misread, and name those that differ.

    An entry that differs from the solution is taken for the solution's digit unless a
    mistake is likelier than that. Whether `_ACCUSED_HAND` applies is told by most of
    the entries: a single 3 of a hand may look like print.

    Args:
        seen: the grid, with all that is known of its digits.
        digits: as read, entries included, 0 for none, shape [N*N].
        entries: which of them are entries, shape [N*N].
        solved: the solution.
    """
    solution = np.array(solved.grid.digits)
    expected = np.take_along_axis(seen.log_probs, solution[:, None], axis=1)[:, 0]
    ahead = seen.log_probs.max(axis=1) - expected
    off = entries & (digits != solution) & (ahead > -np.log(MISTAKEN))
    written = entries.any() and seen.by_hand[entries].mean() > 0.5
    sure = np.exp(seen.log_probs.max(axis=1)) >= _ACCUSED
    sure &= ahead >= (_ACCUSED_HAND if written else 0.0)
    return Believed(
        np.where(entries & ~off, solution, digits),
        (digits > 0) & ~entries,
        solved.grid.shape,
        solved,
        wrong=cells_in(off & sure),
        doubtful=cells_in(off & ~sure),
    )
