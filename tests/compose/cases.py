"""Letters' findings to compose replies from: one of each kind, and large grids."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from mailbot.compose import Context, compose
from mailbot.model import (
    Address,
    Content,
    Envelope,
    Findings,
    Ink,
    Lack,
    Letter,
    Missing,
    Note,
    NoteKind,
    Puzzle,
    ReadCell,
    Reading,
    Request,
    Source,
    Status,
    Want,
    Wish,
)
from solver import (
    Answer,
    Clash,
    GaveUp,
    Grid,
    Impossible,
    Shape,
    Solved,
    Technique,
    next_argument,
    solve,
)
from solver.grid import SYMBOLS
from tests.solver.logic.positions import puzzle as made_puzzle

NINE = Shape(3, 3)
GRANDFATHER = (
    "7..2.6...89.3....2...7....4.5.6..92.....4.....86..2.4.5....9...2....7.58...5.3..1"
)
"""The puzzle of the Swedish post, and the solution that stands there."""
SOLUTION = (
    "745286139891354672632791584154678923327945816986132745513829467269417358478563291"
)
TWINS = GRANDFATHER[:5] + "." + GRANDFATHER[6:]
"""The same without one of its digits: two solutions."""

ADA = Address("Ada", "ada@example.org")


def digits(line: str) -> tuple[int, ...]:
    return tuple(0 if c == "." else SYMBOLS.index(c) + 1 for c in line)


def grid(givens: str = GRANDFATHER, entries: dict[int, int] | None = None) -> Grid:
    shape = {16: Shape(2, 2), 36: Shape(3, 2), 81: NINE}[len(givens)]
    written = entries or {}
    return Grid(
        shape, digits(givens), tuple(written.get(i, 0) for i in range(shape.cells))
    )


def solved(givens: str = GRANDFATHER, entries: dict[int, int] | None = None) -> Puzzle:
    return puzzle(grid(givens, entries), Status.SOLVED, Solved(grid(SOLUTION), 3))


def puzzle(
    what: Grid,
    status: Status,
    answer: Answer | None = None,
    doubtful: tuple[int, ...] = (),
    wrong: tuple[int, ...] = (),
) -> Puzzle:
    cells = tuple(
        ReadCell(
            given or entry,
            runner_up=8 if cell in doubtful else 0,
            ink=Ink.GIVEN if given else Ink.ENTRY if entry else Ink.BLANK,
        )
        for cell, (given, entry) in enumerate(
            zip(what.givens, what.entries, strict=True)
        )
    )
    return Puzzle(
        reading=Reading(Source.TEXT, what.shape, cells),
        grid=what,
        status=status,
        answer=answer,
        doubtful=doubtful,
        wrong_entries=wrong,
        nodes=3,
    )


def covered(one: Puzzle, *hidden: int) -> Puzzle:
    """The puzzle, with cells that something lies on in its picture."""
    cells = list(one.reading.cells)
    for cell in hidden:
        cells[cell] = ReadCell(0, ink=Ink.COVERED)
    return replace(one, reading=replace(one.reading, cells=tuple(cells)))


@cache
def stuck(seed: int, technique: Technique) -> Puzzle:
    """A puzzle solved by hints as far as the first that uses a technique."""
    known, ruled_out = made_puzzle(seed), list[tuple[int, int]]()
    answer = solve(known)
    while True:
        steps = next_argument(known, answer, removed=ruled_out)
        if steps[0].technique is technique:
            found = puzzle(known, Status.SOLVED, answer)
            return replace(found, ruled_out=tuple(ruled_out))
        told = {mark.cell: mark.digit for step in steps for mark in step.placements}
        entries = enumerate(known.entries)
        known = replace(known, entries=tuple(told.get(c, e) for c, e in entries))
        ruled_out += (mark for step in steps for mark in step.eliminations)


def latin(shape: Shape) -> Grid:
    """A full grid of any shape: rows shifted by a box's width, then by one."""
    n, w, h = shape.size, shape.box_width, shape.box_height
    rows = range(n)
    return Grid(
        shape, tuple((w * (r % h) + r // h + c) % n + 1 for r in rows for c in rows)
    )


def large(shape: Shape) -> Puzzle:
    """A puzzle of any shape with one solution: every seventh cell is empty."""
    full = latin(shape)
    some = tuple(0 if i % 7 == 1 else d for i, d in enumerate(full.digits))
    return puzzle(Grid(shape, some), Status.SOLVED, Solved(full))


def answer_to(
    puzzles: Iterable[Puzzle] = (),
    want: Want = Want.SOLUTION,
    language: str = "en",
    notes: tuple[Note, ...] = (),
    letter: Letter | None = None,
    wish: Wish | None = None,
    *,
    proven: bool = True,
    letter_bytes: int = 1_000,
) -> Content:
    envelope = Envelope(ADA, subject="Stuck!", message_id="<1@example.org>")
    return compose(
        letter or Letter(envelope),
        wish or Wish((Request(want),), language=language),
        Findings(tuple(puzzles), notes),
        Context("bot@bot.example", proven=proven, letter_bytes=letter_bytes),
    )


def pictured(*doubtful: int) -> Puzzle:
    """A puzzle of a picture in a document, with cells in doubt."""
    read = puzzle(grid(), Status.DOUBTFUL, None, doubtful)
    return replace(read, reading=replace(read.reading, source=Source.PDF))


def every_kind(
    language: str = "en", familiar: bool | None = None
) -> dict[str, Content]:
    """A reply of each kind, and of the ways a kind can look."""
    return dict(_every_kind(language, familiar))


def case(
    one: Puzzle | None, want: Want | Wish = Want.SOLUTION, *notes: Note
) -> tuple[Puzzle | None, Want | Wish, tuple[Note, ...]]:
    return one, want, notes


@cache
def _every_kind(language: str, familiar: bool | None) -> dict[str, Content]:
    entries = {1: 4, 2: 5}
    notes = tuple(Note(kind, "jigsaw") for kind in NoteKind)
    lacks = Lack(9, cells=80), Lack(9, rows=8), Lack(9, row=3, cells=8)
    counted = tuple(Note(NoteKind.CUT_OFF, lack=lack) for lack in lacks)
    twins = puzzle(grid(TWINS), Status.AMBIGUOUS, solve(grid(TWINS)))
    clash = Impossible((Clash(7, (0, 3), "row 1"),))
    full = {i: d for i, d in enumerate(digits(SOLUTION)) if GRANDFATHER[i] == "."}
    forced = stuck(42, Technique.FORCING_CHAIN)
    two_steps = stuck(1, Technique.SKYSCRAPER)
    assert isinstance(two_steps.answer, Solved)
    right = tuple(enumerate(two_steps.answer.grid.digits))
    misled = replace(two_steps, ruled_out=right)
    right_one, answered = Solved(grid(SOLUTION)), solved(entries=entries)
    mistake = puzzle(grid(entries={1: 3}), Status.SOLVED, right_one, wrong=(1,))
    done = puzzle(grid(entries=full), Status.COMPLETE, right_one)
    spoilt = grid(entries=full | {1: 3})
    why = Wish((Request(Want.WHY, cells=(14,)),))
    moves = Request(Want.MOVES, cells=(1,))
    unclear = Request(Want.UNCLEAR, cells=(1,))
    no_digit = Wish((unclear,), missing=frozenset({Missing.DIGIT}))
    cases = {
        "solved": case(answered),
        "covered": case(covered(solved(), 1, 2)),
        "hint": case(answered, Want.HINT),
        "next": case(solved(), Want.HINT),
        "hint-mistake": case(mistake, Want.HINT),
        "hint-argument": case(stuck(2, Technique.POINTING), Want.HINT),
        "hint-two-steps": case(two_steps, Want.HINT),
        "hint-forcing": case(forced, Want.HINT),
        "hint-brief": case(forced, Wish((Request(Want.HINT),), brief=True)),
        "hint-misled": case(misled, Want.HINT),
        "why-argument": case(forced, Wish((Request(Want.WHY, cells=(3,)),))),
        "steps": case(solved(), Want.STEPS),
        "all-one": case(solved(), Want.ALL),
        "new": case(solved(), Want.NEW),
        "all": case(twins, Want.ALL),
        "check": case(answered, Want.CHECK),
        "check-nothing": case(solved(), Want.CHECK),
        "check-right": case(done),
        "check-wrong": case(puzzle(spoilt, Status.COMPLETE, right_one, wrong=(1,))),
        "ambiguous": case(twins),
        "impossible": case(puzzle(grid(), Status.IMPOSSIBLE, clash)),
        "impossible-deep": case(puzzle(grid(), Status.IMPOSSIBLE, Impossible())),
        "doubtful": case(pictured(0, 1, 3)),
        "gave-up": case(puzzle(grid(), Status.GAVE_UP, GaveUp(9))),
        "no-puzzle": case(None, Want.SOLUTION, Note(NoteKind.LINK_ONLY)),
        "another-kind": case(None, Want.SOLUTION, Note(NoteKind.VARIANT, "jigsaw")),
        "unreadable": case(None, Want.SOLUTION, *notes[:5]),
        "unreadable-picture": case(None, Want.SOLUTION, *notes[5:10]),
        "unreadable-rest": case(None, Want.SOLUTION, *notes[10:15]),
        "unreadable-counted": case(None, Want.SOLUTION, *notes[15:], *counted),
        "cell": case(solved(), Wish((Request(Want.CELL, cells=(1,)),))),
        "part": case(solved(), Wish((Request(Want.PART, cells=NINE.boxes[4]),))),
        "rating": case(solved(), Want.RATING),
        "why": case(solved(), why),
        "why-solved": case(solved(), Want.WHY),
        "moves": case(answered, Wish((Request(Want.MOVES, cells=(1, 2)),))),
        "moves-next": case(answered, Wish((moves, Request(Want.HINT)))),
        "dispute": case(solved(), Want.DISPUTE),
        "unclear": case(solved(), Want.UNCLEAR),
        "not-understood": case(pictured(0), no_digit),
        "too-doubtful": case(pictured(*range(12))),
        "help": case(None, Want.HELP),
        "stop": case(None, Want.STOP),
    }
    replies = {}
    for name, (one, want, notes) in cases.items():
        wish = want if isinstance(want, Wish) else Wish((Request(want),))
        wish = replace(wish, language=language, familiar=familiar)
        replies[name] = answer_to((one,) if one else (), wish=wish, notes=notes)
    return replies
