"""Answers with a digit to our question about one cell: is r1c6 a 4 or an 8?"""

from functools import cache

import pytest

from mailbot.language.folders import written
from mailbot.model import Content, Status
from tests.compose.cases import answer_to, grid, puzzle
from tests.talk.tables import tables
from tests.talk.threads import UNIQUE, found, gmail_text

TELLING, TELLING_OF_OTHERS = tables("closed", "telling", "telling_of_others")

pytestmark = pytest.mark.parametrize("language", written())

_STEP = 6  # of the answers, unless all are tried


@cache
def question(language: str) -> Content:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    return answer_to([asked], language=language)


def taken(language: str, words: str) -> int | None:
    """The digit that an answer leads to; None if the question stays open."""
    puzzles = found(gmail_text(question(language), words))
    return next((one.grid.digits[5] for one in puzzles if not one.doubtful), None)


def test_a_digit_that_is_told_of_the_cell_is_taken(
    language: str, long: bool, seed: int
) -> None:
    step = 1 if long else _STEP
    for template in TELLING[language][seed % step :: step]:
        for yes, no in ((4, 8), (8, 4)):
            words = template.format(y=yes, n=no).replace("an 4", "a 4")
            assert taken(language, words) == yes, words


def test_a_digit_that_is_told_of_another_thing_is_not_taken(
    language: str, long: bool, seed: int
) -> None:
    step = 1 if long else _STEP
    for template in TELLING_OF_OTHERS[language][seed % step :: step]:
        for other, left in ((4, 8), (8, 4)):
            words = template.format(y=other, n=left).replace("an 4", "a 4")
            assert taken(language, words) != other, words
