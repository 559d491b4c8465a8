"""What the word model sees of words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.talk.wishes.features import BUCKETS, features, tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Schöne GRÜSSE", "schone grusse"),
        ("Ledtråd, TACK!", "ledtrad, tack!"),
        ("What about R3C5?", "what about r7c2?"),
        ("Row 3 is wrong", "row 8 is wrong"),
        ("It’s a 4", "it's a 5"),
        ("53..7....", "6..195..."),
    ],
)
def test_accents_case_and_the_numbers_of_cells_do_not_count(
    one: str, other: str
) -> None:
    assert features(one) == features(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("solve it", "solve it?"),
        ("no hint, solve it", "hint, no solve it"),
        ("next one", "the next one"),
        ("r3c5", "3"),
    ],
)
def test_signs_and_the_order_of_words_count(one: str, other: str) -> None:
    assert sorted(features(one)) != sorted(features(other))


def test_the_cost_of_long_texts_is_bounded() -> None:
    assert len(tokens("word " * 100_000)) == 150
    assert max(map(len, tokens("w" * 100_000))) == 24
    assert len(features("abcdefghijklmnopqrstuvwxyz " * 10_000)) <= 150 * 110


@given(st.text(max_size=300))
def test_any_text_has_features_of_the_model(text: str) -> None:
    found = features(text)
    assert found
    assert all(0 <= bucket < BUCKETS for bucket in found)
