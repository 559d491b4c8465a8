"""Answers written below our questions, or as a list in their order."""

import re

import pytest

from mailbot.model import Letter, Status
from tests.cases import cases_of
from tests.compose.cases import GRANDFATHER, grid
from tests.talk.threads import doubtful, found, letter, quote

cases = cases_of(__file__)

MISREAD_TWICE = "1" + GRANDFATHER[1:5] + "4" + GRANDFATHER[6:]
"""The grandfather's puzzle: r1c1 is a 7 and r1c6 a 6."""


def below(first: str, second: str, sign: str = "> ") -> str:
    """A reply that asks about two cells, with a line below each question."""
    lines = []
    answers = [first, second]
    for line in doubtful(MISREAD_TWICE, 0, 5).text.splitlines():
        lines.append(f"{sign}{line}")
        if line.strip().endswith("?") and answers and re.search("1|6", line):
            lines.append(answers.pop(0))
    assert not answers
    return "\n".join(lines)


def verdicts(answer: Letter) -> tuple[int, int, Status]:
    """The digits in r1c1 and r1c6, and the verdict."""
    [one] = found(answer)
    return one.grid.digits[0], one.grid.digits[5], one.status


def test_each_answer_belongs_to_the_question_above_it() -> None:
    assert verdicts(letter(below("7", "6"))) == (7, 6, Status.SOLVED)
    assert verdicts(letter(below("it's a 7", "a 6 I think"))) == (7, 6, Status.SOLVED)


def test_answers_are_told_apart_where_no_sign_marks_the_quoted_lines() -> None:
    head = "-----Original Message-----\nFrom: Bot <bot@bot.example>\nSubject: Re: Stuck"
    text = f"see below\n\n{head}\n\n{below('7', '6', sign='')}"
    assert verdicts(letter(text)) == (7, 6, Status.SOLVED)


def test_an_answer_may_stand_on_the_line_of_its_question() -> None:
    text = quote(doubtful(MISREAD_TWICE, 0, 5).text)
    text = text.replace("or an 8?", "or an 8? 7", 1)
    assert verdicts(letter(text))[:2] == (7, 4)


def test_one_answer_leaves_the_other_question_open() -> None:
    assert verdicts(letter(below("7", "I cannot tell"))) == (7, 4, Status.DOUBTFUL)


@cases("words")
def test_what_is_no_answer_settles_no_question(words: str) -> None:
    first, second, status = verdicts(letter(below(words, "")))
    assert (first, second, status) == (1, 4, Status.DOUBTFUL)


GRANDFATHER_TWICE = doubtful(GRANDFATHER, 0, 5)
"""A reply that asks whether r1c1 is a 7 or an 8, and r1c6 a 6 or an 8."""


@cases("words")
def test_a_list_of_all_answers_is_taken_in_the_order_of_the_questions(
    words: str,
) -> None:
    answer = letter(f"{words}\n\n{quote(GRANDFATHER_TWICE.text)}")
    assert verdicts(answer) == (7, 6, Status.SOLVED)


def test_one_labelled_answer_settles_its_own_question_only() -> None:
    [one] = found(letter(f"b) 6\n\n{quote(GRANDFATHER_TWICE.text)}"))
    assert one.doubtful == (0,)


@cases("words")
def test_a_list_that_does_not_fit_the_questions_settles_none(words: str) -> None:
    [one] = found(letter(f"{words}\n\n{quote(GRANDFATHER_TWICE.text)}"))
    assert one.doubtful == (0, 5)
    assert one.grid == grid()


@pytest.mark.parametrize("words", ["7, 6", "a) 7 b) 6", "No, a 7.\nIt's a 6."])
def test_any_digit_may_stand_in_a_cell_that_we_took_for_empty(words: str) -> None:
    reply = doubtful("." + GRANDFATHER[1:], 0, 5)
    assert verdicts(letter(f"{words}\n\n{quote(reply.text)}")) == (7, 6, Status.SOLVED)
