"""Clauses that tell of what is not so, and those that only look like them."""

import pytest

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.cells.unreal import is_unreal


def unreal(words: str, language: str, *, asking: bool = False) -> bool:
    [items] = clauses_of(fold(words), lexicon_of(language))
    told = [at for at, item in enumerate(items) if item.is_number or item.place]
    return is_unreal(items, told, asking=asking)


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("I almost put a 4 in r1c3", "en"),
        ("Who says that r1c3 is a 4", "en"),
        ("If there were a 4 in r1c3, what then", "en"),
        ("and if r1c3 were a 4", "en"),
        ("so, if r1c3 is 4, I give up", "en"),
        ("a 4 in r1c3 would be silly", "en"),
        ("I had a 4 in r1c3 but rubbed it out", "en"),
        ("the paper says r1c3 is a 4, which can't be", "en"),
        ("at first I thought, r1c3 is a 4", "en"),
        ("Wäre r1c3 eine 4, ginge es nicht auf", "de"),
        ("Ich habe nie gesagt, dass r1c3 eine 4 ist", "de"),
        ("El periódico dice que F1C3 es un 4, lo cual es imposible", "es"),
        ("Si F1C3 fuera un 4, no saldría", "es"),
        ("I waver between 2 for r1c3", "en"),
        ("Ich schwanke zwischen zwei in z1s3", "de"),
        ("J'hésite entre deux en l1c3", "fr"),
        ("Dudo entre dos en f1c3", "es"),
        ("Sono indeciso tra due in r1c3", "it"),
        ("Ik twijfel tussen twee in r1k3", "nl"),
        ("Waham się między dwiema w w1k3, 2 zostały", "pl"),
        ("Jag tvekar mellan två på r1k3", "sv"),
    ],
)
def test_what_is_not_so_is_known(words: str, language: str) -> None:
    assert unreal(words, language)
    assert unreal(words, language, asking=True)


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("r1c3 is a 4", "en"),
        ("r1c3 is a 4, if you ask me", "en"),
        ("I know why, r1c3 is a 4", "en"),
        ("Almost, r1c3 is a 4", "en"),
        ("r1c3 is a 4, which is fine", "en"),
        ("r1c3 is a 4, not a 5 which is wrong", "en"),
        ("I rubbed out the 3 in r1c3 and put a 4", "en"),
        ("In r1c3 würde ich eine 4 setzen", "de"),
        ("Wäre r1c3 eine 4?", "de"),
        ("Sí, F1C3 es un 4", "es"),
        ("si 4", "es"),
    ],
)
def test_what_only_looks_like_it_is_told(words: str, language: str) -> None:
    assert not unreal(words, language)


def test_a_digit_of_former_times_counts_only_in_a_question() -> None:
    words = "Yesterday I put a 4 in r1c3"
    assert unreal(words, "en")
    assert not unreal(words, "en", asking=True)
    assert not unreal("You have r1c3 wrong, 4", "en")
    assert not unreal("yesterday r1c3 was a 3, it is a 4", "en")
