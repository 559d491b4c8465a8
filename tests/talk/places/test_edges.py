"""Houses and cells that are named by where they lie, counted from either end."""

import pytest

from mailbot.language.folders import written
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.statements import read_statements
from solver import Shape
from tests.talk.tables import rows

PLACES = rows("edges")["places"]

NINE = Shape(3, 3)


@pytest.mark.parametrize("language", written())
def test_a_place_is_named_by_where_it_lies(language: str) -> None:
    houses = {"row": NINE.rows, "col": NINE.columns, "box": NINE.boxes}
    lexicon, question = lexicon_of(language), Question(NINE, (0,) * 81)
    for words, kind, number in PLACES[language]:
        named = read_statements(words, lexicon, question).named
        cells = houses[kind][number - 1] if kind in houses else (number - 1,)
        assert [tuple(place.cells(NINE)) for place in named] == [tuple(cells)], words
