"""Cells that are counted among the empty ones, and where two houses cross."""

from collections.abc import Mapping

import pytest

from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.statements import read_statements
from mailbot.talk.places.grammar import place_at
from solver import Shape
from tests.compose.cases import GRANDFATHER, NINE, digits

QUESTION = Question(NINE, digits(GRANDFATHER))

LAST: Mapping[str, str] = {
    "en": "only the last empty cell in row 3",
    "de": "nur das letzte leere Feld in Zeile 3",
    "fr": "juste la dernière case vide de la ligne 3",
    "es": "solo la última casilla vacía de la fila 3",
    "it": "solo l'ultima casella vuota della riga 3",
    "nl": "alleen het laatste lege vakje in rij 3",
    "pl": "tylko ostatnie puste pole w wierszu 3",
    "sv": "bara den sista tomma rutan på rad 3",
}

CROSSING: Mapping[str, str] = {
    "en": "where row 3 meets column 5",
    "de": "wo Zeile 3 Spalte 5 kreuzt",
    "fr": "où la ligne 3 croise la colonne 5",
    "es": "donde la fila 3 se cruza con la columna 5",
    "it": "dove la riga 3 incrocia la colonna 5",
    "nl": "waar rij 3 kolom 5 kruist",
    "pl": "gdzie wiersz 3 przecina się z kolumną 5",
    "sv": "där rad 3 korsar kolumn 5",
}

TOP_ROW: Mapping[str, tuple[str, ...]] = {
    "en": ("top row",),
    "de": ("oberste zeile", "obere zeile"),
    "fr": ("ligne superieure", "ligne du haut"),
    "es": ("fila superior", "fila de arriba"),
    "it": ("riga superiore", "riga in alto"),
    "nl": ("bovenste rij",),
    "pl": ("gorny wiersz", "najwyzszy wiersz"),
    "sv": ("oversta raden", "ovre raden"),
}

in_each_language = pytest.mark.parametrize("language", written())


def named(words: str, language: str) -> list[tuple[int, ...]]:
    """The cells of each place that words name."""
    said = read_statements(words, lexicon_of(language), QUESTION)
    return [place.cells(NINE) for place in said.named]


@in_each_language
def test_the_last_empty_cell_of_a_row_is_one_cell(language: str) -> None:
    assert named(LAST[language], language) == [(25,)]  # r3c8: r3c9 holds a 4


@in_each_language
def test_a_digit_of_such_a_cell_is_not_taken(language: str) -> None:
    words = f"{LAST[language]} 5"
    said = read_statements(words, lexicon_of(language), QUESTION)
    assert said.digits == {}


def test_more_empty_cells_than_there_are_name_nothing() -> None:
    assert named("the ninth empty cell in row 3", "en") == [()]
    assert named("the first empty square in row 3", "en") == [(18,)]


@in_each_language
def test_where_a_row_meets_a_column_is_one_cell(language: str) -> None:
    assert named(CROSSING[language], language)[0] == (22,)


@in_each_language
def test_the_top_row_has_many_names(language: str) -> None:
    for words in TOP_ROW[language]:
        place = place_at(lexicon_of(language).read(fold(words)))
        assert place.cells(Shape(3, 3)) == tuple(range(9)), words
