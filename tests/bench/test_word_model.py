"""What the shipped word model understands of the phrases that it was trained on.

The shares guard against weights that do not belong to the phrase books. They are no
measure of what the model understands of other people: that is on its card.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import pytest

from mailbot.language.folders import written
from mailbot.talk.wishes.classifier import chances_of_wants
from tests.workshop.words.book import Phrase, read_books

FEWEST = 6000
"""How many phrases each language has at the least."""

EVERY = 12
"""Without --long, every so many phrases are tried."""

LEAST_SHARE, LEAST_SHARE_OF_ALL = 0.97, 0.98
"""Of new phrases that it was not trained on the model understands much less."""


@pytest.fixture(scope="module")
def books() -> Mapping[str, Sequence[Phrase]]:
    """The phrases of each language."""
    found = defaultdict(list)
    for phrase in read_books():
        found[phrase.language].append(phrase)
    return found


def is_understood(phrase: Phrase) -> bool:
    wants = chances_of_wants(phrase.text, phrase.language)
    return max(wants, key=lambda name: wants[name]) == phrase.want


@pytest.mark.parametrize("language", written())
def test_the_model_belongs_to_the_phrase_books(
    language: str, books: Mapping[str, Sequence[Phrase]], long: bool
) -> None:
    phrases = books[language]
    assert len(phrases) >= FEWEST
    tried = phrases if long else phrases[::EVERY]
    understood = sum(map(is_understood, tried))
    least = LEAST_SHARE_OF_ALL if long else LEAST_SHARE
    assert understood >= least * len(tried)
