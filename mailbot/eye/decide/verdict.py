"""The verdict on a grid as read: a solution, a question, or no puzzle at all.

A grid gets a verdict in this order: it must look like a puzzle; a solution is sent if
`belief` finds one that is sure enough; else the reading is shown with its doubtful
cells, if it is clear enough to be shown and no mere table of digits.
"""

from dataclasses import replace

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.belief import believe
from mailbot.eye.decide.believed import Believed, answer_to, cells_in
from mailbot.eye.decide.decoder import Decoded
from mailbot.eye.decide.ink import find_splits
from mailbot.eye.read.recognise import Recognised, least_givens
from mailbot.eye.read.symbols import MARKS, spell
from mailbot.model import Ink, Puzzle, ReadCell, Reading, Source, Status, Where
from mailbot.pictures.arrays import Bools, Ints
from mailbot.stopwatch import during
from solver import Ambiguous, Answer, GaveUp, Grid, Impossible, Shape, Solved

# What is a puzzle, and what is asked about; not measured one by one.
#
# Looser values take other tables for puzzles, tighter ones refuse unclear puzzles.

# Share of inked cells that cannot be digits of this grid, above which it is no
# puzzle; less for grids below 9x9, since tables of all sorts look like them.
_STRANGE = 0.2
_STRANGE_SMALL = 0.08
# Share of the fewest givens of that size, below which it is no puzzle. Less than
# 1: digits may have been missed.
_GIVENS = 0.6
# Mean log-probability of the digits below which, and share of junk above which, a
# reading without a solution is not shown: it was no sudoku.
_CLEAR = -0.13
_JUNK = 0.04
# ... unless this share of its digits is sure.
_LEGIBLE = 0.6
# Probability of a digit below which its cell is named as doubtful. Higher values
# ask about more cells.
_SURE_CELL = 0.97
# Nats that the likeliest reading with one solution may cost so that the cells which
# it changes are doubtful. A clear digit of a puzzle with several solutions, or with
# none, can be changed into one solution by 7.7 nats or more.
_PLAUSIBLE = 6.0

# Repetitions in rows, columns and boxes, of digits that are read for sure.
#
# Drawn tables of random digits had 0.7 of those expected by chance, or more;
# photographs and screenshots of puzzles at most 0.11, be they worked on, blurred or
# coarse. A jigsaw has a third: those in its boxes that are none.

# Probability of a digit from which on it counts.
_SURE_DIGIT = 0.97
# Share of the repetitions expected by chance, from which on it is a table ...
_CHANCE = 0.5
# ... and their number, at least: five wrong digits of a sparse puzzle make fewer.
_REPEATED = 10


