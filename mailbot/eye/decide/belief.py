"""What is believed of a grid as read: a solution that is sure enough, or none.

Rule 1: a solution counts only if the reading it comes from is likely, and no reading
nearly as likely has another solution.
Rule 2: the givens decide. What a person wrote is checked against their solution;
it is called wrong only where the reading of the cell is sure.
Rule 3: where the givens cannot be told, all that was seen decides together; then the
digits that agree must still have no other solution.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from mailbot.eye.budget import Late
from mailbot.eye.decide.agreement import MISTAKEN, agreed_solution
from mailbot.eye.decide.decoder import Decoded, decode
from mailbot.eye.decide.ink import BARELY, Split, splits
from mailbot.eye.read.recognise import Recognised
from solver import Answer, Grid, Shape, Solved, solve

Digits = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_NODES = 20_000  # of search, for the answer on a reading
_ACCUSED_PRINT = 0.99  # an entry is called wrong only if its reading is this sure;
_ACCUSED_HAND = 0.999  # a hand is misread more often than a font
_AGREED = 0.8  # of the entries must agree with the solution of the givens
_LEAST_AGREED = 3  # entries
_CLEAR = float(np.log(0.9))  # log-probability of an entry that must be among them
_FEW = 200  # readings weighed for each way to tell givens from entries
_UNCHANGED = 0.3  # nats: hardly anything was changed
_FORBIDDEN = -30.0  # log-probability of a digit where an entry is left out


@dataclass(frozen=True, slots=True)
class Believed:
    """A solution that is believed, and the reading that it comes from.

    `wrong` are entries that surely are not the solution's; of `doubtful` ones only
    the reading says so, and not surely.
    """

    digits: Digits
    givens: Mask
    shape: Shape
    solved: Solved
    wrong: tuple[int, ...] = ()
    doubtful: tuple[int, ...] = ()


def believe(
    seen: Recognised, late: Late, variant: bool
) -> tuple[Believed | None, Decoded | None]:
    """A solution that is sure enough, if there is one; and the likeliest reading.

    Args:
        seen: the grid, with all that is known of its digits.
        late: whether time is up.
        variant: whether more rules are drawn: then nothing is changed until there is
            one solution by the plain rules.
    """
    digits = seen.odds.argmax(axis=1)
    ways = splits(seen.cells, seen.chances, digits > 0)
    wholes = [decode(seen.odds, shape, late) for shape in seen.shapes]
    likeliest = next((whole for whole in wholes if whole), None)
    sure = [whole for whole in wholes if whole and is_sure(whole)]
    if len(sure) > 1:  # who could say which of two shapes is meant?
        return None, likeliest
    whole = sure[0] if sure else None
    believed = _as_read(seen, whole, ways, variant)
    if believed is None and not variant:
        believed = _mended(seen, whole, ways, late)
    return believed, likeliest


def is_sure(decoded: Decoded) -> bool:
    """Whether a reading may be answered: what changed more must be clearer."""
    if decoded.cost < _UNCHANGED:
        return decoded.margin >= 2.5
    if decoded.cost < 3.0:
        return decoded.margin >= 3.0
    return decoded.cost < 6.0 and decoded.margin >= 4.0


def _as_read(
    seen: Recognised, whole: Decoded | None, ways: list[Split], variant: bool
) -> Believed | None:
    """The reading of the whole grid, if it was not changed."""
    if whole is None or whole.cost >= _UNCHANGED:
        return None
    believed = _with_givens(whole, ways)
    alike = (believed.givens == (believed.digits > 0)).all()
    if variant and ways and alike and seen.has_room:
        return None  # what a person wrote by more rules would count as given
    return believed


def _mended(
    seen: Recognised, whole: Decoded | None, ways: list[Split], late: Late
) -> Believed | None:
    """What the givens say alone, the whole grid with a change, or all that it has."""
    digits = seen.odds.argmax(axis=1)
    told = ways or splits(seen.cells, seen.chances, digits > 0, BARELY)
    for shape, way in product(seen.shapes, told):
        believed = _by_givens(seen, digits, way, shape, late)
        if believed:
            return believed
    if whole:
        return _with_givens(whole, ways)
    if len(seen.shapes) == 1:
        return _by_agreement(seen, told, seen.shapes[0], late)
    return None


def _with_givens(whole: Decoded, ways: list[Split]) -> Believed:
    """Tell givens from entries in a reading whose solution is known."""
    digits, shape = np.array(whole.digits), whole.solved.grid.shape
    for way in ways:
        answer = answer_to(np.where(way.givens, digits, 0), shape)
        if isinstance(answer, Solved):
            return Believed(digits, way.givens & (digits > 0), shape, answer)
    return Believed(digits, digits > 0, shape, whole.solved)


def _by_givens(
    seen: Recognised, digits: Digits, way: Split, shape: Shape, late: Late
) -> Believed | None:
    """Solve the givens alone, and see whether the entries agree."""
    entries = (digits > 0) & ~way.givens
    if not entries.any():
        return None
    alone = seen.odds.copy()
    alone[entries, 0] = 0.0
    alone[entries, 1:] = _FORBIDDEN
    decoded = decode(alone, shape, late, _FEW)
    if decoded is None or not is_sure(decoded):
        return None
    agree = (digits == np.array(decoded.solved.grid.digits))[entries]
    if agree.mean() < _AGREED or agree.sum() < _LEAST_AGREED:
        return None
    read = np.where(entries, digits, np.array(decoded.digits))
    return _checked(seen, read, entries, decoded.solved)


def _by_agreement(
    seen: Recognised, ways: list[Split], shape: Shape, late: Late
) -> Believed | None:
    """The solution that the grid as a whole speaks for, whatever contradicts it."""
    solved = agreed_solution(seen.odds, seen.by_hand, shape, late)
    if solved is None:
        return None
    digits, solution = seen.odds.argmax(axis=1), np.array(solved.grid.digits)
    by_hand, agreeing = seen.by_hand > 0.5, np.where(digits == solution, digits, 0)
    clear = by_hand & (digits > 0) & (seen.odds.max(axis=1) > _CLEAR)
    if clear.any() and (digits == solution)[clear].mean() < _AGREED:
        return None
    if not isinstance(answer_to(agreeing, shape), Solved):
        return None
    likely = [way for way in ways if way.vote > 0]
    alone = (
        way
        for way in likely
        if isinstance(answer_to(np.where(way.givens, agreeing, 0), shape), Solved)
    )
    way = next(alone, next(iter(likely), None))
    entries = by_hand if way is None else ~way.givens | (by_hand & (digits != solution))
    entries &= digits > 0
    read = np.where((digits > 0) & ~entries, solution, digits)
    return _checked(seen, read, entries, solved)


def _checked(
    seen: Recognised, digits: Digits, entries: Mask, solved: Solved
) -> Believed:
    """The digits, with entries mended or named where they are not the solution's."""
    solution = np.array(solved.grid.digits)
    expected = np.take_along_axis(seen.odds, solution[:, None], axis=1)[:, 0]
    best = seen.odds.max(axis=1)
    off = entries & (digits != solution) & (expected < best + np.log(MISTAKEN))
    # A hand's 3 may look like print: most of the entries tell what they are.
    written = entries.any() and seen.by_hand[entries].mean() > 0.5
    sure = np.exp(best) >= (_ACCUSED_HAND if written else _ACCUSED_PRINT)
    return Believed(
        np.where(entries & ~off, solution, digits),
        (digits > 0) & ~entries,
        solved.grid.shape,
        solved,
        wrong=cells_in(off & sure),
        doubtful=cells_in(off & ~sure),
    )


def cells_in(mask: Mask) -> tuple[int, ...]:
    """The cells that a mask [N*N] holds, in reading order."""
    return tuple(int(cell) for cell in np.flatnonzero(mask))


def answer_to(digits: Digits, shape: Shape) -> Answer:
    """The solver's answer to digits [N*N] taken for givens, within a budget."""
    return solve(Grid(shape, tuple(int(d) for d in digits)), nodes=_NODES)
