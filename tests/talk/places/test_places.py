"""Cells and houses, named in whatever way people name them."""

from dataclasses import dataclass

import pytest

from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.cells.statements import read_statements
from mailbot.talk.places.grammar import place_at
from mailbot.talk.places.place import MIDDLE, Place
from solver import Shape
from tests.cases import cases_of, claims_of, data_of
from tests.talk.tables import rows

cases = cases_of(__file__)


# Names of cells and houses: each rule of the grammar, and each language.


NINE = Shape(3, 3)


@dataclass(frozen=True)
class Claim:
    """A text, and the name of the cell or house that is its first place, if any."""

    text: str
    name: str
    language: str = "en"


def place_in(text: str, language: str = "en") -> Place:
    """The first place that a text names; one of length 0 where it names none."""
    tokens = lexicon_of(language).read(fold(text))
    places = (place_at(tokens[start:]) for start in range(len(tokens)))
    return next((place for place in places if place.length), Place())


def cells_in(text: str, language: str = "en", shape: Shape = NINE) -> tuple[int, ...]:
    return place_in(text, language).cells(shape)


def named(name: str) -> tuple[int, ...]:
    """The cells of r4c7, R3 (a row), C5 (a column), B9 (a box), or none."""
    if not name:
        return ()
    if name[0] == "r":
        row, _, column = name[1:].partition("c")
        return ((int(row) - 1) * 9 + int(column) - 1,)
    houses = {"R": NINE.rows, "C": NINE.columns, "B": NINE.boxes}[name[0]]
    return houses[int(name[1:]) - 1]


@claims_of(__file__, Claim)
def test_a_place_is_found_as_claimed(claim: Claim) -> None:
    assert cells_in(claim.text, claim.language) == named(claim.name)


@cases("text, language")
def test_at_the_end_of_a_story_no_cell_is_named(text: str, language: str) -> None:
    assert not place_in(text, language).is_cell


def test_the_middle_of_a_question_is_one_word_long() -> None:
    assert place_in("what is in the middle?") == Place(MIDDLE, MIDDLE, length=1)


TABLE, ORDINALS, NAMES = data_of(__file__, "table", "ordinals", "names")


@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code in TABLE for text in TABLE[code]]
)
def test_ten_names_are_understood_in_each_language(language: str, text: str) -> None:
    assert cells_in(text, language) == named(TABLE[language][text])


@pytest.mark.parametrize("language", TABLE)
def test_accents_and_case_do_not_count(language: str) -> None:
    for text, name in TABLE[language].items():
        assert cells_in(fold(text), language) == named(name), text
        assert cells_in(text.upper(), language) == named(name), text


@cases("text")
def test_what_names_no_cell_of_the_grid_is_no_cell(text: str) -> None:
    place = place_in(text)
    assert not (place.is_cell and place.cells(NINE))


def test_a_letter_and_a_number_may_be_meant_in_either_order() -> None:
    place = place_in("B7 is a 3")
    assert place.lettered
    assert {place.row, place.column} == {7, 2}


def test_a_place_counts_within_the_size_of_its_grid() -> None:
    small = Shape(3, 2)
    assert cells_in("the last cell of the last row", shape=small) == (35,)
    assert cells_in("the middle row", shape=small) == ()
    assert cells_in("r7c1", shape=small) == ()
    assert cells_in("r16c16", shape=Shape(4, 4)) == (255,)
    assert cells_in("the bottom right box", shape=small) == small.boxes[5]


def test_a_sign_before_a_cell_is_no_part_of_its_name() -> None:
    tokens = lexicon_of("en").read(", r4c7")
    assert place_at(tokens) == Place()
    assert place_at(tokens[1:]).cells(NINE) == (33,)


@cases("language, words, cell")
def test_a_cell_is_told_by_its_place_in_a_house(
    language: str, words: str, cell: str
) -> None:
    clauses = clauses_of(fold(words), lexicon_of(language))
    [place] = [item.place for clause in clauses for item in clause if item.place]
    [found] = place.cells(NINE)
    assert f"r{found // 9 + 1}c{found % 9 + 1}" == cell


def test_a_box_of_even_sides_has_no_middle_cell() -> None:
    assert Place(box=1, within=(0, 0)).cells(Shape(2, 2)) == ()
    assert Place(box=1, within=(1, -1)).cells(Shape(2, 2)) == (1,)


# Ordinals of rows and columns: every pair, in the orders in which people say them.


@pytest.mark.parametrize("language", written())
def test_the_row_and_the_column_of_each_pair_are_told_apart(language: str) -> None:
    lexicon = lexicon_of(language)
    ordinals = ORDINALS[language].split()
    for name in NAMES[language].split("|"):
        for cell in range(81):
            words = name.format(r=ordinals[cell // 9], c=ordinals[cell % 9])
            tokens = lexicon.read(fold(words.strip()))
            places = (place_at(tokens[start:]) for start in range(len(tokens)))
            first = next(place for place in places if place.length)
            assert first.cells(NINE) == (cell,), words


# Houses and cells that are named by where they lie, counted from either end.


PLACES = rows("edges")["places"]


@pytest.mark.parametrize("language", written())
def test_a_place_is_named_by_where_it_lies(language: str) -> None:
    houses = {"row": NINE.rows, "col": NINE.columns, "box": NINE.boxes}
    lexicon, question = lexicon_of(language), Question(NINE, (0,) * 81)
    for words, kind, number in PLACES[language]:
        named = read_statements(words, lexicon, question).named
        cells = houses[kind][number - 1] if kind in houses else (number - 1,)
        assert [tuple(place.cells(NINE)) for place in named] == [tuple(cells)], words


@cases("text, language")
def test_a_row_and_a_column_may_each_be_told(text: str, language: str) -> None:
    assert cells_in(text, language) == named("r1c3")
