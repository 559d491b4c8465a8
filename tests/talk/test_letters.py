"""The whole letters: what they may say, and whose hands they are from."""

import tomllib
from itertools import chain
from pathlib import Path

import pytest

from mailbot.language.folders import written
from tests.workshop.words.book import book_classes, read_books

LETTERS = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["letter"]
    for path in (Path(__file__).parent / "letters").glob("*.toml")
}
TURNS = {"first", "mine", "hinted", "solved", "new", "bare", "two"}
WISHES = {*book_classes(), "hints", "first"}


def test_there_are_letters_in_every_language() -> None:
    assert set(LETTERS) == set(written())


@pytest.mark.parametrize("language", written())
def test_a_letter_tells_its_turn_and_its_wishes(language: str) -> None:
    for letter in LETTERS[language]:
        assert letter["turn"] in TURNS
        assert letter["do"]
        assert {do.split()[0] for do in letter["do"]} <= WISHES
        assert letter.get("limit", "no digit") == "no digit"


def test_their_writers_have_no_hand_in_the_phrase_books() -> None:
    writers = {letter["author"] for letter in chain(*LETTERS.values())}
    assert not writers & {phrase.author for phrase in read_books(book_classes())}
