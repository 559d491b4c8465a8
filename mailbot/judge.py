"""The verdict on a grid whose every cell is certain: typed, pasted, of a thread.

Beside its digits such a grid may show which candidates the person has crossed out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mailbot.model import (
    Ink,
    Puzzle,
    ReadCell,
    Reading,
    RuledOut,
    Source,
    Status,
    Where,
)
from mailbot.stopwatch import during
from solver import Ambiguous, Answer, GaveUp, Grid, Impossible, Solved, solve
from solver.search import BUDGET


def reading_of(
    grid: Grid, source: Source, where: Where | None = None, symbols: str = ""
) -> Reading:
    """A grid as a reading without a doubt."""
    cells = tuple(
        ReadCell(
            given or entry,
            ink=Ink.GIVEN if given else Ink.ENTRY if entry else Ink.BLANK,
        )
        for given, entry in zip(grid.givens, grid.entries, strict=True)
    )
    return Reading(source, grid.shape, cells, where or Where(), symbols)


@during("solve")
def judge(reading: Reading, nodes: int = BUDGET) -> Puzzle:
    """What we make of a reading, each cell taken at its word.

    A grid without an empty cell is checked, not solved. Entries are held against the
    solution of the givens, where that is the only one.

    Args:
        reading: the grid.
        nodes: of search, before it is given up.
    """
    grid = Grid(
        reading.shape,
        tuple(c.digit if c.ink is not Ink.ENTRY else 0 for c in reading.cells),
        tuple(c.digit if c.ink is Ink.ENTRY else 0 for c in reading.cells),
    )
    answer = solve(grid, nodes)
    status = status_of(answer)
    if all(grid.digits) and not (isinstance(answer, Impossible) and answer.clashes):
        status = Status.COMPLETE
    wrong = grid.wrong_entries(answer.grid) if isinstance(answer, Solved) else ()
    return Puzzle(
        reading, grid, status, answer, wrong_entries=wrong, nodes=answer.nodes
    )


def status_of(answer: Answer) -> Status:
    """The status of a puzzle with this answer."""
    match answer:
        case Solved():
            return Status.SOLVED
        case Ambiguous():
            return Status.AMBIGUOUS
        case Impossible():
            return Status.IMPOSSIBLE
        case GaveUp():
            return Status.GAVE_UP


def with_crossed_out(puzzle: Puzzle, ruled_out: RuledOut) -> Puzzle:
    """The puzzle, whose hints go on from what the person has crossed out.

    A digit of the solution among it is a mistake: then none of it is relied on.
    """
    if not ruled_out or not isinstance(puzzle.answer, Solved):
        return puzzle
    solution = puzzle.answer.grid.digits
    if any(solution[cell] == digit for cell, digit in ruled_out):
        return puzzle
    return replace(puzzle, ruled_out=ruled_out)


def crossed_out(grid: Grid, marks: Sequence[Iterable[int]]) -> RuledOut:
    """The candidates of empty cells that are not among those that are left.

    Marks in some cells only are notes: what they leave out is not crossed out.
    """
    left = [frozenset(cell) for cell in marks]
    empty = [cell for cell, digit in enumerate(grid.digits) if not digit]
    if len(left) != len(grid.digits) or not all(left[cell] for cell in empty):
        return ()
    peers = grid.shape.peers
    return tuple(
        (cell, digit)
        for cell in empty
        for digit in range(1, grid.shape.size + 1)
        if digit not in left[cell]
        and all(grid.digits[peer] != digit for peer in peers[cell])
    )
