"""Who declines the end of a puzzle, in whatever words, is not told it.

Letters composed of a phrase that declines it and of what is wanted instead: a seeded
sample, or with `--long` each phrase beside each wish.
"""

import random
from collections.abc import Iterator

import pytest

from mailbot.language.folders import written
from mailbot.model import Letter, Want
from mailbot.talk.wishes.denial import denies_the_whole
from tests.cases import cases_of
from tests.compose.cases import answer_to, solved
from tests.sample_letters import ROWS, typed
from tests.talk.tables import rows, tables
from tests.talk.threads import asking, gmail, meant
from tests.talk.wishes.test_wish import wished

cases = cases_of(__file__)

ANSWER, DECLINED = tables("declined", "answer", "declined")
WANTED = rows("declined")["wanted"]

REVEALING = (Want.SOLUTION, Want.STEPS, Want.ALL)
FORMS = ("{0}. {1}.", "{1}. {0}.", "{0}, {1}.", "{1} - {0}", "{0}; {1}")
PAIRS = 12  # in each language, unless all are asked for

in_each_language = pytest.mark.parametrize("language", written())


@in_each_language
def test_the_end_that_is_declined_beside_a_lesser_wish_is_not_told(
    language: str, long: bool
) -> None:
    for words, want in composed(language, long):
        told = wished(first(words)).answer
        assert told not in REVEALING, words
        assert want is not Want.CHECK or told in (Want.CHECK, Want.HINT), words


@in_each_language
def test_an_answer_beside_a_declined_end_leads_to_less(
    language: str, long: bool
) -> None:
    question = asking(language, 8)
    for words, _ in composed(language, long):
        answer = meant(gmail(question, f"{ANSWER[language][0]}. {words}"))
        assert answer.wish.answer not in REVEALING, words


@in_each_language
def test_an_answer_beside_a_wish_for_a_hint_leads_to_it(language: str) -> None:
    question = asking(language, 8)
    for wish in WANTED["hint"][language]:
        answer = meant(gmail(question, f"{ANSWER[language][0]}. {wish}"))
        assert answer.wish.answer is Want.HINT, wish
        assert answer.findings.puzzles[0].grid.digits[5] == 8, wish


@cases("words, language")
def test_who_declines_something_else_declines_no_end(words: str, language: str) -> None:
    assert not denies_the_whole(words, language)


def composed(language: str, every: bool) -> Iterator[tuple[str, Want]]:
    """Letters in a language, and what each wants."""
    dice = random.Random(language)
    wishes = [(w, Want(k)) for k, ws in WANTED.items() for w in ws[language]]
    pairs = [(end, wish) for end in DECLINED[language] for wish in wishes]
    for end, (words, want) in pairs if every else dice.sample(pairs, PAIRS):
        yield dice.choice(FORMS).format(end, words), want


def first(words: str) -> Letter:
    return typed(f"{words}\n\n" + "\n".join(ROWS))


def test_a_thread_of_hints_stays_one_where_the_end_is_declined() -> None:
    hint = answer_to([solved()], want=Want.HINT)
    words = "The finished grid can stay in your drawer, only the next cell please."
    assert meant(gmail(hint, words)).wish.answer in (Want.HINT, Want.WHERE)
