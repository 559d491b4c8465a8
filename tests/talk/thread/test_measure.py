"""Letters that only tell how much is wanted of what our reply was about: say it."""

import re
from dataclasses import replace

import pytest

from mailbot.language.folders import written
from mailbot.model import Puzzle, Wish
from mailbot.model.requests import Act, Limit, Request
from tests.compose.cases import GRANDFATHER, SOLUTION, answer_to, solved
from tests.talk.tables import tables
from tests.talk.thread.test_going_on import acts, replied
from tests.talk.thread.test_pointing import answered, cell_of, pointed
from tests.talk.threads import gmail, meant

SAY_IT, LESS, A_BIT_MORE, ONLY_THERE = tables(
    "measures", "say_it", "less", "a_bit_more", "only_there"
)
HOW_MANY, AND_WHICH = tables("measures", "how_many", "and_which")
TOLD_OF, OF_ANOTHER_THING = tables("measures", "told_of", "of_another_thing")
LET_US_HEAR_IT, HOW_THERE = tables("measures", "let_us_hear_it", "how_there")

in_each_language = pytest.mark.parametrize("language", written())


@in_each_language
def test_who_says_tell_me_is_told_the_cell_that_was_named(language: str) -> None:
    pointed_at = replied(Request(Act.WHERE, exact=True), language, Limit.NO_DIGIT)
    cell = cell_of(pointed(language))
    name = f"r{cell // 9 + 1}c{cell % 9 + 1}"
    for reply in (pointed(language), pointed_at):
        for words in SAY_IT[language]:
            told = answered(reply, words).told
            assert told == {name: int(SOLUTION[cell])}, words


@in_each_language
def test_after_a_house_alone_tell_me_is_the_cell_and_no_digit(language: str) -> None:
    house = replied(Request(Act.WHERE), language)
    for words in SAY_IT[language]:
        told = answered(house, words)
        assert (acts(told), told.told) == ([Act.WHERE], {}), words


@in_each_language
def test_who_does_not_ask_to_be_told_is_told_no_digit(language: str) -> None:
    for words in TOLD_OF[language]:
        assert answered(pointed(language), words).told == {}, words


@in_each_language
def test_less_of_another_thing_is_no_smaller_hint(language: str) -> None:
    hinted = replied(Request(Act.HINT), language)
    for words in OF_ANOTHER_THING[language]:
        assert acts(answered(hinted, words)) == [Act.HINT], words


@in_each_language
def test_less_than_a_digit_is_its_place(language: str) -> None:
    hinted = replied(Request(Act.HINT), language)
    for words in LESS[language]:
        told = answered(hinted, words)
        assert (acts(told), told.told) == ([Act.WHERE], {}), words


@in_each_language
def test_after_a_hint_nothing_but_a_word_for_the_end_tells_it(language: str) -> None:
    hinted = replied(Request(Act.HINT), language)
    for words in LET_US_HEAR_IT[language]:
        reply = answered(hinted, words)
        assert len(reply.told) <= 1, words
        assert Act.STOP not in acts(reply), words
    for words in HOW_THERE[language]:
        assert acts(answered(hinted, words)) == [Act.WHY], words


@in_each_language
def test_a_bit_more_is_one_step_further_and_no_digit(language: str) -> None:
    for act in (Act.HINT, Act.WHERE):
        before = replied(Request(act), language)
        for words in A_BIT_MORE[language]:
            told = answered(before, words)
            assert (acts(told), told.told) == ([Act.WHERE], {}), words


@in_each_language
def test_after_all_candidates_a_house_alone_is_that_of_candidates(
    language: str,
) -> None:
    marks = replied(Request(Act.CANDIDATES), language)
    for words in ONLY_THERE[language]:
        told = answered(marks, words)
        assert (acts(told), told.told) == ([Act.CANDIDATES], {}), words
        assert [answer.house for answer in told.answers] == ["box 7"], words


def with_a_mistake() -> Puzzle:
    """A puzzle with two digits of the person's own, of which one is wrong."""
    first, second, *_ = (at for at, given in enumerate(GRANDFATHER) if given in ".0")
    right = {cell: int(SOLUTION[cell]) for cell in (first, second)}
    own = solved(entries={**right, second: right[second] % 9 + 1})
    return replace(own, wrong_entries=(second,))


@in_each_language
def test_a_number_of_wrong_digits_names_no_cell(language: str) -> None:
    counted, before = (
        answer_to([with_a_mistake()], wish=Wish((check,), language=language))
        for check in (Request(Act.CHECK, count=0), Request(Act.CHECK))
    )
    assert not counted.answers[0].wrong
    assert not re.search(r"\d!", counted.text)
    assert before.answers[0].wrong
    assert re.search(r"\d!", before.text)
    for words in HOW_MANY[language]:
        told = meant(gmail(before, words)).wish.requests
        assert told == (Request(Act.CHECK, count=0),), words
    for words in AND_WHICH[language]:
        told = meant(gmail(before, words)).wish.requests
        assert [r.count for r in told] == [1], words
