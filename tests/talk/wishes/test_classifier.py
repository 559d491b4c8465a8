"""The word model: what it sees, how likely a wish is, and how sure it must be."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.errors import MissingTool
from mailbot.language.folders import written
from mailbot.model import Want
from mailbot.talk.wishes import classifier, wish
from mailbot.talk.wishes.classifier import (
    NONE,
    chances_of_languages,
    chances_of_wants,
    known_languages,
    load_model,
)
from mailbot.talk.wishes.evidence import least_for
from mailbot.talk.wishes.features import (
    BUCKETS,
    concept_features,
    features,
    sentences,
    tokens,
)
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import want_of
from tests.cases import cases_of
from tests.examples import examples
from tests.sample_letters import PUZZLE, typed
from tests.talk.wishes.test_situations import spoken
from tests.talk.wishes.test_wish import wished
from tests.workshop.words.book import CLASSES

cases = cases_of(__file__)


# The word model: it loads, and its probabilities are such.


def test_the_model_knows_every_want_and_every_language() -> None:
    wants = chances_of_wants("hello", "en")
    assert set(wants) == set(CLASSES)
    assert set(chances_of_languages("hello")) == set(known_languages())
    assert set(known_languages()) == set(written())


def test_the_weights_have_a_row_for_each_feature() -> None:
    model = load_model()
    columns = len(model.names)
    assert len(model.starts) == BUCKETS + 1
    assert model.starts[-1] == len(model.columns) == len(model.weights)
    assert model.scales.shape == model.bias.shape == (columns,)
    assert model.columns.max() < columns
    assert model.weights.dtype == np.int8


def test_the_file_of_the_weights_is_small() -> None:
    assert Path(str(classifier.WEIGHTS)).stat().st_size <= 1_000_000


@examples(50)
@given(st.text(max_size=200))
def test_the_probabilities_of_any_text_sum_to_one(text: str) -> None:
    for chances in (chances_of_wants(text, "sv"), chances_of_languages(text)):
        assert sum(chances.values()) == pytest.approx(1.0, abs=1e-4)
        assert min(chances.values()) >= 0.0


@cases("text, want, language")
def test_plain_wishes_are_told_apart(text: str, want: str, language: str) -> None:
    wants, languages = chances_of_wants(text, language), chances_of_languages(text)
    assert max(wants, key=lambda name: wants[name]) == want
    assert max(languages, key=lambda code: languages[code]) == language


@cases("story, wish, language")
def test_a_story_around_a_wish_hardly_changes_it(
    story: str, wish: str, language: str
) -> None:
    alone, told = (
        chances_of_wants(text, language) for text in (wish, f"{story}\n{wish}")
    )
    best = max(alone, key=lambda name: alone[name])
    assert max(told, key=lambda name: told[name]) == best
    assert told[best] > alone[best] / 2


def test_of_a_wish_the_clearest_sentence_counts_beside_the_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = load_model().names
    told = {"Good old days.": NONE, "Now stop it.": "stop"}

    def of_wants(text: str, _: str) -> npt.NDArray[np.float32]:
        return np.array([10.0 * (name == told.get(text)) for name in names], np.float32)

    monkeypatch.setattr(classifier, "_of_wants", of_wants)
    read = chances_of_wants.__wrapped__
    for text in ("Good old days. Now stop it.", "Now stop it. Good old days."):
        said = read(text, "en")
        assert 0.9 < said["stop"] < 0.99
        assert said[NONE] == pytest.approx(said["hint"])  # what asks nothing adds none
    assert read("Now stop it.", "en")["stop"] > 0.99  # one sentence is the whole


def test_a_greeting_does_not_silence_the_wish_behind_it() -> None:
    said = chances_of_wants("Hello and good morning. Where did I go wrong?", "en")
    assert said[NONE] < 0.1 < said["check"]


def test_what_words_are_about_depends_on_their_language() -> None:
    text = "son"  # "are" in Spanish, a relative in English
    assert chances_of_wants(text, "en") != chances_of_wants(text, "es")


def test_missing_weights_are_a_missing_tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classifier, "WEIGHTS", tmp_path / "words.npz")
    with pytest.raises(MissingTool, match=r"words\.npz is missing"):
        load_model.__wrapped__()


# What the word model sees of words.


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


# A wish that does harm where nobody has it must be surer if no word speaks for it.


@cases("want, situation, named, unnamed")
def test_a_word_for_a_wish_lowers_its_bar(
    want: Want, situation: Situation, named: str, unnamed: str
) -> None:
    sure, surer = (least_for(want, situation, s, "en") for s in (named, unnamed))
    assert sure < surer
    plain = least_for(Want.HINT, situation, named, "en")
    assert plain == least_for(Want.HINT, situation, unnamed, "en") <= sure


def test_after_a_solution_the_solution_spoils_nothing() -> None:
    for words in ("the whole solution", "spit it out"):
        least = least_for(Want.SOLUTION, Situation.SOLVED, words, "en")
        assert least == least_for(Want.WHY, Situation.SOLVED, words, "en")


@cases("situation, beside, words, want")
def test_a_new_puzzle_is_not_sent_to_who_may_want_something_else(
    situation: Situation,
    beside: Want,
    words: str,
    want: Want,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    likely = dict.fromkeys((*map(str, Want), NONE), 0.0) | {"new": 0.8, beside: 0.2}
    monkeypatch.setattr(wish, "chances_in", lambda *_: likely)
    assert want_of(spoken(words), situation)[0] is want


@cases("words")
def test_idle_words_above_a_puzzle_ask_for_no_less_than_its_solution(
    words: str,
) -> None:
    assert wished(typed(f"{words}\n\n{PUZZLE}")).want is Want.SOLUTION


@cases("words, chance")
def test_idle_words_keep_a_wish_that_is_named_asked_or_likely(
    words: str, chance: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    likely = {NONE: 1 - chance, "hint": chance}
    monkeypatch.setattr(wish, "chances_in", lambda *_: likely)
    assert want_of(spoken(words), Situation.FIRST)[0] is Want.HINT
