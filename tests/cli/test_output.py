"""What reaches the terminal: no control or format character of a stranger."""

import json

import pytest

from mailbot.cli.output import say, say_json
from tests.cli.command import Command

NASTY = "a\x1b[2J\x9b1m\u202efdp\u2066\u200b\x00\x7f.exe"


def test_text_for_a_person_is_only_what_can_be_seen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say(f"{NASTY}\n\tb")
    say(NASTY, err=True)
    shown = capsys.readouterr()
    assert shown.out == "a[2J1mfdp.exe\n\tb\n"
    assert shown.err == "a[2J1mfdp.exe\n"


def test_json_says_the_same_and_holds_no_such_character(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say_json({"name": f"{NASTY}\u00fc"})
    line = capsys.readouterr().out
    assert line.strip().isprintable()
    assert json.loads(line) == {"name": f"{NASTY}\u00fc"}


def test_the_words_of_a_letter_do_not_control_the_terminal(mailbot: Command) -> None:
    text = "From: ada@home.test\nAuto-Submitted: \u202e\u0085x\n\nhello\n"
    done = mailbot(
        "reply", mailbot.file("a.eml", text), env={"MAILBOT_ADDRESS": "b@c.d"}
    )
    assert done.code == 3
    assert "Auto-Submitted" in done.err
    assert done.err.strip().isprintable()
