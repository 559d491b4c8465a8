"""Who refuses the end of the puzzle is not told it, and is told what else is asked."""

import pytest

from mailbot.language.folders import written
from mailbot.model import Content, Kind, Want
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import begin, listen
from mailbot.talk.wishes.refusal import split_refusal
from tests.cases import cases_of
from tests.compose.cases import answer_to, solved
from tests.sample_letters import ROWS, typed
from tests.talk.tables import tables
from tests.talk.threads import asking, gmail, meant
from tests.talk.wishes.test_wish import wished

cases = cases_of(__file__)

ALONE, IN_A_STORY, WITH_CELL, WITH_CHECK = tables(
    "refusals", "alone", "in_a_story", "with_cell", "with_check"
)

R3C5 = {"r3c5": 4}

in_each_language = pytest.mark.parametrize("language", written())


def reply_to(words: str, subject: str = "") -> Content:
    """The reply to a first letter with these words."""
    letter = typed(f"{words}\n\n" + "\n".join(ROWS), subject=subject)
    begun = begin(listen(letter), read_letter(letter, ReadingOptions()))
    return answer_to(begun.findings.puzzles, wish=begun.wish)


@in_each_language
def test_who_only_refuses_the_end_is_told_a_digit_at_most(language: str) -> None:
    for words in (*ALONE[language], *IN_A_STORY[language]):
        assert len(reply_to(words).told) <= 1, words


@in_each_language
def test_a_cell_beside_a_refusal_is_told_alone(language: str) -> None:
    for words in WITH_CELL[language]:
        assert reply_to(words).told == R3C5, words


@in_each_language
def test_a_check_beside_a_refusal_tells_nothing(language: str) -> None:
    for words in WITH_CHECK[language]:
        reply = reply_to(words)
        assert reply.kind in (Kind.CHECK, Kind.FIRST_MISTAKE), words
        assert reply.told == {}, words


@in_each_language
def test_who_refuses_the_end_after_a_hint_is_not_told_it(language: str) -> None:
    hint = answer_to([solved()], want=Want.HINT, language=language)
    for words in ALONE[language]:
        wish = meant(gmail(hint, words)).wish
        assert wish.want not in (Want.SOLUTION, Want.STEPS, Want.ALL), words


def test_a_refusal_in_the_subject_counts() -> None:
    reply = reply_to("A puzzle from my paper.", "Please do not fill in the rest")
    assert len(reply.told) <= 1


def test_an_answer_beside_a_refusal_leads_to_a_hint() -> None:
    answer = gmail(asking("en", 8), "It is an 8. Please don't fill in the rest.")
    assert meant(answer).wish.then is Want.HINT


@cases("words, language")
def test_who_could_not_finish_or_wants_it_finished_refuses_nothing(
    words: str, language: str
) -> None:
    assert split_refusal(words, language) == (words, False)
    assert wished(typed(f"{words}\n\n" + "\n".join(ROWS))).want is Want.SOLUTION


def test_words_of_a_language_that_the_model_does_not_know_refuse_nothing() -> None:
    assert split_refusal("Please do not fill in the rest.", "fi")[1] is False
