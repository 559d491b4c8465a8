"""The service: threads, waiting, being told to stop."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import pytest

from mailbot.errors import BadSettings, InboxUnavailable
from mailbot.ledger import Ledger, LedgerOptions, State
from mailbot.model import Address, MessageKey, Outcome, RawMail
from mailbot.worker import Mailroom, Service, WorkerOptions
from mailbot.worker.events import Beat, Trouble
from mailbot.worker.events import Event as Told
from tests.fakes import FakeClock, FakeInbox, FakeOutbox, answer, asking, letter
from tests.servers.daemon import until

Middle = Callable[[RawMail, datetime], Outcome]


class LiveInbox(FakeInbox):
    """A FakeInbox that really waits."""

    def __init__(self, name: str) -> None:
        super().__init__(FakeClock(datetime.now(UTC)), name)
        self.bell = Event()
        self.waits: list[float] = []

    def receive(self, rfc822: bytes, arrived: datetime | None = None) -> MessageKey:
        key = super().receive(rfc822, arrived)
        self.bell.set()
        return key

    def wait(self, seconds: float) -> None:
        self._maybe_fail("wait")
        self.waits.append(seconds)
        self.bell.wait(seconds)
        self.bell.clear()

    def wake(self) -> None:
        self.bell.set()


class Live:
    """A mailroom whose letters are read in threads."""

    def __init__(self, path: Path, name: str, middle: Middle) -> None:
        self.inbox = LiveInbox(name)
        self.outbox = FakeOutbox()
        self.told: list[Told] = []
        self.pool = ThreadPoolExecutor(4)
        self.ledger = Ledger.open(
            path / "ledger.sqlite3", name, LedgerOptions(older_mail=True)
        )
        self.room = Mailroom(
            self.inbox,
            self.outbox,
            self.ledger,
            Address("", name),
            ask=asking(lambda raw, now: self.pool.submit(middle, raw, now)),
            clock=lambda: datetime.now(UTC),
            locks=path,
            options=WorkerOptions(in_flight=3),
            events=self.told.append,
        )

    def close(self) -> None:
        self.pool.shutdown()
        self.ledger.close()


NewOffice = Callable[[str, Middle], Live]


@pytest.fixture
def new_office(tmp_path: Path) -> Iterator[NewOffice]:
    """Makes offices over one ledger, by name and middle; they are closed at the end."""
    with ExitStack() as stack:
        yield lambda name, middle: stack.enter_context(
            closing(Live(tmp_path, name, middle))
        )


@contextmanager
def serving(*offices: Live) -> Iterator[Service]:
    service = Service([office.room for office in offices])
    errors: list[Exception] = []

    def run() -> None:
        try:
            service.run()
        except Exception as error:  # noqa: BLE001  # told in the test's own thread
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    yield service
    service.stop()
    thread.join(60)
    assert not thread.is_alive()
    if errors:
        raise errors[0]


def test_a_waiting_service_answers_a_new_letter(new_office: NewOffice) -> None:
    office = new_office("bot@bots.example", answer)
    with serving(office):
        until(lambda: office.inbox.waits, "it does not wait for the server")
        assert office.inbox.waits == [office.room.options.idle]
        office.inbox.receive(letter())
        until(lambda: office.outbox.sent, "no reply was sent")
    assert office.outbox.recipients == ["ada@people.example"]


def test_a_letter_that_is_slow_to_read_delays_no_other(new_office: NewOffice) -> None:
    read = Event()

    def slow(raw: RawMail, now: datetime) -> Outcome:
        if b"slow" in raw.rfc822:
            assert read.wait(60)
        return answer(raw, now)

    office = new_office("bot@bots.example", slow)
    with serving(office):
        office.inbox.receive(letter("sam@people.example", "slow"))
        for number in range(5):
            office.inbox.receive(letter(f"quick{number}@people.example"))
        until(lambda: len(office.outbox.sent) == 5, "no reply was sent")
        read.set()
        until(lambda: len(office.outbox.sent) == 6, "no reply was sent")
    assert office.outbox.recipients[-1] == "sam@people.example"


def test_the_service_finishes_letters_before_it_ends(new_office: NewOffice) -> None:
    began, read = Event(), Event()

    def slow(raw: RawMail, now: datetime) -> Outcome:
        began.set()
        assert read.wait(60)
        return answer(raw, now)

    office = new_office("bot@bots.example", slow)
    with serving(office) as service:
        office.inbox.receive(letter())
        assert began.wait(60)
        service.stop()
        read.set()
    assert office.outbox.recipients == ["ada@people.example"]
    assert office.ledger.entry(1).state is State.SENT


def test_several_mailboxes_are_served_side_by_side(new_office: NewOffice) -> None:
    offices = [new_office(f"bot{number}@bots.example", answer) for number in range(3)]
    with serving(*offices):
        for number, office in enumerate(offices):
            office.inbox.receive(letter(f"p{number}@people.example"))
        until(
            lambda: all(office.outbox.sent for office in offices), "no reply was sent"
        )
    assert [office.outbox.recipients for office in offices] == [
        [f"p{number}@people.example"] for number in range(3)
    ]


def test_a_lost_mailbox_is_opened_again(new_office: NewOffice) -> None:
    office = new_office("bot@bots.example", answer)
    office.inbox.faults["waiting"] = [InboxUnavailable("connection reset")]
    office.inbox.receive(letter())
    with serving(office):
        until(lambda: office.outbox.sent, "no reply was sent")
    assert office.outbox.recipients == ["ada@people.example"]
    troubles = [event for event in office.told if isinstance(event, Trouble)]
    assert [trouble.why for trouble in troubles] == ["connection reset"]


def test_wrong_settings_of_one_mailbox_end_the_service(new_office: NewOffice) -> None:
    good = new_office("good@bots.example", answer)
    bad = new_office("bad@bots.example", answer)
    bad.inbox.faults["open"] = [BadSettings("wrong password")]
    service = Service([good.room, bad.room])
    with pytest.raises(BadSettings, match="wrong password"):
        service.run()


def test_a_second_service_on_the_mailbox_leaves_at_once(new_office: NewOffice) -> None:
    first = new_office("bot@bots.example", answer)
    second = new_office("bot@bots.example", answer)
    with serving(first):
        until(
            lambda: any(isinstance(event, Beat) for event in first.told),
            "no pass was made",
        )
        with pytest.raises(InboxUnavailable, match="another worker"):
            Service([second.room]).run()
        first.inbox.receive(letter())
        until(lambda: first.outbox.sent, "no reply was sent")


def test_a_service_that_is_told_to_stop_leaves_a_server_that_does_not_answer(
    new_office: NewOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailbot.worker.service._GRACE", 0.2)
    monkeypatch.setattr("mailbot.worker.service._GLANCE", 0.05)
    office = new_office("bot@bots.example", answer)
    asked, abandoned = Event(), Event()

    def never_answered(key: MessageKey) -> RawMail | None:
        asked.set()
        abandoned.wait()
        raise InboxUnavailable("abandoned")

    monkeypatch.setattr(office.inbox, "fetch", never_answered)
    monkeypatch.setattr(office.inbox, "abandon", abandoned.set)
    with serving(office) as service:
        office.inbox.receive(letter())
        assert asked.wait(60)
        service.stop()
    assert not office.outbox.sent
