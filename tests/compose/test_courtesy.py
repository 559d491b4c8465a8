"""How replies begin and end."""

from dataclasses import replace

import pytest

from mailbot.compose.courtesy import Courtesy
from mailbot.compose.text import wrap
from mailbot.language.catalogue import language_of
from mailbot.language.folders import written
from mailbot.model import Content, Kind, Source, Want
from tests.compose.cases import answer_to, every_kind, solved

ENGLISH = Courtesy(language_of("en"))


def answered(source: Source, entries: dict[int, int]) -> Content:
    one = solved(entries=entries)
    reading = replace(one.reading, source=source)
    return answer_to([replace(one, reading=reading)], Want.HINT)


@pytest.mark.parametrize("language", written())
def test_every_reply_but_to_a_stop_begins_with_a_greeting(language: str) -> None:
    courtesy = Courtesy(language_of(language))
    for name, content in every_kind(language).items():
        greeting = courtesy.greeting(content.kind, again=False)
        assert bool(greeting) is (name != "stop")
        assert content.text.startswith(wrap(greeting)), name


def test_nobody_is_greeted_again_in_a_thread() -> None:
    first, later = answered(Source.TEXT, {}), answered(Source.THREAD, {1: 4})
    assert first.text.startswith("Hello!")
    assert "Hello" not in later.text


def test_replies_of_a_thread_end_in_turn() -> None:
    closings = {ENGLISH.closing(Kind.HINT, count, done=False) for count in (28, 29, 30)}
    assert len(closings) == 2


def test_no_luck_is_wished_where_the_grid_is_full() -> None:
    for count in (80, 81):
        assert "rest" in ENGLISH.closing(Kind.CHECK, count, done=False)
        assert "rest" not in ENGLISH.closing(Kind.CHECK, count, done=True)
