"""Which kind of answer each puzzle gets, and which kind the whole reply is."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from mailbot.compose.drawing import Drawing, draw_reading, draw_solution
from mailbot.marker import write_marker
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
from solver import Ambiguous, Clash, Grid, Impossible, Solved, write_line
from solver.logic import Step, next_steps, rate, walkthrough
from solver.search import Effort, search

_BY_WANT = {
    Want.HINT: Kind.HINT,
    Want.NEXT: Kind.HINT,
    Want.STEPS: Kind.STEPS,
    Want.CHECK: Kind.CHECK,
    Want.ALL: Kind.ALL,
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
    Kind.CHECK,
    Kind.AMBIGUOUS,
    Kind.DOUBTFUL,
    Kind.IMPOSSIBLE,
    Kind.GAVE_UP,
    Kind.HELP,
)
_NOT_READ = frozenset(
    {
        NoteKind.TOO_LARGE,
        NoteKind.TOO_MANY,
        NoteKind.UNREADABLE,
        NoteKind.NOT_OPENED,
        NoteKind.ENCRYPTED,
        NoteKind.CUT_OFF,
        NoteKind.TIME,
    }
)
_NODES = 20_000  # of search, for all solutions
_FEW_GIVENS = 17
"""No 9x9 puzzle with fewer givens has exactly one solution."""


@dataclass(frozen=True, slots=True)
class Section:
    """One puzzle of the reply: its kind, and all that the template of this kind shows.

    `solutions` are the full solutions that are shown; `more` tells that there are, or
    may be, others.
    """

    kind: Kind
    puzzle: Puzzle
    solutions: tuple[Grid, ...] = ()
    more: bool = False
    steps: tuple[Step, ...] = ()
    logical: bool = False
    rating: float | None = None

    @property
    def size(self) -> str:
        """Rows by columns: 9x9."""
        return f"{self.puzzle.grid.shape.size}x{self.puzzle.grid.shape.size}"

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The solutions, drawn."""
        return tuple(draw_solution(self.puzzle, grid) for grid in self.solutions)

    @property
    def count(self) -> int:
        """Cells with a digit, given or entered."""
        return sum(map(bool, self.puzzle.grid.digits))

    @property
    def entered(self) -> int:
        """Cells with a digit of the person's own."""
        return sum(map(bool, self.puzzle.grid.entries))

    @property
    def complete(self) -> bool:
        """Whether every cell holds a digit."""
        return all(self.puzzle.grid.digits)

    @property
    def sparse(self) -> bool:
        """Whether a 9x9 puzzle has too few digits to have a single solution."""
        return self.puzzle.grid.shape.size == 9 and self.count < _FEW_GIVENS

    @property
    def solvable(self) -> bool:
        """Whether the givens have exactly one solution."""
        return isinstance(self.puzzle.answer, Solved)

    @property
    def agrees(self) -> bool:
        """Whether no cell is doubtful and every entry is that of the one solution."""
        answer, grid = self.puzzle.answer, self.puzzle.grid
        if self.puzzle.doubtful or not isinstance(answer, Solved):
            return False
        return _right_part(grid, answer.grid) == grid

    @property
    def wrong(self) -> tuple[str, ...]:
        """The names of the cells whose entries are wrong without doubt."""
        return self._names(self.puzzle.wrong_entries)

    @property
    def doubts(self) -> tuple[tuple[str, int, int], ...]:
        """Name, digit and second choice of each doubtful cell."""
        cells, name = self.puzzle.reading.cells, self.puzzle.grid.shape.name
        return tuple(
            (name(cell), cells[cell].digit, second)
            for cell, second in self.puzzle.doubts
        )

    @property
    def forks(self) -> tuple[tuple[str, int, int], ...]:
        """The first cells in which two solutions differ: the name and both digits."""
        answer = self.puzzle.answer
        if not isinstance(answer, Ambiguous):
            return ()
        pairs = zip(answer.first.digits, answer.second.digits, strict=True)
        name = self.puzzle.grid.shape.name
        forks = ((name(i), a, b) for i, (a, b) in enumerate(pairs) if a != b)
        return tuple(islice(forks, 3))

    @property
    def clashes(self) -> tuple[tuple[Clash, tuple[str, ...]], ...]:
        """Each given that is repeated in a house, with the names of its cells."""
        answer = self.puzzle.answer
        if not isinstance(answer, Impossible):
            return ()
        once = {(clash.digit, clash.cells): clash for clash in answer.clashes[::-1]}
        clashes = tuple(once.values())[::-1]
        return tuple((clash, self._names(clash.cells)) for clash in clashes)

    @property
    def hinted(self) -> dict[int, int]:
        """The digits that a hint gives away, by cell."""
        if self.kind is not Kind.HINT:
            return {}
        return {mark.cell: mark.digit for s in self.steps for mark in s.placements}

    @property
    def read(self) -> Drawing:
        """What was read, drawn, with what a hint adds."""
        if self.kind is not Kind.HINT or not self.steps:
            return draw_reading(self.puzzle)
        shape, last = self.puzzle.grid.shape, self.steps[-1]
        shaded = (cell for house in last.houses[:1] for cell in shape.houses[house])
        return draw_reading(self.puzzle, self.hinted, shaded)

    @property
    def marker(self) -> str:
        """The lines from which the puzzle is read again when the person answers."""
        grid, hinted = self.puzzle.grid, self.hinted
        if hinted and isinstance(self.puzzle.answer, Solved):
            right = _right_part(grid, self.puzzle.answer.grid)
            entries = (hinted.get(i, digit) for i, digit in enumerate(right.entries))
            grid = Grid(grid.shape, grid.givens, tuple(entries))
        asked = self.puzzle.status is Status.DOUBTFUL
        doubts = self.puzzle.doubts if asked else ()
        return write_marker(grid, doubts, self.puzzle.reading.symbols)

    def _names(self, cells: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(self.puzzle.grid.shape.name, cells))


