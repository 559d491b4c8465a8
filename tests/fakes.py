"""Fakes of the outside world: an inbox, an outbox, a clock and an executor."""

from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from functools import partial
from hashlib import sha256
from typing import ParamSpec, TypeVar

from mailbot.errors import MailbotError
from mailbot.language.subjects import thread_name
from mailbot.mail.message.addresses import plain_address
from mailbot.mail.message.headers import read_date
from mailbot.mail.message.identity import reply_id
from mailbot.mail.ports import Arrival, Folder, Since
from mailbot.model import (
    Address,
    Claim,
    Kind,
    MessageKey,
    Outcome,
    RawMail,
    Reply,
    Respond,
)
from mailbot.pool import MayTake, Pool
from mailbot.worker import Ask, Lane, Task

P = ParamSpec("P")
T = TypeVar("T")

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
BOT = Address("Sudoku", "bot@bots.example")


class FakeClock:
    """A clock that stands still until told to go on."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def go_on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class FakeSeconds:
    """A clock that tells seconds, and stands still until told to go on."""

    def __init__(self) -> None:
        self._now = 0.0

    def __call__(self) -> float:
        return self._now

    def go_on(self, seconds: float) -> None:
        self._now += seconds


class FakeExecutor(Pool):
    """Runs what it is given at once, or when told to."""

    def __init__(self, *, at_once: bool = True) -> None:
        self._at_once = at_once
        self._waiting: list[Callable[[], None]] = []

    @property
    def begun(self) -> int:
        """How many calls were given and have not run."""
        return len(self._waiting)

    def submit_within(self, may_take: MayTake, call: "partial[T]") -> Future[T]:
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(call())
            except Exception as error:  # noqa: BLE001  # as every Executor does
                future.set_exception(error)

        self._waiting.append(run)
        if self._at_once:
            self.finish_all()
        return future

    def finish_all(self) -> None:
        while self._waiting:
            self._waiting.pop(0)()


def letter(
    sender: str = "ada@people.example", subject: str = "Sudoku", body: str = "53..7...."
) -> bytes:
    """A letter as bytes; its Message-ID follows from what it says."""
    name = sha256(f"{sender}{subject}{body}".encode()).hexdigest()[:16]
    return (
        f"From: {sender}\r\nTo: {BOT.address}\r\nSubject: {subject}\r\n"
        f"Message-ID: <{name}@people.example>\r\n\r\n{body}\r\n"
    ).encode()


def asking(read: Callable[[RawMail, datetime], Future[Outcome]]) -> Ask:
    """Letters that are read at once, as long as no more than `in_flight` are."""

    def ask(raw: RawMail, now: datetime) -> Task:
        lane = Lane(str(raw.key), str(raw.key))
        return Task(lane, lambda letter, _: read(letter, now))

    return ask


def answer(raw: RawMail, now: datetime) -> Outcome:
    """A middle that answers everything to its sender."""
    head = message_from_bytes(raw.rfc822)
    sender = Address("", head["From"])
    name = reply_id(sha256(raw.rfc822).hexdigest(), BOT.address)
    reply = Reply(
        to=sender,
        subject=f"Re: {head['Subject']}",
        in_reply_to=head["Message-ID"],
        references=(),
        message_id=name,
        text="Here it is.",
    )
    thread = thread_name(head["Subject"])
    who, names = plain_address(sender.address), (head["Message-ID"],)
    claim = Claim(who, sender.domain, thread, proven=True, ids=names)
    return Respond(reply, claim, Kind.SOLVED)


@dataclass
class FakeInbox:
    """A mailbox in memory, numbered in order like an IMAP folder.

    `copies` gives each submitted message back as IMAP's self-copy would; `faults`
    holds, by method, the errors that its next calls raise.
    """

    clock: FakeClock
    name: str = "bot@bots.example"
    folder: str = "INBOX"
    uidvalidity: int = 7
    ordered: bool = True
    letters: dict[int, RawMail] = field(default_factory=dict)
    filed: dict[Folder, list[RawMail]] = field(
        default_factory=lambda: {folder: [] for folder in Folder}
    )
    keeps_sent: bool = False
    kept: list[bytes] = field(default_factory=list)
    faults: dict[str, list[MailbotError]] = field(default_factory=dict)
    fetched: int = 0
    opened: bool = False
    waits: list[float] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    on_wait: Callable[[], None] = lambda: None
    next_uid: int = 1

    def receive(self, rfc822: bytes, arrived: datetime | None = None) -> MessageKey:
        key = MessageKey(self.folder, self.uidvalidity, self.next_uid)
        self.letters[key.uid] = RawMail(key, rfc822, arrived or self.clock())
        self.next_uid += 1
        return key

    def renumber(self) -> None:
        """As a server does that lost its index: all UIDs anew."""
        old, self.letters, self.next_uid = self.letters, {}, 1
        self.uidvalidity += 1
        for raw in old.values():
            self.receive(raw.rfc822, raw.arrived)

    def open(self) -> None:
        self._maybe_fail("open")
        self.opened = True

    def newest(self) -> MessageKey | None:
        if not self.ordered:
            return None
        return MessageKey(self.folder, self.uidvalidity, self.next_uid - 1)

    def count(self) -> int:
        return len(self.letters)

    def waiting(
        self, known: Container[MessageKey], since: Since | None = None
    ) -> Iterator[Arrival]:
        self._maybe_fail("waiting")
        for raw in list(self.letters.values()):
            if raw.key not in known:
                sent = read_date(message_from_bytes(raw.rfc822)["Date"] or "")
                yield Arrival(raw.key, len(raw.rfc822), raw.arrived, sent=sent)

    def fetch(self, key: MessageKey) -> RawMail | None:
        self._maybe_fail("fetch")
        self.fetched += 1
        places = [self.letters.values(), *self.filed.values()]
        found = (raw for place in places for raw in place if raw.key == key)
        return next(found, None)

    def fetch_head(self, key: MessageKey) -> RawMail | None:
        raw = self.fetch(key)
        if raw is None:
            return None
        head = raw.rfc822.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        return replace(raw, rfc822=head, whole=False)

    def recall(self, folder: Folder, size: int) -> Iterator[RawMail]:
        return (raw for raw in self.filed[folder] if len(raw.rfc822) == size)

    def file(self, key: MessageKey, folder: Folder) -> None:
        self._maybe_fail("file")
        raw = self.letters.pop(key.uid, None)
        if raw:
            there = MessageKey(folder, 1, len(self.filed[folder]) + 1)
            self.filed[folder].append(RawMail(there, raw.rfc822, raw.arrived))

    def wait(self, seconds: float) -> None:
        self._maybe_fail("wait")
        self.waits.append(seconds)
        self.clock.go_on(seconds)
        self.on_wait()

    def wake(self) -> None:
        pass

    def abandon(self) -> None:
        pass

    def has_copy(self, message_id: str) -> bool:
        self._maybe_fail("has_copy")
        held = [raw.rfc822 for raw in self.letters.values()] + self.kept
        return any(message_id.encode() in rfc822 for rfc822 in held)

    def keep_copy(self, message: bytes, *, draft: bool) -> None:
        self._maybe_fail("keep_copy")
        if draft or self.keeps_sent:
            self.kept.append(message)

    def notices(self) -> list[str]:
        told, self.says = self.says, []
        return told

    def close(self) -> None:
        self.opened = False

    def _maybe_fail(self, method: str) -> None:
        waiting = self.faults.get(method)
        if waiting:
            raise waiting.pop(0)


@dataclass
class FakeOutbox:
    """Takes replies; `answers` are what it says to the next ones (None: taken).

    With `delivers` a reply is delivered although the answer is an error, as when the
    connection is cut after DATA. `copy_to` gets a self-copy
    of what is delivered, and `post` brings it to whom it is for.
    """

    copy_to: FakeInbox | None = None
    answers: list[MailbotError | None] = field(default_factory=list)
    delivers: bool = False
    post: Callable[[bytes], object] = lambda message: None
    sent: list[tuple[str, bytes]] = field(default_factory=list)
    closed: bool = False

    def submit(self, message: bytes, recipient: str, *, patient: bool = True) -> None:
        error = self.answers.pop(0) if self.answers else None
        if error is None or self.delivers:
            self.sent.append((recipient, message))
            self.post(message)
            if self.copy_to:
                self.copy_to.receive(message)
        if error:
            raise error

    def close(self) -> None:
        self.closed = True

    @property
    def recipients(self) -> Sequence[str]:
        return [recipient for recipient, _ in self.sent]
