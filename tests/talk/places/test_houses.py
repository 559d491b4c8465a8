"""Houses that are named by where they lie: the lower middle block."""

import pytest

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import clauses_of
from solver import Shape
from tests.cases import cases_of, data_of

cases = cases_of(__file__)

NINE = Shape(3, 3)
[COLUMNS] = data_of(__file__, "columns")
LYING, NO_HOUSE = data_of(__file__, "lying", "no_house")
CONTRADICTORY = [
    ("en", "the top box at the bottom"),
    ("de", "der linke Block rechts"),
    ("sv", "övre blocket längst ner"),
]


def houses(language: str, words: str) -> list[tuple[int, ...]]:
    clauses = clauses_of(fold(words), lexicon_of(language))
    places = [item.place for clause in clauses for item in clause if item.place]
    return [tuple(place.cells(NINE)) for place in places]


@cases("language, words, box")
def test_a_box_is_named_by_all_the_words_that_tell_where_it_lies(
    language: str, words: str, box: int
) -> None:
    assert houses(language, words) == [tuple(NINE.boxes[box - 1])]


@pytest.mark.parametrize(("language", "words"), COLUMNS.items())
def test_a_column_may_be_named_by_the_side_behind_it(language: str, words: str) -> None:
    assert houses(language, words) == [tuple(NINE.columns[-1])]


@pytest.mark.parametrize(
    ("language", "words", "name"),
    [(code, *named) for code, table in LYING.items() for named in table.items()],
)
def test_a_house_is_named_by_the_edge_at_which_it_lies(
    language: str, words: str, name: str
) -> None:
    kinds = {"R": NINE.rows, "C": NINE.columns, "B": NINE.boxes}
    assert houses(language, words) == [tuple(kinds[name[0]][int(name[1]) - 1])]


@pytest.mark.parametrize(
    ("language", "words"),
    [(code, words) for code, listed in NO_HOUSE.items() for words in listed],
)
def test_what_is_larger_than_a_house_or_lies_elsewhere_is_none(
    language: str, words: str
) -> None:
    assert not any(houses(language, words))


@pytest.mark.parametrize(("language", "words"), CONTRADICTORY)
def test_words_that_contradict_each_other_name_no_box(
    language: str, words: str
) -> None:
    assert not any(houses(language, words))


@cases("language, words")
def test_the_last_column_on_the_right_is_a_column_and_no_cell(
    language: str, words: str
) -> None:
    assert houses(language, words)[0] == tuple(NINE.columns[-1])


@cases("language, words, house")
def test_a_house_may_be_named_by_one_word(
    language: str, words: str, house: tuple[int, ...]
) -> None:
    assert houses(language, words) == [tuple(house)]


@cases("language, words")
def test_a_cell_may_be_named_in_short(language: str, words: str) -> None:
    assert houses(language, words) == [(33,)]


def test_asking_if_a_column_is_right_does_not_name_the_right_side() -> None:
    assert houses("en", "is the column right?") == []
