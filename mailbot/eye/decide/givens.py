"""Solves the givens of a grid alone, and checks the solution against its entries."""

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.believed import (
    AGREED,
    LEAST_MARGIN,
    Believed,
    check_entries,
    is_sure,
)
from mailbot.eye.decide.decoder import WIDE, Decoded, decode
from mailbot.eye.decide.ink import Split
from mailbot.eye.decide.mistakes import are_mistakes
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Ints
from solver import Shape

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
    if disputed or not _is_confirmed(decoded, digits, entries):
        return None
    read = np.where(entries, digits, np.array(decoded.digits))
    believed = check_entries(seen, read, entries, decoded.solved)
    differ = believed.wrong + believed.doubtful
    written = np.where(entries, believed.digits, 0)
    if differ and not are_mistakes(decoded, alone, written, deadline):
        return None
    return believed


def _is_confirmed(decoded: Decoded, digits: Ints, entries: Bools) -> bool:
    """Whether enough of the entries agree with the solution of the givens.

    Args:
        decoded: the reading of the givens, and its solution.
        digits: all digits as read, shape [N*N].
        entries: which of them are entries, at least one, shape [N*N].
    """
    agree = (digits == np.array(decoded.solved.grid.digits))[entries]
    plain = decoded.cost == 0 and decoded.margin >= WIDE
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
