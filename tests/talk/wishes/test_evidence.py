"""A wish that does harm where nobody has it must be surer if no word speaks for it."""

import pytest

from mailbot.model import Want
from mailbot.talk.wishes import wish
from mailbot.talk.wishes.classifier import NONE
from mailbot.talk.wishes.evidence import least_for
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import want_of
from tests.cases import cases_of
from tests.sample_letters import PUZZLE, typed
from tests.talk.wishes.test_situations import spoken
from tests.talk.wishes.test_wish import wished

cases = cases_of(__file__)


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
