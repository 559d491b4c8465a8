"""A digit that is told to be a stain, or somebody's scribble, is never taken.

Letters composed of the digit that holds and of what the other one is: a seeded sample,
or with `--long` each beside each.
"""

import random
from collections.abc import Iterator

import pytest

from mailbot.language.folders import written
from tests.cases import cases_of
from tests.talk.tables import tables
from tests.talk.threads import asking, found, gmail_text

cases = cases_of(__file__)

EXPLAINED, TOLD = tables("marks", "explained", "told")

FORMS = ("{0} {1}", "{1} {0}", "{0}\n{1}")
PAIRS = 12  # in each language, unless all are asked for

in_each_language = pytest.mark.parametrize("language", written())


@in_each_language
def test_what_a_digit_turns_out_to_be_settles_nothing(language: str) -> None:
    question = asking(language, 8)
    for words in EXPLAINED[language]:
        [puzzle] = found(gmail_text(question, words))
        assert puzzle.doubtful or puzzle.grid.digits[5] == 8, words


@in_each_language
def test_the_digit_that_holds_is_taken_or_asked_for_again(
    language: str, long: bool
) -> None:
    question = asking(language, 8)
    for words in composed(language, long):
        [puzzle] = found(gmail_text(question, words))
        assert puzzle.doubtful or puzzle.grid.digits[5] == 8, words


def composed(language: str, every: bool) -> Iterator[str]:
    """Answers in a language."""
    dice = random.Random(language)
    pairs = [(told, other) for told in TOLD[language] for other in EXPLAINED[language]]
    for pair in pairs if every else dice.sample(pairs, PAIRS):
        yield dice.choice(FORMS).format(*pair)


@cases("words, language")
def test_the_digit_beside_a_stain_is_taken(words: str, language: str) -> None:
    [puzzle] = found(gmail_text(asking(language, 8), words))
    assert not puzzle.doubtful, words
    assert puzzle.grid.digits[5] == 8, words
