"""Floods of mail: the caps end every loop, and other people are still answered.

The middle of these tests answers everything, bounces and robots too, as if every rule
of the policy had failed: only the caps are left.
"""

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from mailbot.ledger import Caps, LedgerOptions, State
from mailbot.model import Address, Ignore, Outcome, RawMail
from mailbot.options import PolicyOptions, RespondOptions
from tests.fakes import BOT, answer, letter
from tests.middle import respond
from tests.office import Office

CAPS = Caps(per_person_hour=10, per_person_day=10, per_subject_day=5, per_domain_day=50)
OPTIONS = LedgerOptions(caps=CAPS)

Robot = Callable[[str, int], str]
"""What a robot writes: to a text of ours, as its letter of that number."""


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, ledger_options=OPTIONS).install()


def test_two_bots_that_answer_everything_fall_silent(tmp_path: Path) -> None:
    offices = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        me = Address("", f"{name}@bots.example")
        offices.append(Office(tmp_path / name, me, ledger_options=OPTIONS).install())
    one, two = offices
    one.outbox.post, two.outbox.post = two.inbox.receive, one.inbox.receive
    one.inbox.receive(letter("two@bots.example"))
    for _ in range(20):
        one.later(60)
        two.later(60)
    assert len(one.outbox.sent) == len(two.outbox.sent) == CAPS.per_subject_day
    one.inbox.receive(letter("ada@people.example"))
    one.later(60)
    assert one.outbox.recipients[-1] == "ada@people.example"


def test_a_bot_that_gets_its_own_mail_is_silent(office: Office) -> None:
    office.outbox.post = office.inbox.receive
    office.inbox.receive(letter(office.me.address))
    office.later(60, passes=5)
    assert len(office.outbox.sent) == 1
    assert office.states() == [State.SENT]


def test_a_thousand_bounces_leave_room_for_a_reply(office: Office) -> None:
    def polite(raw: RawMail, now: datetime) -> Outcome:
        bounce = b"multipart/report" in raw.rfc822
        return Ignore("a bounce") if bounce else answer(raw, now)

    office.middle = polite
    for number in range(1000):
        office.inbox.receive(
            b"From: mailer-daemon@people.example\r\nSubject: Returned\r\n"
            b"Content-Type: multipart/report; boundary=b\r\n"
            b"Message-ID: <%d@people.example>\r\n\r\n--b--\r\n" % number
        )
    office.take(letter())
    assert office.outbox.recipients == ["ada@people.example"]
    assert Counter(office.states()) == {State.IGNORED: 1000, State.SENT: 1}


def test_a_thousand_tags_are_one_person(office: Office) -> None:
    for number in range(1000):
        office.inbox.receive(letter(f"eve+{number}@flood.example", f"s{number}"))
    office.take(letter("ada@people.example"), letter("bob@flood.example"))
    assert len(office.outbox.sent) == CAPS.per_person_hour + 2
    assert office.outbox.recipients[-2:] == ["ada@people.example", "bob@flood.example"]


def test_a_thousand_people_of_one_domain_leave_room_for_others(office: Office) -> None:
    office.receive_from(1000, "p{}@flood.example")
    office.take(letter("ada@people.example"))
    domains = Counter(name.partition("@")[2] for name in office.outbox.recipients)
    assert domains == {"flood.example": CAPS.per_domain_day, "people.example": 1}
    assert Counter(office.states())[State.DEFERRED] == 950
    office.later(86400)
    assert len(office.outbox.sent) == 2 * CAPS.per_domain_day + 1


PUZZLE = "1.../..3./.4../...2"
VOUCHED = "mail.lab.test; dmarc=pass header.from=people.example"
WATCHFUL = RespondOptions(
    address=BOT.address,
    policy=PolicyOptions(addresses=(BOT.address,), authserv_id="mail.lab.test"),
)


def says(words: str) -> Robot:
    return lambda _, count: words.replace("COUNT", f"{count}")


def quotes(words: str) -> Robot:
    def answer_above(reply: str, count: int) -> str:
        below = "".join(f"> {line}\r\n" for line in reply.splitlines())
        return f"{words}\r\n\r\n{below}"

    return answer_above


@pytest.mark.parametrize("pause", [10, 60])
@pytest.mark.parametrize(
    ("robot", "most"),
    [
        (says("Got it, thanks, all is in order here."), 2),
        (says("Hello. Number COUNT of COUNT tickets at 12:COUNT."), 2),
        (says("We have received your request."), 1),
        (says(""), 2),
        (says("Bzzt. Kzzt. Wrrr."), 2),
        (quotes(""), 1),
        (quotes("We have received your request."), 1),
        (quotes("Bzzt. Kzzt. Wrrr."), 2),
        (quotes("Your answer is wrong. Try again."), 2),
        (quotes("Why did you write to us?"), 2),
        (quotes("Wrong, try again!"), 3),
        (quotes("Our advice to you: the next step comes soon, by post."), 3),
        (lambda reply, _: reply, 2),
    ],
    ids=[
        *("thanks", "tickets", "desk", "nothing", "noise"),
        *("q", "q-desk", "q-noise", "q-quiz", "q-why", "q-word", "q-step", "echo"),
    ],
)
def test_a_robot_that_no_header_gives_away_and_we_fall_silent(
    tmp_path: Path, robot: Robot, most: int, pause: int
) -> None:
    """`most` replies at a minute's pause, as a person may make; two to one at once."""
    office = Office(tmp_path, middle=lambda raw, now: respond(raw, WATCHFUL)).install()

    def letter_of(words: str, count: int, answered: str = "") -> bytes:
        threaded = f"In-Reply-To: {answered}\r\n" if answered else ""
        return (
            f"Authentication-Results: {VOUCHED}\r\nFrom: robot@people.example\r\n"
            f"To: {BOT.address}\r\nSubject: Re: Sudoku\r\n{threaded}"
            f"Message-ID: <{count}@people.example>\r\n\r\n{words}\r\n"
        ).encode()

    office.inbox.receive(letter_of(PUZZLE, 0))
    for count in range(1, 20):
        before = len(office.outbox.sent)
        office.later(pause)
        if len(office.outbox.sent) == before:
            break
        reply = message_from_bytes(office.outbox.sent[-1][1], policy=default)
        body = reply.get_body(("plain",))
        assert body is not None
        words = robot(body.get_content(), count)
        office.inbox.receive(letter_of(words, count, reply["Message-ID"]))
    # What a robot says may be taken for thanks, which gets no reply either.
    assert 1 <= len(office.outbox.sent) <= (most if pause == 60 else 2)
