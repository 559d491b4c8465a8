"""What we make of a grid as read: an answer that is sure, or what there is to ask.

Rule 1: a solution counts only if the reading it comes from is likely, and no reading
nearly as likely has another solution.
Rule 2: the givens decide. What a person wrote is checked against their solution;
it is called wrong only where the reading of the cell is sure.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from mailbot.model import Ink, Puzzle, ReadCell, Reading, Source, Status, Where
from mailbot.reading.agreement import MISTAKEN, agreed_solution
from mailbot.reading.decoder import Decoded, decode, least_givens
from mailbot.reading.eye import Late
from mailbot.reading.ink import BARELY, Split, splits
from mailbot.reading.recognise import Recognised
from mailbot.reading.symbols import BLANK, MARKS
from solver import Ambiguous, Answer, GaveUp, Grid, Impossible, Shape, Solved, solve

Digits = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_NODES = 20_000  # of search, for the answer on a reading
_SURE_CELL = 0.97  # a cell less likely than this is named as doubtful
_ACCUSED_PRINT = 0.99  # an entry is called wrong only if its reading is this sure;
_ACCUSED_HAND = 0.999  # a hand is misread more often than a font
_AGREED = 0.7  # of the entries must agree with the solution of the givens
_STRANGE = 0.2  # share of inked cells that cannot be digits: then it is no sudoku
_STRANGE_SMALL = 0.08  # ... in small grids, which all sorts of tables look like
_LEAST_AGREED = 3  # entries
_FEW = 200  # readings weighed for each way to tell givens from entries
_UNCHANGED = 0.3  # nats: hardly anything was changed
_EMPTY_CELL = 0.8  # a cell that is empty, or holds nothing but marks
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


def judge(
    seen: Recognised, source: Source, where: Where, late: Late, variant: str = ""
) -> Puzzle | None:
    """The verdict on a grid; None if it is no puzzle at all.

    Args:
        seen: the grid, with all that is known of its digits.
        source: where it stood.
        where: its place.
        late: whether time is up.
        variant: the kind that is drawn; such a grid is not changed until it has one
            solution by the plain rules.
    """
    if not _is_puzzle(seen):
        return None
    believed, rival = _believe(seen, late, bool(variant))
    if believed:
        return _solved(seen, believed, source, where)
    if seen.clear < -0.13 or seen.junk > 0.04:
        return None
    return _asked(seen, rival, source, where)


def _is_puzzle(seen: Recognised) -> bool:
    if seen.strange > (_STRANGE if seen.size >= 9 else _STRANGE_SMALL):
        return False
    return seen.filled >= 0.6 * least_givens(seen.size)


# --- what is believed -----------------------------------------------------------------


def _believe(
    seen: Recognised, late: Late, as_it_is: bool
) -> tuple[Believed | None, Decoded | None]:
    """A solution sure enough, or the best that was not."""
    digits = seen.odds.argmax(axis=1)
    ways = splits(seen.cells, seen.chances, digits > 0)
    wholes = [decode(seen.odds, shape, late) for shape in seen.shapes]
    doubtful = next((whole for whole in wholes if whole), None)
    sure = [
        whole
        for whole in wholes
        if whole and is_sure(whole) and not (as_it_is and whole.cost >= _UNCHANGED)
    ]
    if len(sure) > 1:  # who could say which of two shapes is meant?
        return None, doubtful
    if sure and sure[0].cost < _UNCHANGED:
        return _with_givens(sure[0], ways), None
    told = ways or splits(seen.cells, seen.chances, digits > 0, BARELY)
    for shape, way in product(seen.shapes, told):
        believed = _by_givens(seen, digits, way, shape, late)
        if believed:
            return believed, None
    if sure:
        return _with_givens(sure[0], ways), None
    if len(seen.shapes) == 1 and not as_it_is:
        return _by_agreement(seen, digits, told, seen.shapes[0]), doubtful
    return None, doubtful


def is_sure(decoded: Decoded) -> bool:
    """Whether a reading may be answered: what changed more must be clearer."""
    if decoded.cost < _UNCHANGED:
        return decoded.margin >= 2.5
    if decoded.cost < 3.0:
        return decoded.margin >= 3.0
    return decoded.cost < 6.0 and decoded.margin >= 4.0


def _with_givens(whole: Decoded, ways: list[Split]) -> Believed:
    """Tell givens from entries in a reading whose solution is known."""
    digits, shape = np.array(whole.digits), whole.solved.grid.shape
    for way in ways:
        answer = _solve(np.where(way.givens, digits, 0), shape)
        if isinstance(answer, Solved):
            return Believed(digits, way.givens & (digits > 0), shape, answer)
    return Believed(digits, digits > 0, shape, whole.solved)


def _by_givens(
    seen: Recognised, digits: Digits, way: Split, shape: Shape, late: Late
) -> Believed | None:
    """Solve the givens alone, and see whether the entries agree."""
    odds = seen.odds
    entries = (digits > 0) & ~way.givens
    if not entries.any():
        return None
    alone = odds.copy()
    alone[entries, 0] = 0.0
    alone[entries, 1:] = _FORBIDDEN
    decoded = decode(alone, shape, late, _FEW)
    if decoded is None or not is_sure(decoded):
        return None
    solution = np.array(decoded.solved.grid.digits)
    agree = digits[entries] == solution[entries]
    if agree.mean() < _AGREED or agree.sum() < _LEAST_AGREED:
        return None
    read = np.where(entries, digits, np.array(decoded.digits))
    return _checked(seen, read, entries, decoded.solved)


def _by_agreement(
    seen: Recognised, digits: Digits, ways: list[Split], shape: Shape
) -> Believed | None:
    """The solution that the grid as a whole speaks for, whatever contradicts it."""
    solved = agreed_solution(seen.odds, seen.by_hand, shape)
    if solved is None:
        return None
    solution, written = np.array(solved.grid.digits), digits > 0
    likely = [way for way in ways if way.vote > 0]
    alone = (
        way
        for way in likely
        if isinstance(_solve(np.where(way.givens, solution, 0), shape), Solved)
    )
    way = next(alone, next(iter(likely), None))
    entries = written & (seen.by_hand > 0.5 if way is None else ~way.givens)
    read = np.where(written & ~entries, solution, digits)
    return _checked(seen, read, entries, solved)


def _checked(
    seen: Recognised, digits: Digits, entries: Mask, solved: Solved
) -> Believed:
    """The digits, with entries mended or named where they are not the solution's."""
    solution = np.array(solved.grid.digits)
    expected = np.take_along_axis(seen.odds, solution[:, None], axis=1)[:, 0]
    best = seen.odds.max(axis=1)
    off = entries & (digits != solution) & (expected < best + np.log(MISTAKEN))
    written = entries.any() and seen.by_hand[entries].mean() > 0.5
    sure = np.exp(best) >= (_ACCUSED_HAND if written else _ACCUSED_PRINT)
    return Believed(
        np.where(entries & ~off, solution, digits),
        (digits > 0) & ~entries,
        solved.grid.shape,
        solved,
        wrong=_cells(off & sure),
        doubtful=_cells(off & ~sure),
    )


