"""What goes out, and what is decided about it.

The reader opens bodies, pictures and documents, so it may be under a stranger's
control. It answers a `Content` or a `Silence` and nothing else; whoever receives that
checks each field against the types and limits here (`pool.wire`). Nothing in it names a
person: to whom a reply goes is decided by the headers alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

from mailbot.model.letters import Address
from mailbot.model.requests import Act, SolutionsAt

Why = Annotated[str, Meta(max_length=500)]
"""A reason, for logs and for the operator."""

CellName = Annotated[str, Meta(pattern=r"\Ar[0-9]{1,2}c[0-9]{1,2}\Z")]

Line = Annotated[str, Meta(max_length=625)]
"""A grid in one line; the largest grid has 25 x 25 cells."""


class NewlyMade(Struct, frozen=True, forbid_unknown_fields=True):
    """A new puzzle of a reply: the shape of its boxes, its givens, its rating."""

    box: tuple[int, int]
    givens: Line
    rating: float


class Answered(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a reply does about one request; a field holds only where it applies.

    Attributes:
        act: what was asked for; LEFT_OUT if it was not done, and `why`.
        puzzle: the number of the puzzle in the letter, from 1.
        house: "row 5", "column 2", "box 9", in every language.
        cells: the digits that cells can still hold.
        digit: the digit whose `places` are told, or that is judged.
        technique: its name in lower case; `found` tells whether it is there.
        right: whether the judged digit is right.
        wrong: the cells of the person's own digits that are named as wrong.
        puzzles: new ones; `solutions` tells where theirs stand.
        told: the digits that the answer tells beyond what the person had.
    """

    act: Act
    puzzle: int = 1
    house: Annotated[str, Meta(max_length=12)] | None = None
    cells: Annotated[Mapping[CellName, tuple[int, ...]], Meta(max_length=625)] = {}
    digit: int | None = None
    places: Annotated[tuple[CellName, ...], Meta(max_length=25)] | None = None
    technique: Annotated[str, Meta(max_length=40)] | None = None
    found: bool | None = None
    right: bool | None = None
    wrong: Annotated[tuple[CellName, ...], Meta(max_length=625)] | None = None
    puzzles: Annotated[tuple[NewlyMade, ...], Meta(max_length=12)] = ()
    solutions: SolutionsAt | None = None
    told: Annotated[Mapping[CellName, int], Meta(max_length=625)] = {}
    why: Why | None = None


class Kind(StrEnum):
    """The kinds of reply; the words of `--json`.

    A reply with several answers is of the first of these kinds that one of them has.
    """

    SOLVED = "solved"
    ALL = "all"
    STEPS = "steps"
    HINT = "hint"
    MOVES = "moves"
    WHERE = "where"
    CANDIDATES = "candidates"
    PLACES = "places"
    TECHNIQUE = "technique"
    VERDICT = "verdict"
    FIRST_MISTAKE = "first-mistake"
    UNDO = "undo"
    RESTART = "restart"
    CORRECT = "correct"
    CELL = "cell"
    PART = "part"
    WHY = "why"
    RATING = "rating"
    NEW = "new"
    CHECK = "check"
    DISPUTE = "dispute"
    UNCLEAR = "unclear"
    AMBIGUOUS = "ambiguous"
    DOUBTFUL = "doubtful"
    IMPOSSIBLE = "impossible"
    GAVE_UP = "gave-up"
    NO_PUZZLE = "no-puzzle"
    UNREADABLE = "unreadable"
    HELP = "help"
    STOPPED = "stopped"


