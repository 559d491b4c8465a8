"""What the word model sees of words."""

from hypothesis import given
from hypothesis import strategies as st

from mailbot.talk.wishes.features import (
    BUCKETS,
    concept_features,
    features,
    sentences,
    tokens,
)
from tests.cases import cases_of
from tests.examples import examples

cases = cases_of(__file__)


@cases("one, other")
def test_accents_case_and_the_numbers_of_cells_do_not_count(
    one: str, other: str
) -> None:
    assert features(one) == features(other)


@cases("one, other")
def test_signs_and_the_order_of_words_count(one: str, other: str) -> None:
    assert sorted(features(one)) != sorted(features(other))


def test_sentences_are_those_that_say_something_alone() -> None:
    text = "Hi!\nSolve it, please. I am stuck; is it r3c5? Anna\n\n53..7....\n"
    assert sentences(text) == ["Solve it, please.", "I am stuck;", "is it r3c5?"]
    assert sentences("No hint.Only this") == ["No hint.Only this"]
    assert len(sentences("One more. " * 100)) == 8


def test_the_cost_of_long_texts_is_bounded() -> None:
    assert len(tokens("word " * 100_000)) == 150
    assert max(map(len, tokens("w" * 100_000))) == 24
    assert len(features("abcdefghijklmnopqrstuvwxyz " * 10_000)) <= 150 * 110


def test_words_of_one_concept_say_the_same_in_every_language() -> None:
    english = concept_features("why", "en")
    assert english
    assert (
        concept_features("warum", "de") == concept_features("varför", "sv") == english
    )
    assert concept_features("why", "fi") == []  # whose concepts are not listed


def test_which_concept_follows_which_counts() -> None:
    one = concept_features("not difficult", "en")
    other = concept_features("difficult not", "en")
    assert len(one) == len(other) == 3
    assert sorted(one) != sorted(other)


def test_concepts_far_apart_have_nothing_to_do_with_each_other() -> None:
    near = concept_features("not x x x x x difficult", "en")
    assert sorted(near) == sorted(concept_features("not difficult", "en"))
    assert len(concept_features("not x x x x x x difficult", "en")) == 2


def test_the_cost_of_many_concepts_is_bounded() -> None:
    assert len(concept_features("not solve all ok " * 10_000, "en")) <= 150 * 50


@examples(100)
@given(st.text(max_size=300))
def test_any_text_has_features_of_the_model(text: str) -> None:
    found = features(text) + concept_features(text, "en")
    assert found
    assert all(0 <= bucket < BUCKETS for bucket in found)
