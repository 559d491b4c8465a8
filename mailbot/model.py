"""The words that the rooms share: values that flow along the line, no logic.

    RawMail -> Letter -> Reading -> Puzzle -> Reply -> Outcome

All are frozen and picklable. Coordinates are pixels of the upright picture
(after its turn), x to the right, y down, origin at the top left.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from solver import Answer, Grid, Shape

Point = tuple[float, float]


# --- what came in -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MessageKey:
    """The identity of a letter on its server; always the three together."""

    mailbox: str
    uidvalidity: int
    uid: int


@dataclass(frozen=True, slots=True)
class RawMail:
    """A letter as bytes (RFC 5322), and when the server got it (aware)."""

    key: MessageKey
    rfc822: bytes
    arrived: datetime


@dataclass(frozen=True, slots=True)
class Address:
    """A display name and an address `local@domain`, neither ever holding CR or LF."""

    name: str
    address: str

    @property
    def domain(self) -> str:
        """The part behind the last @, in lower case."""
        return self.address.rpartition("@")[2].lower()


@dataclass(frozen=True, slots=True)
class Envelope:
    """The headers of a letter, decoded, without line breaks, bounded in length.

    `headers` holds all of them in order, names in lower case.
    """

    sender: Address | None
    reply_to: tuple[Address, ...] = ()
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    subject: str = ""
    message_id: str = ""
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    date: datetime | None = None
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One MIME leaf: `number` as in IMAP ("2.1"), `content_type` in lower case."""

    number: str
    content_type: str
    filename: str
    data: bytes
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """A parsed letter.

    `text` and `html` are the bodies for people, joined in order, with what was
    forwarded as an attached message; `parts` are the other leaves: pictures,
    documents, text files.
    """

    envelope: Envelope
    text: str = ""
    html: str = ""
    parts: tuple[Part, ...] = ()


# --- what the person wants -----------------------------------------------------------


class Want(StrEnum):
    """What a letter asks for."""

    SOLUTION = "solution"
    HINT = "hint"
    NEXT = "next"
    STEPS = "steps"
    ALL = "all"
    CHECK = "check"
    HELP = "help"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person wants: from the subject, the newest words or the address tag.

    `explicit` tells a word that was written from the default. `language` is a code
    of two letters. `variant` names a kind of puzzle that we do
    not solve ("killer", "jigsaw", ...), "" otherwise.
    """

    want: Want = Want.SOLUTION
    explicit: bool = False
    picture: bool = False
    language: str = "en"
    variant: str = ""


# --- what was read ------------------------------------------------------------------


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
    """Whose hand wrote what a cell holds."""

    BLANK = "blank"
    GIVEN = "given"
    ENTRY = "entry"
    MARKS = "marks"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class ReadCell:
    """The digit read in a cell (0 = none), how sure (0..1), and the second choice."""

    digit: int
    confidence: float = 1.0
    runner_up: int = 0
    ink: Ink = Ink.GIVEN


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a grid in a letter.

    `part` is the part's number ("" = the body), `page` that of a PDF from 0.
    `turn` counts quarter turns clockwise that bring the decoded picture upright.
    `mesh` holds (N+1)*(N+1) lattice crossings row by row; its four extremes are
    `corners`, clockwise from the top left. Both are empty for text.
    """

    part: str = ""
    page: int = 0
    turn: int = 0
    corners: tuple[Point, ...] = ()
    mesh: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A grid as read: N*N cells in reading order, and where they stood."""

    source: Source
    shape: Shape
    cells: tuple[ReadCell, ...]
    where: Where = field(default_factory=Where)


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
    `nodes` counts the search nodes spent.
    """

    reading: Reading
    grid: Grid
    status: Status
    answer: Answer | None = None
    doubtful: tuple[int, ...] = ()
    wrong_entries: tuple[int, ...] = ()
    nodes: int = 0


class NoteKind(StrEnum):
    """Why something in a letter was not read; compose has a sentence for each."""

    TOO_LARGE = "too-large"
    TOO_MANY = "too-many"
    UNREADABLE = "unreadable"
    NOT_OPENED = "not-opened"
    ENCRYPTED = "encrypted"
    LINK_ONLY = "link-only"
    CUT_OFF = "cut-off"
    NO_GRID = "no-grid"
    VARIANT = "variant"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Note:
    """Something in the letter that was not read, and why.

    `detail` is one of our own words or a cleaned file name, never the sender's text.
    """

    kind: NoteKind
    detail: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """All that reading got out of a letter, a picture or a text."""

    puzzles: tuple[Puzzle, ...] = ()
    notes: tuple[Note, ...] = ()


# --- what goes out ------------------------------------------------------------------


class Kind(StrEnum):
    """The kinds of reply; the words of `--json`."""

    SOLVED = "solved"
    HINT = "hint"
    STEPS = "steps"
    ALL = "all"
    CHECK = "check"
    AMBIGUOUS = "ambiguous"
    IMPOSSIBLE = "impossible"
    DOUBTFUL = "doubtful"
    GAVE_UP = "gave-up"
    NO_PUZZLE = "no-puzzle"
    UNREADABLE = "unreadable"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class InlineImage:
    """A picture of the reply, shown by its Content-ID (without <>)."""

    cid: str
    content_type: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, ready to be written as a message (mail.message)."""

    to: Address
    subject: str
    in_reply_to: str
    references: tuple[str, ...]
    message_id: str
    text: str
    html: str = ""
    images: tuple[InlineImage, ...] = ()
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Claim:
    """Whom a reply would go to; the ledger grants it against the caps.

    `recipient` is normalised (lower case, no +tag). `no_puzzle` claims fall under
    their own daily cap. `stop` asks the ledger to answer this person no more.
    """

    recipient: str
    domain: str
    subject: str
    no_puzzle: bool = False
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Respond:
    """Send this reply, if the claim is granted.

    `last` is the reply to send instead where the claim granted is the last of its
    kind today, which only the ledger knows; it says so.
    """

    reply: Reply
    claim: Claim
    kind: Kind
    why: str = ""
    last: Reply | None = None
    solutions: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ignore:
    """Send nothing; the letter is filed as ignored."""

    why: str


@dataclass(frozen=True, slots=True)
class Defer:
    """Decide again at `until` (aware)."""

    until: datetime
    why: str


@dataclass(frozen=True, slots=True)
class Quarantine:
    """Keep the letter apart for the operator."""

    why: str


Outcome = Respond | Ignore | Defer | Quarantine


@dataclass(frozen=True, slots=True)
class Accept:
    """Policy's yes, and the claim that a reply would make."""

    to: Address
    claim: Claim
    trusted: bool


Decision = Accept | Ignore | Defer
