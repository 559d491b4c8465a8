"""Short answers to our one open question: is r1c6 a 4 or a 6?"""

from dataclasses import replace

import pytest

from mailbot.model import Status
from tests.cases import cases_of
from tests.compose.cases import answer_to, grid, puzzle
from tests.talk.threads import UNIQUE, gmail, meant

cases = cases_of(__file__)

SHOWN, MEANT = 4, 6
_CELL = 5


def answered(words: str) -> tuple[int, Status] | None:
    """The digit that the cell holds after an answer, and the verdict.

    None where the answer is taken for one that needs no puzzle, such as a thank-you.
    """
    one = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (_CELL,))
    cells = list(one.reading.cells)
    cells[_CELL] = replace(cells[_CELL], runner_up=MEANT)
    one = replace(one, reading=replace(one.reading, cells=tuple(cells)))
    found = meant(gmail(answer_to([one]), words)).findings.puzzles
    if not found:
        return None
    [left] = found
    return left.grid.digits[_CELL], left.status


@cases("words")
def test_a_digit_that_can_only_be_the_answer_is_taken(words: str) -> None:
    assert answered(words) == (MEANT, Status.SOLVED)


@cases("words")
def test_an_answer_may_be_in_another_language_than_the_thread(words: str) -> None:
    assert answered(words) == (MEANT, Status.SOLVED)


@cases("words")
def test_a_digit_may_be_named_by_its_place_in_the_question(words: str) -> None:
    assert answered(words) == (MEANT, Status.SOLVED)


@pytest.mark.parametrize("words", ["the first one", "das erste", "la première"])
def test_the_first_digit_of_the_question_is_the_one_that_was_read(words: str) -> None:
    verdict = answered(words)
    assert verdict
    assert (verdict[0], verdict[1] is Status.DOUBTFUL) == (SHOWN, False)


@cases("words")
def test_an_unsure_answer_does_not_settle_a_doubt(words: str) -> None:
    doubted, impossible = (SHOWN, Status.DOUBTFUL), (7, Status.IMPOSSIBLE)
    assert answered(words) in (doubted, impossible, None)


def test_a_foreign_number_is_no_yes() -> None:
    """An unknown word alone looks like a yes to the word model."""
    for words in ("fünf", "cinq", "la tercera"):
        assert answered(words) == (SHOWN, Status.DOUBTFUL), words
