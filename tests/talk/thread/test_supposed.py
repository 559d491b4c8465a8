"""Digits that somebody only asks about are judged, and are no entries of theirs."""

import pytest

from mailbot.language.folders import written
from mailbot.marker import find_markers
from mailbot.model import Act, Content, Kind, Want
from tests.compose.cases import answer_to, solved
from tests.talk.tables import Table, tables
from tests.talk.threads import asking, gmail, meant

SUPPOSED, ENTERED, CLAIMED, DOUBTED, ILLEGIBLE = tables(
    "supposed", "supposed", "entered", "claimed", "doubted", "illegible"
)
ONWARD, WHO, PRINTED, BESIDE, AND_MORE = tables(
    "supposed", "onward", "who", "printed", "beside", "and_more"
)

RIGHT, WRONG = 5, 1  # in r1c3

in_each_language = pytest.mark.parametrize("language", written())


def entries(reply: Content) -> list[int]:
    """The digits in r1c3 that the lines of a reply carry on."""
    return [marker.state.grid.digits[2] for marker in find_markers(reply.text)]


def hint_of(language: str) -> Content:
    """The reply that gives a hint."""
    return answer_to([solved()], want=Want.HINT, language=language)


def answer(language: str, words: str) -> Content:
    """The reply to an answer to a hint."""
    asked = meant(gmail(hint_of(language), words))
    return answer_to(asked.findings.puzzles, wish=asked.wish)


@in_each_language
def test_a_digit_that_is_only_asked_about_is_judged_and_kept_if_it_is_right(
    language: str,
) -> None:
    for words in SUPPOSED[language]:
        right = answer(language, words.format(d=RIGHT))
        assert (right.kind, right.told) == (Kind.VERDICT, {"r1c3": RIGHT}), words
        wrong = answer(language, words.format(d=WRONG))
        assert (wrong.kind, wrong.told) == (Kind.VERDICT, {}), words
        # What is right is known by now, and what is wrong is no entry of theirs.
        assert (entries(right), entries(wrong)) == ([RIGHT], [0]), words


@in_each_language
def test_the_next_digit_is_told_beside_the_judgement_of_one(language: str) -> None:
    for words in ONWARD[language]:
        told = answer(language, words.format(d=RIGHT))
        assert [a.act for a in told.answers] == [Act.VERDICT, Act.HINT], words


@in_each_language
def test_whatever_is_asked_beside_the_judgement_of_a_digit_is_answered(
    language: str,
) -> None:
    more = (Act.NEW, Act.CELL, Act.CANDIDATES)
    for words, act in zip(AND_MORE[language], more, strict=True):
        asked = meant(gmail(hint_of(language), words.format(d=WRONG))).wish
        assert [r.act for r in asked.requests] == [Act.VERDICT, act], words


@in_each_language
def test_a_technique_is_looked_for_beside_the_judgement_of_a_digit(
    language: str,
) -> None:
    for words in BESIDE[language]:
        told = answer(language, words.format(d=RIGHT))
        assert {a.act for a in told.answers} == {Act.VERDICT, Act.TECHNIQUE}, words


@in_each_language
def test_a_question_about_a_printed_digit_changes_none(language: str) -> None:
    for words in PRINTED[language]:
        told = answer(language, words)
        assert told.kind is Kind.VERDICT, words
        [marker] = find_markers(told.text)
        assert marker.state.grid.givens == solved().grid.givens, words


@in_each_language
def test_of_two_people_the_one_who_is_right_is_named(language: str) -> None:
    for words in WHO[language]:
        told = answer(language, words.format(d=RIGHT, other=WRONG))
        assert [a.act for a in told.answers] == [Act.VERDICT] * 2, words
        assert told.told == {"r1c3": RIGHT}, words


@in_each_language
def test_the_next_letter_does_not_know_a_digit_that_was_only_asked_about(
    language: str,
) -> None:
    judged = answer(language, SUPPOSED[language][0].format(d=WRONG))
    for puzzle in meant(gmail(judged, "ok")).findings.puzzles:
        assert puzzle.grid.digits[2] == 0


@in_each_language
def test_a_digit_that_somebody_wrote_is_entered(language: str) -> None:
    for words in ENTERED[language]:
        assert entries(answer(language, words.format(d=WRONG))) == [WRONG], words


@in_each_language
def test_a_digit_that_somebody_else_claims_is_judged_and_kept_if_it_is_right(
    language: str,
) -> None:
    solution = answer_to([solved()], language=language)
    for words in CLAIMED[language]:
        for digit in (RIGHT, WRONG):
            claimed = meant(gmail(solution, words.format(d=digit)))
            reply = answer_to(claimed.findings.puzzles, wish=claimed.wish)
            known = digit if digit == RIGHT else 0
            assert (reply.kind, entries(reply)) == (Kind.VERDICT, [known]), words


@in_each_language
@pytest.mark.parametrize("table", [DOUBTED, ILLEGIBLE])
def test_a_claim_in_doubt_and_an_age_answer_no_question(
    language: str, table: Table
) -> None:
    question = asking(language, 8)
    answered = meant(gmail(question, table[language][0]))
    assert answered.findings.puzzles[0].doubtful == (5,)
