"""What a person says of cells: digits, contrasts, questions and empty cells."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.model import Content, Status
from mailbot.talk.cells.asserted import Asserted, Question
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.cells.inquiry import asks_for_a_digit
from mailbot.talk.cells.statements import read_statements
from mailbot.talk.places.grammar import place_at
from solver import Shape
from tests.cases import cases_of, claims_of
from tests.compose.cases import GRANDFATHER, NINE, answer_to, digits, grid, puzzle
from tests.examples import examples
from tests.talk.tables import Table, tables
from tests.talk.threads import UNIQUE, found, gmail_text

cases = cases_of(__file__)


# What words assert of cells: the digit of each, or that nothing is certain.


SHOWN = digits(GRANDFATHER)
QUESTION = Question(NINE, SHOWN)
ABOUT_R1C1 = Question(NINE, SHOWN, {0: frozenset({7, 1})})
TWO_DOUBTS = {0: frozenset({7, 1}), 5: frozenset({6, 8})}
QUESTIONS = {
    "": QUESTION,
    "r1c1": ABOUT_R1C1,
    "two cells": Question(NINE, SHOWN, TWO_DOUBTS),
    "to check": replace(QUESTION, asking=True),
    "letters A to I": replace(QUESTION, symbols="ABCDEFGHI"),
    "6x6": Question(Shape(3, 2), (0,) * 36),
    "16x16": Question(Shape(4, 4), (0,) * 256),
}


@dataclass(frozen=True)
class Claim:
    """What words assert, as the TOML file explains; None is anything."""

    words: str
    language: str = "en"
    asked: str = ""
    told: dict[str, int] | None = None
    certain: bool | None = None


def read(
    words: str, language: str = "en", question: Question = QUESTION
) -> tuple[dict[str, int], bool]:
    """The digits by the names of their cells, and whether all was understood."""
    said = read_statements(words, lexicon_of(language), question)
    shape = question.shape
    return {shape.name(c): d for c, d in said.digits.items()}, not said.unread


@claims_of(__file__, Claim)
def test_words_assert_what_is_claimed(claim: Claim) -> None:
    told, certain = read(claim.words, claim.language, QUESTIONS[claim.asked])
    assert claim.told in (None, told)
    assert claim.certain in (None, certain)


@cases("words, cell")
def test_a_letter_and_a_number_name_the_cell_that_holds_the_digit_told(
    words: str, cell: str
) -> None:
    """B1 may be the first cell of row 2, or the second cell of row 1."""
    told, is_understood = read(words)
    assert is_understood
    assert list(told) == [cell]


@cases("row")
def test_a_row_that_is_written_out_tells_each_of_its_cells(row: str) -> None:
    told, certain = read(f"the second row is {row}")
    assert certain
    assert [told[f"r2c{column}"] for column in range(1, 10)] == digits_of("53..7....")


def digits_of(row: str) -> list[int]:
    return [0 if sign == "." else int(sign) for sign in row]


@examples(150)
@given(
    st.text(alphabet="r1c2 4=579,.?!\nnot is or it a the row fifth", max_size=120),
    st.sampled_from(written()),
)
def test_any_words_assert_only_digits_of_the_grid(words: str, language: str) -> None:
    said = read_statements(words, lexicon_of(language), ABOUT_R1C1)
    assert isinstance(said, Asserted)
    assert all(0 <= cell < 81 and 0 <= d <= 9 for cell, d in said.digits.items())


# Two digits set against each other: the one that is denied is never taken.
#
# The letters answer a reply that asks whether r1c6 is a 4 or an 8.


CHOOSING, DENYING, DOUBTING, NUMBERS = tables(
    "contrasts", "choosing", "denying", "doubting", "numbers"
)


@cache
def question(language: str) -> Content:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    return answer_to([asked], language=language)


def taken(language: str, sentence: str) -> int | None:
    """The digit that a sentence leads to; None if the question stays open."""
    puzzles = found(gmail_text(question(language), sentence))
    return next((one.grid.digits[5] for one in puzzles if not one.doubtful), None)


def filled(language: str, templates: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Each sentence with both digits in either place: in figures, and in words.

    Yields:
        the sentence, and the digit that it affirms or does not deny.
    """
    words = dict(zip((4, 8), NUMBERS[language], strict=True))
    for at, template in enumerate(templates):
        for yes, no in ((4, 8), (8, 4)):
            in_words = (at + yes // 8) % 2  # half of the sentences each, for speed
            if in_words:
                yield template.format(yes=words[yes], no=words[no]), yes
            else:
                yield template.format(yes=yes, no=no), yes


def outcomes(language: str, sentences: Table) -> dict[str, tuple[int | None, int]]:
    """What each sentence leads to, and the digit that it affirms."""
    told = filled(language, sentences[language])
    return {words: (taken(language, words), yes) for words, yes in told}


@pytest.mark.parametrize("language", written())
def test_of_two_digits_only_the_one_that_is_affirmed_is_taken(language: str) -> None:
    found = outcomes(language, CHOOSING)
    wrong = {words for words, (digit, yes) in found.items() if digit not in (yes, None)}
    assert not wrong
    understood = sum(digit is not None for digit, _ in found.values())
    assert understood >= 0.9 * len(found)


@pytest.mark.parametrize("language", written())
def test_a_digit_that_is_only_denied_is_never_taken(language: str) -> None:
    found = outcomes(language, DENYING)
    assert not {w for w, (digit, yes) in found.items() if digit not in (yes, None)}


@pytest.mark.parametrize("language", written())
def test_a_digit_that_is_doubted_or_asked_leaves_the_question_open(
    language: str,
) -> None:
    found = outcomes(language, DOUBTING)
    assert not {words for words, (digit, _) in found.items() if digit is not None}


# Cells that are counted among the empty ones, and where two houses cross.


LAST, CROSSING, TOP_ROW = tables("empty_cells", "last", "crossing", "top_row")

OF_GRANDFATHER = Question(NINE, digits(GRANDFATHER))

in_each_language = pytest.mark.parametrize("language", written())


def named(words: str, language: str) -> list[tuple[int, ...]]:
    """The cells of each place that words name."""
    said = read_statements(words, lexicon_of(language), OF_GRANDFATHER)
    return [place.cells(NINE) for place in said.named]


@in_each_language
def test_the_last_empty_cell_of_a_row_is_one_cell(language: str) -> None:
    for words in LAST[language]:
        assert named(words, language) == [(25,)]  # r3c8: r3c9 holds a 4


@in_each_language
def test_a_digit_of_such_a_cell_is_not_taken(language: str) -> None:
    words = f"{LAST[language][0]} 5"
    said = read_statements(words, lexicon_of(language), OF_GRANDFATHER)
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


# Questions for the digit of a cell, and what only looks like one.


def asks(words: str) -> bool:
    return asks_for_a_digit(list(clauses_of(fold(words), lexicon_of("en"))))


@cases("words")
def test_a_question_for_the_digit_of_a_cell_is_known(words: str) -> None:
    assert asks(words)


@cases("words")
def test_what_asks_for_another_thing_is_no_such_question(words: str) -> None:
    assert not asks(words)
