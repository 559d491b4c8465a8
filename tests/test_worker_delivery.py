"""Handing replies over: what the worker does with every answer of the server."""

import re
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from mailbot.errors import (
    BadSettings,
    Concern,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
)
from mailbot.ledger import State
from mailbot.mail.ports import Folder
from mailbot.model import Ignore, Outcome, RawMail, Respond
from mailbot.worker import run_once
from mailbot.worker.events import Trouble
from mailbot.worker.pipeline import Pipeline
from tests.fakes import answer, letter
from tests.office import Office

UNSURE = SubmissionUnsure("no answer after DATA")
LATER = SubmissionDeferred("451 try again")
NEVER = SubmissionRefused("550 no such person")


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path).install()


def message_ids(office: Office) -> list[bytes]:
    return [
        re.findall(rb"^Message-ID: (\S+)", message, re.MULTILINE)[0]
        for _, message in office.outbox.sent
    ]


def test_a_pass_raises_that_the_server_took_no_reply(office: Office) -> None:
    office.outbox.answers = [LATER]
    office.inbox.receive(letter())
    with office.open_room() as room, pytest.raises(SubmissionDeferred, match="451"):
        run_once(room)


def test_an_unsure_hand_over_is_repeated_with_the_same_id(office: Office) -> None:
    office.outbox.answers = [UNSURE]
    office.outbox.copy_to = office.inbox
    office.take(letter())
    assert office.states() == [State.SENT]
    assert len(office.outbox.sent) == 1
    assert 0 < office.inbox.waits[-1] <= 10


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("delivers", [True, False])
def test_where_copies_never_arrive_there_is_at_most_one_duplicate(
    office: Office, delivers: bool, others: int
) -> None:
    """And the letter is kept for the operator, who can have it answered."""
    office.take(*(letter(subject=f"{number}") for number in range(others)))
    office.outbox.answers, office.outbox.delivers = [UNSURE] * 9, delivers
    office.inbox.receive(letter())
    office.later(3600, passes=12)
    assert len(office.outbox.answers) == 7
    assert len(office.outbox.sent) == others + 2 * delivers
    assert len(set(message_ids(office))) == others + delivers
    assert office.stuck() == [State.QUARANTINED]
    assert office.in_folder(Folder.QUARANTINE) == [letter()]
    record = office.records()[-1]
    assert record.why == "unsure: handed over 2 times without an answer"
    office.outbox.answers = []
    office.retry(record.id)
    office.work()
    assert set(office.states()) == {State.SENT}


@pytest.mark.parametrize("proof", ["copy in the mailbox", "copy kept"])
def test_a_third_hand_over_waits_for_a_later_copy(office: Office, proof: str) -> None:
    office.inbox.keeps_sent = proof == "copy kept"
    if proof == "copy in the mailbox":
        office.outbox.copy_to = office.inbox
    office.take(letter(subject="before"))
    office.outbox.answers = [UNSURE] * 2
    office.inbox.receive(letter())
    office.later(60, passes=3)
    assert office.outbox.answers == []
    assert office.states() == [State.SENT, State.SENDING]
    assert len(office.outbox.sent) == 1
    office.inbox.receive(letter(subject="after"))
    office.later(600, passes=3)
    assert office.states() == [State.SENT] * 3
    assert len(office.outbox.sent) == 3


def test_a_reply_without_copy_is_handed_over_five_times(office: Office) -> None:
    """Copies of other replies come: the missing copy means that the reply is lost."""
    submit, lost = office.outbox.submit, list[bytes]()

    def lose(message: bytes, recipient: str, *, patient: bool = True) -> None:
        if b"Subject: Re: lost" in message:
            lost.append(message)
            raise UNSURE
        submit(message, recipient, patient=patient)

    office.outbox.submit = lose  # type: ignore[method-assign]
    office.outbox.copy_to = office.inbox
    office.inbox.receive(letter(subject="lost"))
    for number in range(9):
        office.later(600)
        office.inbox.receive(letter(subject=f"{number}"))
    assert len(lost) == 5
    record = office.records()[0]
    assert record.state is State.QUARANTINED
    assert record.why == "unsure: handed over 5 times without an answer"


def test_a_copy_is_looked_for_eight_times(office: Office) -> None:
    looks: list[str] = []

    def look(message_id: str) -> bool:
        looks.append(message_id)
        return False

    office.inbox.has_copy = look  # type: ignore[method-assign]
    office.outbox.answers = [UNSURE] * 9
    office.inbox.receive(letter())
    office.later(3600, passes=12)
    assert office.states() == [State.QUARANTINED]
    first, again = 1, 9
    assert len(looks) == first + again


def test_a_reply_is_given_up_two_days_after_its_grant(office: Office) -> None:
    office.inbox.receive(letter(), office.clock() - timedelta(days=3))
    with office.open_ledger() as ledger:
        ledger.db.execute("UPDATE account SET installed = 0")
    office.outbox.answers = [LATER]
    office.work()
    assert office.states() == [State.READY]