def _cells(mask: Mask) -> tuple[int, ...]:
    return tuple(int(cell) for cell in np.flatnonzero(mask))


def _solve(digits: Digits, shape: Shape) -> Answer:
    return solve(Grid(shape, tuple(int(d) for d in digits)), nodes=_NODES)


# --- what is said ---------------------------------------------------------------------


def _solved(
    seen: Recognised, believed: Believed, source: Source, where: Where
) -> Puzzle:
    digits, givens, solution = believed.digits, believed.givens, believed.solved
    status = Status.SOLVED
    if not _has_room(seen):
        status = Status.COMPLETE
        wrong = np.isin(np.arange(digits.size), believed.wrong)
        digits = np.where(wrong, digits, np.array(solution.grid.digits))
    return Puzzle(
        _reading(seen, digits, givens, believed.shape, source, where),
        _grid(digits, givens, believed.shape),
        status,
        solution,
        doubtful=believed.doubtful,
        wrong_entries=believed.wrong,
        nodes=solution.nodes,
    )


def _has_room(seen: Recognised) -> bool:
    """Whether a cell is surely empty."""
    empty = seen.chances[:, BLANK] + seen.chances[:, MARKS]
    return bool((empty > _EMPTY_CELL).any())


def _asked(
    seen: Recognised,
    rival: Decoded | None,
    source: Source,
    where: Where,
) -> Puzzle:
    """Several solutions, none, or a doubtful reading: what to show and to ask."""
    shape, odds = seen.shapes[0], seen.odds
    digits = odds.argmax(axis=1)
    doubtful = np.exp(odds.max(axis=1)) < _SURE_CELL
    if rival:
        doubtful |= np.array(rival.digits) != digits
        if rival.rival:
            doubtful |= np.array(rival.rival) != np.array(rival.digits)
    answer = _solve(digits, shape)
    status = Status.DOUBTFUL
    if not doubtful.any():
        status = _STATUS[type(answer)]
    return Puzzle(
        _reading(seen, digits, digits > 0, shape, source, where),
        _grid(digits, digits > 0, shape),
        status,
        answer,
        doubtful=_cells(doubtful),
        nodes=answer.nodes,
    )


_STATUS: dict[type[Answer], Status] = {
    Solved: Status.DOUBTFUL,
    Ambiguous: Status.AMBIGUOUS,
    Impossible: Status.IMPOSSIBLE,
    GaveUp: Status.GAVE_UP,
}


def _grid(digits: Digits, givens: Mask, shape: Shape) -> Grid:
    return Grid(
        shape,
        tuple(int(d) for d in np.where(givens, digits, 0)),
        tuple(int(d) for d in np.where(givens, 0, digits)),
    )


def _reading(
    seen: Recognised,
    digits: Digits,
    givens: Mask,
    shape: Shape,
    source: Source,
    where: Where,
) -> Reading:
    odds = seen.odds
    order = np.argsort(-odds, axis=1)
    marks = seen.chances[:, MARKS] > 0.5
    cells = []
    for cell, digit in enumerate(digits):
        second = order[cell, 1] if order[cell, 0] == digit else order[cell, 0]
        ink = Ink.GIVEN if givens[cell] else Ink.ENTRY
        if not digit:
            ink = Ink.MARKS if marks[cell] else Ink.BLANK
        sure = float(np.exp(odds[cell, digit]))
        cells.append(ReadCell(int(digit), sure, int(second), ink))
    return Reading(source, shape, tuple(cells), where)
