"""What comes in, and what the person wants."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from mailbot.model.requests import Act, Limit, Request

Want = Act
"""An act, where only one is meant."""


class MessageKey(NamedTuple):
    """The identity of a letter on its server; always the three together."""

    mailbox: str
    uidvalidity: int
    uid: int

    @property
    def numbering(self) -> tuple[str, int]:
        """Within which letters have UIDs of their own, and in the order of arrival."""
        return self.mailbox, self.uidvalidity


@dataclass(frozen=True, slots=True)
class RawMail:
    """A letter as bytes (RFC 5322), and when the server got it (aware).

    `whole` is False for a letter too large to be fetched; only its head is then sure
    to be in `rfc822`.
    """

    key: MessageKey
    rfc822: bytes
    arrived: datetime
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Address:
    """A display name and an address `local@domain`, neither ever holding CR or LF.

    The domain of a letter's address is in ASCII and has no trailing dot.
    """

    name: str
    address: str

    @property
    def domain(self) -> str:
        """The part behind the last @, in lower case."""
        return self.address.rpartition("@")[2].lower()


@dataclass(frozen=True, slots=True)
class Envelope:
    """The headers of a letter, decoded, without line breaks, bounded in length.

    `headers` holds all of them in order, names in lower case. `plain_sender`: the
    sender can be read from the letter in one way only.
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
    plain_sender: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """One MIME leaf: `number` as in IMAP ("2.1"), `content_type` in lower case."""

    number: str
    content_type: str
    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Letter:
    """A parsed letter.

    `text` and `html` are the bodies for people, joined in order, with what was
    forwarded as an attached message; `parts` are the other leaves: pictures,
    documents, text files. `silent` holds the Content-Types, in lower case, of parts
    that hold nothing to read: reports, signatures, calendar entries.
    """

    envelope: Envelope
    text: str = ""
    html: str = ""
    parts: tuple[Part, ...] = ()
    silent: tuple[str, ...] = ()


class Missing(StrEnum):
    """What is not understood of an answer: which cell, or which digit."""

    CELL = "cell"
    DIGIT = "digit"


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person wants: from the subject, the newest words or the address tag.

    `then` is what a letter that corrects, confirms or tells moves gets in answer, where
    it is not the same. `cells` are those that it is about: asked for, corrected or
    filled in by the person; for WHY the cell of the last hint. `supposed` are cells,
    each with a digit that the person only asks about. `missing` tells what was not
    understood, where nothing was changed for that; `again` how many replies in a row
    have got no further until now. `picture` asks for the reply as a
    picture; `brief` asks for a hint without its reasons. `language` is a code of two
    letters; `familiar` tells whether the person says du or Sie, where the language has
    both. `variant` names a kind of puzzle that we do not solve ("killer", "jigsaw",
    ...), "" otherwise. `requests` is all that the letter asks for, in its order, and
    `limits` what it forbids; where `requests` is empty, `want` says it all. `lasting`
    is what the first letter of a thread has forbidden, until somebody asks for it,
    `later` what a letter without a puzzle asks for, should one follow.
    """

    want: Want = Want.SOLUTION
    then: Want | None = None
    cells: tuple[int, ...] = ()
    supposed: tuple[tuple[int, int], ...] = ()
    missing: frozenset[Missing] = frozenset()
    again: int = 0
    picture: bool = False
    brief: bool = False
    language: str = "en"
    familiar: bool | None = None
    variant: str = ""
    requests: tuple[Request, ...] = ()
    limits: frozenset[Limit] = frozenset()
    lasting: Limit | None = None
    later: Act | None = None

    @property
    def answer(self) -> Want:
        """What the reply is to give."""
        return self.then or self.want
