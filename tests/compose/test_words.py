"""The subject: all that goes back of the sender's words."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.compose.words import reply_subject
from mailbot.language.folders import written


def proven(subject: str) -> str:
    """The subject of a reply to a proven sender."""
    return reply_subject(subject, "en", proven=True)


@pytest.mark.parametrize(
    ("subject", "reply"),
    [
        ("Stuck again", "Re: Stuck again"),
        ("Re: Stuck again", "Re: Stuck again"),
        ("AW: Re: RE[2]: Fwd: Stuck", "Re: Stuck"),
        ("SV: Hj\u00e4lp", "Re: Hj\u00e4lp"),
        ("", "Your Sudoku"),
        ("Re:", "Your Sudoku"),
        ("  two\r\n lines\tand tabs ", "Re: two lines and tabs"),
        (
            "Sudoku no. 5 of 12.05.2026, r1c2=3.",
            "Re: Sudoku no. 5 of 12.05.2026, r1c2=3.",
        ),
        ("evil \u202etxt\u200b file\x1b[31m", "Re: evil txt file [31m"),
        ("Stuck... help!", "Re: Stuck... help!"),
    ],
)
def test_the_subject_is_cleaned_and_named_a_reply(subject: str, reply: str) -> None:
    assert proven(subject) == reply


@pytest.mark.parametrize(
    "lure",
    [
        "https://spam.test/x",
        "HTTP://SPAM.TEST",
        "www.spam.test",
        "spam.test",
        "spam.test/x?y=1",
        "(spam.test)",
        "spam.co.uk,",
        "spam\uff0etest",
        "spam\u3002test",
        "sp\u200bam.test",
        "b\u00fccher.example",
        "spam.xn--p1ai",
        "\u0441\u043f\u0430\u043c.\u0440\u0444",
        "mailto:x",
        "tel:+1555",
        "javascript:alert(1)",
        "everybody@example.org",
        "everybody@localhost",
        "everybody\uff20example.org",
        "//spam/x",
        "\\\\spam\\x",
        "192.0.2.1",
        "192.0.2.1:8080/x",
        "[2001:db8::1]",
    ],
)
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


@given(st.text(max_size=300))
def test_any_subject_becomes_one_short_line_that_can_be_seen(subject: str) -> None:
    reply = proven(subject)
    assert reply == "Your Sudoku" or reply.startswith("Re: ")
    assert len(reply.removeprefix("Re: ")) <= 60
    assert reply == " ".join(reply.split())
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in reply)
    reply.encode()
