"""Sentences that say that we read everything right, and those that do not quite."""

from dataclasses import replace

import pytest

from mailbot.language.folders import written
from mailbot.model import Content, Missing, Status, Want
from mailbot.talk.thread.agreement import agrees, may_agree
from tests.cases import cases_of
from tests.compose.cases import answer_to, grid, puzzle
from tests.examples import of_the_day
from tests.talk.tables import tables
from tests.talk.threads import UNIQUE, found, gmail_text, meant

cases = cases_of(__file__)

MANY, OPEN, PLAIN = tables("yes_and_no", "agreeing", "open", "plain")
AGREEING, RESERVED = tables("agreement", "agreeing", "reserved")

_SHARE = 9
"""Of so many answers one is tried each day, unless all are."""


@pytest.mark.parametrize("language", written())
def test_a_sentence_of_agreement_takes_the_reading_as_right(language: str) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    for words in AGREEING[language]:
        answer = gmail_text(reply, words)
        [one] = found(answer)
        assert meant(answer).wish.want is Want.CONFIRM, words
        assert one.status is Status.SOLVED, words
        assert one.grid == grid(UNIQUE)


@pytest.mark.parametrize("language", written())
def test_reserved_or_unrelated_sentences_are_no_agreement(
    language: str,
) -> None:
    for words in RESERVED[language]:
        assert not agrees(words, language), words


@pytest.mark.parametrize("language", written())
def test_a_reserved_yes_leaves_the_question_open(language: str) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    for words in RESERVED[language]:
        assert all(one.doubtful for one in found(gmail_text(reply, words))), words


def is_it_a_4(language: str) -> Content:
    """A reply that asks only about the digit that was read: is it really a 4?"""
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    cells = list(asked.reading.cells)
    cells[5] = replace(cells[5], runner_up=0)
    reading = replace(asked.reading, cells=tuple(cells))
    return answer_to([replace(asked, reading=reading)], language=language)


@pytest.mark.parametrize("language", written())
def test_people_say_yes_in_many_ways(language: str) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    for words in set(of_the_day(MANY[language], _SHARE)).difference(PLAIN[language]):
        [one] = found(gmail_text(reply, words))
        assert (one.status, one.grid) == (Status.SOLVED, grid(UNIQUE)), words


@pytest.mark.parametrize("language", written())
def test_a_plain_yes_is_an_answer_where_one_digit_is_asked_about(language: str) -> None:
    reply = is_it_a_4(language)
    for words in PLAIN[language]:
        [one] = found(gmail_text(reply, words))
        assert (one.status, one.grid) == (Status.SOLVED, grid(UNIQUE)), words


@pytest.mark.parametrize("language", written())
def test_a_plain_yes_chooses_none_of_two_digits(language: str) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    for words in PLAIN[language]:
        [one] = found(gmail_text(reply, words))
        assert one.doubtful == (5,), words
        wish = meant(gmail_text(reply, words)).wish
        assert wish.want is Want.UNCLEAR, words
        assert (*wish.missing, *wish.requests[0].cells) == (Missing.DIGIT, 5), words


@pytest.mark.parametrize("language", written())
def test_what_is_not_a_yes_leaves_the_question_open(language: str) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    for words in of_the_day(OPEN[language], _SHARE):
        assert all(one.doubtful for one in found(gmail_text(reply, words))), words


def test_a_fault_is_denied_only_by_what_denies_it() -> None:
    for words in (
        "It is not right mistakes",
        "no a mistake",
        "Nothing is what is wrong",
    ):
        assert not agrees(words, "en"), words
    assert agrees("I see no mistakes", "en")


def test_a_no_takes_back_a_yes() -> None:
    assert may_agree("Stimmt", "de")
    assert not may_agree("Nein, stimmt", "de")


@cases("words, language")
def test_who_says_that_we_are_right_agrees(words: str, language: str) -> None:
    assert agrees(words, language)