def make_sections(findings: Findings, wish: Wish, limit: int) -> list[Section]:
    """The section of each puzzle; of all solutions of one at most `limit` are shown."""
    if any(note.kind is NoteKind.NO_WISH for note in findings.notes):
        return [Section(Kind.HELP, puzzle) for puzzle in findings.puzzles]
    return [_section(puzzle, wish, limit) for puzzle in findings.puzzles]


def _section(puzzle: Puzzle, wish: Wish, limit: int) -> Section:
    kind = _kind(puzzle, wish)
    solutions, more = _solutions(puzzle, kind, wish, limit)
    steps, logical = _steps(puzzle, kind)
    believed = puzzle.answer if kind is not Kind.DOUBTFUL else None
    return Section(
        kind=kind,
        puzzle=puzzle,
        solutions=solutions,
        more=more,
        steps=steps,
        logical=logical,
        rating=rate(puzzle.grid, believed) or None if believed else None,
    )


def overall_kind(sections: Iterable[Section], findings: Findings, wish: Wish) -> Kind:
    """The kind of the reply: that of its foremost puzzle, else why there is none."""
    kinds = {section.kind for section in sections}
    for kind in _FOREMOST:
        if kind in kinds:
            return kind
    if wish.want in (Want.HELP, Want.STOP):
        return Kind.HELP
    unread = any(note.kind in _NOT_READ for note in findings.notes)
    return Kind.UNREADABLE if unread else Kind.NO_PUZZLE


def told_notes(findings: Findings, wish: Wish) -> tuple[Note, ...]:
    """The notes to show: each once, and without "no grid" beside a puzzle."""
    trivial = {NoteKind.NO_WISH}
    if findings.puzzles:
        trivial.add(NoteKind.NO_GRID)
    notes = [note for note in findings.notes if note.kind not in trivial]
    if wish.variant:
        notes.insert(0, Note(NoteKind.VARIANT, wish.variant))
    return tuple({(n.kind, n.detail, n.lack): n for n in notes}.values())


def _kind(puzzle: Puzzle, wish: Wish) -> Kind:
    if puzzle.status is Status.AMBIGUOUS:
        return Kind.ALL if wish.want is Want.ALL else Kind.AMBIGUOUS
    if puzzle.status is Status.SOLVED:
        return _BY_WANT.get(wish.want, Kind.SOLVED)
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
        asked = puzzle.status is Status.COMPLETE and wish.want is Want.SOLUTION
        shown = asked or puzzle.grid.digits == solution.digits
    else:
        shown = kind in (Kind.SOLVED, Kind.STEPS, Kind.ALL)
    return ((solution,) if shown else ()), False


def _all_solutions(grid: Grid, limit: int) -> tuple[tuple[Grid, ...], bool]:
    effort = Effort(_NODES)
    found = list(islice(search(grid.shape, grid.givens, effort), limit + 1))
    grids = tuple(Grid(grid.shape, cells) for cells in found[:limit])
    return grids, len(found) > limit or effort.spent


def _steps(puzzle: Puzzle, kind: Kind) -> tuple[tuple[Step, ...], bool]:
    """The steps to show, and whether they lead to the solution."""
    if kind is Kind.HINT and not puzzle.wrong_entries:
        return next_steps(puzzle.grid, puzzle.answer), False
    if kind is Kind.STEPS:
        way = walkthrough(puzzle.grid, puzzle.answer)
        return way.steps, way.solved
    return (), False


def _right_part(grid: Grid, solution: Grid) -> Grid:
    """A grid without the entries that are not in its solution."""
    pairs = zip(grid.entries, solution.digits, strict=True)
    return Grid(grid.shape, grid.givens, tuple(e if e == s else 0 for e, s in pairs))


def solution_lines(sections: Iterable[Section]) -> tuple[str, ...]:
    """Every full solution that the reply shows, once, as a line of symbols."""
    lines = (write_line(g.digits) for s in sections for g in s.solutions)
    return tuple(dict.fromkeys(lines))