@during("solve")
def decide(
    seen: Recognised, source: Source, where: Where, deadline: Deadline, variant: str
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
    if not is_puzzle(seen):
        return None
    believed, likeliest = believe(seen, deadline, bool(variant))
    if believed:
        puzzle = _solved(seen, believed)
    elif not _is_legible(seen):
        return None
    else:
        puzzle = _asked(seen, likeliest)
        if isinstance(puzzle.answer, Impossible) and is_table(seen):
            return None
    reading = replace(puzzle.reading, source=source, where=where)
    return replace(puzzle, reading=reading)


def is_puzzle(seen: Recognised) -> bool:
    """Whether a grid looks like a puzzle, though its digits may be illegible."""
    strange = _STRANGE if seen.size >= 9 else _STRANGE_SMALL
    enough = _GIVENS * least_givens(seen.size)
    return seen.strange <= strange and seen.filled >= enough


def is_table(seen: Recognised) -> bool:
    """Whether a grid holds digits that do not even try to be a sudoku's.

    They repeat as often as by chance. A puzzle in which some digits are misread or
    wrong has hardly any repetition.
    """
    digits = seen.log_probs.argmax(axis=1)
    sure = (digits > 0) & (seen.log_probs.max(axis=1) >= np.log(_SURE_DIGIT))
    repeated = expected = 0.0
    for house in seen.shapes[0].houses:
        cells = np.array(house)
        counts = np.bincount(digits[cells][sure[cells]])
        repeated += float((counts * (counts - 1)).sum() / 2)
        expected += float(counts.sum() * (counts.sum() - 1) / 2 / seen.size)
    return repeated >= max(_REPEATED, _CHANCE * expected)


def _is_legible(seen: Recognised) -> bool:
    """Whether a reading without a solution is worth showing.

    So it is if all of it is clear, or most of its digits are, and enough for a puzzle.
    """
    if seen.clear >= _CLEAR and seen.junk <= _JUNK:
        return True
    sure = np.exp(seen.log_probs[:, 1:].max(axis=1)) >= _SURE_CELL
    enough = max(_LEGIBLE * seen.filled, least_givens(seen.size))
    return bool(sure.sum() >= enough)


def _solved(seen: Recognised, believed: Believed) -> Puzzle:
    """The puzzle with its solution; a filled grid is complete."""
    digits, solution = believed.digits, believed.solved
    status = Status.SOLVED
    if not seen.has_room:
        status = Status.COMPLETE
        wrong = np.isin(np.arange(digits.size), believed.wrong)
        digits = np.where(wrong, digits, np.array(solution.grid.digits))
    return Puzzle(
        _reading(seen, digits, believed.givens, believed.shape),
        _grid(digits, believed.givens, believed.shape),
        status,
        solution,
        believed.doubtful,
        believed.wrong,
        solution.nodes,
    )


def _asked(seen: Recognised, likeliest: Decoded | None) -> Puzzle:
    """The reading to show, and the cells to ask about."""
    shape, digits = seen.shapes[0], seen.log_probs.argmax(axis=1)
    doubtful = _doubtful(seen, digits, likeliest)
    givens, answer = digits > 0, answer_to(digits, shape)
    alone = _without_entries(seen, digits, shape)
    if alone and (isinstance(answer, Impossible) or not isinstance(alone[1], Solved)):
        givens, answer = alone
    if isinstance(answer, Solved) and not doubtful.any():
        differ = (digits > 0) & (digits != np.array(answer.grid.digits))
        least = seen.log_probs.max(axis=1).argmin()
        doubtful = differ if differ.any() else np.arange(len(digits)) == least
    return Puzzle(
        _reading(seen, digits, givens, shape),
        _grid(digits, givens, shape),
        Status.DOUBTFUL if doubtful.any() else _STATUS[type(answer)],
        answer,
        cells_in(doubtful),
        nodes=answer.nodes,
    )


def _doubtful(seen: Recognised, digits: Ints, likeliest: Decoded | None) -> Bools:
    """Which cells are unclear, [N*N], or may hold another digit than they seem to.

    These are the cells that the likeliest reading with one solution changes, and those
    in which its rival differs from it.
    """
    doubtful: Bools = np.exp(seen.log_probs.max(axis=1)) < _SURE_CELL
    if likeliest and likeliest.cost < _PLAUSIBLE:
        doubtful |= np.array(likeliest.digits) != digits
        if likeliest.rival:
            doubtful |= np.array(likeliest.rival) != np.array(likeliest.digits)
    return doubtful


def _without_entries(
    seen: Recognised, digits: Ints, shape: Shape
) -> tuple[Bools, Answer] | None:
    """The givens [N*N] and the solver's answer to them, if entries are told from them.

    They are if they have one solution, or by the ground of their cells.
    """
    for split in find_splits(seen.cells, seen.probs, digits > 0):
        answer = answer_to(np.where(split.givens, digits, 0), shape)
        likely = split.vote > 0 and isinstance(answer, Solved)
        if likely or split.by_ground:
            return split.givens & (digits > 0), answer
    return None


_STATUS: dict[type[Answer], Status] = {
    Ambiguous: Status.AMBIGUOUS,
    Impossible: Status.IMPOSSIBLE,
    GaveUp: Status.GAVE_UP,
}
"""The status of a reading whose every cell is clear, by the solver's answer to it."""


def _grid(digits: Ints, givens: Bools, shape: Shape) -> Grid:
    given, entered = (np.where(mask, digits, 0).tolist() for mask in (givens, ~givens))
    return Grid(shape, tuple(given), tuple(entered))


def _reading(seen: Recognised, digits: Ints, givens: Bools, shape: Shape) -> Reading:
    """The digits as a reading, each cell with its second choice."""
    order = np.argsort(-seen.log_probs, axis=1)
    marks = seen.probs[:, MARKS] > 0.5
    cells = []
    for cell, digit in enumerate(digits):
        second = order[cell, 1] if order[cell, 0] == digit else order[cell, 0]
        ink = Ink.GIVEN if givens[cell] else Ink.ENTRY
        if not digit:
            ink = Ink.MARKS if marks[cell] else Ink.BLANK
        cells.append(ReadCell(int(digit), int(second), ink))
    symbols = spell(seen.alphabet, shape.size)
    return Reading(Source.IMAGE, shape, tuple(cells), symbols=symbols)
