"""What is said to somebody whose letter could not be read."""

from datetime import UTC, datetime

import pytest

from mailbot.model import Ignore, Kind, MessageKey, RawMail, Respond
from mailbot.options import PolicyOptions, RespondOptions
from mailbot.respond.apology import apologise

BOT = "bot@bots.example"
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
PROOF = b"Authentication-Results: mx.example; dmarc=pass header.from=people.example\r\n"
HEAD = (
    b"From: ada@people.example\r\nTo: bot@bots.example\r\nSubject: Sudoku\r\n"
    b"Message-ID: <1@people.example>\r\n\r\n"
)
OPTIONS = RespondOptions(
    address=BOT,
    policy=PolicyOptions(
        addresses=(BOT,), authserv_id="mx.example", no_puzzle="always"
    ),
)


def raw(head: bytes, *, whole: bool) -> RawMail:
    return RawMail(MessageKey("INBOX", 1, 1), head, NOON, whole)


def test_a_letter_that_is_too_large_is_said_to_be_so() -> None:
    outcome = apologise(raw(PROOF + HEAD, whole=False), OPTIONS)
    assert isinstance(outcome, Respond)
    assert outcome.kind is Kind.UNREADABLE
    assert "too large for me; please send a smaller file" in outcome.reply.text


def test_nobody_unproven_is_told_that_their_letter_is_too_large() -> None:
    assert isinstance(apologise(raw(HEAD, whole=False), OPTIONS), Ignore)


@pytest.mark.parametrize("proof", [PROOF, b""])
def test_a_letter_that_could_not_be_read_gets_an_apology(proof: bytes) -> None:
    outcome = apologise(raw(proof + HEAD, whole=True), OPTIONS)
    assert isinstance(outcome, Respond)
    assert outcome.kind is Kind.UNREADABLE
    assert "too large" not in outcome.reply.text
