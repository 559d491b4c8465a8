"""What words are about, in each language that replies are written in."""

import tomllib
from importlib.resources import files

import pytest

from mailbot.language.concepts import thesaurus_of
from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.talk.wishes.features import tokens


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


@pytest.mark.parametrize(
    ("language", "words", "concepts"),
    [
        ("en", ["solving"], [{"solve"}]),  # a beginning
        ("en", ["give", "up"], [{"give", "surrender"}, set()]),  # a pair
        ("en", ["give", "me", "up"], [{"give"}, set(), set()]),
        ("en", ["leg", "-", "up"], [{"hint"}, set()]),  # a pair with a hyphen
        ("fr", ["l'indice"], [{"hint"}]),
        ("en", ["xylophone"], [set()]),
        ("fi", ["hint"], [set()]),  # none are listed
    ],
)
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
