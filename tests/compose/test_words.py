"""The subject: all that goes back of the sender's words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.compose.words import reply_subject


@pytest.mark.parametrize(
    ("subject", "reply"),
    [
        ("Stuck again", "Re: Stuck again"),
        ("Re: Stuck again", "Re: Stuck again"),
        ("AW: Re: RE[2]: Fwd: Stuck", "Re: Stuck"),
        ("SV: Hjälp", "Re: Hjälp"),
        ("", "Re: Sudoku"),
        ("Re:", "Re: Sudoku"),
        ("  two\r\n lines\tand tabs ", "Re: two lines and tabs"),
        ("Hi\r\nBcc: everybody@example.org", "Re: Hi Bcc: everybody@example.org"),
        ("cheap https://spam.example/x pills", "Re: cheap pills"),
        ("look www.spam.example", "Re: look"),
        ("evil \u202etxt.exe\u200b", "Re: evil txt.exe"),
    ],
)
def test_the_subject_is_cleaned_and_named_a_reply(subject: str, reply: str) -> None:
    assert reply_subject(subject) == reply


def test_a_long_subject_is_cut() -> None:
    reply = reply_subject("a very long subject " * 10_000)
    assert len(reply) <= 65
    assert reply.endswith("…")


@given(st.text(max_size=300))
def test_any_subject_becomes_one_short_printable_line(subject: str) -> None:
    reply = reply_subject(subject)
    assert reply.startswith("Re: ")
    assert len(reply) <= 65
    assert reply == " ".join(reply.split())
    assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in reply)
    reply.encode()
