"""What a letter brings, and how often the same may come again."""

from mailbot.model import Want
from mailbot.respond.repetition import Brought
from tests.cases import cases_of

cases = cases_of(__file__)


@cases("brought")
def test_what_takes_a_conversation_further_may_come_again(brought: Brought) -> None:
    assert brought.goes_on


@cases("brought")
def test_what_a_program_may_write_is_known_again(brought: Brought) -> None:
    assert not brought.goes_on


def test_a_few_words_about_a_puzzle_may_be_said_twice() -> None:
    assert Brought(Want.WHY, 5, puzzle=True).may_come_twice
    assert not Brought(Want.WHY, 6, puzzle=True).may_come_twice


def test_without_a_puzzle_only_a_wish_that_needs_none_may_be_said_twice() -> None:
    assert Brought(Want.HELP, 20).may_come_twice
    assert not Brought(Want.SOLUTION, 1).may_come_twice
    assert not Brought(Want.UNCLEAR, 1).may_come_twice


def test_of_a_wish_for_the_next_step_the_words_alone_count() -> None:
    assert Brought(Want.HINT, 20, puzzle=True).may_come_twice
