"""What was read in a letter, and what we make of it.

Coordinates are pixels of the upright picture (after its turn), x to the right, y down,
origin at the top left.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from mailbot.model.requests import House, Request
from solver import Answer, Grid, Shape

Point = tuple[float, float]

Doubts = tuple[tuple[int, int], ...]
"""Doubtful cells, each with the digit that is the second choice (0 = none)."""

RuledOut = tuple[tuple[int, int], ...]
"""Cells, each with a digit that it cannot hold."""


class Source(StrEnum):
    """Where in a letter a puzzle stood."""

    TEXT = "text"
    HTML = "html"
    LINK = "link"
    FILE = "file"
    IMAGE = "image"
    PDF = "pdf"
    THREAD = "thread"


class Ink(StrEnum):
    """Whose hand wrote what a cell holds.

    COVERED: something lies on the cell in the picture, so that it counts as empty.
    """

    BLANK = "blank"
    GIVEN = "given"
    ENTRY = "entry"
    MARKS = "marks"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class ReadCell:
    """The digit read in a cell (0 = none), and the second choice."""

    digit: int
    runner_up: int = 0
    ink: Ink = Ink.GIVEN


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a grid in a letter.

    `part` is the part's number ("" = the body), `page` that of a PDF from 0.
    `turn` counts quarter turns clockwise that bring the decoded picture upright.
    `mesh` holds (N+1)*(N+1) lattice crossings row by row, in pixels of the decoded
    picture. Its four extremes are `corners`, clockwise from the top left, in pixels of
    the file, which may be larger. Both are empty for text.
    """

    part: str = ""
    page: int = 0
    turn: int = 0
    corners: tuple[Point, ...] = ()
    mesh: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A grid as read: N*N cells in reading order, and where they stood.

    `symbols` are those that the person writes for 1..N, "" where they are the usual
    ones: 1-9, then A for 10.
    """

    source: Source
    shape: Shape
    cells: tuple[ReadCell, ...]
    where: Where = field(default_factory=Where)
    symbols: str = ""


class Status(StrEnum):
    """What we make of a reading; the words of `--json`."""

    SOLVED = "solved"
    AMBIGUOUS = "ambiguous"
    IMPOSSIBLE = "impossible"
    DOUBTFUL = "doubtful"
    GAVE_UP = "gave-up"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A reading and our verdict on it.

    `grid` is what we believe stands there (givens and entries), `answer` the
    solver's word on the givens. `doubtful` and `wrong_entries` are cells 0..N*N-1.
    `nodes` counts the search nodes spent. `ruled_out` are cells with a digit that they
    cannot hold, as earlier replies have shown. `told` are the cells whose entries we
    have told: they are not the person's own. `pointed` counts how much of the next
    step earlier replies have told: its house, its cell, its technique. `undo` are the
    cells that the person changed last, each with what it held before. `sought` is the
    place from 1, in the order of all, of a technique that they have asked about.
    `about` is the one cell that the last reply was about, `asked` what it was asked of
    a cell or a house, `house` the house that the thread has spoken of last.
    """

    reading: Reading
    grid: Grid
    status: Status
    answer: Answer | None = None
    doubtful: tuple[int, ...] = ()
    wrong_entries: tuple[int, ...] = ()
    nodes: int = 0
    ruled_out: RuledOut = ()
    told: frozenset[int] = frozenset()
    pointed: int = 0
    undo: RuledOut = ()
    sought: int = 0
    about: int | None = None
    asked: Request | None = None
    house: House | None = None

    @property
    def doubts(self) -> Doubts:
        """The doubtful cells with their second choices."""
        return tuple((c, self.reading.cells[c].runner_up) for c in self.doubtful)


class NoteKind(StrEnum):
    """Why something in a letter was not read; compose has a sentence for each.

    FOREIGN: an intact file whose format nothing here reads; its name is the detail.
    NO_PICTURE: a picture is named in the letter, and none came with it.
    NO_BLANKS: there are the digits of nine rows, and nothing for their empty cells.
    UNQUOTED: it answers a reply of ours, and the lines that we need are not in it.
    BLURRED to UNCLEAR: a picture shows a grid, and its digits cannot be read.
    """

    TOO_LARGE = "too-large"
    TOO_MANY = "too-many"
    UNREADABLE = "unreadable"
    NOT_OPENED = "not-opened"
    FOREIGN = "foreign"
    ENCRYPTED = "encrypted"
    LINK_ONLY = "link-only"
    CUT_OFF = "cut-off"
    BLURRED = "blurred"
    TOO_SMALL = "too-small"
    TOO_DARK = "too-dark"
    COVERED = "covered"
    UNCLEAR = "unclear"
    NO_GRID = "no-grid"
    VARIANT = "variant"
    TIME = "time"
    UNQUOTED = "unquoted"
    NO_PICTURE = "no-picture"
    NO_BLANKS = "no-blanks"


@dataclass(frozen=True, slots=True)
class Lack:
    """What is wrong with the count of a text that nearly holds a puzzle of N=`size`.

    One `row`, from 1, has so many `cells`; else there are so many `rows`; else so many
    `cells` in all. 0 is none of these.
    """

    size: int
    cells: int = 0
    rows: int = 0
    row: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """Something in the letter that was not read, and why.

    `detail` is one of our own words, never the sender's text or a file name. `part` is
    the number of the part that it is about.
    `lack` tells what is missing where a typed puzzle is cut off.
    """

    kind: NoteKind
    detail: str = ""
    part: str = ""
    lack: Lack | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """All that reading got out of a letter, a picture or a text."""

    puzzles: tuple[Puzzle, ...] = ()
    notes: tuple[Note, ...] = ()
