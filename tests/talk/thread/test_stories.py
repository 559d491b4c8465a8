"""Stories that hold a digit and answer nothing: a question of ours stays open.

Each is an answer to a reply that asks whether r1c6 is a 4 or a 6. A digit of another
thing, taken for the answer, makes the solution of a puzzle that nobody has.
"""

from collections.abc import Callable

import pytest

from mailbot.model import Content, Letter, Status
from tests.talk.tables import rows
from tests.talk.threads import UNIQUE, doubtful, found, gmail, outlook


@pytest.mark.parametrize("client", [gmail, outlook])
@pytest.mark.parametrize("words", rows("stories")["stories"])
def test_a_digit_in_a_story_answers_no_question(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    for one in found(client(doubtful(UNIQUE, 5), words)):
        assert (one.status, one.doubtful) == (Status.DOUBTFUL, (5,))
        assert one.grid.digits[5] == 4


@pytest.mark.parametrize("words", rows("stories")["answers"])
def test_an_answer_to_the_question_is_taken(words: str) -> None:
    [one] = found(gmail(doubtful(UNIQUE, 5), words))
    assert one.grid.digits[5] == 6
    assert one.status is Status.SOLVED
