"""What the worker is given (Mailroom), and how long it waits after a failure."""

import random
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct, field

from mailbot.ledger import Ledger
from mailbot.mail.ports import Inbox, Outbox, Side
from mailbot.model import Address, Outcome, RawMail
from mailbot.options import WorkerOptions
from mailbot.worker.events import Delayed, Events
from mailbot.worker.turns import Lane, MayTake


class Task(Struct, frozen=True):
    """What is to be done with a letter, when it is its turn in its lane.

    `read` gets the letter, which the task does not hold, and may end with Preempted.
    Without a lane nothing is to be read, and the letter need not wait.
    """

    lane: Lane | None
    read: Callable[[RawMail, MayTake], Future[Outcome]]


Ask = Callable[[RawMail, datetime], Task]
"""Decides by its headers what is to be done with a letter (`cli.answering`)."""

Apology = Callable[[RawMail], Future[Outcome]]
"""As Ask, for a letter that could not be read. It looks at the headers alone and gives
a Respond, with a Message-ID that no reply has, if the sender may be answered."""


PutOff = Callable[[int, datetime, str, datetime], None]
"""A method of the ledger that lets a letter wait: its number, until when, why, now."""


def _silent(_: object) -> None:
    """Do nothing."""


class Mailroom(Struct, frozen=True):
    """One mailbox and all that serves it.

    `locks` is the folder of the lock file that keeps other workers out, usually the
    folder of the ledger; None: no lock. `logins` names the login of each side that has
    one, so that a refusal of one that has worked is no fault of the settings. `crash`
    is called at every step that `pipeline.STEPS` names, so that a test can end the
    process there.
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
    options: WorkerOptions = WorkerOptions()
    events: Events = _silent
    crash: Callable[[str], None] = _silent

    def put_off(self, step: PutOff, letter: int, until: datetime, why: str) -> None:
        """Let a letter wait until a time, and report that it waits."""
        step(letter, until, why, self.clock())
        self.events(Delayed(self.inbox.name, letter, until, why))

    def retry_after(self, tries: int) -> timedelta:
        """How long a letter waits after its failed try of that number, from 0."""
        first, longest = self.options.retry_wait, self.options.retry_longest
        return timedelta(seconds=delay(tries, first, longest))


def delay(tries: int, first: float, longest: float) -> float:
    """Seconds to wait after the failed try of that number, from 0.

    The time doubles up to `longest`, and half of it is random: so the clients of a
    server that was down do not all come back at the same moment.
    """
    # 2**30 times `first` is over any `longest`; more would overflow a float.
    seconds: float = min(first * 2 ** min(tries, 30), longest)
    return seconds * random.uniform(0.5, 1)  # noqa: S311  # no secret depends on it
