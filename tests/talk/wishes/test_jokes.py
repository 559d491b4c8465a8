"""Jokes beside a thank-you after a solution get no reply; wishes beside one do."""

from collections.abc import Mapping

import pytest

from mailbot.language.folders import written
from mailbot.model import Want
from mailbot.talk.wishes.jokes import is_a_joke
from tests.compose.cases import answer_to, solved
from tests.talk.lines import lines
from tests.talk.threads import gmail, meant

JOKES: Mapping[str, str] = {
    "en": """
        Cheers! Do you do tax returns as well? :)
    """,
    "de": "Danke! Könnten Sie jetzt noch meinen Rasen mähen? ;-)",
    "fr": "Merci ! Vous repassez aussi les chemises ? haha",
    "es": "¡Gracias! ¿No sabrá también cocinar? Jaja",
    "it": "Grazie! Stirate anche le camicie? ;)",
    "nl": "Bedankt! Kunt u ook de hond uitlaten? Haha",
    "pl": "Dzięki! A trawnik też kosicie? ;)",
    "sv": "Tack! Klipper ni gräset också? Haha",
}

SERIOUS: Mapping[str, str] = {
    "en": "Thanks haha, but is the 7 right?",
    "de": "Danke haha, noch ein neues Rätsel?",
    "fr": "Merci haha, une autre grille ?",
    "es": "Gracias jaja, ¿otro sudoku nuevo?",
    "it": "Grazie haha, un altro sudoku?",
    "nl": "Bedankt haha, nog een nieuwe puzzel?",
    "pl": "Dzięki haha, a kolejne nowe sudoku?",
    "sv": "Tack haha, ett nytt sudoku?",
}


@pytest.mark.parametrize("language", written())
def test_a_joke_after_the_solution_is_left_alone(language: str) -> None:
    solution = answer_to([solved()], language=language)
    for words in lines(JOKES, language):
        assert meant(gmail(solution, words)).wish.want is Want.THANKS, words


@pytest.mark.parametrize("language", written())
def test_a_wish_beside_a_laugh_is_no_joke(language: str) -> None:
    solution = answer_to([solved()], language=language)
    for words in lines(SERIOUS, language):
        assert meant(gmail(solution, words)).wish.want is not Want.THANKS, words


def test_more_of_the_same_is_no_joke() -> None:
    assert not is_a_joke("Thanks haha, another?", "en")
    assert not is_a_joke("Do you do windows? :)", "en")  # no thanks
    assert not is_a_joke("Thanks. Do you do windows?", "en")  # no laugh
