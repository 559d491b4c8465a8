"""A reply promises only words that we understand, in every language."""

import re

import pytest

from mailbot.model import Envelope, Letter, Want
from mailbot.talk import wish
from tests.compose.cases import ADA
from tests.compose.catalogue import TRANSLATED, read_catalogue

MEANING = {want.value: want for want in Want}
_QUOTED = re.compile(r'"(\w+)"')


def promised(language: str) -> set[tuple[str, str]]:
    """English and translated word of every pair that the sentences quote."""
    pairs: set[tuple[str, str]] = set()
    for message in read_catalogue(language):
        asked, given = (_QUOTED.findall(str(s)) for s in (message.id, message.string))
        pairs |= set(zip(asked, given, strict=True))
    return pairs


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_word_that_a_reply_asks_for_is_understood(language: str) -> None:
    pairs = promised(language)
    assert {english for english, _ in pairs} == set(MEANING)
    for english, word in pairs:
        for text in (f"{word}\n\n> quoted", f"> quoted\n\n{word}"):
            read = wish.read(Letter(Envelope(ADA, subject="Re: Sudoku"), text))
            assert (read.want, read.explicit) == (MEANING[english], True), word
