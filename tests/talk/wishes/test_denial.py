"""Who does not want the solution, in whatever words, is not told it."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from mailbot.language.folders import written
from mailbot.model import Content, Kind, Letter, Want
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import begin, listen
from mailbot.talk.wishes.denial import (
    denies_the_whole,
    goes_on,
    said_and_denied,
    split_refusal,
)
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import want_of
from mailbot.talk.wishes.words import Words
from tests.cases import cases_of, claims_of
from tests.compose.cases import answer_to, solved
from tests.sample_letters import ROWS, typed
from tests.talk.tables import rows, tables
from tests.talk.threads import asking, gmail, meant
from tests.talk.wishes.test_wish import wished

cases = cases_of(__file__)


# Words that say that the solution is not wanted.


@dataclass(frozen=True)
class Claim:
    """What words ask for or deny, as the TOML file explains; None is either."""

    words: str
    language: str = "en"
    said: bool | None = None
    denied: bool | None = None
    whole: bool | None = None
    goes_on: bool | None = None


@claims_of(__file__, Claim)
def test_words_deny_what_is_claimed(claim: Claim) -> None:
    said, denied = said_and_denied(claim.words, claim.language, Want.SOLUTION)
    assert claim.said in (None, said)
    assert claim.denied in (None, denied)
    assert claim.whole in (None, denies_the_whole(claim.words, claim.language))
    assert claim.goes_on in (None, goes_on(claim.words, claim.language))


def test_thanks_behind_a_word_is_a_please() -> None:
    for words in ("Lösningen tack.", "Ett tips, tack"):
        want = Want.SOLUTION if "Lös" in words else Want.HINT
        assert said_and_denied(words, "sv", want, past=True) == (True, False)


@cases("language, words")
def test_who_cannot_stop_is_not_silenced(language: str, words: str) -> None:
    assert goes_on(words, language)
    said = Words("", words, words, None, language, is_reply=True)
    for situation in (Situation.HINTED, Situation.SOLVED, Situation.BARE):
        assert want_of(said, situation)[0] is not Want.STOP, situation


# Who declines the end of a puzzle, in whatever words, is not told it.
#
# Letters composed of a phrase that declines it and of what is wanted instead: a seeded
# sample, or with `--long` each phrase beside each wish.


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
        told = wished(first(words)).requests[-1].act
        assert told not in REVEALING, words
        assert want is not Want.CHECK or told in (Want.CHECK, Want.HINT), words


@in_each_language
def test_an_answer_beside_a_declined_end_leads_to_less(
    language: str, long: bool
) -> None:
    question = asking(language, 8)
    for words, _ in composed(language, long):
        answer = meant(gmail(question, f"{ANSWER[language][0]}. {words}"))
        assert answer.wish.requests[-1].act not in REVEALING, words


@in_each_language
def test_an_answer_beside_a_wish_for_a_hint_leads_to_it(language: str) -> None:
    question = asking(language, 8)
    for wish in WANTED["hint"][language]:
        answer = meant(gmail(question, f"{ANSWER[language][0]}. {wish}"))
        assert answer.wish.requests[-1].act is Want.HINT, wish
        assert answer.findings.puzzles[0].grid.digits[5] == 8, wish


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
    assert meant(gmail(hint, words)).wish.requests[-1].act in (Want.HINT, Want.WHERE)


# Who refuses the end of the puzzle is not told it, and is told what else is asked.


ALONE, IN_A_STORY, WITH_CELL, WITH_CHECK = tables(
    "refusals", "alone", "in_a_story", "with_cell", "with_check"
)

R3C5 = {"r3c5": 4}


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
    assert meant(answer).wish.requests[-1].act is Want.HINT


@cases("words, language")
def test_who_could_not_finish_or_wants_it_finished_refuses_nothing(
    words: str, language: str
) -> None:
    assert split_refusal(words, language) == (words, False)
    assert wished(typed(f"{words}\n\n" + "\n".join(ROWS))).want is Want.SOLUTION


def test_words_of_a_language_that_the_model_does_not_know_refuse_nothing() -> None:
    assert split_refusal("Please do not fill in the rest.", "fi")[1] is False
