"""The table of structures: each row holds for its example."""

import pytest

from mailbot.talk.requests.acts import features_of
from mailbot.talk.requests.patterns import PATTERNS, Pattern
from mailbot.talk.requests.scopes import Standing
from mailbot.talk.said import sentence_of
from mailbot.talk.wishes.situation import Situation
from solver import Shape

TWO = Standing(Situation.FIRST, Shape(3, 3), 2)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: f"{p.act}-{p.example}")
def test_a_structure_holds_for_its_example(pattern: Pattern) -> None:
    sentence = sentence_of(pattern.example, "en")
    assert pattern.holds(features_of(sentence, "en", TWO))


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: f"{p.act}-{p.example}")
def test_a_structure_does_not_hold_for_a_greeting(pattern: Pattern) -> None:
    assert not pattern.holds(features_of(sentence_of("Dear bot", "en"), "en", TWO))