def test_wrong_settings_stop_the_worker_and_keep_the_reply(office: Office) -> None:
    office.outbox.answers = [BadSettings("535 wrong password")]
    office.inbox.receive(letter())
    with pytest.raises(BadSettings):
        office.work()
    assert office.states() == [State.READY]
    office.work()
    assert len(office.outbox.sent) == 1


def test_refused_and_put_off_recipients_hold_up_nobody_else(office: Office) -> None:
    wait = SubmissionDeferred("450 4.2.0 greylisted", Concern.RECIPIENT)
    office.receive_from(20, "p{0}@crowd{0}.example")
    office.outbox.answers = [wait, NEVER] * 10
    office.take(letter("ada@people.example"))
    assert office.outbox.recipients == ["ada@people.example"]
    expected = {State.READY: 10, State.REFUSED: 10, State.SENT: 1}
    assert Counter(office.states()) == expected
    office.later(100)
    assert len(office.outbox.sent) == 11, "each waits for its own next try"


def test_slow_recipients_delay_a_new_letter_once(office: Office) -> None:
    tried = list[str]()

    def submit(message: bytes, recipient: str, *, patient: bool = True) -> None:
        tried.append(recipient)
        if "ada" in recipient:
            return
        office.clock.go_on(25)
        if len(tried) == 9:
            office.inbox.receive(letter("ada@people.example"))
        raise SubmissionDeferred("timed out", Concern.RECIPIENT)

    office.with_options(retry_wait=1000)
    office.outbox.submit = submit  # type: ignore[method-assign]
    office.take(*(letter(f"p{number}@slow{number}.example") for number in range(8)))
    office.later(3600)
    assert tried.index("ada@people.example") == 9, "it came during the ninth try"
    assert len(tried) == 17, "the others were tried again, too"


def test_slow_recipients_get_a_tenth_of_the_time(office: Office) -> None:
    tried, waited = Counter[str](), list[int]()

    def submit(message: bytes, recipient: str, *, patient: bool = True) -> None:
        assert patient == (tried[recipient] >= 3), "the first tries are short ones"
        tried[recipient] += 1
        office.clock.go_on(25 if patient else 5)
        waited[-1] += 25 if patient else 5
        raise SubmissionDeferred("timed out", Concern.RECIPIENT)

    office.with_options(retry_wait=30, retry_longest=3600)
    office.outbox.submit = submit  # type: ignore[method-assign]
    office.receive_from(8, "p{0}@slow{0}.example")
    with office.open_room() as room:
        pipeline = Pipeline(room)
        pipeline.open()
        for _ in range(500):
            waited.append(0)
            pipeline.receive(lambda: False)
            pipeline.collect(1)
            pipeline.resume()
            office.clock.go_on(10)
    assert waited[0] == 8 * 5
    assert max(waited[1:]) == 25
    assert min(tried.values()) > 3
    assert sum(waited[1:]) < (5000 + sum(waited)) / 8


def test_the_same_refusal_of_several_keeps_their_replies(office: Office) -> None:
    """So Exim refuses what it does not relay, in words that no list knows.

    Each pass is one of a new process, as under `once` or after restarts.
    """
    refused = SubmissionRefused("550 relay not permitted", Concern.UNCLEAR)
    people = [f"p{number}@home{number}.example" for number in range(4)]
    office.outbox.answers = [refused] * 40
    office.take(letter(people[0]))
    assert not office.told(Trouble)
    for person in people[1:]:
        office.inbox.receive(letter(person))
    office.later(3600, passes=6)
    assert set(office.states()) == {State.READY}
    assert all(record.failures > 3 for record in office.records())
    assert office.told(Trouble)
    office.outbox.answers = []
    office.later(3600, passes=3)
    assert sorted(office.outbox.recipients) == people


def test_a_bounce_is_recorded_with_the_reply_that_came_back(office: Office) -> None:
    office.take(letter())
    [name] = message_ids(office)
    bounce = (
        b"From: mailer-daemon@people.example\r\nReturn-Path: <>\r\n"
        b"Content-Type: multipart/report; report-type=delivery-status;\r\n"
        b' boundary="b"\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n'
        b"From: bot@bots.example\r\nMessage-ID: " + name + b"\r\n\r\nHi\r\n--b--\r\n"
    )
    office.middle = lambda raw, now: Ignore("a bounce")
    office.inbox.receive(bounce)
    office.later(60)
    first, second = office.records()
    assert first.bounced is not None
    assert (second.state, second.bounced) == (State.IGNORED, None)


def test_the_last_no_puzzle_reply_of_the_day_says_so(office: Office) -> None:
    def no_puzzle(raw: RawMail, now: datetime) -> Outcome:
        outcome = answer(raw, now)
        assert isinstance(outcome, Respond)
        return replace(
            outcome,
            claim=replace(outcome.claim, no_puzzle=True),
            last=replace(outcome.reply, text="The last one today."),
        )

    office.middle = no_puzzle
    office.take(*(letter(subject=f"{number}") for number in range(5)))
    said = [b"The last one today." in message for _, message in office.outbox.sent]
    assert said == [False, False, True]
    assert office.states().count(State.REFUSED) == 2
