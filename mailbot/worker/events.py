"""The events that a worker reports: each is of a mailbox, most are of a letter."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from mailbot.ledger import State
from mailbot.mail.ports import Side
from mailbot.model import Outcome, Respond


@dataclass(frozen=True, slots=True)
class OfMailbox:
    """An event of the mailbox of an account."""

    account: str


@dataclass(frozen=True, slots=True)
class OfLetter(OfMailbox):
    """An event of a letter, by its number in the ledger."""

    letter: int


@dataclass(frozen=True, slots=True)
class LeftAlone(OfMailbox):
    """Letters that were there before the installation are left alone; so many."""

    letters: int


@dataclass(frozen=True, slots=True)
class Taken(OfLetter):
    """A new letter was recorded."""

    size: int


@dataclass(frozen=True, slots=True)
class Decided(OfLetter):
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


@dataclass(frozen=True, slots=True)
class GaveWay(OfLetter):
    """The reading of a letter was ended after `seconds`, for others to be read."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Submitted(OfLetter):
    """A server took a reply, within `seconds`; `draft`: stored it as a draft."""

    seconds: float
    draft: bool = False


@dataclass(frozen=True, slots=True)
class Settled(OfLetter):
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


@dataclass(frozen=True, slots=True)
class Delayed(OfLetter):
    """A letter waits until a time."""

    until: datetime
    why: str


@dataclass(frozen=True, slots=True)
class Overtaken(OfLetter):
    """Another process has moved the letter meanwhile; the worker leaves it as it is."""

    why: str


@dataclass(frozen=True, slots=True)
class Trouble(OfMailbox):
    """A side of a mailbox cannot be used; next try after `seconds`.

    `kind` is the name of the error, `why` holds no address of a person. `repeated`: it
    failed for the same reason the last time.
    """

    side: Side
    kind: str
    why: str
    seconds: float
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Recovered(OfMailbox):
    """A side of a mailbox works again."""

    side: Side


@dataclass(frozen=True, slots=True)
class Noticed(OfMailbox):
    """The mail server wants a person to read a text; once a day for each text."""

    text: str


@dataclass(frozen=True, slots=True)
class Beat(OfMailbox):
    """A pass goes on over a mailbox that was reached.

    `in_flight` letters are being read.
    """

    now: datetime
    in_flight: int


@dataclass(frozen=True, slots=True)
class Rehearsed(OfLetter):
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
