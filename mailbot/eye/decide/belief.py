"""The solution that may be sent for a grid as read, or None.

Rule 1: a solution counts only if the reading that it comes from is likely, and no
reading that is nearly as likely has another solution.
Rule 2: the givens decide. The entries are checked against the solution of the givens;
an entry is called wrong only where the network is sure of its digit.
Rule 3: where givens and entries cannot be told apart, all digits decide together; the
digits that agree with the solution must then have no other solution.
"""

from itertools import chain, compress, product

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.agreement import agreed_solution
from mailbot.eye.decide.believed import (
    AGREED,
    Believed,
    answer_to,
    check_entries,
    is_sure,
)
from mailbot.eye.decide.decoder import Decoded, decode
from mailbot.eye.decide.givens import believe_givens
from mailbot.eye.decide.ink import BARELY, DRAWN, Split, find_splits
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Ints
from solver import Shape, Solved

# Which readings of a whole grid are believed.

# Nats by which a reading that counts as unchanged may be less likely than the
# likeliest one. Not measured.
_UNCHANGED = 0.3
# Mean log-probability of the digits, below which a reading is a guess if digits
# fill at most that share of the cells: it may have one solution by chance. So had a
# reading of -0.058 that lost four givens in noise and misread a fifth. Photographs
# at JPEG quality 8 that are solved reach -0.043, those of usual quality -0.035.
_GUESSED = -0.05
_SPARSE = 0.5
# Probability from which on an entry counts among those that must agree.
_CLEAR = 0.9


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
    if _is_guessed(seen) or not _are_solvable(digits, splits, seen.shapes):
        return None, likeliest
    sure = [whole for whole in wholes if whole and is_sure(whole)]
    if len(sure) > 1:  # either of two shapes could be meant
        return None, likeliest
    whole = sure[0] if sure else None
    believed = _as_read(seen, whole, splits, variant)
    if believed is None and not variant:
        believed = _corrected(seen, wholes, whole, splits, deadline)
    if believed and _drops_entries(digits, believed, splits):
        return None, likeliest
    return believed, likeliest


def _are_solvable(digits: Ints, splits: list[Split], shapes: tuple[Shape, ...]) -> bool:
    """Whether the givens have a solution alone, if their ground leaves no doubt."""
    sure = [split for split in splits if split.by_ground]
    alone = [np.where(split.givens, digits, 0) for split in sure]
    found = [answer_to(givens, shape) for givens, shape in product(alone, shapes)]
    return not alone or any(isinstance(answer, Solved) for answer in found)


def _drops_entries(digits: Ints, believed: Believed, splits: list[Split]) -> bool:
    """Whether a digit is left out that likely splits take for an entry: a mistake's."""
    left_out = (digits > 0) & (believed.digits == 0)
    likely = [split.givens for split in splits if split.vote > 0]
    return bool(likely) and bool(left_out[np.mean(likely, axis=0) < 0.5].any())


def _is_guessed(seen: Recognised) -> bool:
    """Whether few digits, many of them unclear, may have one solution by chance."""
    sparse = (seen.log_probs.argmax(axis=1) > 0).mean() <= _SPARSE
    return bool(sparse) and seen.clear < _GUESSED


