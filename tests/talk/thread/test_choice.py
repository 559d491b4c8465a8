"""One of two digits, named by its place or its size: is it a 4 or an 8? The second."""

from collections.abc import Mapping
from functools import cache

import pytest

from mailbot.language.folders import written
from mailbot.language.lexicon import lexicon_of
from mailbot.model import Content, Status
from mailbot.talk.cells.asserted import Question
from mailbot.talk.thread.choice import chosen
from tests.compose.cases import answer_to, grid, puzzle
from tests.talk.threads import UNIQUE, found, gmail

FIRST: Mapping[str, tuple[str, ...]] = {
    "en": (
        "the first",
        "first one",
        "the former",
        "the left one",
        "the left of your two",
        "your first guess",
        "the first guess was right",
        "the smaller one",
        "the lower number",
        "the one you mentioned first",
        "the first of the two",
    ),
    "de": (
        "die erste",
        "erstere",
        "die linke",
        "Ihre erste Vermutung",
        "die kleinere",
        "die erste der beiden",
        "die kleinere der beiden Zahlen",
        "die erstgenannte",
        "die zuerst genannte",
    ),
    "fr": (
        "le premier",
        "celui de gauche",
        "votre première idée",
        "le plus petit",
        "le premier des deux",
        "la première proposition",
    ),
    "es": (
        "el primero",
        "el de la izquierda",
        "su primera suposición",
        "el menor",
        "el más pequeño",
        "el primero de los dos",
    ),
    "it": (
        "il primo",
        "quello a sinistra",
        "la prima ipotesi",
        "il più piccolo",
        "il minore",
        "il primo dei due",
    ),
    "nl": (
        "de eerste",
        "de linker",
        "uw eerste gok",
        "de kleinste",
        "de eerste van de twee",
        "het laagste",
        "de eerstgenoemde",
    ),
    "pl": (
        "pierwsza",
        "ta pierwsza",
        "ta po lewej",
        "pierwsza z nich",
        "mniejsza",
        "pierwsza z dwóch",
        "ta mniejsza cyfra",
    ),
    "sv": (
        "den första",
        "den vänstra",
        "din första gissning",
        "den mindre",
        "den första av de två",
        "den lägsta",
        "den förstnämnda",
    ),
}
"""What names the 4, which is the first and the smaller one."""

SECOND: Mapping[str, tuple[str, ...]] = {
    "en": (
        "the second one",
        "the latter",
        "the right one of your two",
        "your second guess",
        "the second option",
        "your second choice",
        "the bigger one",
        "the larger of the two",
        "the higher number",
        "it is the second one you mention",
        "second guess is right",
        "It's the second of your two.",
        "the bigger of the two, as far as I can tell",
        "the last one",
        "the even one... the second",
    ),
    "de": (
        "die zweite",
        "das zweite",
        "letztere",
        "die rechte von beiden",
        "deine zweite Vermutung",
        "die größere",
        "die größere von beiden",
        "Es ist die zweite von Ihren beiden",
        "die größere Zahl",
        "die höhere",
        "zweite Möglichkeit",
        "die letzte",
        "Die zweite Variante ist richtig",
    ),
    "fr": (
        "le deuxième",
        "le second",
        "celui de droite",
        "la deuxième hypothèse",
        "le plus grand",
        "le plus grand des deux",
        "le plus grand chiffre",
        "la deuxième option",
        "le dernier",
        "ce dernier",
        "votre deuxième supposition",
    ),
    "es": (
        "el segundo",
        "el de la derecha",
        "la segunda opción",
        "el mayor",
        "el más grande",
        "el mayor de los dos",
        "el último",
        "tu segunda opción",
        "el número mayor",
    ),
    "it": (
        "il secondo",
        "quello a destra",
        "la seconda opzione",
        "il più grande",
        "il maggiore",
        "il più grande dei due",
        "l'ultimo",
        "la tua seconda ipotesi",
        "il numero più grande",
    ),
    "nl": (
        "de tweede",
        "de rechter van de twee",
        "je tweede gok",
        "de grootste",
        "de grootste van de twee",
        "het hoogste getal",
        "de tweede optie",
        "de laatste",
        "laatstgenoemde",
    ),
    "pl": (
        "druga",
        "ta druga",
        "ta po prawej",
        "druga opcja",
        "większa",
        "ta większa",
        "większa z dwóch",
        "ta ostatnia",
        "pana drugi strzał",
    ),
    "sv": (
        "den andra",
        "den högra av de två",
        "din andra gissning",
        "den större",
        "den största av de två",
        "den högsta siffran",
        "andra alternativet",
        "den sista",
        "den sistnämnda",
    ),
}
"""What names the 8."""


@cache
def question(language: str) -> Content:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    return answer_to([asked], language=language)


def taken(language: str, words: str) -> int | None:
    """The digit that an answer leads to; None if the question stays open."""
    answer = gmail(question(language), words)
    return next((p.grid.digits[5] for p in found(answer) if not p.doubtful), None)


@pytest.mark.parametrize("language", written())
def test_a_digit_is_named_by_its_place_or_its_size(
    language: str, long: bool, seed: int
) -> None:
    for digit, sentences in ((4, FIRST), (8, SECOND)):
        step = 1 if long else 3
        said = sentences[language][seed % step :: step]
        told = {words: taken(language, words) for words in said}
        assert not {words for words, found in told.items() if found != digit}


@pytest.mark.parametrize(
    "words",
    [
        *("the right one", "the wrong one", "the other one", "not the first"),
        *("the second time", "the first puzzle", "second, I have a question"),
        *("the last row", "the larger picture", "the second or the first", "both"),
        *("the first one is wrong", "I guess the first", "is it the bigger one?"),
        *("At first I thought so", "the bigger, or not"),
    ],
)
def test_what_may_name_another_thing_names_no_digit(words: str) -> None:
    assert taken("en", words) is None


def chosen_of(words: str, options: frozenset[int]) -> int | None:
    shown = grid(UNIQUE)
    question = Question(shown.shape, shown.digits, {5: options})
    return chosen(words, lexicon_of("en"), question)


@pytest.mark.parametrize(
    "words",
    [
        "the second one?",
        "the first, the second",
        "the second one, row 3",
        "the 8, second",
    ],
)
def test_a_name_beside_another_is_not_clear(words: str) -> None:
    assert chosen_of("the second one", frozenset({4, 8})) == 8
    assert chosen_of(words, frozenset({4, 8})) is None


def test_where_one_digit_is_asked_about_none_is_the_second() -> None:
    for options in (frozenset({4}), frozenset({4, 0})):
        assert chosen_of("the second one", options) is None
