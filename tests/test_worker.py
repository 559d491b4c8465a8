"""The worker, with fakes for everything around it."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from mailbot.errors import (
    BadSettings,
    InboxUnavailable,
    MailbotError,
    MissingTool,
    Passing,
    SubmissionDeferred,
    SubmissionRefused,
)
from mailbot.ledger import LedgerOptions, State, hold
from mailbot.mail.ports import Folder, Inbox
from mailbot.model import (
    Defer,
    Ignore,
    MessageKey,
    Outcome,
    Quarantine,
    RawMail,
    Respond,
)
from mailbot.worker import rehearse, run_once
from mailbot.worker.events import LeftAlone, Overtaken, Rehearsed, Settled, Taken
from mailbot.worker.pipeline import MAX_TRIES
from tests.fakes import BOT, NOON, FakeExecutor, answer, letter
from tests.office import Office

ADA = "ada@people.example"


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path).install()


def apologise(raw: RawMail, now: datetime) -> Outcome:
    outcome = answer(raw, now)
    assert isinstance(outcome, Respond)
    sorry = replace(outcome.reply, message_id="<sorry@bots.example>", text="Sorry.")
    return replace(outcome, reply=sorry)


def crash(raw: RawMail, now: datetime) -> Outcome:
    raise RuntimeError("a bug")


# One letter.


def test_events_tell_of_a_letter_from_its_arrival_to_its_end(office: Office) -> None:
    office.inbox.receive(letter())
    office.clock.go_on(3)
    office.events.clear()
    office.work()
    told = [type(event).__name__ for event in office.events]
    assert told == ["Taken", "Decided", "Submitted", "Settled", "Beat"]
    [settled] = office.told(Settled)
    assert (settled.state, settled.seconds) == (State.SENT, 3)


def test_a_letter_too_large_is_quarantined_unfetched(office: Office) -> None:
    office.with_options(letter_bytes=50)
    office.inbox.receive(letter())
    read: list[RawMail] = []

    def refuse(raw: RawMail, now: datetime) -> Outcome:
        read.append(raw)
        return apologise(raw, now)

    office.apology = refuse
    office.work()
    [head] = read
    assert (head.whole, b"53..7" in head.rfc822) == (False, False)
    assert office.outbox.recipients == [ADA]
    assert office.states() == [State.QUARANTINED]
    assert office.in_folder(Folder.QUARANTINE) == [letter()]


def test_a_letter_of_the_largest_size_allowed_is_answered(office: Office) -> None:
    office.with_options(letter_bytes=len(letter()))
    office.take(letter())
    assert office.states() == [State.SENT]


def test_a_letter_that_a_person_filed_is_left_alone(office: Office) -> None:
    office.middle = lambda raw, now: Defer(now + timedelta(hours=1), "busy")
    key = office.inbox.receive(letter())
    office.work()
    office.inbox.file(key, Folder.IGNORED)
    office.middle = answer
    office.later(3601)
    assert office.states() == [State.IGNORED]
    assert office.outbox.sent == []


def test_a_vanished_letter_is_answered_when_it_comes_back(office: Office) -> None:
    office.middle = lambda raw, now: Defer(now + timedelta(hours=1), "busy")
    key = office.inbox.receive(letter())
    office.work()
    del office.inbox.letters[key.uid]
    office.later(3601)
    assert office.states() == [State.IGNORED]
    office.middle = answer
    office.take(letter())
    assert len(office.outbox.sent) == 1


def test_a_reply_becomes_a_draft_where_drafts_are_wanted(office: Office) -> None:
    office.with_options(drafts=True)
    office.take(letter())
    assert office.outbox.sent == []
    [draft] = office.inbox.kept
    assert b"In-Reply-To" in draft
    assert office.states() == [State.SENT]
    [settled] = office.told(Settled)
    assert settled.drafted


# Old mail.


def test_a_letter_from_before_the_installation_gets_no_reply(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.take(letter(subject="old"))
    office.take(letter(subject="new"))
    assert [b"new" in message for _, message in office.outbox.sent] == [True]
    assert office.inbox.fetched == 1


def test_without_order_an_old_letter_is_known_by_its_date(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.inbox.ordered = False
    office.inbox.receive(letter(subject="old"), NOON - timedelta(hours=1))
    office.work()
    office.take(letter(subject="new"))
    assert [b"new" in message for _, message in office.outbox.sent] == [True]


def test_an_old_letter_is_old_in_a_renumbered_mailbox(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.inbox.receive(letter(subject="old"), NOON - timedelta(hours=1))
    office.work()
    office.inbox.renumber()
    office.work()
    assert office.outbox.sent == []


def test_an_old_letter_is_answered_if_the_settings_say_so(tmp_path: Path) -> None:
    wanted = LedgerOptions(older_mail=True)
    office = Office(tmp_path, ledger_options=wanted)
    office.inbox.receive(letter(), NOON - timedelta(days=9))
    office.work()
    assert len(office.outbox.sent) == 1
    assert not office.told(LeftAlone)


def test_where_old_letters_are_answered_a_uid_may_come_again(tmp_path: Path) -> None:
    wanted = LedgerOptions(older_mail=True)
    office = Office(tmp_path, ledger_options=wanted)
    key = office.inbox.receive(letter(), NOON)
    office.work()
    office.inbox.letters[key.uid] = RawMail(key, letter("eve@people.example"), NOON)
    office.work()
    assert office.outbox.recipients == [ADA, "eve@people.example"]


# A renumbered mailbox.


def test_letters_of_a_renumbered_mailbox_are_not_answered_again(office: Office) -> None:
    office.inbox.file = lambda key, folder: None  # type: ignore[method-assign]
    office.take(*(letter(subject=f"{number}") for number in range(5)))
    office.inbox.renumber()
    office.later(99 * 86400)
    assert {record.recipient for record in office.records()} == {""}
    assert len(office.outbox.sent) == 5


def test_one_more_header_is_no_reason_to_answer_again(office: Office) -> None:
    office.inbox.file = lambda key, folder: None  # type: ignore[method-assign]
    office.take(*(letter(subject=f"{number}") for number in range(5)))
    for key, raw in office.inbox.letters.items():
        changed = b"X-Restored: yes\r\n" + raw.rfc822
        office.inbox.letters[key] = replace(raw, rfc822=changed)
    office.inbox.renumber()
    office.later(60)
    assert len(office.outbox.sent) == 5
    assert office.states() == [State.SENT] * 5 + [State.REFUSED] * 5
    settled = office.told(Settled)
    # The reason is our rule's, so that the log may show it.
    assert [event.ours for event in settled] == [False] * 5 + [True] * 5


def test_a_wrong_date_of_a_server_is_mended_by_the_letters(office: Office) -> None:
    year = timedelta(days=365)
    office.inbox.renumber()
    for name, sent in (("new", NOON), ("old", NOON - year), ("far", NOON + year)):
        dated = f"Date: {format_datetime(sent)}\r\n".encode()
        office.inbox.receive(dated + letter(f"{name}@a.example"), NOON - year)
    office.inbox.receive(letter("undated@a.example"), NOON - year)
    office.work()
    assert office.outbox.recipients == ["new@a.example"]
    assert LeftAlone(BOT.address, 3) in office.events, "nothing without a word"


def test_a_renumbered_mailbox_is_searched_by_uid_after_one_pass(office: Office) -> None:
    office.middle = lambda raw, now: Defer(now + timedelta(hours=1), "busy")
    office.take(letter())
    office.inbox.renumber()
    with office.open_ledger() as ledger:
        assert isinstance(ledger.since(office.inbox.newest()), datetime)
    office.work()
    newest = office.inbox.newest()
    assert newest is not None
    with office.open_ledger() as ledger:
        assert ledger.since(newest) == newest
        assert newest in ledger.known()
    office.middle = answer
    office.later(3601)
    assert office.states() == [State.SENT]
    assert office.in_folder(Folder.ANSWERED) == [letter()]


def test_a_broken_pass_over_a_renumbered_mailbox_loses_none(office: Office) -> None:
    office.inbox.receive(letter(subject="1"))
    office.inbox.receive(letter(subject="2"))
    office.inbox.renumber()
    office.inbox.faults["waiting"] = [InboxUnavailable("connection reset")]
    with pytest.raises(InboxUnavailable):
        office.work()
    office.work()
    assert office.states() == [State.SENT] * 2


# A poison letter.


def test_a_quarantined_letter_gets_an_apology_if_allowed(office: Office) -> None:
    office.middle = lambda raw, now: Quarantine("no letter")
    office.apology = apologise
    office.take(letter())
    [record] = office.records()
    assert (record.state, record.why) == (State.QUARANTINED, "no letter")
    [(recipient, message)] = office.outbox.sent
    assert recipient == "ada@people.example"
    assert b"Sorry." in message
    assert office.in_folder(Folder.QUARANTINE) == [letter()]


@pytest.mark.parametrize("apology", [crash, lambda raw, now: Ignore("a list")])
@pytest.mark.parametrize(("why", "kept"), [("no letter",) * 2, ("", "failed")])
def test_a_quarantined_letter_gets_no_apology_that_cannot_be_written(
    office: Office, apology: object, why: str, kept: str
) -> None:
    office.middle = lambda raw, now: Quarantine(why)
    office.apology = apology  # type: ignore[assignment]
    office.take(letter())
    assert office.outbox.sent == []
    assert office.records()[0].why == kept
    assert office.states() == [State.QUARANTINED]


def test_a_letter_that_kills_comes_last_and_is_given_up(office: Office) -> None:
    class Killed(BaseException):
        pass

    def end(raw: RawMail, now: datetime) -> Outcome:
        if b"poison" in raw.rfc822:
            raise Killed
        return answer(raw, now)

    office.middle = end
    office.inbox.receive(letter("eve@people.example", "poison"))
    with pytest.raises(Killed):
        office.work()
    office.inbox.receive(letter())
    for _ in range(19):
        with pytest.raises(Killed):
            office.work()
    assert office.outbox.recipients == ["ada@people.example"]
    office.work()
    assert set(office.states()) == {State.QUARANTINED, State.SENT}


def test_a_letter_that_waits_bears_no_blame_for_a_kill(office: Office) -> None:
    class Killed(BaseException):
        pass

    def end_once_one_is_read_and_all_others_wait() -> bool:
        taken = len(office.told(Taken))
        if taken == count and pool.begun:
            raise Killed
        return False

    count = MAX_TRIES + 5
    office.with_options(in_flight=1)
    office.receive_from(count, "ada@people{}.example")
    for _ in range(count):
        pool = office.pool = FakeExecutor(at_once=False)
        with office.open_room() as room, pytest.raises(Killed):
            run_once(room, end_once_one_is_read_and_all_others_wait)
    office.pool = FakeExecutor()
    office.work()
    assert set(office.states()) == {State.SENT}


def test_a_large_letter_is_told_from_its_like_by_its_time(office: Office) -> None:
    office.with_options(letter_bytes=50)
    other = letter("bob@people.example")
    office.inbox.receive(other)
    office.clock.go_on(60)
    office.take(letter())
    assert len(other) == len(letter())
    office.with_options(letter_bytes=5000)
    office.retry(2)
    office.work()
    assert office.outbox.recipients == [ADA]


class TestAPersonForgottenMeanwhile:
    """`mailbot forget` runs beside the worker, at any moment."""

    @pytest.fixture
    def forget(self, office: Office) -> Callable[..., None]:
        def forget(*_: object) -> None:
            with office.open_report() as report:
                report.forget(ADA)

        return forget

    @pytest.fixture(autouse=True)
    def letters(self, office: Office) -> None:
        office.inbox.receive(letter())
        office.inbox.receive(letter("bob@people.example"))

    def assert_erased(self, office: Office, state: State) -> None:
        ada, bob = office.records()
        assert (ada.state, ada.recipient, ada.subject) == (state, "", "")
        assert bob.state is State.SENT

    def test_a_person_forgotten_while_the_letter_is_read_gets_no_reply(
        self, office: Office, forget: Callable[..., None]
    ) -> None:
        def read(raw: RawMail, now: datetime) -> Outcome:
            if b"ada@" in raw.rfc822:
                # The ledger names nobody yet; a reply that was put off names Ada.
                with office.open_ledger() as ledger:
                    ledger.db.execute("UPDATE letter SET recipient = ?", (ADA,))
                forget()
            return answer(raw, now)

        office.middle = read
        office.work()
        assert office.outbox.recipients == ["bob@people.example"]
        assert [type(e) for e in office.events].count(Overtaken) == 1
        self.assert_erased(office, State.IGNORED)

    def test_a_person_forgotten_during_the_hand_over_was_answered(
        self, office: Office, forget: Callable[..., None]
    ) -> None:
        office.outbox.post = forget
        office.work()
        assert office.outbox.recipients == [ADA, "bob@people.example"]
        self.assert_erased(office, State.SENT)

    @pytest.mark.parametrize("error", [SubmissionDeferred, SubmissionRefused])
    def test_a_reply_that_fails_while_its_person_is_forgotten_goes_out_no_more(
        self, office: Office, forget: Callable[..., None], error: type[MailbotError]
    ) -> None:
        office.outbox.answers, office.outbox.delivers = [error("450")], True
        office.outbox.post = forget
        office.work()
        office.later(3600)
        assert office.outbox.recipients == [ADA, "bob@people.example"]
        self.assert_erased(office, State.IGNORED)


class TestWhereLettersAreRead:
    def test_a_lost_pool_does_not_count_against_a_letter(self, office: Office) -> None:
        def gone(raw: RawMail, now: datetime) -> Outcome:
            raise Passing("no scheduler")

        office.middle = gone
        office.inbox.receive(letter())
        for _ in range(9):
            with pytest.raises(Passing, match="no scheduler"):
                office.later(61)
            office.work()  # the pool is asked again after a while, not at once
        assert office.states() == [State.NEW]
        office.middle = answer
        office.later(61)
        assert office.states() == [State.SENT]

    def test_a_missing_tool_stops_the_worker_safely(self, office: Office) -> None:
        def missing(raw: RawMail, now: datetime) -> Outcome:
            raise MissingTool("install tesseract-ocr")

        office.middle = missing
        office.inbox.receive(letter())
        with pytest.raises(MissingTool, match="install"):
            office.work()
        assert office.states() == [State.NEW]
        assert office.inbox.letters
        office.middle = answer
        office.work()
        assert office.states() == [State.SENT]

    def test_readers_get_a_letter_before_all_replies_left(self, office: Office) -> None:
        answered_before = []

        class Pair(FakeExecutor):
            """Reads letters two at a time."""

            def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
                answered_before.append(len(office.outbox.sent))
                future = super().submit(fn, *args, **kwargs)
                if len(answered_before) % 2 == 0:
                    self.finish_all()
                return future

        office.with_options(in_flight=2)
        office.pool = Pair(at_once=False)
        office.take(*(letter(subject=f"No. {number}") for number in range(4)))
        assert answered_before == [0, 0, 1, 2]
        assert len(office.outbox.sent) == 4

    def test_a_letter_read_meanwhile_is_answered_once(self, office: Office) -> None:
        class Slow(FakeExecutor):
            """Finishes reading a letter when the next one comes, or 0.3 s later."""

            def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
                self.finish_all()
                future = super().submit(fn, *args, **kwargs)
                threading.Timer(0.3, self.finish_all).start()
                return future

        def gone(raw: RawMail, now: datetime) -> Outcome:
            raise Passing("no scheduler")

        office.middle = gone
        for number in range(2):
            office.inbox.receive(letter(subject=f"early {number}"))
        with pytest.raises(Passing, match="no scheduler"):
            office.work()
        office.middle, office.pool = answer, Slow(at_once=False)
        office.inbox.receive(letter(subject="late"))
        office.later(61)
        assert office.states() == [State.SENT] * 3
        assert len(office.outbox.sent) == 3


# Many at once.


# The mailbox.


def test_a_mailbox_is_held_by_one_worker(office: Office) -> None:
    office.inbox.receive(letter())
    with (
        hold(office.path, office.inbox.name),
        pytest.raises(InboxUnavailable, match="another worker"),
    ):
        office.work()
    assert office.outbox.sent == []
    office.work()
    assert len(office.outbox.sent) == 1


def test_a_pass_closes_the_inbox_and_the_outbox(office: Office) -> None:
    office.work()
    assert not office.inbox.opened
    assert office.outbox.closed


@pytest.mark.parametrize("step", ["open", "waiting", "fetch", "file"])
def test_a_failing_inbox_doubles_no_reply(office: Office, step: str) -> None:
    office.inbox.receive(letter())
    office.inbox.faults[step] = [InboxUnavailable("gone")]
    with suppress(InboxUnavailable):
        office.work()
    office.later(10)
    office.work()
    assert len(office.outbox.sent) == 1
    assert office.states() == [State.SENT]


def test_a_letter_that_cannot_be_filed_does_not_stop_the_others(office: Office) -> None:
    office.inbox.faults["file"] = [InboxUnavailable("over quota")]
    office.inbox.receive(letter())
    office.inbox.receive(letter("eve@people.example"))
    with pytest.raises(InboxUnavailable):
        office.work()
    office.work()
    assert sorted(office.outbox.recipients) == [ADA, "eve@people.example"]


def test_letters_unfiled_at_a_kill_are_filed_later(office: Office) -> None:
    def lose(key: MessageKey, folder: Folder) -> None:
        """As an inbox that files in batches and is killed before."""

    office.inbox.file, file = lose, office.inbox.file  # type: ignore[method-assign]
    office.take(letter())
    assert office.in_folder(Folder.ANSWERED) == []
    office.inbox.file = file  # type: ignore[method-assign]
    office.work()
    assert office.in_folder(Folder.ANSWERED) == [letter()]


def test_a_wrong_password_ends_the_pass(office: Office) -> None:
    office.inbox.faults["open"] = [BadSettings("wrong password")]
    with pytest.raises(BadSettings):
        office.work()


# A dry run.


def test_a_dry_run_reports_its_replies_and_changes_nothing(office: Office) -> None:
    office.inbox.receive(letter())
    office.rehearse()
    assert not office.inbox.opened
    [told] = office.told(Rehearsed)
    assert told.recipient == "ada@people.example"
    assert b"Here it is." in told.message
    assert office.outbox.sent == []
    assert office.records() == []
    assert office.inbox.letters
    office.work()
    assert len(office.outbox.sent) == 1


def test_a_dry_run_reports_each_reply_with_the_id_of_its_letter(office: Office) -> None:
    office.inbox.receive(letter(subject="first"))
    office.inbox.receive(letter(subject="second"))
    office.rehearse()
    told = [e for e in office.events if isinstance(e, Rehearsed | Settled)]
    assert [type(event) for event in told] == [Rehearsed, Settled] * 2
    assert [event.letter for event in told] == [1, 1, 2, 2]
    assert all(e.rehearsed for e in told if isinstance(e, Settled))


def test_a_dry_run_reaches_only_what_is_known_to_write_nothing(office: Office) -> None:
    methods = [name for name in vars(Inbox) if not name.startswith("_")]
    with office.open_room() as room, rehearse(room) as rehearsed:
        assert all(hasattr(rehearsed.inbox, name) for name in ["name", *methods])
        assert hasattr(room.inbox, "receive")
        assert not hasattr(rehearsed.inbox, "receive")


def test_a_dry_run_needs_no_lock(office: Office) -> None:
    office.inbox.receive(letter())
    with hold(office.path, office.inbox.name):
        office.rehearse()
    assert office.told(Rehearsed)


# The clock.


def test_a_clock_set_back_delays_no_deferred_letter(office: Office) -> None:
    office.middle = lambda raw, now: Defer(now + timedelta(minutes=5), "busy")
    office.clock.now = NOON + timedelta(days=365)
    office.take(letter())
    office.clock.now = NOON
    office.middle = answer
    office.work()
    assert office.states() == [State.SENT]


def test_a_clock_before_the_installation_stops_no_reply(office: Office) -> None:
    office.clock.now = NOON - timedelta(days=30)
    office.take(letter())
    assert office.states() == [State.SENT]
