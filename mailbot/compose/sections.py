"""Which kind of answer each puzzle gets, and which kind the whole reply is."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from mailbot.compose.questions import telling_first
from mailbot.compose.section import HINTING, Section
from mailbot.model import (
    Findings,
    Kind,
    Note,
    NoteKind,
    Puzzle,
    Status,
    Want,
    Wish,
)
from solver import Ambiguous, Difficulty, Grid, Solved, write_line
from solver.logic import Step, next_argument, rate, walkthrough
from solver.search import Effort, search

_BY_WANT = {
    Want.HINT: Kind.HINT,
    Want.STEPS: Kind.STEPS,
    Want.CHECK: Kind.CHECK,
    Want.ALL: Kind.ALL,
    Want.CELL: Kind.CELL,
    Want.PART: Kind.PART,
    Want.RATING: Kind.RATING,
    Want.WHY: Kind.WHY,
    Want.MOVES: Kind.MOVES,
}
_WHATEVER_IT_IS = {
    Want.DISPUTE: Kind.DISPUTE,
    Want.UNCLEAR: Kind.UNCLEAR,
    Want.NEW: Kind.NEW,
}
"""Kinds of answer for which it does not matter how many solutions a puzzle has."""

_WITHOUT_PUZZLE = {
    Want.HELP: Kind.HELP,
    Want.STOP: Kind.STOPPED,
}
_BY_STATUS = {
    Status.COMPLETE: Kind.CHECK,
    Status.DOUBTFUL: Kind.DOUBTFUL,
    Status.IMPOSSIBLE: Kind.IMPOSSIBLE,
    Status.GAVE_UP: Kind.GAVE_UP,
}
_FOREMOST = (
    Kind.SOLVED,
    Kind.ALL,
    Kind.STEPS,
    Kind.HINT,
    Kind.MOVES,
    Kind.CELL,
    Kind.PART,
    Kind.WHY,
    Kind.RATING,
    Kind.NEW,
    Kind.CHECK,
    Kind.DISPUTE,
    Kind.UNCLEAR,
    Kind.AMBIGUOUS,
    Kind.DOUBTFUL,
    Kind.IMPOSSIBLE,
    Kind.GAVE_UP,
)
_NOT_READ = frozenset(
    {
        NoteKind.TOO_LARGE,
        NoteKind.TOO_MANY,
        NoteKind.UNREADABLE,
        NoteKind.NOT_OPENED,
        NoteKind.ENCRYPTED,
        NoteKind.CUT_OFF,
        NoteKind.BLURRED,
        NoteKind.TOO_SMALL,
        NoteKind.TOO_DARK,
        NoteKind.COVERED,
        NoteKind.UNCLEAR,
        NoteKind.TIME,
    }
)
_CEILING = Difficulty.DIABOLICAL.ratings[0] - 0.1
"""The rating above which no more is sought: that takes seconds where a grid is large,
and the word for it, all that a reply tells, does not change any more."""

_NODES = 20_000  # of search, for all solutions
_NOTES = 5  # in one reply


def make_sections(findings: Findings, wish: Wish, limit: int) -> list[Section]:
    """The section of each puzzle; of all solutions of one at most `limit` are shown."""
    return [_section(puzzle, wish, limit) for puzzle in findings.puzzles]


def _section(puzzle: Puzzle, wish: Wish, limit: int) -> Section:
    kind = _kind(puzzle, wish)
    if kind is Kind.DOUBTFUL:
        puzzle = telling_first(puzzle)
    misled = _is_misled(puzzle)
    if misled:
        puzzle = replace(puzzle, ruled_out=())
    solutions, more = _solutions(puzzle, kind, wish, limit)
    steps, logical = _steps(puzzle, kind, wish)
    believed = puzzle.answer if kind is not Kind.DOUBTFUL else None
    return Section(
        kind=kind,
        puzzle=puzzle,
        wish=wish,
        solutions=solutions,
        more=more,
        steps=steps,
        logical=logical,
        rating=rate(puzzle.grid, believed, _CEILING) or None if believed else None,
        misled=misled,
    )


def _is_misled(puzzle: Puzzle) -> bool:
    """Whether a digit of the solution is among what earlier replies ruled out.

    None of our hints does that: the line that carries the puzzle was changed.
    """
    if not isinstance(puzzle.answer, Solved):
        return False
    solution = puzzle.answer.grid.digits
    return any(solution[cell] == digit for cell, digit in puzzle.ruled_out)


def overall_kind(sections: Iterable[Section], findings: Findings, wish: Wish) -> Kind:
    """The kind of the reply: that of its foremost puzzle, else why there is none."""
    kinds = {section.kind for section in sections}
    for kind in _FOREMOST:
        if kind in kinds:
            return kind
    if wish.want in _WITHOUT_PUZZLE:
        return _WITHOUT_PUZZLE[wish.want]
    unread = any(note.kind in _NOT_READ for note in findings.notes)
    return Kind.UNREADABLE if unread else Kind.NO_PUZZLE


def told_notes(findings: Findings, wish: Wish) -> tuple[Note, ...]:
    """The notes to show: each once, the first few, none that a puzzle makes needless.

    These are "no grid" beside any puzzle, and "covered" for a part of the letter whose
    puzzle is shown: what is asked about it tells that.
    """
    shown = {puzzle.reading.where.part for puzzle in findings.puzzles}
    notes = [
        note
        for note in findings.notes
        if not (findings.puzzles and note.kind is NoteKind.NO_GRID)
        and not (note.part in shown and note.kind is NoteKind.COVERED)
    ]
    if wish.variant:
        notes.insert(0, Note(NoteKind.VARIANT, wish.variant))
    unique = list({(n.kind, n.detail, n.part, n.lack): n for n in notes}.values())
    if len(unique) > _NOTES:
        told = [n for n in unique[: _NOTES - 1] if n.kind is not NoteKind.TOO_MANY]
        return (*told, Note(NoteKind.TOO_MANY))
    return tuple(unique)


def _kind(puzzle: Puzzle, wish: Wish) -> Kind:
    if wish.want in _WHATEVER_IT_IS and puzzle.status is not Status.DOUBTFUL:
        return _WHATEVER_IT_IS[wish.want]
    if puzzle.status is Status.AMBIGUOUS:
        return Kind.ALL if wish.answer is Want.ALL else Kind.AMBIGUOUS
    if puzzle.status is Status.SOLVED:
        wanted = wish.want if wish.want is Want.MOVES else wish.answer
        return _BY_WANT.get(wanted, Kind.SOLVED)
    return _BY_STATUS[puzzle.status]


def _solutions(
    puzzle: Puzzle, kind: Kind, wish: Wish, limit: int
) -> tuple[tuple[Grid, ...], bool]:
    """The solutions that a reply of this kind shows, and whether there may be more."""
    if kind is Kind.ALL and isinstance(puzzle.answer, Ambiguous):
        return _all_solutions(puzzle.grid, limit)
    if not isinstance(puzzle.answer, Solved):
        return (), False
    solution = puzzle.answer.grid
    if kind is Kind.CHECK:
        asked = puzzle.status is Status.COMPLETE and wish.answer is Want.SOLUTION
        shown = asked or puzzle.grid.digits == solution.digits
    else:
        shown = kind in (Kind.SOLVED, Kind.STEPS, Kind.ALL)
    return ((solution,) if shown else ()), False


def _all_solutions(grid: Grid, limit: int) -> tuple[tuple[Grid, ...], bool]:
    effort = Effort(_NODES)
    found = list(islice(search(grid.shape, grid.givens, effort), limit + 1))
    grids = tuple(Grid(grid.shape, cells) for cells in found[:limit])
    return grids, len(found) > limit or effort.spent


def _steps(puzzle: Puzzle, kind: Kind, wish: Wish) -> tuple[tuple[Step, ...], bool]:
    """The steps to show, and whether they lead to the solution."""
    if kind is Kind.STEPS:
        way = walkthrough(puzzle.grid, puzzle.answer)
        return way.steps, way.solved
    if kind is Kind.MOVES and wish.then is not Want.HINT:
        return (), False
    if kind is Kind.WHY and not wish.cells:
        return (), False
    if kind in HINTING and not puzzle.wrong_entries:
        # of two steps as easy as each other, that near the digits just told; the cell
        # of a hint that is asked about is near itself, so it is told of once more
        near = wish.cells[-1] if wish.cells else None
        known = puzzle.ruled_out
        return next_argument(puzzle.grid, puzzle.answer, near, known), False
    return (), False


def solution_lines(sections: Iterable[Section]) -> tuple[str, ...]:
    """Every full solution that the reply shows, once, as a line of symbols."""
    lines = (write_line(g.digits) for s in sections for g in s.solutions)
    return tuple(dict.fromkeys(lines))


def told_cells(sections: Iterable[Section]) -> dict[str, int]:
    """The cells whose digit a reply tells beyond what the person had, by name."""
    return {
        section.puzzle.grid.shape.name(cell): digit
        for section in sections
        for cell, digit in section.news.items()
    }
