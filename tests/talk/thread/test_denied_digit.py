"""Is it a 4 or an 8? It is no 4: so it is an 8, or neither of what we saw.

Nobody says that it is an 8. It is taken all the same if the puzzle then has exactly one
solution: the other digit that we saw, the denial and the rules agree, and the reply
shows what was read. Where it does not, the digit is another one, and we ask again.
"""

import pytest

from mailbot.language.folders import written
from mailbot.model import Missing, Status, Want
from tests.talk.tables import tables
from tests.talk.threads import asking, gmail, meant

[NO_4] = tables("denied_digit", "no_4")

RIGHT, IMPOSSIBLE = 6, 9
"""The digit of r1c6, and one with which the puzzle has no solution."""


@pytest.mark.parametrize("language", written())
def test_the_other_digit_is_taken_where_it_makes_a_puzzle(language: str) -> None:
    answer = meant(gmail(asking(language, RIGHT), NO_4[language][0]))
    [puzzle] = answer.findings.puzzles
    assert (puzzle.status, puzzle.grid.digits[5]) == (Status.SOLVED, RIGHT)


@pytest.mark.parametrize("language", written())
def test_neither_digit_is_taken_where_the_other_makes_no_puzzle(language: str) -> None:
    answer = meant(gmail(asking(language, IMPOSSIBLE), NO_4[language][0]))
    assert answer.wish.want is Want.UNCLEAR
    assert Missing.DIGIT in answer.wish.missing
    assert answer.findings.puzzles[0].doubtful == (5,)


def test_a_digit_that_is_said_is_taken_whatever_it_makes() -> None:
    answer = meant(gmail(asking("en", IMPOSSIBLE), "It's not a 4, it's a 9."))
    assert answer.findings.puzzles[0].status is Status.IMPOSSIBLE
