"""A reader under a stranger's control gains nothing but an answer to its own letter."""

from collections.abc import Iterator
from datetime import datetime

import pytest
from msgspec import msgpack

from mailbot.cli.answering import Answering
from mailbot.errors import TooCostly
from mailbot.model import (
    NOTHING_KEPT,
    Claim,
    Ignore,
    Kept,
    MessageKey,
    Quarantine,
    RawMail,
    Respond,
)
from mailbot.options import PolicyOptions, RespondOptions
from mailbot.pool import LocalPool, PoolOptions, unlimited
from tests.fakes import BOT, NOON, letter
from tests.pool.hostile_calls import HOSTILE

OPTIONS = RespondOptions(BOT.address, policy=PolicyOptions((BOT.address,)))
CONTENT = {
    "type": "content",
    "kind": "solved",
    "text": "Here it is.",
    "grounds": "puzzle",
}


def raw(body: bytes, sender: str = "ada@people.example") -> RawMail:
    head = letter(sender).partition(b"\r\n\r\n")[0]
    return RawMail(MessageKey("INBOX", 1, 1), head + b"\r\n\r\n" + body, NOON)


def result(**fields: object) -> bytes:
    return msgpack.encode({"type": "result", "value": {**CONTENT, **fields}})


@pytest.fixture(scope="module")
def answering() -> Iterator[Answering]:
    options = PoolOptions(children=1, seconds=3.0)
    with LocalPool(options, HOSTILE) as pool:
        yield Answering(pool, OPTIONS)


@pytest.mark.parametrize(
    "answer",
    [
        result(to="third@people.example"),
        result(recipient={"name": "", "address": "third@people.example"}),
        result(claim={"recipient": "third@people.example", "domain": "people.example"}),
        result(headers=[["Bcc", "third@people.example"]]),
        result(subject="Bcc: third@people.example"),
        result(text=7),
        result(text="x" * 10_000_000),
        result(pictures=[{"content_type": "text/html", "data": b"x", "alt": ""}]),
        msgpack.encode({"type": "respond", "value": CONTENT}),
        msgpack.encode([CONTENT, CONTENT]),
        b"",
        b"\xc1",
    ],
    ids=lambda answer: repr(answer[-40:]),
)
def test_an_answer_beyond_its_limits_fails(answering: Answering, answer: bytes) -> None:
    with pytest.raises(TooCostly):
        answering.respond(raw(answer), NOON).result()


def test_an_answer_goes_to_the_sender_of_its_letter(answering: Answering) -> None:
    outcome = answering.respond(raw(result(text="Bcc: third")), NOON).result()
    assert isinstance(outcome, Respond)
    assert outcome.reply.to.address == "ada@people.example"
    assert outcome.claim.recipient == "ada@people.example"
    assert outcome.reply.subject == "Your Sudoku"


def test_a_second_answer_reaches_no_other_letter(answering: Answering) -> None:
    twice = raw(b"twice " + result(text="first"), "eve@evil.example")
    answering.respond(twice, NOON).result()
    outcome = answering.respond(raw(result(text="mine")), NOON).result()
    assert isinstance(outcome, Respond)
    assert outcome.reply.text == "mine"


def test_a_late_answer_reaches_no_other_letter(answering: Answering) -> None:
    late = raw(b"late " + result(text="late"), "eve@evil.example")
    with pytest.raises(TooCostly):
        answering.respond(late, NOON).result()
    next_one = answering.respond(raw(result(text="mine")), NOON).result()
    assert isinstance(next_one, Respond)
    assert next_one.reply.text == "mine"
    assert next_one.reply.to.address == "ada@people.example"


def test_a_letter_that_its_headers_rule_out_reaches_no_child() -> None:
    with LocalPool(PoolOptions(children=1), HOSTILE) as pool:
        pool.shutdown()
        closed = Answering(pool, OPTIONS)
        robot = letter("noreply@shop.example")
        mail = RawMail(MessageKey("INBOX", 1, 1), robot, NOON)
        assert isinstance(closed.respond(mail, NOON).result(), Ignore)
        mail = RawMail(MessageKey("INBOX", 1, 1), b"no letter", NOON)
        assert isinstance(closed.respond(mail, NOON).result(), Quarantine)


def test_an_apology_needs_no_child() -> None:
    with LocalPool(PoolOptions(children=1), HOSTILE) as pool:
        pool.shutdown()
        options = RespondOptions(
            BOT.address, policy=PolicyOptions((BOT.address,), no_puzzle="always")
        )
        outcome = Answering(pool, options).apologise(raw(b"")).result()
    assert isinstance(outcome, Respond)
    assert outcome.reply.to.address == "ada@people.example"


@pytest.mark.parametrize(
    ("body", "pictures"),
    [
        (b"53..7....", False),
        (b"--a\r\nContent-Type: text/html\r\n\r\n<p>53..7....", False),
        (b"\r\n--a\r\nContent-Type: image/png\r\n\r\nx", True),
        (b"\r\n--a\r\ncontent-disposition: Attachment; filename=a", True),
        (b"1" * 100_000, True),
    ],
)
def test_a_letter_that_may_take_long_waits_as_one_with_pictures(
    answering: Answering, body: bytes, pictures: bool
) -> None:
    lane = answering.ask(raw(body, "Ada+x@mail.people.example"), NOON).lane
    assert lane is not None
    assert (lane.person, lane.pictures) == ("ada@mail.people.example", pictures)
    assert lane.organisation == "unproven people.example"


def test_an_error_in_reading_headers_is_the_letters_and_not_the_services() -> None:
    with LocalPool(PoolOptions(children=1), HOSTILE) as pool:
        broken = Answering(pool, RespondOptions(policy=None))  # type: ignore[arg-type]
        task = broken.ask(raw(b""), NOON)
        assert task.lane is None
        with pytest.raises(AttributeError):
            task.read(raw(b""), unlimited).result()


def test_what_was_kept_of_the_thread_is_asked_for_by_the_headers_alone() -> None:
    """A Message-ID that is not ours, or in the body, is never looked for."""
    own = f"<sudoku.{'0f' * 16}@{BOT.domain}>"
    asked: list[tuple[str, tuple[str, ...]]] = []

    def recall(claim: Claim, now: datetime) -> Kept:
        asked.append((claim.recipient, claim.answers))
        return NOTHING_KEPT

    body = result(text="Here.", carried="Puzzle: 53..7 (3x3 kd)", solutions=["1" * 81])
    head = letter("ada@people.example").partition(b"\r\n\r\n")[0]
    refers = f"\r\nReferences: <dinner@people.example> {own}\r\n\r\n".encode()
    mail = RawMail(MessageKey("INBOX", 1, 1), head + refers + body, NOON)
    with LocalPool(PoolOptions(children=1), HOSTILE) as pool:
        outcome = Answering(pool, OPTIONS, recall).respond(mail, NOON).result()
    assert asked == [("ada@people.example", (own,))]
    assert isinstance(outcome, Respond)
    assert outcome.kept == Kept("Puzzle: 53..7 (3x3 kd)", solved=True)


@pytest.mark.parametrize("carried", ["<b>", "a\nb", "x" * 20_001, "é"])
def test_only_signs_of_our_line_are_kept(answering: Answering, carried: str) -> None:
    with pytest.raises(TooCostly):
        answering.respond(raw(result(carried=carried)), NOON).result()
