"""What the reader of a letter may answer, with its limits.

The reader opens bodies, pictures and documents, so it may be under a stranger's
control. It answers one of these values and nothing else; whoever receives it checks
each field against the types and limits here (`pool.wire`). Nothing in it names a
person: to whom a reply goes is decided by the headers alone.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

from mailbot.model.replies import Answered, CellName, Kind, Line, Picture, Why
from mailbot.model.requests import Act

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
