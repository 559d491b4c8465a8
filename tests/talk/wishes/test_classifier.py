"""The word model: it loads, and its probabilities are such."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.errors import MissingTool
from mailbot.language.folders import written
from mailbot.talk.wishes import classifier
from mailbot.talk.wishes.classifier import (
    NONE,
    chances_of_languages,
    chances_of_wants,
    known_languages,
    load_model,
)
from mailbot.talk.wishes.features import BUCKETS
from tests.cases import cases_of
from tests.examples import examples
from tests.workshop.words.book import CLASSES

cases = cases_of(__file__)


def test_the_model_knows_every_want_and_every_language() -> None:
    wants = chances_of_wants("hello", "en")
    assert set(wants) == set(CLASSES)
    assert set(chances_of_languages("hello")) == set(known_languages())
    assert set(known_languages()) == set(written())


def test_the_weights_have_a_row_for_each_feature() -> None:
    model = load_model()
    columns = len(model.names)
    assert model.weights.shape == (BUCKETS, columns)
    assert model.scales.shape == model.bias.shape == (columns,)
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