PictureType = Literal["image/png", "image/jpeg"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the reply, shown by its Content-ID (without <>)."""

    content_type: PictureType
    data: Annotated[bytes, Meta(max_length=4 * 2**20)]
    alt: Annotated[str, Meta(max_length=300)]
    cid: Annotated[str, Meta(max_length=300)] = ""


Page = Annotated[str, Meta(max_length=200_000)]
"""One form of a reply; the pages that we write have at most half as much."""

_CARRIED = r"\A[A-Za-z0-9:./()\[\]_ -]*\Z"
"""The signs of the lines that carry puzzles (`mailbot.marker`)."""

Stage = Literal["parse", "find", "read", "solve", "compose"]
"""What a reader spends its time on."""

Seconds = Annotated[float, Meta(ge=0, le=100_000)]


class Grounds(StrEnum):
    """What of a letter its reply rests on: the first of these that it holds.

    WORDS: what the words of the letter were taken to mean.
    """

    PUZZLE = "puzzle"
    PICTURE = "picture"
    COMMAND = "command"
    WORDS = "words"


class Content(Struct, frozen=True, tag="content", forbid_unknown_fields=True):
    """What a reply says: all of it that may depend on the body of a letter.

    `no_puzzle` tells that the letter holds no puzzle, and `grounds` what it holds
    instead: an unproven sender gets no reply for WORDS. `said` is a digest of the
    letter if the same again would hardly be a person's, `twice` whether a person may
    well say it twice. `carried` are the lines of the reply that carry its puzzles;
    `state` carries the same puzzles in the Message-ID of the reply, "" where that would
    be too long. `sheet` is a page to print (PDF) for who asked for a new puzzle.
    `last_text` and `last_html` are the form that says that it is the last such reply
    today, for a letter without a puzzle and for one that asks for a new one.
    `seconds` of wall time were spent on each stage, where that was asked for. `start`
    tells that the person wants to be answered again, after a wish for silence.
    """

    kind: Kind
    text: Page
    html: Page = ""
    pictures: Annotated[tuple[Picture, ...], Meta(max_length=4)] = ()
    language: Annotated[str, Meta(pattern=r"\A[a-z]{2}\Z")] = "en"
    solutions: Annotated[tuple[Line, ...], Meta(max_length=500)] = ()
    told: Annotated[Mapping[CellName, int], Meta(max_length=625)] = {}
    want: Act | None = None
    no_puzzle: bool = False
    grounds: Grounds = Grounds.WORDS
    said: Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")] = ""
    twice: bool = False
    last_text: Page = ""
    last_html: Page = ""
    carried: Annotated[str, Meta(max_length=20_000, pattern=_CARRIED)] = ""
    seconds: Annotated[Mapping[Stage, Seconds], Meta(max_length=5)] = {}
    sheet: Annotated[bytes, Meta(max_length=200_000)] = b""
    answers: Annotated[tuple[Answered, ...], Meta(max_length=100)] = ()
    state: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_.-]{0,160}\Z")] = ""
    start: bool = False


class Silence(Struct, frozen=True, tag="silence", forbid_unknown_fields=True):
    """The letter gets no answer, for what its body shows.

    `want` is what the letter was understood to say, where its words were read.
    """

    why: Why
    want: Act | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, ready to be written as a message (mail.message).

    `references` are those of the letter that is answered, which joins them where the
    message is written. `sheet` is a page to print (PDF), attached.
    """

    to: Address
    subject: str
    in_reply_to: str
    references: tuple[str, ...]
    message_id: str
    text: str
    html: str = ""
    images: tuple[Picture, ...] = ()
    language: str = "en"
    sheet: bytes = b""


@dataclass(frozen=True, slots=True)
class Claim:
    """Whom a reply would go to; the ledger grants it against the caps.

    `recipient` is normalised (lower case, no +tag). `domain` is the organisation's, ""
    at a public provider, whose users are counted one by one. `subject` is the name of
    the thread. `no_puzzle` claims and those for a `new` puzzle fall under daily caps of
    their own. `stop` asks the ledger to answer this person no more, `start` to answer
    them again. `proven`: our mail server vouches for the sender; an unproven one may be
    forged, and gets less. `said` is a digest of a letter that takes nothing further,
    else ""; the same again gets no reply, or no third one where `twice` holds and it
    does not come at once. `ids` name the letter, however it is sent on, and `answers`
    are the Message-IDs of replies of ours that it refers to.
    """

    recipient: str
    domain: str
    subject: str
    no_puzzle: bool = False
    stop: bool = False
    proven: bool = False
    said: str = ""
    twice: bool = False
    new: bool = False
    ids: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    start: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """The puzzles of a reply, as they are kept for an answer that does not quote it.

    `lines` are the lines of the reply that carry them (`mailbot.marker`), "" for none;
    `solved` tells whether the reply showed a solution.
    """

    lines: str = ""
    solved: bool = False


NOTHING_KEPT = Kept()


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
    kept: Kept = NOTHING_KEPT
    solutions: tuple[str, ...] = ()
    want: Act | None = None
    told: Mapping[str, int] = field(default_factory=dict)
    answers: tuple[Answered, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ignore:
    """Send nothing; the letter is filed as ignored.

    `want` is what the letter was understood to say, where its words were read. `stop`
    is the address of an unproven sender who asked for silence.
    """

    why: str
    want: Act | None = None
    stop: str = ""


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
    """Policy's yes, and the claim that a reply would make.

    `suspect` says why a machine may have written the letter, `suppressed` why it is
    answered only for a puzzle or a picture; "" if nothing says so. `addressed`: it
    names an address of ours as a recipient.
    """

    to: Address
    claim: Claim
    suspect: str = ""
    suppressed: str = ""
    addressed: bool = True


Decision = Accept | Ignore
