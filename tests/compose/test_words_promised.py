"""A reply promises only words that we understand, in every language."""

import re

import pytest

from mailbot.language.commands import commands
from mailbot.model import Envelope, Letter
from mailbot.talk import listen
from mailbot.talk.wishes.words import Words
from tests.compose.cases import ADA
from tests.compose.catalogue import TRANSLATED, read_catalogue

TAUGHT = {"hint", "next", "steps", "all", "check", "help", "stop", "solution"} | {
    "where",
    "why",
    "new",
    "start",
}
_QUOTED = re.compile(r"""["“”„«‘]\s?(\w+)\s?["“”»’]""")


def promised(language: str) -> set[tuple[str, str]]:
    """English and translated word of every pair that the sentences quote."""
    pairs: set[tuple[str, str]] = set()
    for message in read_catalogue(language):
        asked, given = (_QUOTED.findall(str(s)) for s in (message.id, message.string))
        pairs |= set(zip(asked, given, strict=True))
    return pairs


def is_heard(english: str, words: Words) -> bool:
    """Whether words are a command; "start" undoes a stop and is no wish."""
    return words.start if english == "start" else words.command is commands()[english]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_word_that_a_reply_asks_for_is_understood(language: str) -> None:
    pairs = promised(language)
    assert {english for english, _ in pairs} == TAUGHT
    for english, word in pairs:
        for text in (f"{word}\n\n> quoted", f"> quoted\n\n{word}"):
            words = listen(Letter(Envelope(ADA, subject="Re: Sudoku"), text))
            assert is_heard(english, words), word


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_word_that_a_reply_asks_for_is_understood_alone_beside_a_quote(
    language: str,
) -> None:
    for english, word in promised(language):
        for text in (f"{word.upper()}!", f"  {word}  \n\n> quoted"):
            envelope = Envelope(ADA, subject="Re: Sudoku", in_reply_to=("<1@bot>",))
            assert is_heard(english, listen(Letter(envelope, text))), word
