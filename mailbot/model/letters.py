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
    to be in `rfc822`. `twins` are other letters that lie under the same key.
    """

    key: MessageKey
    rfc822: bytes
    arrived: datetime
    whole: bool = True
    twins: tuple[bytes, ...] = ()


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


_SOLUTION = Request(Act.SOLUTION)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a letter wants, and in which form.

    Attributes:
        requests: all that it asks for or tells, in its order; at least one.
        limits: what it forbids.
        missing: what was not understood, where nothing was changed for that.
        again: how many replies in a row have got no further until now.
        picture: whether the reply is wanted as a picture.
        brief: whether a hint is wanted without its reasons.
        language: that of the letter, a code of two letters.
        familiar: whether the person says du or Sie, where the language has both.
        variant: a kind of puzzle that we do not solve ("killer", "jigsaw", ...).
        lasting: what an earlier letter of the thread has forbidden, until somebody
            asks for it.
        later: what a letter without a puzzle asks for, should one follow.
    """

    requests: tuple[Request, ...] = (_SOLUTION,)
    limits: frozenset[Limit] = frozenset()
    missing: frozenset[Missing] = frozenset()
    again: int = 0
    picture: bool = False
    brief: bool = False
    language: str = "en"
    familiar: bool | None = None
    variant: str = ""
    lasting: Limit | None = None
    later: Act | None = None

    @property
    def want(self) -> Act:
        """What it asks for first."""
        return self.requests[0].act
