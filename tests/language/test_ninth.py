"""A language that nobody foresaw is one more folder, and no other file changes."""

import json
import os
import shutil
import sys
from email import message_from_string, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from mailbot.language.folders import written
from tests.cases import data_of
from tests.programs import run
from tests.sample_letters import BOT, ROWS, SOLUTION, posted

ROOT = Path(__file__).parents[2]

RUN = "from mailbot.cli import main; main()"
WORDS, GRAMMAR, REPLIES = data_of(__file__, "words", "grammar", "replies")


@pytest.fixture(scope="module")
def danish(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the program, with one language more."""
    assert "da" not in written()
    home = tmp_path_factory.mktemp("ninth")
    for package in ("mailbot", "solver"):
        shutil.copytree(ROOT / package, home / package)  # with what is compiled
    folder = home / "mailbot" / "language" / "da"
    folder.mkdir(exist_ok=True)
    for name, text in (
        ("words.toml", WORDS),
        ("grammar.toml", GRAMMAR),
        ("replies.po", REPLIES.lstrip()),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    return home


def reply(home: Path, text: str, subject: str, answers: str = "") -> dict[str, object]:
    """What the copied program does with a letter, as its --json tells."""
    headers = {"From": "Mette <mette@post.example>", "To": BOT, "Subject": subject}
    headers |= {"Message-ID": "<1@post.example>"}
    headers |= {"In-Reply-To": answers} if answers else {}
    letter = home / "letter.eml"
    letter.write_bytes(posted(text, headers))
    command = (sys.executable, "-c", RUN, "reply", "--json", letter)
    env = {**os.environ, "PYTHONPATH": str(home), "MAILBOT_ADDRESS": BOT}
    done = run(*command, check=False, cwd=home, env=env)
    assert done.returncode == 0, done.stderr
    value: dict[str, object] = json.loads(done.stdout)
    return value


def parsed(value: dict[str, object]) -> EmailMessage:
    message = message_from_string(
        str(value["reply"]), _class=EmailMessage, policy=policy.default
    )
    assert isinstance(message, EmailMessage)
    return message


def text_of(value: dict[str, object]) -> str:
    body = parsed(value).get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_a_danish_letter_gets_a_danish_reply(danish: Path) -> None:
    words = "Hej, kan du løse denne opgave? Jeg kan ikke. Mange hilsner, Mette"
    value = reply(danish, f"{words}\n\n" + "\n".join(ROWS), "Min sudoku")
    assert value["solutions"] == [SOLUTION]
    assert parsed(value)["Content-Language"] == "da"
    assert "Din opgave har præcis én løsning." in text_of(value)


def test_a_danish_command_is_a_wish(danish: Path) -> None:
    value = reply(danish, "\n".join(ROWS), "Ledetråd")
    assert (value["want"], value["solutions"]) == ("hint", [])
    assert parsed(value)["Content-Language"] == "da"


def test_a_danish_correction_is_understood(danish: Path) -> None:
    wrong = "\n".join(["8" + ROWS[0][1:], *ROWS[1:]])
    words = "Hej, kan du løse denne opgave? Jeg kan ikke. Mange hilsner, Mette"
    first = reply(danish, f"{words}\n\n{wrong}", "Min sudoku")
    assert first["kind"] == "impossible"
    quoted = "\n".join("> " + line for line in text_of(first).splitlines())
    said = "Hej, det er ikke 8 i række 1, kolonne 1, det skal være 5. Mange tak"
    second = reply(danish, f"{said}\n\n{quoted}", "SV: Min sudoku", "<2@lab.test>")
    assert second["solutions"] == [SOLUTION]
