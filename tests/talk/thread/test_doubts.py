"""Cells that we were not sure of: what settles a doubt, and what does not.

No words lead to the solution of another puzzle than the one that they tell of.
"""

from collections.abc import Callable

import pytest

from mailbot.model import Content, Letter, Puzzle, Status, Want
from solver import Grid
from tests.compose.cases import GRANDFATHER, answer_to, grid
from tests.talk.threads import (
    CLIENTS,
    MISREAD,
    UNIQUE,
    doubtful,
    found,
    gmail,
    letter,
    meant,
    outlook,
    quote,
)

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
@pytest.mark.parametrize(
    "words",
    [
        "solution",
        "All is right.",
        "r1c1 is 7, and r1c6 is 6",
        "r1c6=6, a 7 in r1c1",
    ],
)
def test_a_doubt_is_settled_by_naming_the_cell_or_by_all_is_right(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(GRANDFATHER, 0, 5), words))
    assert verdict(one) == CORRECTED


def test_a_hint_that_is_asked_for_beside_all_is_right_is_no_wish_for_all() -> None:
    answer = gmail(doubtful(GRANDFATHER, 0, 5), "Alles richtig, bitte einen Tipp")
    [one] = found(answer)
    assert meant(answer).wish.answer is Want.HINT
    assert verdict(one) in (CORRECTED, (grid(), Status.DOUBTFUL, (0, 5)))


@pytest.mark.parametrize(
    "words",
    [
        "Is everything right?",
        "It is not all right",
        "Thank you, but it is wrong",
        "Is r1c1 7?",
        "There is no 7 in r1c1",
        "It can't be a 7 in r1c1",
        "7 or 1 in r1c1",
    ],
)
def test_what_does_not_say_that_all_is_right_settles_nothing(words: str) -> None:
    [one] = found(letter(f"{words}\n{quote(doubtful(GRANDFATHER).text)}"))
    assert one.status is Status.DOUBTFUL


@pytest.mark.parametrize("client", [gmail, outlook])
@pytest.mark.parametrize(
    "words",
    [
        "The 4 in r1c6 should be a 6.",
        "Die 4 in r1c6 ist falsch, da steht eine 6",
        "le 4 en r1c6 est un 6",
        "det står 4 i r1c6 hos dig, men det är en 6",
        "You read a 4 in r1c6, it is 6",
        "r1c6: 4 -> 6",
        "r1c6: 4 should be 6",
        "You said r1c6 is 4 but it's 6",
        "All is right except r1c6, which is a six",
        "All right! It is 6.",
        "It's 6. Solve it!",
        "r1c6 is six. Solve it please",
        "c6r1=6, please solve",
        "Solution\n\nr1c6 is a six",
        "solution\n\n6",
        "es ist eine 6, bitte lösen",
        "That is not right, r1c6 is a 6",
        "Not a 4 in r1c6 but a 6",
    ],
)
def test_what_says_6_of_the_doubtful_cell_is_a_correction_to_6(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(UNIQUE, 5), words))
    assert verdict(one) == CORRECTED


@pytest.mark.parametrize(
    "words",
    [
        "r1c6: 4. No, 6.",
        "r1c6=6 instead of r1c6=4",
        "r1c6\n6",
    ],
)
def test_what_says_6_in_an_odd_way_is_a_correction_to_6_or_none(words: str) -> None:
    [one] = found(gmail(doubtful(UNIQUE, 5), words))
    assert verdict(one) in (CORRECTED, AS_ASKED)


@pytest.mark.parametrize("client", [gmail, outlook])
@pytest.mark.parametrize(
    "words",
    [
        "The 4 in r1c6 is wrong.",
        "I am not sure about the 4 in r1c6",
        "3 in r4c7, or in r4c8?",
        "r1c6=4 is not right",
        "I don't think r1c6 is 4",
        "ich glaube nicht, dass r1c6 eine 4 ist",
        "ik denk niet dat r1c6 een 4 is",
        "nie sądzę, że r1c6 to 4",
        "maybe r1c6 is 4",
        "is r1c6 4",
        "r1c6=4, is that right?",
        "r1c6 = 4 (?)",
        "r1c6 is 4, or 6",
        "r1c6: 4, oder 6?",
        "4 oppure 6 in r1c6",
        "4 6 r1c6",
        "r1c6=4 or r1c6=6",
        "What does r4c7=3 mean?",
        "Alles richtig bis auf r1c1",
        "Almost all is right",
        "prawie wszystko się zgadza",
        "I don't know if all is right",
        "non so se è tutto giusto",
        "All right, I'll look again",
        "Ist alles richtig",
        "Is everything right?",
        'If all is right, reply with "solution"',
        "solve it only when r1c1 is clear",
        "Did you solve it?",
        "Can you check whether r1c6=4?",
        "Is this right? r1c6=4?",
        "Peux-tu vérifier si r1c6 est 4 ?",
        "r1c6\n4. Nov",
        "Look at r1c6\n4, rue de la Paix",
        "r1c6 is 4.5",
        "r1c6: ok",
        "hint",
    ],
)
def test_what_is_not_wholly_understood_settles_no_doubt(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(UNIQUE, 5), words))
    assert verdict(one) == AS_ASKED


def test_the_last_digit_of_a_row_settles_no_doubt_of_another_cell() -> None:
    """It may be the last cell, or the last cell that holds a digit."""
    words = "The last digit of the first row is a 6, please solve"
    [one] = found(gmail(doubtful(UNIQUE, 5), words))
    assert (one.status, one.doubtful) == (Status.DOUBTFUL, (5,))


def test_a_wish_to_wait_is_met_with_no_solution() -> None:
    answer = gmail(doubtful(UNIQUE, 5), "Löse es erst, wenn ich mich melde")
    assert all(verdict(one) == AS_ASKED for one in found(answer))


def test_another_digit_than_both_that_were_asked_about_is_believed() -> None:
    [one] = found(gmail(doubtful(UNIQUE, 5), "r1c6 ist ja 8"))
    assert one.grid == grid(GRANDFATHER[:5] + "8" + GRANDFATHER[6:])