def _as_read(
    seen: Recognised, whole: Decoded | None, splits: list[Split], variant: bool
) -> Believed | None:
    """The reading of the whole grid, if no digit was changed.

    A begun variant whose entries cannot be told from its givens is refused: its entries
    follow rules that we do not know, and would count as givens.
    """
    if whole is None or whole.cost >= _UNCHANGED:
        return None
    believed = _with_givens(seen, whole, splits)
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

    Args:
        seen: the grid, with all that is known of its digits.
        wholes: the likeliest reading of all digits for each shape, if one was found.
        whole: the one of them that is sure, if any.
        splits: which digits may be givens, where two inks are plain to see.
        deadline: when to stop.
    """
    digits = seen.log_probs.argmax(axis=1)
    told = splits or find_splits(seen.cells, seen.probs, digits > 0, BARELY)
    for (shape, likely), split in product(zip(seen.shapes, wholes, strict=True), told):
        believed = believe_givens(seen, split, shape, likely, deadline)
        if believed:
            return believed
    if whole:
        return _with_givens(seen, whole, splits)
    if len(seen.shapes) == 1:
        return _by_agreement(seen, told, seen.shapes[0], deadline)
    return None


def _with_givens(seen: Recognised, whole: Decoded, splits: list[Split]) -> Believed:
    """Tell givens from entries in a reading whose solution is known.

    Where no two inks are plain to see, the strokes may tell: it changes no solution.
    """
    digits, shape = np.array(whole.digits), whole.solved.grid.shape
    for split in splits or find_splits(seen.cells, seen.probs, digits > 0, DRAWN):
        answer = answer_to(np.where(split.givens, digits, 0), shape)
        if isinstance(answer, Solved):
            return Believed(digits, split.givens & (digits > 0), shape, answer)
    return Believed(digits, digits > 0, shape, whole.solved)


def _by_agreement(
    seen: Recognised, splits: list[Split], shape: Shape, deadline: Deadline
) -> Believed | None:
    """The solution that the grid as a whole agrees with, though some digits differ.

    None unless most of the entries agree with it, and the digits that agree have no
    other solution.

    Args:
        seen: the grid, with all that is known of its digits.
        splits: which of its digits may be givens, the likeliest first.
        shape: the grid's.
        deadline: when to stop.
    """
    solved = agreed_solution(seen.log_probs, seen.by_hand, shape, deadline)
    if solved is None:
        return None
    digits, solution = seen.log_probs.argmax(axis=1), np.array(solved.grid.digits)
    agreeing = np.where(digits == solution, digits, 0)
    if _is_refuted(seen, digits == solution) or not _has_one_solution(agreeing, shape):
        return None
    split = _likeliest_split(splits, agreeing, shape)
    entries = _entries(seen, solved, split)
    read = np.where((digits > 0) & ~entries, solution, digits)
    return check_entries(seen, read, entries, solved)


def _is_refuted(seen: Recognised, agree: Bools) -> bool:
    """Whether too few of the clear entries agree with a solution.

    Args:
        seen: the grid. What a hand seems to have written counts as entries.
        agree: in which cells the digit is that of the solution, shape [N*N].
    """
    best = np.exp(seen.log_probs.max(axis=1))
    filled = seen.log_probs.argmax(axis=1) > 0
    clear = (seen.by_hand > 0.5) & filled & (best > _CLEAR)
    return bool(clear.any() and agree[clear].mean() < AGREED)


def _likeliest_split(splits: list[Split], agreeing: Ints, shape: Shape) -> Split | None:
    """The split by which givens look most like print; None if none makes them do so.

    One whose givens have one solution alone goes before all others.

    Args:
        splits: the likeliest first.
        agreeing: the digits that agree with the solution, 0 elsewhere, shape [N*N].
        shape: the grid's.
    """
    likely = [split for split in splits if split.vote > 0]
    alone = (np.where(split.givens, agreeing, 0) for split in likely)
    found = compress(likely, (_has_one_solution(one, shape) for one in alone))
    return next(chain(found, likely), None)


def _entries(seen: Recognised, solved: Solved, split: Split | None) -> Bools:
    """Which digits are entries, given the solution, shape [N*N].

    These are what the split takes for entries, and what a hand wrote that differs from
    the solution. If the rest has several solutions, print was taken for a hand's: then
    only digits that differ are entries.
    """
    digits, solution = seen.log_probs.argmax(axis=1), np.array(solved.grid.digits)
    by_hand, differ = seen.by_hand > 0.5, digits != solution
    written = by_hand if split is None else ~split.givens | (by_hand & differ)
    entries: Bools = written & (digits > 0)
    givens = np.where((digits > 0) & ~entries, solution, 0)
    if not _has_one_solution(givens, solved.grid.shape):
        entries &= differ
    return entries


def _has_one_solution(givens: Ints, shape: Shape) -> bool:
    """Whether givens [N*N] have exactly one solution."""
    return isinstance(answer_to(givens, shape), Solved)
