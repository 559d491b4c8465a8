"""What words are about: concepts, techniques and difficulties."""

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from mailbot.language.concepts import thesaurus_of
from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.puzzles import find_difficulty
from mailbot.talk.wishes.features import tokens
from solver import Difficulty
from solver.logic.techniques import Technique
from tests.cases import cases_of

cases = cases_of(__file__)


# What words are about, in each language that replies are written in.


def listed(language: str) -> dict[str, str]:
    file = files("mailbot.language").joinpath(language, "concepts.toml")
    return {k: str(v) for k, v in tomllib.loads(file.read_text("utf-8")).items()}


@pytest.mark.parametrize("language", written())
def test_every_language_lists_words_of_the_same_concepts(language: str) -> None:
    assert set(listed(language)) == set(listed("en"))
    assert all(len(words.split()) >= 2 for words in listed(language).values())


@pytest.mark.parametrize("language", written())
def test_every_word_that_is_listed_can_be_met(language: str) -> None:
    for concept, words in listed(language).items():
        for word in words.split():
            assert word == fold(word), concept
            first, *behind = word.removesuffix("-").split("_")
            assert len(behind) <= 1, f"{concept}: {word}"
            assert not (behind and word.endswith("-")), f"{concept}: {word}"
            met = tokens(" ".join([first, *behind]))
            assert met == (first, *behind), f"{concept}: {word}"
            assert concept in thesaurus_of(language).read(met)[0], f"{concept}: {word}"


@cases("language, words, concepts")
def test_words_are_found_whole_by_their_beginning_and_in_pairs(
    language: str, words: list[str], concepts: list[set[str]]
) -> None:
    found = thesaurus_of(language).read(words)
    assert [set(one) for one in found] == concepts


def test_words_of_one_concept_are_found_in_every_language() -> None:
    words = {"en": "why", "de": "warum", "fr": "pourquoi", "es": "motivo"}
    words |= {"it": "perche", "nl": "waarom", "pl": "dlaczego", "sv": "varfor"}
    for language, word in words.items():
        assert "why" in thesaurus_of(language).read([word])[0]


# The names of the techniques, in each language.


def names(language: str) -> dict[str, list[str]]:
    table = files("mailbot.language").joinpath(language, "techniques.toml")
    return tomllib.loads(table.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", written())
def test_every_technique_has_names_and_no_other_key_is_known(language: str) -> None:
    assert set(names(language)) == {"any"} | {t.name.lower() for t in Technique}
    assert all(names(language).values())


@pytest.mark.parametrize("language", written())
def test_a_name_is_lower_case_and_stands_once(language: str) -> None:
    counts = Counter(name for known in names(language).values() for name in known)
    assert [name for name, count in counts.items() if count > 1] == []
    assert [name for name in counts if name != name.lower().strip()] == []


@pytest.mark.parametrize("language", written())
def test_everybody_may_use_the_english_names(language: str) -> None:
    known = {name for found in names(language).values() for name in found}
    assert {"naked pair", "x-wing", "xwing", "swordfish", "skyscraper"} <= known


# How hard a puzzle is to be, as people say it.


@cases("words, difficulty")
def test_a_difficulty_is_understood(words: str, difficulty: Difficulty | None) -> None:
    assert find_difficulty(words) is difficulty
