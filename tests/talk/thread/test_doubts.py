"""Cells that we were not sure of: what settles a doubt, and what does not.

No words lead to the solution of another puzzle than the one that they tell of.
"""

from collections.abc import Callable

import pytest

from mailbot.model import Content, Letter, Puzzle, Status, Want
from solver import Grid
from tests.cases import cases_of
from tests.compose.cases import GRANDFATHER, answer_to, grid
from tests.talk.threads import (
    CLIENTS,
    MISREAD,
    UNIQUE,
    doubtful,
    found,
    gmail,
    meant,
    outlook,
)

cases = cases_of(__file__)

AS_ASKED = (grid(UNIQUE), Status.DOUBTFUL, (5,))
CORRECTED = (grid(), Status.SOLVED, ())


def verdict(one: Puzzle) -> tuple[Grid, Status, tuple[int, ...]]:
    return (one.grid, one.status, one.doubtful)


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("words", ["r1c1=7", "r1c1=7\nhint", "steps", "What is this?"])
def test_a_doubt_that_nobody_settled_is_asked_again(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(MISREAD, 0, 5), words))
    assert one.status is Status.DOUBTFUL
    assert one.doubtful == ((5,) if "r1c1" in words else (0, 5))
    assert one.reading.cells[5].runner_up == 8
    again = answer_to([one])
    [same] = found(client(again, "What?"))
    assert same.doubtful == one.doubtful


@pytest.mark.parametrize("client", CLIENTS)
@cases("words")
def test_a_doubt_is_settled_by_naming_the_cell_or_by_all_is_right(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(GRANDFATHER, 0, 5), words))
    assert verdict(one) == CORRECTED


def test_a_hint_that_is_asked_for_beside_all_is_right_is_no_wish_for_all() -> None:
    answer = gmail(doubtful(GRANDFATHER, 0, 5), "Alles richtig, bitte einen Tipp")
    [one] = found(answer)
    assert meant(answer).wish.requests[-1].act is Want.HINT
    assert verdict(one) in (CORRECTED, (grid(), Status.DOUBTFUL, (0, 5)))


@pytest.mark.parametrize("client", [gmail, outlook])
@cases("words")
def test_what_says_6_of_the_doubtful_cell_is_a_correction_to_6(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(UNIQUE, 5), words))
    assert verdict(one) == CORRECTED


@cases("words")
def test_what_says_6_in_an_odd_way_is_a_correction_to_6_or_none(words: str) -> None:
    [one] = found(gmail(doubtful(UNIQUE, 5), words))
    assert verdict(one) in (CORRECTED, AS_ASKED)


@pytest.mark.parametrize("client", [gmail, outlook])
@cases("words")
def test_what_is_not_wholly_understood_settles_no_doubt(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(UNIQUE, 5), words))
    assert verdict(one) == AS_ASKED


def test_a_wish_to_wait_is_met_with_no_solution() -> None:
    answer = gmail(doubtful(UNIQUE, 5), "Löse es erst, wenn ich mich melde")
    assert all(verdict(one) == AS_ASKED for one in found(answer))
