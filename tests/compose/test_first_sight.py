"""What a notification shows of a reply, and that no digit is given away in it."""

import re

import pytest

from mailbot.compose.speech import Places
from mailbot.language.catalogue import language_of
from mailbot.language.folders import written
from tests.compose.cases import GRANDFATHER, NINE, SOLUTION, every_kind

SHOWN = 200
"""Characters of the text that a notification or the list of a mailbox shows."""

SOLVED = ("solved", "all-one", "check-wrong", "steps")
MISSING = {
    digit for digit, given in zip(SOLUTION, GRANDFATHER, strict=True) if given == "."
}
FIRST_CELL = {
    "hint": 14,
    "cell": 1,
    "moves": 1,
    "hint-mistake": 1,
    "check-wrong": 1,
    "doubtful": 3,
    "not-understood": 1,
}
"""Replies that are about a cell, and the cell."""


def first_sight(text: str) -> str:
    return " ".join(text.split())[:SHOWN]


@pytest.mark.parametrize("language", written())
def test_a_reply_about_a_cell_names_it_at_first_sight(language: str) -> None:
    replies = every_kind(language)
    places = Places(language_of(language), NINE)
    for name, cell in FIRST_CELL.items():
        where = places.in_cell(cell)
        seen = first_sight(replies[name].text)
        assert where[1:] in seen, name


@pytest.mark.parametrize("language", written())
def test_a_reply_with_a_solution_gives_no_digit_away_at_first_sight(
    language: str,
) -> None:
    replies = every_kind(language)
    for name in SOLVED:
        seen = first_sight(replies[name].text.partition("#=")[0])
        told = re.sub(r"\d+x\d+|\d+ \w+\)", "", seen)  # 9x9, 29 digits
        if name != "check-wrong":
            assert not MISSING & set(re.findall(r"\d", told)), (name, seen)


@pytest.mark.parametrize("language", written())
def test_the_first_sentence_says_what_it_is_about(language: str) -> None:
    """All of the first paragraph below the greeting can be read."""
    for name, content in every_kind(language).items():
        paragraphs = content.text.split("\n\n")
        first = " ".join(paragraphs[name != "stop"].split())
        assert first in first_sight(content.text) or first.startswith("- "), name
