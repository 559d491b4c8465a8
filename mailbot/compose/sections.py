"""Which kind of answer each puzzle gets, and which kind the whole reply is."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import islice

from mailbot.compose.section import HINTING, SHOWING, Section
from mailbot.compose.solving import NOTHING, Found, explain, find, next_steps
from mailbot.language.puzzles import LETTERS
from mailbot.model import (
    Act,
    Findings,
    Kind,
    Limit,
    Missing,
    Note,
    NoteKind,
    Puzzle,
    Request,
    Status,
    Wish,
)
from mailbot.model.requests import REVEALING
from solver import Ambiguous, Difficulty, Grid, Impossible, Solved, solve, write_line
from solver.logic import Step, rate, walkthrough
from solver.search import Effort, search

_NODES_OF_A_CELL = 500  # of search, for each cell


def telling_first(puzzle: Puzzle) -> Puzzle:
    """A doubtful puzzle, its doubtful cells in the order in which to ask about them.

    First those whose second choice would make a puzzle with one solution: the rules do
    not tell which of the two stands there. Last those that no solution would be left
    with.
    """
    seconds = dict(puzzle.doubts)
    shape, givens = puzzle.grid.shape, puzzle.grid.givens

    def rank(cell: int) -> int:
        other = (*givens[:cell], seconds[cell], *givens[cell + 1 :])
        answer = solve(Grid(shape, other), nodes=_NODES_OF_A_CELL)
        return 1 - isinstance(answer, Solved) + isinstance(answer, Impossible)

    return replace(puzzle, doubtful=tuple(sorted(puzzle.doubtful, key=rank)))


_BY_ACT = {act: Kind(act.value) for act in Act if act.value in {*Kind} - {Kind.HELP}}
_BY_ACT |= {
    Act.SOLUTION: Kind.SOLVED,
    Act.CONFIRM: Kind.CORRECT,
    Act.FIRST_MISTAKE: Kind.FIRST_MISTAKE,
}
"""The kind of answer to each act; most have its name."""

_WHATEVER_IT_IS = frozenset(
    {
        *(Kind.DISPUTE, Kind.UNCLEAR, Kind.NEW, Kind.UNDO, Kind.RESTART),
        *(Kind.CANDIDATES, Kind.PLACES, Kind.TECHNIQUE),
    }
)
"""Kinds of answer for which it does not matter how many solutions a puzzle has."""

_WITHOUT_PUZZLE = {Act.HELP: Kind.HELP, Act.STOP: Kind.STOPPED}
_BY_STATUS = {
    Status.COMPLETE: Kind.CHECK,
    Status.DOUBTFUL: Kind.DOUBTFUL,
    Status.IMPOSSIBLE: Kind.IMPOSSIBLE,
    Status.GAVE_UP: Kind.GAVE_UP,
}
_TELLING = REVEALING | {Act.HINT, Act.CELL, Act.PART, Act.WHY}
"""Acts whose answer tells digits."""

_UNTOLD = frozenset({Limit.NO_DIGIT, Limit.NO_SOLUTION})
"""What is forbidden where solutions are counted, and not shown."""

_SILENT = frozenset({Act.CONFIRM, Act.CORRECT, Act.STOP, Act.THANKS, Act.HELP})
"""Acts that change the puzzle or end the talk, and have no answer of their own."""

_OF_A_PLACE = frozenset({Act.CELL, Act.PART, Act.VERDICT, Act.PLACES})
"""Acts that nobody can do without a cell or a house."""

_READ = frozenset(
    {
        *(NoteKind.LINK_ONLY, NoteKind.NO_GRID, NoteKind.VARIANT),
        *(NoteKind.UNQUOTED, NoteKind.NO_PICTURE, NoteKind.NO_BLANKS),
    }
)
"""Notes on what was read, though it holds no puzzle."""
_CEILING = Difficulty.DIABOLICAL.ratings[0] - 0.1
"""The rating above which no more is sought: that takes seconds where a grid is large,
and the word for it, all that a reply tells, does not change any more."""

_NODES = 20_000  # of search, for all solutions
_MOST_SOLUTIONS = 10  # of one puzzle that are shown
_NOTES = 5  # in one reply


def make_sections(findings: Findings, wish: Wish) -> list[Section]:
    """The answers to all requests, puzzle by puzzle, each in the letter's order.

    A puzzle of which nothing is asked has no section.
    """
    requests = wish.requests
    sections: list[Section] = []
    for number, puzzle in enumerate(findings.puzzles):
        own = [r for r in requests if r.puzzle in (None, number)]
        asked = any(section.kind is Kind.UNCLEAR for section in sections)
        if asked and puzzle.status is not Status.DOUBTFUL:  # asked back once
            read = [(r, _understood(puzzle, r, wish)[0]) for r in own]
            own = [r for r, known in read if known.act is not Act.UNCLEAR]
        # what is only done needs no section, where another request is answered
        spoken = [r for r in own if r.act not in _SILENT]
        sections += _about(puzzle, number, spoken or list(own[-1:]), wish)
    return sections


def modest(request: Request, limits: Collection[Limit]) -> Request:
    """A request, or a smaller one that what a letter forbids allows.

    >>> modest(Request(Act.HINT), {Limit.NO_DIGIT}).act
    <Act.WHERE: 'where'>
    """
    if request.act is Act.ALL and (_UNTOLD & set(limits)):
        return request  # how many there are may be told
    known = request.act is Act.WHY and bool(request.cells)  # the hint told it
    if Limit.NO_DIGIT in limits and request.act in _TELLING and not known:
        return replace(request, act=Act.WHERE, house=None, cells=(), count=1)
    if Limit.NO_SOLUTION in limits and request.act in REVEALING:
        return replace(request, act=Act.HINT, count=1)
    return request


def _understood(
    puzzle: Puzzle, request: Request, wish: Wish
) -> tuple[Request, frozenset[Missing]]:
    """The request, or one to be asked back where something is missing; and what is."""
    nowhere = request.act in _OF_A_PLACE and not (request.cells or request.house)
    digits = puzzle.grid.digits
    cells = [cell for cell in request.cells if cell < len(digits)]
    empty = bool(cells) and not any(digits[cell] for cell in cells)
    untold = request.act is Act.MOVES and empty
    missing = frozenset({Missing.DIGIT}) if untold else wish.missing
    act = Act.UNCLEAR if nowhere or untold else request.act
    return replace(request, act=act), missing


def _about(
    puzzle: Puzzle, number: int, requests: Sequence[Request], wish: Wish
) -> list[Section]:
    """The answers about one puzzle, each from where the one before it led."""
    before: dict[int, int] = {}
    marked: dict[int, int] = {}
    sections: list[Section] = []
    for request in requests:
        unmet = _opposite_of(sections[-1]) if sections else None
        if request.given is not None and request.given is unmet:
            continue
        section = replace(
            _section(puzzle, modest(request, wish.limits), wish),
            asked_for=request,
            number=number,
            before=dict(before),
            marked=dict(marked),
            first=not sections,
            last=False,
        )
        sections.append(section)
        before |= section.filled
        marked |= {cell: puzzle.grid.digits[cell] for cell in section.wrong}
        # a hint that is asked for beside a check goes on from what is right
        changes = {**dict.fromkeys(section.wrong, 0), **section.filled}
        left = tuple(cell for cell in puzzle.wrong_entries if cell not in changes)
        grid = puzzle.grid.with_entries(changes)
        puzzle = replace(puzzle, grid=grid, wrong_entries=left)
    return [*sections[:-1], *(replace(s, last=True) for s in sections[-1:])]


def _opposite_of(section: Section) -> bool | None:
    """No where an answer was yes, and yes where it was no; None where it is neither."""
    found = section.found
    said = found.there if found.right is None else found.right
    if section.kind in {Kind.CHECK, Kind.MOVES}:
        said = not (section.wrong or section.unnamed)
    return None if said is None else not said


def _section(puzzle: Puzzle, request: Request, wish: Wish) -> Section:
    request, missing = _understood(puzzle, request, wish)
    kind = _kind(puzzle, request, wish.limits)
    if kind is Kind.DOUBTFUL:
        puzzle = telling_first(puzzle)
    # None of our hints rules out what is right: the line of the puzzle was changed.
    known = puzzle.answer.grid.digits if isinstance(puzzle.answer, Solved) else None
    misled = known and any(known[cell] == digit for cell, digit in puzzle.ruled_out)
    if misled:
        puzzle = replace(puzzle, ruled_out=())
    solutions, more = _solutions(puzzle, kind, request, wish.limits)
    found = find(puzzle, request) if kind is _BY_ACT.get(request.act) else NOTHING
    steps, logical = _steps(puzzle, kind, request, found)
    believed = puzzle.answer if kind is not Kind.DOUBTFUL else None
    return Section(
        kind=kind,
        puzzle=puzzle,
        wish=wish,
        request=request,
        missing=missing,
        found=found,
        solutions=solutions,
        more=more,
        steps=steps,
        logical=logical,
        rating=rate(puzzle.grid, believed, _CEILING) or None if believed else None,
        misled=bool(misled),
    )


def overall_kind(sections: Iterable[Section], findings: Findings, wish: Wish) -> Kind:
    """The kind of the reply: that of its foremost puzzle, else why there is none."""
    kinds = {section.kind for section in sections}
    if kinds:
        return next(kind for kind in Kind if kind in kinds)
    if wish.want in _WITHOUT_PUZZLE:
        return _WITHOUT_PUZZLE[wish.want]
    unread = any(note.kind not in _READ for note in findings.notes)
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
    if wish.variant and not (wish.variant == LETTERS and findings.puzzles):
        notes.insert(0, Note(NoteKind.VARIANT, wish.variant))
    unique = list({(n.kind, n.detail, n.part, n.lack): n for n in notes}.values())
    if len(unique) > _NOTES:
        told = [n for n in unique[: _NOTES - 1] if n.kind is not NoteKind.TOO_MANY]
        return (*told, Note(NoteKind.TOO_MANY))
    return tuple(unique)


def _kind(puzzle: Puzzle, request: Request, limits: Collection[Limit]) -> Kind:
    kind = _BY_ACT.get(request.act, Kind.UNCLEAR)
    if kind in _WHATEVER_IT_IS and puzzle.status is not Status.DOUBTFUL:
        return kind
    if puzzle.status is Status.AMBIGUOUS:
        shown = request.act is Act.ALL and not _UNTOLD & set(limits)
        return Kind.ALL if shown else Kind.AMBIGUOUS
    if puzzle.status is Status.SOLVED:
        return kind
    judged = kind is Kind.VERDICT and puzzle.status is Status.COMPLETE
    return kind if judged else _BY_STATUS[puzzle.status]


def _solutions(
    puzzle: Puzzle, kind: Kind, request: Request, limits: Collection[Limit]
) -> tuple[tuple[Grid, ...], bool]:
    """The solutions that a reply of this kind shows, and whether there may be more."""
    if kind is Kind.ALL and isinstance(puzzle.answer, Ambiguous):
        grid, effort = puzzle.grid, Effort(_NODES)
        found = list(
            islice(search(grid.shape, grid.givens, effort), _MOST_SOLUTIONS + 1)
        )
        grids = tuple(Grid(grid.shape, cells) for cells in found[:_MOST_SOLUTIONS])
        return grids, len(found) > _MOST_SOLUTIONS or effort.spent
    counted = kind is Kind.ALL and bool(_UNTOLD & set(limits))
    if counted or not isinstance(puzzle.answer, Solved):
        return (), False
    solution = puzzle.answer.grid
    if kind is Kind.CHECK:
        asked = puzzle.status is Status.COMPLETE and request.act is Act.SOLUTION
        shown = asked or puzzle.grid.digits == solution.digits
    else:
        shown = kind in SHOWING
    return ((solution,) if shown else ()), False


def _steps(
    puzzle: Puzzle, kind: Kind, request: Request, found: Found
) -> tuple[tuple[Step, ...], bool]:
    """The steps to show, and whether they lead to the solution."""
    if found is not NOTHING:
        return found.steps, False
    if kind is Kind.STEPS:
        way = walkthrough(puzzle.grid, puzzle.answer)
        return way.steps, way.solved
    if kind is Kind.WHY and (not request.cells or request.digit):
        return (), False
    if kind in HINTING and not puzzle.wrong_entries:
        told = explain if kind is Kind.WHY else next_steps
        return told(puzzle, request.cells), False
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
