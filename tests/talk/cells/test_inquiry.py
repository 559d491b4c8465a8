"""Questions for the digit of a cell, and what only looks like one."""

import pytest

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.cells.inquiry import asks_for_a_digit


def asks(words: str) -> bool:
    return asks_for_a_digit(list(clauses_of(fold(words), lexicon_of("en"))))


@pytest.mark.parametrize(
    "words",
    [
        "Dave reckons 3. What's in there really?",
        "What goes in row 3, column 5? Bob says 4.",
        "Which of the 4 possibilities goes in r3c5?",
        "My wife says r3c5 is 4, I say it isn't. Which one is it?",
    ],
)
def test_a_question_for_the_digit_of_a_cell_is_known(words: str) -> None:
    assert asks(words)


@pytest.mark.parametrize(
    "words",
    [
        "I put a 4 in r3c5. What is it really?",
        "I wrote 4 in r3c5, which digit is it?",
        "What is wrong in r3c5, is it the 4?",
        "r3c5 is 4. What is wrong?",
        "r3c5 is 4. What is the rest?",
        "r3c5 is 4. What is next?",
        "r3c5 is 4. What is 4?",
        "Is r3c5 a 4?",
    ],
)
def test_what_asks_for_another_thing_is_no_such_question(words: str) -> None:
    assert not asks(words)
