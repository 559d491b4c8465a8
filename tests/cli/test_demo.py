"""The demo: each sample letter gets the reply that is promised."""

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from mailbot.cli.commands.samples import LETTERS
from solver import Grid, parse, parse_all, rate, solutions
from tests.cli.command import Command, Done
from tests.test_docs import ROOT
from tests.workshop.demo import EVENING, MORNING

_PAGE = (ROOT / "deploy/docs/running.md").read_text()
PROMISED = re.findall(r"(?m)^\| (a (?!picture).+) \| (.+) \|$", _PAGE)
"""The sample letters and their replies, as the page on running it lists them."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply of the demo: its text, the full grids in it, and its language."""

    text: str
    full: list[str]
    language: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What the demo printed, and its folder."""

    done: Done
    folder: Path

    def reply_to(self, name: str) -> Reply:
        """The reply to the sample letter of that name."""
        [letter] = map(_parsed, (self.folder / "letters").rglob(f"{name}*"))
        [reply] = [
            reply
            for reply in map(_parsed, (self.folder / "replies").glob("*.eml"))
            if reply["In-Reply-To"] == letter["Message-ID"]
        ]
        body = reply.get_body(("plain",))
        assert body
        text = body.get_content()
        full = [g.line for g in parse_all(text) if all(g.givens)]
        return Reply(text, full, reply["Content-Language"])

    def pictures_of(self, name: str) -> list[Path]:
        """The pictures of the reply, as the demo wrote them."""
        return list(self.folder.glob(f"{name}-answered-*"))


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    home = tmp_path_factory.mktemp("demo")
    return Shown(Command(home)("demo", "shown"), home / "shown")


def _parsed(file: Path) -> EmailMessage:
    return message_from_bytes(file.read_bytes(), _class=EmailMessage, policy=default)


def _solutions(puzzle: str | Grid) -> list[str]:
    grid = parse(puzzle) if isinstance(puzzle, str) else puzzle
    return [solution.line for solution in solutions(grid)]


def test_the_demo_shows_each_letter_with_its_reply(shown: Shown) -> None:
    assert shown.done.code == 0, shown.done.err
    assert "6 letters, 6 replies" in shown.done.out
    printed = shown.done.out
    assert printed.index("Fwd: Sudoku von heute") < printed.index("eine L\u00f6sung")


def test_six_letters_are_promised() -> None:
    assert [reply for _, reply in PROMISED] == [
        "its solution, in German",
        "both solutions",
        "one new digit and its reason, in Swedish",
        "the cells that clash",
        "the digit of theirs that is wrong",
        "its solution, as text and drawn into the photo",
    ]


def test_the_forwarded_puzzle_is_solved_in_german(shown: Shown) -> None:
    reply = shown.reply_to("1-forwarded")
    quoted = LETTERS["1-forwarded"]["text"].partition("opa@example.com>")[2]
    assert reply.full == _solutions(quoted.replace("> ", ""))
    assert reply.language == "de"


def test_both_solutions_of_the_drawn_puzzle_are_shown(shown: Shown) -> None:
    both = _solutions(LETTERS["2-drawn"]["text"].partition("\n\n")[2])
    assert len(both) == 2
    assert sorted(shown.reply_to("2-drawn").full) == sorted(both)


def test_the_hint_is_one_digit_with_its_reason_in_swedish(shown: Shown) -> None:
    reply = shown.reply_to("3-hint")
    assert (reply.full, reply.language) == ([], "sv")
    assert re.search(r"I box \d kan en \d bara st\u00e5 p\u00e5 rad", reply.text)
    assert len(re.findall(r"\d\*", reply.text)) == 1, "new digits have a star"


def test_the_misprint_is_shown_by_its_clashing_cells(shown: Shown) -> None:
    assert LETTERS["4-misprint"]["text"].strip().endswith("5")
    reply = shown.reply_to("4-misprint")
    assert reply.full == []
    assert "more than one 5 in row 9: r9c2 and r9c9" in reply.text


def test_the_wrong_digit_on_the_screenshot_is_named(shown: Shown) -> None:
    reply = shown.reply_to("5-screenshot")
    assert reply.full == []
    [(digit, row, column)] = re.findall(
        r"the (\d) in row (\d), column (\d)", reply.text
    )
    [solution] = _solutions(EVENING)
    assert solution[(int(row) - 1) * 9 + int(column) - 1] != digit
    assert len(shown.pictures_of("5-screenshot")) == 1


def test_the_newspaper_is_solved_in_text_and_in_its_photo(shown: Shown) -> None:
    reply = shown.reply_to("6-newspaper")
    assert reply.full == _solutions(MORNING)
    assert "9x9 - Moderate" in reply.text
    assert len(shown.pictures_of("6-newspaper")) == 1


def test_the_newspaper_of_the_demo_prints_a_puzzle_as_newspapers_do() -> None:
    """Symmetrical, with one solution that logic finds."""
    puzzle = parse(MORNING)
    pattern = [given > 0 for given in puzzle.givens]
    assert pattern == pattern[::-1]
    assert 28 <= sum(pattern) <= 30
    assert rate(puzzle) is not None
