"""Jokes beside a thank-you after a solution get no reply; wishes beside one do."""

import pytest

from mailbot.language.folders import written
from mailbot.model import Want
from mailbot.talk.wishes.jokes import is_a_joke
from tests.compose.cases import answer_to, solved
from tests.talk.tables import tables
from tests.talk.threads import gmail, meant

JOKES, SERIOUS = tables("jokes", "jokes", "serious")


@pytest.mark.parametrize("language", written())
def test_a_joke_after_the_solution_is_left_alone(language: str) -> None:
    solution = answer_to([solved()], language=language)
    for words in JOKES[language]:
        assert meant(gmail(solution, words)).wish.want is Want.THANKS, words


@pytest.mark.parametrize("language", written())
def test_a_wish_beside_a_laugh_is_no_joke(language: str) -> None:
    solution = answer_to([solved()], language=language)
    for words in SERIOUS[language]:
        assert meant(gmail(solution, words)).wish.want is not Want.THANKS, words


def test_more_of_the_same_is_no_joke() -> None:
    assert not is_a_joke("Thanks haha, another?", "en")
    assert not is_a_joke("Do you do windows? :)", "en")  # no thanks
    assert not is_a_joke("Thanks. Do you do windows?", "en")  # no laugh
