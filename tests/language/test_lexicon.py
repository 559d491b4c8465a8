"""Tokens of a text: numbers, ordinals, phrases of several words."""

import pytest

from mailbot.language.folders import languages, written
from mailbot.language.lexicon import Token, lexicon_of
from tests.cases import cases_of

cases = cases_of(__file__)


def read(text: str, language: str = "en") -> list[Token]:
    return lexicon_of(language).read(text)


@cases("text, language, ordinals")
def test_a_full_stop_makes_an_ordinal_only_before_a_word_for_a_place(
    text: str, language: str, ordinals: list[int]
) -> None:
    found = [token.ordinal for token in read(text, language) if token.number >= 0]
    assert found == ordinals


@cases("text, language, number")
def test_a_digit_with_an_ending_is_read(text: str, language: str, number: int) -> None:
    [token] = read(text, language)
    assert (token.number, token.ordinal) == (number, 0)


@cases("text, value")
def test_a_swedish_ordinal_is_read_as_an_ordinal(text: str, value: int) -> None:
    assert read(text, "sv")[0].ordinal == value


def test_a_decimal_is_one_token_and_no_number() -> None:
    assert [(t.text, t.number) for t in read("4.5 4. 5")] == [
        ("4.5", -1),
        ("4", 4),
        (".", -1),
        ("5", 5),
    ]


@pytest.mark.parametrize("text", ["0", "zero", "00"])
def test_zero_stands_for_an_empty_cell(text: str) -> None:
    [token] = read(text)
    assert (token.number, "empty" in token.tags) == (0, True)


def test_numbers_beyond_three_figures_are_all_too_large() -> None:
    assert [token.number for token in read("999 1000 20261122")] == [999, 1000, 1000]


def test_the_longest_phrase_is_one_token_with_its_place_in_the_text() -> None:
    text = "the second to last row"
    tokens = read(text)
    assert [t.text for t in tokens] == ["the", "second to last", "row"]
    assert [text[t.start : t.end] for t in tokens] == [t.text for t in tokens]
    assert "second_last" in tokens[1].tags


@pytest.mark.parametrize("language", written())
def test_each_language_of_ours_has_the_words_of_the_grammar(language: str) -> None:
    lexicon = lexicon_of(language)
    known = frozenset().union(*lexicon.tags.values())
    assert known >= {"row", "column", "box", "cell", "digit", "is", "not", "or", "but"}
    assert known >= {"instead", "wrong", "empty", "yes", "no", "unsure", "article"}
    assert known >= {"last", "middle", "top", "bottom", "left", "right", "corner"}
    assert set(lexicon.numbers.values()) == set(range(17))
    assert set(lexicon.ordinals.values()) == set(range(1, 17))


@pytest.mark.parametrize("language", sorted(set(languages()) - set(written())))
def test_a_language_that_we_do_not_write_has_no_words(language: str) -> None:
    lexicon = lexicon_of(language)
    assert not any((lexicon.tags, lexicon.numbers, lexicon.ordinals))


def test_a_text_of_any_length_costs_no_more_than_its_first_tokens() -> None:
    assert len(read("row 3 " * 50_000)) == 600
