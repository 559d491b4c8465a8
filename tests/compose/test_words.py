"""The subject: all that goes back of the sender's words."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.compose.words import reply_subject
from mailbot.language.folders import written
from tests.cases import cases_of
from tests.examples import examples

cases = cases_of(__file__)


def proven(subject: str) -> str:
    """The subject of a reply to a proven sender."""
    return reply_subject(subject, "en", proven=True)


@cases("subject, reply")
def test_the_subject_is_cleaned_and_named_a_reply(subject: str, reply: str) -> None:
    assert proven(subject) == reply


@cases("lure")
def test_nothing_that_leads_away_stays_in_the_subject(lure: str) -> None:
    assert proven(f"look {lure} here") == "Re: look here"
    assert proven(lure) == "Your Sudoku"


@pytest.mark.parametrize("language", written())
def test_an_unproven_senders_subject_is_replaced_in_each_language(
    language: str,
) -> None:
    ours = reply_subject("You have won", language, proven=False)
    assert "sudoku" in ours.lower()
    assert ours != "Your Sudoku" or language == "en"


def test_a_long_subject_is_cut() -> None:
    reply = proven("a very long subject " * 10_000)
    assert len(reply.removeprefix("Re: ")) <= 60
    assert reply.endswith("\u2026")


@examples(100)
@given(st.text(max_size=300))
def test_any_subject_becomes_one_short_line_that_can_be_seen(subject: str) -> None:
    reply = proven(subject)
    assert reply == "Your Sudoku" or reply.startswith("Re: ")
    assert len(reply.removeprefix("Re: ")) <= 60
    assert reply == " ".join(reply.split())
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in reply)
    reply.encode()
