"""The solution that may be sent for a grid as read, or None.

Rule 1: a solution counts only if the reading that it comes from is likely, and no
reading that is nearly as likely has another solution.
Rule 2: the givens decide. The entries are checked against the solution of the givens;
an entry is called wrong only where the network is sure of its digit.
Rule 3: where givens and entries cannot be told apart, all digits decide together; the
digits that agree with the solution must then have no other solution.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.agreement import MISTAKEN, agreed_solution
from mailbot.eye.decide.decoder import WIDE, Decoded, decode
from mailbot.eye.decide.ink import BARELY, Split, find_splits
from mailbot.eye.decide.mistakes import are_mistakes
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Ints
from solver import Answer, Grid, Shape, Solved, solve


@dataclass(frozen=True, slots=True)
class _BeliefLimits:
    """What it takes to answer, and to call an entry wrong."""

    # Search nodes for the answer to one reading. Not measured: it bounds the time.
    nodes: int = 20_000
    # Readings tried for each way to tell givens from entries. Not measured: more would
    # find rarer corrections, at some milliseconds each.
    readings: int = 200
    # Nats by which a reading that counts as unchanged may be less likely than the
    # likeliest one. Not measured.
    unchanged: float = 0.3
    # (cost, margin) in nats: below that cost a reading needs at least that margin. A
    # higher margin asks more often, a lower one risks a wrong answer.
    margins: tuple[tuple[float, float], ...] = ((0.3, 2.5), (3.0, 3.0), (6.0, 4.0))
    # Mean log-probability of the digits, below which a reading is a guess if digits
    # fill at most that share of the cells: it may have one solution by chance. So had a
    # reading of -0.058 that lost four givens in noise and misread a fifth. Photographs
    # at JPEG quality 8 that are solved reach -0.043, those of usual quality -0.035.
    guessed: float = -0.05
    sparse: float = 0.5
    # Share of the entries that agree with the solution of the givens. 0.7 let a misread
    # given of a very coarse photograph be believed against a fifth of the entries.
    agreed: float = 0.8
    # ... where the givens are read without any doubt: `are_mistakes` then tells that
    # none is misread.
    agreed_plain: float = 0.4
    # ... and their number: two entries agree by chance too easily.
    least_agreed: int = 3
    # From this number on, entries that look unlike the givens are entries; fewer may be
    # givens in heavier strokes. Not measured.
    entries: int = 8
    # Probability from which on an entry counts among those that must agree.
    clear: float = 0.9
    # Probability of its digit from which on an entry is called wrong.
    accused: float = 0.99
    # ... and nats by which it must be likelier than the solution's, if a hand wrote it:
    # hands are misread more often than fonts. Of 9000 drawn digits in hands that the
    # network does not know, 3 were misread by 7 nats, 7 by 6 nats; of those read right,
    # half are 7 nats ahead of any other digit.
    accused_hand: float = 7.0


_LIMITS = _BeliefLimits()
_FORBIDDEN = -30.0  # log-probability of a digit in a cell that is to be left empty


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


def believe(
    seen: Recognised, deadline: Deadline, variant: bool
) -> tuple[Believed | None, Decoded | None]:
    """The solution that may be sent, if there is one; and the likeliest reading.

    Args:
        seen: the grid, with all that is known of its digits.
        deadline: when to stop.
        variant: whether the grid is drawn as a variant. Then no digit is changed to get
            a reading with one solution by the rules of plain sudoku.
    """
    digits = seen.log_probs.argmax(axis=1)
    splits = find_splits(seen.cells, seen.probs, digits > 0)
    wholes = [decode(seen.log_probs, shape, deadline) for shape in seen.shapes]
    likeliest = next((whole for whole in wholes if whole), None)
    if _is_guessed(seen):
        return None, likeliest
    sure = [whole for whole in wholes if whole and is_sure(whole)]
    if len(sure) > 1:  # either of two shapes could be meant
        return None, likeliest
    whole = sure[0] if sure else None
    believed = _as_read(seen, whole, splits, variant)
    if believed is None and not variant:
        believed = _corrected(seen, wholes, whole, splits, deadline)
    return believed, likeliest


def _is_guessed(seen: Recognised) -> bool:
    """Whether few digits, many of them unclear, may have one solution by chance."""
    sparse = (seen.log_probs.argmax(axis=1) > 0).mean() <= _LIMITS.sparse
    return bool(sparse) and seen.clear < _LIMITS.guessed


def is_sure(decoded: Decoded) -> bool:
    """Whether a reading may be answered: the margin grows with what was changed."""
    return any(
        decoded.cost < cost and decoded.margin >= margin
        for cost, margin in _LIMITS.margins
    )


def _as_read(
    seen: Recognised, whole: Decoded | None, splits: list[Split], variant: bool
) -> Believed | None:
    """The reading of the whole grid, if no digit was changed.

    A begun variant whose entries cannot be told from its givens is refused: its entries
    follow rules that we do not know, and would count as givens.
    """
    if whole is None or whole.cost >= _LIMITS.unchanged:
        return None
    believed = _with_givens(whole, splits)
    alike = (believed.givens == (believed.digits > 0)).all()
    if variant and splits and alike and seen.has_room:
        return None
    return believed


def _corrected(
    seen: Recognised,
    wholes: list[Decoded | None],
    whole: Decoded | None,
    splits: list[Split],
    deadline: Deadline,
) -> Believed | None:
    """A reading in which something had to be changed or left out.

    Tried in this order: the givens alone; the whole grid with a digit changed; the
    solution that the grid as a whole agrees with.

    `wholes` are the likeliest readings of all digits, one for each shape; `whole` is
    the one of them that is sure, if any.
    """
    digits = seen.log_probs.argmax(axis=1)
    told = splits or find_splits(seen.cells, seen.probs, digits > 0, BARELY)
    for (shape, likely), split in product(zip(seen.shapes, wholes, strict=True), told):
        believed = _by_givens(seen, digits, split, shape, likely, deadline)
        if believed:
            return believed
    if whole:
        return _with_givens(whole, splits)
    if len(seen.shapes) == 1:
        return _by_agreement(seen, told, seen.shapes[0], deadline)
    return None


def _with_givens(whole: Decoded, splits: list[Split]) -> Believed:
    """Tell givens from entries in a reading whose solution is known."""
    digits, shape = np.array(whole.digits), whole.solved.grid.shape
    for split in splits:
        answer = answer_to(np.where(split.givens, digits, 0), shape)
        if isinstance(answer, Solved):
            return Believed(digits, split.givens & (digits > 0), shape, answer)
    return Believed(digits, digits > 0, shape, whole.solved)


def _by_givens(
    seen: Recognised,
    digits: Ints,
    split: Split,
    shape: Shape,
    whole: Decoded | None,
    deadline: Deadline,
) -> Believed | None:
    """Solve the givens alone; None unless enough of the entries agree.

    None as well if all digits together, as likely or nearly so, have another solution:
    some of the entries may be givens, without which a misread one would be believed.
    """
    entries = (digits > 0) & ~split.givens
    if not entries.any():
        return None
    alone = seen.log_probs.copy()
    alone[entries, 0] = 0.0
    alone[entries, 1:] = _FORBIDDEN
    decoded = decode(alone, shape, deadline, _LIMITS.readings)
    if decoded is None or not is_sure(decoded):
        return None
    told = split.vote > 0 and entries.sum() >= _LIMITS.entries
    if whole and _is_disputed(decoded, whole, told):
        return None
    agree = (digits == np.array(decoded.solved.grid.digits))[entries]
    plain = decoded.cost == 0 and decoded.margin >= WIDE
    least = _LIMITS.agreed_plain if plain else _LIMITS.agreed
    if agree.mean() < least or agree.sum() < _LIMITS.least_agreed:
        return None
    read = np.where(entries, digits, np.array(decoded.digits))
    believed = _checked(seen, read, entries, decoded.solved)
    differ = believed.wrong + believed.doubtful
    written = np.where(entries, believed.digits, 0)
    if differ and not are_mistakes(decoded, alone, written, deadline):
        return None
    return believed


def _is_disputed(decoded: Decoded, whole: Decoded, told: bool) -> bool:
    """Whether all digits have another solution than the givens, nearly as likely.

    Where all digits have two, the givens decide if entries are surely `told` from them.
    """
    least = min(margin for _, margin in _LIMITS.margins)
    if whole.solved.grid.digits == decoded.solved.grid.digits:
        return not told and bool(whole.rival) and whole.margin < least
    return whole.cost < decoded.cost + least


def _by_agreement(
    seen: Recognised, splits: list[Split], shape: Shape, deadline: Deadline
) -> Believed | None:
    """The solution that the grid as a whole agrees with, though some digits differ."""
    solved = agreed_solution(seen.log_probs, seen.by_hand, shape, deadline)
    if solved is None:
        return None
    digits, solution = seen.log_probs.argmax(axis=1), np.array(solved.grid.digits)
    by_hand, agreeing = seen.by_hand > 0.5, np.where(digits == solution, digits, 0)
    best = np.exp(seen.log_probs.max(axis=1))
    clear = by_hand & (digits > 0) & (best > _LIMITS.clear)
    if clear.any() and (digits == solution)[clear].mean() < _LIMITS.agreed:
        return None
    if not isinstance(answer_to(agreeing, shape), Solved):
        return None
    likely = [split for split in splits if split.vote > 0]
    alone = (
        split
        for split in likely
        if isinstance(answer_to(np.where(split.givens, agreeing, 0), shape), Solved)
    )
    split = next(alone, next(iter(likely), None))
    off = by_hand & (digits != solution)
    entries = by_hand if split is None else ~split.givens | off
    entries &= digits > 0
    givens = np.where((digits > 0) & ~entries, solution, 0)
    if not isinstance(answer_to(givens, shape), Solved):
        entries &= digits != solution  # print was taken for a hand's
    read = np.where((digits > 0) & ~entries, solution, digits)
    return _checked(seen, read, entries, solved)


def _checked(
    seen: Recognised, digits: Ints, entries: Bools, solved: Solved
) -> Believed:
    """Correct the entries that were rather misread, and name those that differ.

    Whether the limit of hands applies is told by most of the entries: a single 3 of a
    hand may look like print.
    """
    solution = np.array(solved.grid.digits)
    expected = np.take_along_axis(seen.log_probs, solution[:, None], axis=1)[:, 0]
    ahead = seen.log_probs.max(axis=1) - expected
    off = entries & (digits != solution) & (ahead > -np.log(MISTAKEN))
    written = entries.any() and seen.by_hand[entries].mean() > 0.5
    sure = np.exp(seen.log_probs.max(axis=1)) >= _LIMITS.accused
    sure &= ahead >= (_LIMITS.accused_hand if written else 0.0)
    return Believed(
        np.where(entries & ~off, solution, digits),
        (digits > 0) & ~entries,
        solved.grid.shape,
        solved,
        wrong=cells_in(off & sure),
        doubtful=cells_in(off & ~sure),
    )


def cells_in(mask: Bools) -> tuple[int, ...]:
    """The cells for which a mask [N*N] is true, in reading order."""
    return tuple(int(cell) for cell in np.flatnonzero(mask))


def answer_to(digits: Ints, shape: Shape) -> Answer:
    """The solver's answer to digits [N*N], all taken for givens."""
    return solve(Grid(shape, tuple(int(d) for d in digits)), nodes=_LIMITS.nodes)
