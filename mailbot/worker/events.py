"""The events that a worker reports: each is of a mailbox, most are of a letter."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Self

from msgspec import Struct

from mailbot.ledger import State
from mailbot.mail.ports import Side
from mailbot.model import Outcome, Respond


class OfMailbox(Struct, frozen=True):
    """An event of the mailbox of an account."""

    account: str


class OfLetter(OfMailbox, frozen=True):
    """An event of a letter, by its number in the ledger."""

    letter: int


class LeftAlone(OfMailbox, frozen=True):
    """Letters that were there before the installation are left alone; so many."""

    letters: int


class Taken(OfLetter, frozen=True):
    """A new letter was recorded."""

    size: int


class Decided(OfLetter, frozen=True):
    """What the middle decided on a letter; `seconds` by stage."""

    outcome: str
    kind: str
    why: str
    seconds: Mapping[str, float]

    @classmethod
    def of(cls, account: str, letter: int, outcome: Outcome) -> Self:
        """The event of an outcome."""
        name = type(outcome).__name__.lower()
        if isinstance(outcome, Respond):
            seconds = outcome.seconds
            return cls(account, letter, name, outcome.kind, outcome.why, seconds)
        return cls(account, letter, name, "", outcome.why, {})


class GaveWay(OfLetter, frozen=True):
    """The reading of a letter was ended after `seconds`, for others to be read."""

    seconds: float


class Submitted(OfLetter, frozen=True):
    """A server took a reply, within `seconds`; `draft`: stored it as a draft."""

    seconds: float
    draft: bool = False


class Settled(OfLetter, frozen=True):
    """A letter is settled, `seconds` after its arrival by the mail server's clock.

    `ours`: the reason is our own rule's, and names nobody. `drafted`: the reply was
    stored as a draft. `rehearsed`: this was a dry run, and nothing happened.
    """

    state: State
    why: str
    seconds: float
    ours: bool = False
    drafted: bool = False
    rehearsed: bool = False


class Delayed(OfLetter, frozen=True):
    """A letter waits until a time."""

    until: datetime
    why: str


class Overtaken(OfLetter, frozen=True):
    """Another process has moved the letter meanwhile; the worker leaves it as it is."""

    why: str


class Trouble(OfMailbox, frozen=True):
    """A side of a mailbox cannot be used; next try after `seconds`.

    `kind` is the name of the error, `why` holds no address of a person. `repeated`: it
    failed for the same reason the last time.
    """

    side: Side
    kind: str
    why: str
    seconds: float
    repeated: bool = False


class Recovered(OfMailbox, frozen=True):
    """A side of a mailbox works again."""

    side: Side


class Noticed(OfMailbox, frozen=True):
    """The mail server wants a person to read a text; once a day for each text."""

    text: str


class Beat(OfMailbox, frozen=True):
    """A pass goes on over a mailbox that was reached.

    `in_flight` letters are being read.
    """

    now: datetime
    in_flight: int


class Rehearsed(OfLetter, frozen=True):
    """The message that a dry run would have sent, and to whom."""

    message: bytes
    recipient: str


Event = (
    LeftAlone
    | Taken
    | Decided
    | GaveWay
    | Submitted
    | Settled
    | Delayed
    | Overtaken
    | Trouble
    | Recovered
    | Noticed
    | Beat
    | Rehearsed
)
Events = Callable[[Event], None]
"""Gets every event, in the worker's thread; it must not raise."""
