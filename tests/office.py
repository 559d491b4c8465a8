"""A mailroom made of fakes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from mailbot.errors import SubmissionDeferred
from mailbot.ledger import Ledger, LedgerOptions, Record, Report, State, Summary
from mailbot.mail.ports import Folder
from mailbot.model import Address, Outcome, RawMail
from mailbot.worker import Mailroom, WorkerOptions, rehearse, run_once
from mailbot.worker.events import Event
from tests.fakes import (
    BOT,
    FakeClock,
    FakeExecutor,
    FakeInbox,
    FakeOutbox,
    answer,
    asking,
    letter,
)

Told = TypeVar("Told", bound=Event)

Middle = Callable[[RawMail, datetime], Outcome]

QUICK = WorkerOptions(
    in_flight=4, attempts=3, retry_wait=60, copy_wait=10, copies=False
)


@dataclass
class Office:
    """One mailbox with a worker. `work` is one pass of a new process."""

    path: Path
    me: Address = BOT
    middle: Middle = answer
    apology: Middle | None = None
    options: WorkerOptions = QUICK
    ledger_options: LedgerOptions = field(default_factory=LedgerOptions)
    clock: FakeClock = field(default_factory=FakeClock)
    pool: FakeExecutor = field(default_factory=FakeExecutor)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.inbox = FakeInbox(self.clock, self.me.address)
        self.outbox = FakeOutbox()
        self.file = self.path / "ledger.sqlite3"

    def open_ledger(self) -> Ledger:
        return Ledger.open(self.file, self.inbox.name, self.ledger_options)

    def open_report(self) -> Report:
        return Report.open(self.file)

    @contextmanager
    def open_room(self) -> Iterator[Mailroom]:
        apology = self.apology
        with self.open_ledger() as ledger:
            yield Mailroom(
                self.inbox,
                self.outbox,
                ledger,
                self.me,
                ask=asking(lambda raw, now: self.pool.submit(self.middle, raw, now)),
                clock=self.clock,
                apologise=apology
                and (lambda raw: self.pool.submit(apology, raw, self.clock())),
                locks=self.path,
                options=self.options,
                events=self.events.append,
            )

    def install(self) -> "Office":
        """Make a first pass over the empty mailbox: letters that come now are new."""
        self.work()
        return self

    def work(self) -> None:
        """Make one pass, as a process does that starts now and ends after it.

        A server that takes no replies is no error here.
        """
        with self.open_room() as room, suppress(SubmissionDeferred):
            run_once(room)

    def take(self, *letters: bytes) -> None:
        """One pass, when these letters have come."""
        for one in letters:
            self.inbox.receive(one)
        self.work()

    def receive_from(self, count: int, person: str = "p{}@people.example") -> None:
        """A letter comes from each of so many people."""
        for number in range(count):
            self.inbox.receive(letter(person.format(number)))

    def rehearse(self) -> None:
        with self.open_room() as room, rehearse(room) as rehearsed:
            run_once(rehearsed)

    def later(self, seconds: float, passes: int = 1) -> None:
        """One pass some time from now, or several as far apart."""
        for _ in range(passes):
            self.clock.go_on(seconds)
            self.work()

    def summary(self) -> Summary:
        """What the operator is shown now."""
        with self.open_report() as report:
            return report.summary(self.clock(), limit=10_000)

    def records(self) -> list[Record]:
        """Every letter, in order of arrival."""
        return sorted(self.summary().recent, key=lambda record: record.id)

    def states(self) -> list[State]:
        return [record.state for record in self.records()]

    def stuck(self) -> list[State]:
        return [record.state for record in self.summary().stuck]

    def in_folder(self, folder: Folder) -> list[bytes]:
        return [raw.rfc822 for raw in self.inbox.filed[folder]]

    def told(self, kind: type[Told]) -> list[Told]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def retry(self, letter: int) -> None:
        """Have a letter tried again, as the operator does."""
        with self.open_report() as report:
            assert report.retry(letter, self.clock())

    def with_options(self, **changes: object) -> None:
        self.options = replace(self.options, **changes)
