"""Solves the givens of a grid alone, and checks the solution against its entries."""

from collections.abc import Sequence

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.agreement import MISTAKEN
from mailbot.eye.decide.believed import (
    AGREED,
    LEAST_MARGIN,
    Believed,
    check_entries,
    is_sure,
)
from mailbot.eye.decide.decoder import WIDE, Decoded, decode
from mailbot.eye.decide.ink import Split
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Floats, Ints
from solver import Shape
from solver.search import Effort, search

# When the givens alone are believed.

# Readings tried for each split into givens and entries. Not measured: more would
# find rarer corrections, at some milliseconds each.
_READINGS = 200
# Share of the entries that agree with the solution, where the givens are read
# without any doubt: `are_mistakes` then tells that none is misread. Elsewhere it is
# AGREED.
_AGREED_PLAIN = 0.4
# ... and their number: two entries agree by chance too easily.
_LEAST_AGREED = 3
# From this number on, entries that look unlike the givens are entries; fewer may be
# givens in heavier strokes. Not measured.
_ENTRIES = 8

_FORBIDDEN = -30.0  # log-probability of a digit in a cell that is to be left empty

_NODES = 2000
"""Search nodes, and searches, for the other digits of one given. Not measured: it
bounds the time."""

_AGREEING, _AGREEING_DRAWN = 6, 4
"""Entries that agree with the solution, at least: in four of them, three may agree
although a given is misread; and where a program drew all digits, which it does so
plainly that none is in doubt. Not measured."""

_MARGIN = 3.0
"""Nats by which mistakes must be likelier than a misread given."""

_MISTAKE = -float(np.log(MISTAKEN / 8))
"""Nats that a mistake costs: an entry that is one of eight other digits."""


def believe_givens(
    seen: Recognised,
    split: Split,
    shape: Shape,
    whole: Decoded | None,
    deadline: Deadline,
) -> Believed | None:
    """The solution of the givens alone; None unless enough of the entries agree.

    None as well if all digits together, as likely or nearly so, have another solution:
    some of the entries may be givens, without which a misread one would be believed.

    Args:
        seen: the grid, with all that is known of its digits.
        split: which of its digits are taken for givens.
        shape: the grid's.
        whole: the likeliest reading of all digits together, if one was found.
        deadline: when to stop; the answer is then None.
    """
    digits = seen.log_probs.argmax(axis=1)
    entries = (digits > 0) & ~split.givens
    alone = seen.log_probs.copy()
    alone[entries, 0], alone[entries, 1:] = 0.0, _FORBIDDEN
    decoded = decode(alone, shape, deadline, _READINGS) if entries.any() else None
    if decoded is None or not is_sure(decoded):
        return None
    told = split.vote > 0 and entries.sum() >= _ENTRIES
    disputed = whole is not None and _is_disputed(decoded, whole, told)
    plain = decoded.cost == 0 and decoded.margin >= WIDE
    if disputed or not _is_confirmed(decoded, digits, entries, plain):
        return None
    read = np.where(entries, digits, np.array(decoded.digits))
    believed = check_entries(seen, read, entries, decoded.solved)
    differ = believed.wrong + believed.doubtful
    written = np.where(entries, believed.digits, 0)
    drawn = plain and seen.by_hand[entries].mean() < 0.5
    least = _AGREEING_DRAWN if drawn else _AGREEING
    agree = entries.sum() - len(differ) >= least
    if differ and not (agree and are_mistakes(decoded, alone, written, deadline)):
        return None
    return believed


def _is_confirmed(decoded: Decoded, digits: Ints, entries: Bools, plain: bool) -> bool:
    """Whether enough of the entries agree with the solution of the givens.

    Args:
        decoded: the reading of the givens, and its solution.
        digits: all digits as read, shape [N*N].
        entries: which of them are entries, at least one, shape [N*N].
        plain: whether no given is in doubt.
    """
    agree = (digits == np.array(decoded.solved.grid.digits))[entries]
    least = _AGREED_PLAIN if plain else AGREED
    return bool(agree.mean() >= least and agree.sum() >= _LEAST_AGREED)


def _is_disputed(decoded: Decoded, whole: Decoded, told: bool) -> bool:
    """Whether all digits have another solution than the givens, nearly as likely.

    Args:
        decoded: the reading of the givens alone.
        whole: the likeliest reading of all digits.
        told: whether entries are surely told from givens. The givens then decide where
            all digits have two solutions.
    """
    if whole.solved.grid.digits == decoded.solved.grid.digits:
        return not told and bool(whole.rival) and whole.margin < LEAST_MARGIN
    return whole.cost < decoded.cost + LEAST_MARGIN


def are_mistakes(
    decoded: Decoded, log_probs: Floats, entries: Ints, deadline: Deadline
) -> bool:
    """Whether an entry being mistaken is likelier than any given being misread.

    Both make entries contradict the solution of the givens. A misread given has another
    solution once it is left out, with which more of the entries agree.

    Args:
        decoded: the reading of the givens, and its solution.
        log_probs: of 0 (no digit) and each digit, shape [N*N, N+1].
        entries: the digits as read, 0 where there is no entry, shape [N*N].
        deadline: when to stop; the answer is then no.
    """
    shape = decoded.solved.grid.shape
    solution, givens = np.array(decoded.solved.grid.digits), np.array(decoded.digits)
    written, agreed = (int(mask.sum()) for mask in (entries > 0, entries == solution))
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
