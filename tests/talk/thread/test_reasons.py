"""Answers with reasons and stories: one digit is affirmed, or nobody knows which."""

import pytest

from mailbot.language.folders import written
from mailbot.model import Missing, Want
from tests.talk.tables import tables
from tests.talk.threads import asking, found, gmail_text, meant

EMPTY, HIDDEN, OPEN, TELLING = tables("reasons", "empty", "hidden", "open", "telling")
# The digit of the template's {y}, that of {n}, and the second reading that was asked.
TOLD = ((8, 4, 8), (4, 8, 8), (4, 9, 0), (9, 4, 0))

pytestmark = pytest.mark.parametrize("language", written())


def taken(language: str, second: int, words: str) -> int | None:
    """The digit that an answer leads to; None if the question stays open."""
    puzzles = found(gmail_text(asking(language, second), words))
    return next((one.grid.digits[5] for one in puzzles if not one.doubtful), None)


def test_the_digit_that_is_affirmed_is_taken(language: str) -> None:
    for number, template in enumerate(TELLING[language]):
        yes, no, second = TOLD[number % len(TOLD)]
        words = template.format(y=yes, n=no)
        assert taken(language, second, words) == yes, words


def test_a_digit_affirmed_without_a_verb_is_asked_again(language: str) -> None:
    for template in HIDDEN.get(language, ()):
        for yes, no, second in TOLD:
            words = template.format(y=yes, n=no)
            assert taken(language, second, words) is None, words


def test_a_cell_is_empty_whatever_the_dark_thing_is(language: str) -> None:
    for words in EMPTY[language]:
        assert taken(language, 8, words) == 0, words


def test_a_digit_of_another_thing_or_opinion_is_not_taken(language: str) -> None:
    for words in OPEN[language]:
        for second in (0, 8):
            assert taken(language, second, words) is None, words


def test_who_tells_a_digit_in_vain_is_asked_for_the_digit_of_that_cell(
    language: str,
) -> None:
    wish = meant(gmail_text(asking(language, 8), "8, 4, 8, 4")).wish
    assert (wish.want, wish.cells) == (Want.UNCLEAR, (5,))
    assert list(wish.missing) == [Missing.DIGIT]
