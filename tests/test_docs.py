"""The README and the pages under deploy/docs say what is, and all of it."""

import re
import textwrap
from datetime import UTC, datetime
from pathlib import Path
from textwrap import indent

import pytest

from mailbot.cli import COMMANDS
from mailbot.errors import BadSettings, InboxUnavailable, MissingTool
from mailbot.model import Act, MessageKey, Outcome, RawMail, Respond
from mailbot.options import PolicyOptions, RespondOptions
from tests import settings_document
from tests.cases import data_of
from tests.middle import respond

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
DOCS = [ROOT / "README.md", *sorted((ROOT / "deploy/docs").glob("*.md"))]
LINKS = [
    (page, link)
    for page in DOCS
    for link in re.findall(r"(?:src=\"|\]\()(?!http)([^\")#]+)", page.read_text())
]
BOT = "sudoku@example.org"
AFTER_THE_FIRST_SCREEN = 150

[WISHES] = data_of(__file__, "wishes")
"""What is asked for in each row of "What people can write"."""


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
    outcome = respond(raw, options)
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
    page = (ROOT / "deploy/docs/settings.md").read_text()
    shown = re.findall(r"^\| `([\w.]+)` \| `(.*?)` \| (.*) \|$", page, re.MULTILINE)
    unescaped = [(n, d, purpose.replace("\\|", "|")) for n, d, purpose in shown]
    assert unescaped == settings_document.rows()


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_every_setting_that_is_named_exists(page: Path) -> None:
    known = {name for name, _, _ in settings_document.rows()}
    tables = "|".join({name.partition(".")[0] for name in known if "." in name})
    named = set(re.findall(rf"`((?:{tables})\.[a-z_]+)\b", page.read_text()))
    assert named <= known


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_every_command_that_is_named_exists(page: Path) -> None:
    named = re.findall(r"(?:`|bin/)mailbot (?:\\\n +)?([a-z]+)", page.read_text())
    assert set(named) <= set(COMMANDS)


@pytest.mark.parametrize(("page", "link"), LINKS)
def test_every_link_leads_somewhere(page: Path, link: str) -> None:
    assert (page.parent / link).exists()


def test_every_page_is_linked_from_the_readme() -> None:
    linked = {ROOT / link for page, link in LINKS if page.name == "README.md"}
    assert set(DOCS[1:]) <= linked


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_every_file_that_is_named_is_there(page: Path) -> None:
    named = re.findall(r"(?<![.\w/])(?:deploy|config)/[\w./-]*\w", page.read_text())
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_checkout_is_one_of_the_repository_so_that_it_can_be_upgraded() -> None:
    """One of another checkout would pull from that, which nobody upgrades."""
    pages = [*DOCS, ROOT / "deploy/cluster/README.md"]
    text = "".join(page.read_text() for page in pages)
    cloned = re.findall(r"git clone (.*?) (?:/opt/)?sudoku-mailbot\b", text)
    assert cloned == ["<this repository>"] * text.count("git clone")


def test_the_readme_is_read_to_its_end() -> None:
    _, _, rest = README.partition("</p>\n")
    assert len(rest.splitlines()) <= AFTER_THE_FIRST_SCREEN


def wishes() -> list[tuple[str, Act]]:
    """The quoted sentences that people can write, and what each asks for."""
    rows = re.findall(r"^\| (.*?) \| .*\|$", section("What people can write"), re.M)[1:]
    quoted = [re.findall(r'"([^"]+)"', row) for row in rows]
    return [
        pair
        for sentences, acts in zip(quoted, WISHES, strict=True)
        for pair in zip(sentences, map(Act, acts), strict=True)
    ]


@pytest.mark.parametrize(("sentence", "act"), wishes())
def test_each_sentence_for_people_is_understood(sentence: str, act: Act) -> None:
    """Those after the row "in reply to us" answer the reply to a hint."""
    first = answer(_letter("Just a hint, please!", puzzle=True))
    assert isinstance(first, Respond)
    said = [one for one, _ in wishes()]
    alone = act in {Act.NEW, Act.HELP, Act.STOP}
    if said.index(sentence) >= said.index("Why?") and not alone:
        hint = first.reply
        quoted = indent(hint.text, "> ", lambda _: True)
        letter = _letter(f"{sentence}\n\n{quoted}", puzzle=False, to=hint.message_id)
    else:
        letter = _letter(sentence, puzzle=not alone)
    outcome = answer(letter)
    assert isinstance(outcome, Respond), outcome
    assert outcome.want is act


def answer(letter: str) -> Outcome:
    """The outcome of a letter, from a sender whom the mail server vouches for."""
    raw = RawMail(MessageKey("readme", 0, 1), letter.encode(), datetime.now(UTC))
    policy = PolicyOptions(addresses=(BOT,), authserv_id="mail.example.org")
    return respond(raw, RespondOptions(BOT, policy=policy))


def _letter(words: str, *, puzzle: bool, to: str = "") -> str:
    """A proven letter, with the puzzle of the README, or in reply to a Message-ID."""
    _, _, grid = blocks(README)[0].partition("please!\n\n")
    thread = f"In-Reply-To: {to}\nReferences: {to}\n" if to else ""
    return (
        "Authentication-Results: mail.example.org; dkim=pass header.d=example.net;\n"
        " dmarc=pass header.from=example.net\n"
        f"To: {BOT}\nFrom: Grandpa <grandpa@example.net>\nSubject: Sudoku\n{thread}\n"
        f"{words}\n\n{grid if puzzle else ''}\n"
    )


def test_the_pictures_are_small() -> None:
    sizes = [f.stat().st_size for f in (ROOT / "deploy/pictures").iterdir()]
    assert len(sizes) == 2
    assert max(sizes) < 150_000


def test_the_posts_it_comes_from_are_credited() -> None:
    credits = section("Where it comes from")
    for words in ("Lös sudoku med Python", "Ivo\nBlöchliger", "bgruszka", "10 Lines"):
        assert words in credits
