"""An outage of a side of the mailbox: told once, written down, and over."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from mailbot.errors import (
    Concern,
    InboxUnavailable,
    LedgerUnavailable,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
)
from mailbot.ledger import Outage, State
from mailbot.mail.ports import Side
from mailbot.model import MessageKey, Outcome, RawMail, Respond
from mailbot.watch.observer import Observer
from mailbot.worker.events import Beat, LeftAlone, Noticed, Recovered, Trouble
from mailbot.worker.sides import Sides
from tests.fakes import BOT, NOON, letter
from tests.office import Office

REFUSAL = "451 4.3.0 <ada@people.example>: try later"
TOLD = "451 4.3.0 (address) try later"


GMAIL = "421 4.7.0 Temporary System Problem. Try again later (10). {} - gsmtp"
"""As Gmail puts it off, with another name for each connection."""


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path).install()


def outages(office: Office) -> tuple[Outage, ...]:
    return office.summary().outages


def troubles(office: Office) -> list[tuple[Side, str, bool]]:
    found = office.told(Trouble)
    return [(event.side, event.why, event.repeated) for event in found]


def test_a_reply_that_is_put_off_is_an_outage_of_the_way_out(office: Office) -> None:
    office.inbox.receive(letter())
    office.outbox.answers = [SubmissionDeferred(REFUSAL)]
    office.work()
    assert troubles(office) == [(Side.OUT, TOLD, False)]
    assert outages(office) == (Outage(BOT.address, Side.OUT, NOON, TOLD),)
    office.later(90)
    assert office.outbox.recipients == ["ada@people.example"]
    assert outages(office) == ()


def test_an_outage_is_told_again_only_if_its_reason_changes(office: Office) -> None:
    office.receive_from(4)
    office.outbox.answers = [
        SubmissionDeferred("451 busy"),
        SubmissionDeferred("451 busy"),
        SubmissionUnsure("no answer"),
    ]
    office.work()
    assert troubles(office)[:2] == [
        (Side.OUT, "451 busy", False),
        (Side.OUT, "451 busy", True),
    ]
    since = {outage.since for outage in outages(office)}
    assert since <= {NOON}, "the outage began with its first reason"


def test_a_reason_is_the_same_whatever_a_try_is_called(office: Office) -> None:
    names = "x19-20020a05600c", "b7-20020c1709061"
    office.receive_from(2)
    office.outbox.answers = [SubmissionDeferred(GMAIL.format(name)) for name in names]
    office.work()
    assert [repeated for _, _, repeated in troubles(office)] == [False, True]
    office.outbox.answers = [
        SubmissionDeferred(GMAIL.format("z1").replace("4.7", "4.3"))
    ]
    office.later(200)
    assert not troubles(office)[2][2], "another code is another reason"


def test_a_refusal_of_our_account_keeps_the_replies(office: Office) -> None:
    told = "554 5.7.1 this account is suspended"
    refused = SubmissionRefused(told, Concern.ACCOUNT)
    office.receive_from(4)
    office.outbox.answers = [refused] * 4
    office.work()
    repeated = [again for _, _, again in troubles(office)]
    assert repeated == [False, True, True, True], "one warning"
    [outage] = outages(office)
    assert (outage.side, outage.why) == (Side.OUT, told)
    assert set(office.states()) == {State.READY}
    office.later(100)
    assert len(office.outbox.sent) == 4
    assert outages(office) == ()


@pytest.mark.parametrize("said", [SubmissionRefused("550 no such user"), None])
def test_a_server_works_again_that_takes_a_reply_or_refuses_it(
    office: Office, said: SubmissionRefused | None
) -> None:
    office.receive_from(2)
    office.outbox.answers = [SubmissionDeferred("451 busy"), said]
    office.work()
    assert outages(office) == ()
    assert Recovered(BOT.address, Side.OUT) in office.events


def test_a_full_disk_is_told_once_though_the_server_is_reached(office: Office) -> None:
    full = LedgerUnavailable("the ledger cannot be used now (disk is full)")
    office.events.clear()
    with office.open_room() as room:
        sides = Sides(room)
        for _ in range(3):
            sides.opened(0)
            office.clock.go_on(60)
            sides.beat_at_times(0)  # a letter is there, and is not taken in
            sides.failed(full, 60)
        assert [repeated for _, _, repeated in troubles(office)] == [False, True, True]
        over = Recovered(BOT.address, Side.IN)
        assert over not in office.events
        sides.opened(0)
        sides.beat(0)
    assert over in office.events


def test_what_the_server_says_is_told_once_a_day_and_shown(office: Office) -> None:
    for hours in (0, 1, 25):
        office.inbox.says = ["[ALERT] nearly full: bot@bots.example"]
        office.later(hours * 3600)
    told = Noticed(BOT.address, "[ALERT] nearly full: (address)")
    assert office.told(Noticed) == [told] * 2
    with office.open_report() as report:
        assert [one.text for one in report.summary(office.clock()).notices] == [
            told.text
        ]
        later = office.clock() + timedelta(days=3)
        assert report.summary(later).notices == ()


def test_a_server_of_many_words_fills_no_log(office: Office) -> None:
    office.inbox.says = [f"[ALERT] {number}" for number in range(99)]
    office.work()
    assert len(office.told(Noticed)) == 20


def copies_asked_for(office: Office, letters: int) -> None:
    """A day on which so many letters are answered."""
    office.with_options(copies=True)
    for number in range(letters):
        sender = f"{office.inbox.next_uid}-{number}@people.example"
        office.inbox.receive(letter(sender))
    office.work()
    office.later(11)


def test_missing_copies_are_trouble_within_ten_letters(office: Office) -> None:
    copies_asked_for(office, 9)
    assert outages(office) == ()
    copies_asked_for(office, 1)
    [outage] = outages(office)
    assert outage.side is Side.COPIES
    assert "self_copy = false" in outage.why
    office.later(3600)
    assert len(office.told(Trouble)) == 2
    office.outbox.copy_to = office.inbox
    copies_asked_for(office, 11)
    assert outages(office) == ()


def test_copies_that_lie_elsewhere_have_come_back(office: Office) -> None:
    office.inbox.keeps_sent = True
    copies_asked_for(office, 12)
    assert outages(office) == ()


def test_no_copies_are_missed_that_are_not_asked_for(office: Office) -> None:
    copies_asked_for(office, 12)
    office.with_options(copies=False)
    office.work()
    assert outages(office) == ()


@pytest.mark.parametrize(
    ("minutes", "sent"), [(3, ["late"]), (240, ["late", "p0", "p1", "p2"])]
)
def test_the_end_of_a_long_outage_sends_what_it_put_off(
    office: Office, minutes: int, sent: list[str]
) -> None:
    office.receive_from(3)
    for _ in range(minutes):
        office.outbox.answers = [SubmissionDeferred("451 busy")] * 3
        office.later(60)
    office.outbox.answers = []
    office.take(letter("late@people.example"))
    names = [recipient.partition("@")[0] for recipient in office.outbox.recipients]
    assert sorted(names) == sent


def test_a_mailbox_that_one_pass_cannot_reach_is_written_down(office: Office) -> None:
    office.inbox.faults["open"] = [InboxUnavailable("connection refused")]
    with pytest.raises(InboxUnavailable):
        office.work()
    [outage] = outages(office)
    assert (outage.side, outage.why) == (Side.IN, "connection refused")
    office.work()
    assert outages(office) == ()


def test_a_long_pass_beats_every_few_seconds(office: Office) -> None:
    office.receive_from(20)
    fetch = office.inbox.fetch

    def slow(key: MessageKey) -> object:
        office.clock.go_on(2)
        return fetch(key)

    office.inbox.fetch = slow  # type: ignore[method-assign,assignment]
    office.events.clear()
    office.work()
    beats = [event.now for event in office.events if isinstance(event, Beat)]
    pauses = [(b - a).total_seconds() for a, b in pairwise(beats)]
    assert len(beats) > 5
    assert max(pauses) < 10


def test_a_login_is_remembered_once_it_has_worked(office: Office) -> None:
    with office.open_ledger() as ledger:
        assert not ledger.has_worked(Side.IN, "bot at mail.example")
        ledger.login_worked(Side.IN, "bot at mail.example")
    with office.open_ledger() as ledger:
        assert ledger.has_worked(Side.IN, "bot at mail.example")
        assert not ledger.has_worked(Side.IN, "bot at other.example")
        assert not ledger.has_worked(Side.OUT, "bot at mail.example")
        assert not ledger.has_worked(Side.OUT, None)


def test_letters_before_the_installation_are_told(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.take(*(letter(f"p{number}@people.example") for number in range(3)))
    assert LeftAlone(BOT.address, 3) in office.events
    office.events.clear()
    office.take(letter())
    assert LeftAlone(BOT.address, 3) in office.events, "each process tells it"
    [mailbox] = office.summary().mailboxes
    assert mailbox.older == 3
    assert office.outbox.recipients == ["ada@people.example"]


def test_letters_left_alone_are_told_once(office: Office) -> None:
    office.events.clear()
    with office.open_room() as room:
        sides = Sides(room)
        for letters in (0, 3, 3):
            sides.opened(letters)
    told = office.told(LeftAlone)
    assert told == [LeftAlone(BOT.address, 3)]


def test_the_seconds_of_all_stages_are_those_of_the_whole(office: Office) -> None:
    """Read for 3 s of which the reader tells 2, and sent for 4: by the fake clock."""
    middle, submit = office.middle, office.outbox.submit

    def read(raw: RawMail, now: datetime) -> Outcome:
        office.clock.go_on(3)
        outcome = middle(raw, now)
        assert isinstance(outcome, Respond)
        return replace(outcome, seconds={"policy": 0.5, "read": 1.5})

    def send(message: bytes, recipient: str, *, patient: bool = True) -> None:
        office.clock.go_on(4)
        submit(message, recipient)

    office.middle, office.outbox.submit = read, send  # type: ignore[method-assign]
    office.inbox.receive(letter())
    office.events.clear()
    watch = Observer()
    office.work()
    for event in office.events:
        watch(event)
    stages = {
        sample.labels["stage"]: sample.value
        for metric in watch.metrics.registry.collect()
        for sample in metric.samples
        if sample.name == "mailbot_stage_seconds_sum"
    }
    assert stages.pop("arrival to end") == 7
    assert stages == {"policy": 0.5, "read": 1.5, "wait": 1, "send": 4}


def test_the_queue_is_counted_as_the_ledger_has_it_at_each_look(office: Office) -> None:
    office.receive_from(3)
    office.outbox.answers = [SubmissionDeferred("451 busy")] * 3
    office.work()
    with office.open_report() as report:
        [(account, counts)] = report.backlog().items()
        assert account == BOT.address
        assert {s: n for s, n in counts.items() if n} == {State.READY: 3}
        office.outbox.answers = []
        office.later(4000)
        assert set(report.backlog()[account].values()) == {0}
