"""Questions for the digit of a cell, and what only looks like one."""

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.cells.inquiry import asks_for_a_digit
from tests.cases import cases_of

cases = cases_of(__file__)


def asks(words: str) -> bool:
    return asks_for_a_digit(list(clauses_of(fold(words), lexicon_of("en"))))


@cases("words")
def test_a_question_for_the_digit_of_a_cell_is_known(words: str) -> None:
    assert asks(words)


@cases("words")
def test_what_asks_for_another_thing_is_no_such_question(words: str) -> None:
    assert not asks(words)
