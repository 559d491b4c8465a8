"""What we make of a grid as read: an answer that is sure, or what there is to ask."""

import numpy as np

from mailbot.eye.budget import Late
from mailbot.eye.decide.belief import (
    Believed,
    Digits,
    Mask,
    answer_to,
    believe,
    cells_in,
)
from mailbot.eye.decide.decoder import Decoded
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.shapes import least_givens
from mailbot.eye.read.symbols import MARKS, spell
from mailbot.model import Ink, Puzzle, ReadCell, Reading, Source, Status, Where
from solver import Ambiguous, Answer, GaveUp, Grid, Impossible, Shape, Solved

_SURE_CELL = 0.97  # a cell less likely than this is named as doubtful
_STRANGE = 0.2  # share of inked cells that cannot be digits: then it is no sudoku
_STRANGE_SMALL = 0.08  # ... in small grids, which all sorts of tables look like


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
    believed, rival = believe(seen, late, bool(variant))
    if believed:
        return _solved(seen, believed, source, where)
    if seen.clear < -0.13 or seen.junk > 0.04:
        return None
    return _asked(seen, rival, source, where)


def _is_puzzle(seen: Recognised) -> bool:
    if seen.strange > (_STRANGE if seen.size >= 9 else _STRANGE_SMALL):
        return False
    return seen.filled >= 0.6 * least_givens(seen.size)


def _solved(
    seen: Recognised, believed: Believed, source: Source, where: Where
) -> Puzzle:
    digits, givens, solution = believed.digits, believed.givens, believed.solved
    status = Status.SOLVED
    if not seen.has_room:
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
    answer = answer_to(digits, shape)
    status = Status.DOUBTFUL
    if not doubtful.any():
        status = _STATUS[type(answer)]
    return Puzzle(
        _reading(seen, digits, digits > 0, shape, source, where),
        _grid(digits, digits > 0, shape),
        status,
        answer,
        doubtful=cells_in(doubtful),
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
    symbols = spell(seen.alphabet, shape.size)
    return Reading(source, shape, tuple(cells), where, symbols)
