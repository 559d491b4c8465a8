"""What the worker is given (Mailroom), and the events it reports."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Self

from mailbot.ledger import Ledger, State
from mailbot.mail.ports import Inbox, Outbox, Side
from mailbot.model import Address, Outcome, RawMail, Respond
from mailbot.options import WorkerOptions
from mailbot.worker.turns import Lane, MayTake


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done with a letter, when it is its turn in its lane.

    `read` gets the letter, which the task does not hold, and may end with Preempted.
    Without a lane nothing is to be read, and the letter need not wait.
    """

    lane: Lane | None
    read: Callable[[RawMail, MayTake], Future[Outcome]]


Ask = Callable[[RawMail, datetime], Task]
"""Decides by its headers what is to be done with a letter (`cli.answering`)."""

Apology = Callable[[RawMail, datetime], Future[Outcome]]
"""As Ask, for a letter that could not be read. It looks at the headers alone and gives
a Respond, with a Message-ID that no reply has, if the sender may be answered."""


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """Letters that were there before the installation are left alone; so many."""

    account: str
    letters: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A new letter was recorded."""

    account: str
    letter: int
    size: int


@dataclass(frozen=True, slots=True)
class Decided:
    """What the middle decided on a letter; `seconds` by stage."""

    account: str
    letter: int
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
class GaveWay:
    """The reading of a letter was ended after `seconds`, for others to be read."""

    account: str
    letter: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Submitted:
    """A server took a reply, within `seconds`; `draft`: stored it as a draft."""

    account: str
    letter: int
    seconds: float
    draft: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """A letter is settled, `seconds` after its arrival by the mail server's clock.

    `ours`: the reason is our own rule's, and names nobody. `drafted`: the reply was
    stored as a draft. `rehearsed`: this was a dry run, and nothing happened.
    """

    account: str
    letter: int
    state: State
    why: str
    seconds: float
    ours: bool = False
    drafted: bool = False
    rehearsed: bool = False


@dataclass(frozen=True, slots=True)
class Delayed:
    """A letter waits until a time."""

    account: str
    letter: int
    until: datetime
    why: str


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Another process has moved the letter meanwhile; the worker leaves it as it is."""

    account: str
    letter: int
    why: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """A side of a mailbox cannot be used; next try after `seconds`.

    `kind` is the name of the error, `why` holds no address of a person. `repeated`: it
    failed for the same reason the last time.
    """

    account: str
    side: Side
    kind: str
    why: str
    seconds: float
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Recovered:
    """A side of a mailbox works again."""

    account: str
    side: Side


@dataclass(frozen=True, slots=True)
class Noticed:
    """The mail server wants a person to read a text; once a day for each text."""

    account: str
    text: str


@dataclass(frozen=True, slots=True)
class Beat:
    """A pass goes on over a mailbox that was reached.

    `in_flight` letters are being read.
    """

    account: str
    now: datetime
    in_flight: int


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """The message that a dry run would have sent, and to whom."""

    account: str
    letter: int
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


def _silent(_: object) -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Mailroom:
    """One mailbox and all that serves it.

    `locks` is the folder of the lock file that keeps other workers out, usually the
    folder of the ledger; None: no lock. `logins` names the login of each side that has
    one, so that a refusal of one that has worked is no fault of the settings. `crash`
    is called at every step that
    `pipeline.STEPS` names, so that a test can end the process there.
    """

    inbox: Inbox
    outbox: Outbox
    ledger: Ledger
    sender: Address
    ask: Ask
    clock: Callable[[], datetime]
    apologise: Apology | None = None
    locks: Path | None = None
    logins: Mapping[Side, str] = field(default_factory=dict)
    options: WorkerOptions = field(default_factory=WorkerOptions)
    events: Events = _silent
    crash: Callable[[str], None] = _silent
