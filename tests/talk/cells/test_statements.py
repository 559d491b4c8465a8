"""What words assert of cells: the digit of each, or that nothing is certain."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.language.folders import written
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.asserted import Asserted, Question
from mailbot.talk.cells.statements import read_statements
from solver import Shape
from tests.cases import cases_of
from tests.compose.cases import GRANDFATHER, digits
from tests.examples import examples

cases = cases_of(__file__)

NINE = Shape(3, 3)
SHOWN = digits(GRANDFATHER)
QUESTION = Question(NINE, SHOWN)
ABOUT_R1C1 = Question(NINE, SHOWN, {0: frozenset({7, 1})})


def read(
    words: str, language: str = "en", question: Question = QUESTION
) -> tuple[dict[str, int], bool]:
    """The digits by the names of their cells, and whether all was understood."""
    said = read_statements(words, lexicon_of(language), question)
    shape = question.shape
    return {shape.name(c): d for c, d in said.digits.items()}, not said.unread


@cases("words, told")
def test_a_digit_is_asserted_of_a_cell(words: str, told: dict[str, int]) -> None:
    assert read(words) == (told, True)


@pytest.mark.parametrize(
    ("words", "cell"),
    [("The 8 in B1 should be a 9", "r2c1"), ("The 2 in D1 should be a 3", "r1c4")],
)
def test_a_letter_and_a_number_name_the_cell_that_holds_the_digit_told(
    words: str, cell: str
) -> None:
    """B1 may be the first cell of row 2, or the second cell of row 1."""
    told, is_understood = read(words)
    assert is_understood
    assert list(told) == [cell]


@cases("words")
def test_where_a_clause_on_a_cell_is_unclear_nothing_is_certain(words: str) -> None:
    assert not read(words)[1]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "Thank you, I got 4 of them on the train at 9",
        "r1c1",
        "r1c1 is not empty",
        "My sudoku of 4 November, page 5",
        "Ann, 42, mother of 3",
        "r1c1 is 4.5",
        "r1c1\n4. Nov",
        "Look at r1c1\n4, rue de la Paix",
        "r1c1 is a " + "4 " * 10,
    ],
)
def test_numbers_that_are_said_of_no_cell_change_none(words: str) -> None:
    assert read(words)[0] == {}


@cases("words, told")
def test_a_digit_alone_answers_what_was_asked_of_one_cell(
    words: str, told: dict[str, int]
) -> None:
    assert read(words, question=ABOUT_R1C1)[0] == told


def test_a_digit_alone_says_nothing_where_two_cells_were_asked_about() -> None:
    doubts = {0: frozenset({7, 1}), 5: frozenset({6, 8})}
    assert read("it's a 7", question=Question(NINE, SHOWN, doubts))[0] == {}


@pytest.mark.parametrize(
    "row", ["53..7....", "5 3 . . 7 . . . .", "530070000", "53__7____"]
)
def test_a_row_that_is_written_out_tells_each_of_its_cells(row: str) -> None:
    told, certain = read(f"the second row is {row}")
    assert certain
    assert [told[f"r2c{column}"] for column in range(1, 10)] == digits_of("53..7....")


def digits_of(row: str) -> list[int]:
    return [0 if sign == "." else int(sign) for sign in row]


@pytest.mark.parametrize("row", ["53..7...", "53..7.1..8", "53..7"])
def test_a_row_of_another_length_is_not_read(row: str) -> None:
    told, certain = read(f"the second row is {row}")
    assert (told, certain) == ({}, False)


def test_a_question_about_a_digit_counts_where_digits_are_checked() -> None:
    words = "I put 4 in r1c2, is that right?"
    assert read(words, question=replace(QUESTION, asking=True)) == ({"r1c2": 4}, True)
    assert read("I put 4 or 5 in r1c2?", question=replace(QUESTION, asking=True)) == (
        {},
        False,
    )


def test_digits_are_read_in_the_persons_own_symbols() -> None:
    letters = replace(QUESTION, symbols="ABCDEFGHI")
    assert read("r1c1=G", question=letters) == ({"r1c1": 7}, True)
    assert read("r1c1=Q", question=letters)[0] == {}


def test_digits_above_the_size_of_the_grid_are_none() -> None:
    small = Question(Shape(3, 2), (0,) * 36)
    assert read("r1c1=7", question=small)[0] == {}
    large = Question(Shape(4, 4), (0,) * 256)
    assert read("r1c1=16", question=large) == ({"r1c1": 16}, True)
    assert read("r1c1=G", question=large) == ({"r1c1": 16}, True)


@cases("language, words")
def test_a_correction_is_understood_in_each_language(language: str, words: str) -> None:
    assert read(words, language) == ({"r1c1": 4}, True)


@cases("language, words")
def test_what_is_weighed_or_denied_is_no_correction_in_any_language(
    language: str, words: str
) -> None:
    assert not read(words, language)[1]


@examples(150)
@given(
    st.text(alphabet="r1c2 4=579,.?!\nnot is or it a the row fifth", max_size=120),
    st.sampled_from(written()),
)
def test_any_words_assert_only_digits_of_the_grid(words: str, language: str) -> None:
    said = read_statements(words, lexicon_of(language), ABOUT_R1C1)
    assert isinstance(said, Asserted)
    assert all(0 <= cell < 81 and 0 <= d <= 9 for cell, d in said.digits.items())
