"""The row of a doubtful cell, typed anew in answer to our question."""

from collections.abc import Callable

import pytest

from mailbot.model import Content, Letter, Status, Want
from tests.compose.cases import GRANDFATHER, grid
from tests.talk.threads import UNIQUE, doubtful, found, gmail, meant, outlook

ROW = GRANDFATHER[:9]
SPACED = " ".join(ROW)


@pytest.mark.parametrize("client", [gmail, outlook])
@pytest.mark.parametrize(
    "words",
    [
        ROW,
        f"The row says\n{SPACED}",
        f"I copy the row once more: {ROW}\n\nLove, Vera",
        f"so steht die Zeile da\n{ROW.replace('.', '0')}",
        f"voici toute la ligne : {SPACED.replace('.', '_')}",
        f"esta es la fila\n{SPACED}\nun saludo",
        f"ecco la riga per intero\n{ROW}",
        f"de hele rij: {ROW}",
        f"cały wiersz to {SPACED}",
        f"hela raden\n{ROW}",
        f"die Zeile heißt {ROW.replace('.', '0')}, da sieht man es",
        f"la ligne entière c'est {ROW} voilà",
    ],
)
def test_a_row_that_is_typed_anew_settles_its_doubtful_cell(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(UNIQUE, 5), words))
    assert (one.status, one.grid) == (Status.SOLVED, grid())


@pytest.mark.parametrize(
    "words",
    [
        f"is it {ROW}?",
        f"The row is not\n{ROW}",
        "The row says\n" + ROW.replace("7", "9"),
        "The row says\n" + ROW.replace("6", "."),
        f"maybe it is\n{ROW}",
        f"either\n{ROW}\nor\n{ROW.replace('6', '8')}",
    ],
)
def test_a_row_that_differs_or_is_doubted_settles_nothing(words: str) -> None:
    for one in found(gmail(doubtful(UNIQUE, 5), words)):
        assert one.doubtful == (5,), one.grid
        assert meant(gmail(doubtful(UNIQUE, 5), words)).wish.want is not Want.MOVES
