"""One of two digits, named by its place or its size: is it a 4 or an 8? The second."""

from functools import cache

import pytest

from mailbot.language.folders import written
from mailbot.language.lexicon import lexicon_of
from mailbot.model import Content, Status
from mailbot.talk.cells.asserted import Question
from mailbot.talk.thread.choice import chosen
from tests.cases import cases_of
from tests.compose.cases import answer_to, grid, puzzle
from tests.talk.tables import tables
from tests.talk.threads import UNIQUE, found, gmail

cases = cases_of(__file__)

FIRST, SECOND = tables("choice", "first", "second")


@cache
def question(language: str) -> Content:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    return answer_to([asked], language=language)


def taken(language: str, words: str) -> int | None:
    """The digit that an answer leads to; None if the question stays open."""
    answer = gmail(question(language), words)
    return next((p.grid.digits[5] for p in found(answer) if not p.doubtful), None)


@pytest.mark.parametrize("language", written())
def test_a_digit_is_named_by_its_place_or_its_size(
    language: str, long: bool, seed: int
) -> None:
    for digit, sentences in ((4, FIRST), (8, SECOND)):
        step = 1 if long else 3
        said = sentences[language][seed % step :: step]
        told = {words: taken(language, words) for words in said}
        assert not {words for words, found in told.items() if found != digit}


@pytest.mark.parametrize(
    "words",
    [
        *("the right one", "the wrong one", "the other one", "not the first"),
        *("the second time", "the first puzzle", "second, I have a question"),
        *("the last row", "the larger picture", "the second or the first", "both"),
        *("the first one is wrong", "I guess the first", "is it the bigger one?"),
        *("At first I thought so", "the bigger, or not"),
    ],
)
def test_what_may_name_another_thing_names_no_digit(words: str) -> None:
    assert taken("en", words) is None


def chosen_of(words: str, options: frozenset[int]) -> int | None:
    shown = grid(UNIQUE)
    question = Question(shown.shape, shown.digits, {5: options})
    return chosen(words, lexicon_of("en"), question)


@cases("words")
def test_a_name_beside_another_is_not_clear(words: str) -> None:
    assert chosen_of("the second one", frozenset({4, 8})) == 8
    assert chosen_of(words, frozenset({4, 8})) is None


def test_where_one_digit_is_asked_about_none_is_the_second() -> None:
    for options in (frozenset({4}), frozenset({4, 0})):
        assert chosen_of("the second one", options) is None
