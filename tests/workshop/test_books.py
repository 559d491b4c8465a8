"""The phrase books that the word model is trained on."""

from collections import defaultdict
from pathlib import Path

import pytest

import mailbot.language
from mailbot.language.folders import written
from mailbot.model import Want
from tests.workshop.words.book import CLASSES, Phrase, book_classes, read_books

LANGUAGES = Path(mailbot.language.__file__).parent
FILES = sorted(LANGUAGES.glob("*/phrases/*.txt"))
PHRASES = list(read_books(book_classes()))


def name(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.stem}"


def test_there_is_a_book_for_each_want_in_each_language() -> None:
    footer = "footer"  # a book of the model that tells whose voice a line is in
    assert sorted([*CLASSES, footer]) == sorted(book_classes())
    assert {name(path) for path in FILES} == {
        f"{language}-{want}" for language in written() for want in book_classes()
    }
    own = {want.value for want in Want} - {Want.LEFT_OUT, Want.FIRST_MISTAKE}
    assert own <= set(book_classes())


@pytest.mark.parametrize("path", FILES, ids=name)
def test_each_line_of_a_book_is_a_phrase_or_names_its_author(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# author: ")
    for number, line in enumerate(lines, 1):
        assert line.strip(), f"line {number} is empty"
        if line.startswith("#"):
            assert len(line.removeprefix("# author:").split()) >= 1, number
            assert line.startswith("# author: "), number


def test_no_phrase_stands_under_two_wants_of_a_language() -> None:
    wants: dict[tuple[str, str], set[str]] = defaultdict(set)
    for phrase in PHRASES:
        wants[phrase.language, phrase.text.casefold()].add(phrase.want)
    assert {key: found for key, found in wants.items() if len(found) > 1} == {}


def test_every_phrase_has_an_author_and_many_can_be_held_out() -> None:
    counts: dict[str, int] = defaultdict(int)
    for phrase in PHRASES:
        counts[phrase.author] += 1
    assert "" not in counts
    assert sum(count >= 200 for count in counts.values()) >= 40


def test_a_line_break_in_a_phrase_is_written_as_one() -> None:
    assert all("\\n" not in phrase.text for phrase in PHRASES)
    assert any("\n" in phrase.text for phrase in PHRASES)


def test_no_phrase_is_longer_than_a_letter_of_some_lines() -> None:
    assert max(len(phrase.text) for phrase in PHRASES) <= 1_000
    assert isinstance(PHRASES[0], Phrase)
