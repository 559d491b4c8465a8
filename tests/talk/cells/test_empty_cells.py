"""Cells that are counted among the empty ones, and where two houses cross."""

import pytest

from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.statements import read_statements
from mailbot.talk.places.grammar import place_at
from solver import Shape
from tests.compose.cases import GRANDFATHER, NINE, digits
from tests.talk.tables import tables

LAST, CROSSING, TOP_ROW = tables("empty_cells", "last", "crossing", "top_row")

QUESTION = Question(NINE, digits(GRANDFATHER))

in_each_language = pytest.mark.parametrize("language", written())


def named(words: str, language: str) -> list[tuple[int, ...]]:
    """The cells of each place that words name."""
    said = read_statements(words, lexicon_of(language), QUESTION)
    return [place.cells(NINE) for place in said.named]


@in_each_language
def test_the_last_empty_cell_of_a_row_is_one_cell(language: str) -> None:
    assert named(LAST[language][0], language) == [(25,)]  # r3c8: r3c9 holds a 4


@in_each_language
def test_a_digit_of_such_a_cell_is_not_taken(language: str) -> None:
    words = f"{LAST[language][0]} 5"
    said = read_statements(words, lexicon_of(language), QUESTION)
    assert said.digits == {}


def test_more_empty_cells_than_there_are_name_nothing() -> None:
    assert named("the ninth empty cell in row 3", "en") == [()]
    assert named("the first empty square in row 3", "en") == [(18,)]


@in_each_language
def test_where_a_row_meets_a_column_is_one_cell(language: str) -> None:
    assert named(CROSSING[language][0], language)[0] == (22,)


@in_each_language
def test_the_top_row_has_many_names(language: str) -> None:
    for words in TOP_ROW[language]:
        place = place_at(lexicon_of(language).read(fold(words)))
        assert place.cells(Shape(3, 3)) == tuple(range(9)), words
