"""The README says what is, and all of it."""

import re
import textwrap
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailbot.cli import COMMANDS
from mailbot.errors import BadSettings, InboxUnavailable, MissingTool
from mailbot.model import MessageKey, RawMail, Respond
from mailbot.options import PolicyOptions, RespondOptions
from mailbot.respond import respond
from mailbot.settings import document

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BOT = "sudoku@example.org"


def blocks(text: str) -> list[str]:
    """The indented blocks of a Markdown text."""
    found = re.findall(r"(?:^(?: {4}.*)?\n)*^ {4}.*\n", text, re.MULTILINE)
    return [textwrap.dedent(block).strip("\n") for block in found]


def section(title: str) -> str:
    """What stands under a heading."""
    return README.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_letter_at_the_top_gets_the_reply_that_is_shown() -> None:
    letter, shown = blocks(README)[:2]
    raw = RawMail(MessageKey("readme", 0, 1), letter.encode(), datetime.now(UTC))
    options = RespondOptions(BOT, policy=PolicyOptions(addresses=(BOT,)))
    outcome = respond(raw, options, raw.arrived)
    assert isinstance(outcome, Respond)
    begin, end = shown.split("[...]")
    assert outcome.reply.text.startswith(begin)
    assert end.strip() in outcome.reply.text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_table(command: str) -> None:
    assert f"| `mailbot {command}" in section("Commands")


def test_the_table_knows_no_other_command() -> None:
    shown = re.findall(r"^\| `mailbot (\w+)", section("Commands"), re.MULTILINE)
    assert shown == list(COMMANDS)


@pytest.mark.parametrize("error", [BadSettings, InboxUnavailable, MissingTool])
def test_the_exit_codes_are_told(error: type[BadSettings]) -> None:
    assert str(error.exit_code) in section("Commands")


def test_the_settings_are_those_of_the_code() -> None:
    shown = re.findall(
        r"^\| `([\w.]+)` \| `(.*?)` \| (.*) \|$", section("Settings"), re.MULTILINE
    )
    unescaped = [(n, d, purpose.replace("\\|", "|")) for n, d, purpose in shown]
    assert unescaped == document.rows()


@pytest.mark.parametrize(
    "path", re.findall(r"(?:src=\"|\]\()(?!http)([^\")]+)", README)
)
def test_every_link_leads_somewhere(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("path", sorted({*re.findall(r"deploy/[\w./-]*\w", README)}))
def test_every_file_that_is_named_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_pictures_are_small() -> None:
    sizes = [f.stat().st_size for f in (ROOT / "deploy/pictures").iterdir()]
    assert len(sizes) == 2
    assert max(sizes) < 150_000


def test_the_posts_it_comes_from_are_credited() -> None:
    credits = section("Where it comes from")
    for words in ("Lös sudoku med Python", "Ivo\nBlöchliger", "bgruszka", "10 Lines"):
        assert words in credits
