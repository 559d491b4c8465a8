"""The verdict on a grid as read: a solution, a question, or no puzzle at all.

A grid gets a verdict in this order: it must look like a puzzle; a solution is sent if
`belief` finds one that is sure enough; else the reading is shown with its doubtful
cells, if it is clear enough to be shown.
"""

from dataclasses import dataclass

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.belief import Believed, answer_to, believe, cells_in
from mailbot.eye.decide.decoder import Decoded
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.shapes import least_givens
from mailbot.eye.read.symbols import MARKS, spell
from mailbot.model import Ink, Puzzle, ReadCell, Reading, Source, Status, Where
from mailbot.pictures.arrays import Bools, Ints
from solver import Ambiguous, Answer, GaveUp, Grid, Impossible, Shape, Solved


@dataclass(frozen=True, slots=True)
class _Limits:
    """What is a puzzle, and what is asked about; none is measured but by the whole.

    The negatives (pictures without a sudoku) must give no puzzle, the others theirs.
    """

    # Share of inked cells that cannot be digits of this grid, above which it is no
    # puzzle; less for grids below 9x9, since tables of all sorts look like them.
    strange: float = 0.2
    strange_small: float = 0.08
    # Share of the fewest givens of that size, below which it is no puzzle. Less than
    # 1: digits may have been missed.
    givens: float = 0.6
    # Mean log-probability of the digits below which, and share of junk above which, a
    # reading without a solution is not shown: it was no sudoku.
    clear: float = -0.13
    junk: float = 0.04
    # Probability of a digit below which its cell is named as doubtful. Higher values
    # ask about more cells.
    sure_cell: float = 0.97


_LIMITS = _Limits()


def decide(
    seen: Recognised,
    source: Source,
    where: Where,
    deadline: Deadline,
    variant: str = "",
) -> Puzzle | None:
    """The verdict on a grid; None if it is no puzzle at all.

    Args:
        seen: the grid, with all that is known of its digits.
        source: what it was found in.
        where: its place there.
        deadline: when to stop.
        variant: the name of the variant that is drawn, "" for none. No digit of a
            variant is changed to get one solution by the rules of plain sudoku.
    """
    if not _is_puzzle(seen):
        return None
    believed, likeliest = believe(seen, deadline, bool(variant))
    if believed:
        return _solved(seen, believed, source, where)
    if seen.clear < _LIMITS.clear or seen.junk > _LIMITS.junk:
        return None
    return _asked(seen, likeliest, source, where)


def _is_puzzle(seen: Recognised) -> bool:
    strange = _LIMITS.strange if seen.size >= 9 else _LIMITS.strange_small
    enough = _LIMITS.givens * least_givens(seen.size)
    return seen.strange <= strange and seen.filled >= enough


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
    likeliest: Decoded | None,
    source: Source,
    where: Where,
) -> Puzzle:
    """The reading to show, and the cells to ask about.

    Doubtful are the cells that are unclear, those that the likeliest reading with one
    solution changes, and those in which its rival differs from it.
    """
    shape, log_probs = seen.shapes[0], seen.log_probs
    digits = log_probs.argmax(axis=1)
    doubtful = np.exp(log_probs.max(axis=1)) < _LIMITS.sure_cell
    if likeliest:
        doubtful |= np.array(likeliest.digits) != digits
        if likeliest.rival:
            doubtful |= np.array(likeliest.rival) != np.array(likeliest.digits)
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


def _grid(digits: Ints, givens: Bools, shape: Shape) -> Grid:
    return Grid(
        shape,
        tuple(int(d) for d in np.where(givens, digits, 0)),
        tuple(int(d) for d in np.where(givens, 0, digits)),
    )


def _reading(
    seen: Recognised,
    digits: Ints,
    givens: Bools,
    shape: Shape,
    source: Source,
    where: Where,
) -> Reading:
    log_probs = seen.log_probs
    order = np.argsort(-log_probs, axis=1)
    marks = seen.probs[:, MARKS] > 0.5
    cells = []
    for cell, digit in enumerate(digits):
        second = order[cell, 1] if order[cell, 0] == digit else order[cell, 0]
        ink = Ink.GIVEN if givens[cell] else Ink.ENTRY
        if not digit:
            ink = Ink.MARKS if marks[cell] else Ink.BLANK
        cells.append(ReadCell(int(digit), int(second), ink))
    symbols = spell(seen.alphabet, shape.size)
    return Reading(source, shape, tuple(cells), where, symbols)
