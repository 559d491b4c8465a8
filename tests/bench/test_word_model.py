"""What the shipped word model understands of the phrases that it was trained on.

The counts guard against weights that do not belong to the phrase books. They are no
measure of what the model understands of other people: that is on its card.
"""

from collections import Counter

import pytest

from mailbot.talk.wishes.classifier import chances_of_wants
from mailbot.workshop.words.book import read_books

FEWEST = {
    "de": 3215,
    "en": 3990,
    "es": 3170,
    "fr": 3205,
    "it": 3195,
    "nl": 3170,
    "pl": 3130,
    "sv": 3225,
}
LEAST_SHARE = 0.96
"""Of new phrases that it was not trained on the model understands much less."""


@pytest.fixture(scope="module")
def counts() -> tuple[Counter[str], Counter[str]]:
    """By language: the phrases that are understood, and all."""
    understood, phrases = Counter[str](), Counter[str]()
    for phrase in read_books():
        wants = chances_of_wants(phrase.text, phrase.language)
        best = max(wants, key=lambda name: wants[name])
        phrases[phrase.language] += 1
        understood[phrase.language] += best == phrase.want
    return understood, phrases


@pytest.mark.parametrize("language", FEWEST)
def test_the_model_belongs_to_the_phrase_books(
    language: str, counts: tuple[Counter[str], Counter[str]]
) -> None:
    understood, phrases = counts
    assert understood[language] >= FEWEST[language]
    assert understood[language] >= LEAST_SHARE * phrases[language]
