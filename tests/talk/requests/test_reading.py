"""The requests and limits of a letter's sentences, where structure decides."""

from dataclasses import asdict, dataclass, field
from typing import Any

import pytest

from mailbot.model.requests import Act, Limit, NewPuzzles, Request
from mailbot.talk.requests import asking
from mailbot.talk.requests.acts import Heard, hear
from mailbot.talk.requests.counts import count_of
from mailbot.talk.requests.reading import Asked, read_requests
from mailbot.talk.requests.scopes import Standing
from mailbot.talk.requests.told import Told, told_digit
from mailbot.talk.said import Sentence, parse
from mailbot.talk.wishes.situation import Situation
from solver import Shape
from tests.cases import cases_of, claims_of

cases = cases_of(__file__)

NINE = Shape(3, 3)


@dataclass(frozen=True)
class Claim:
    """What must be heard in a sentence, as the TOML file explains."""

    words: str
    language: str = "en"
    at: Situation = Situation.HINTED
    puzzles: int = 1
    told: bool = False
    acts: list[Act] | None = None
    lacks: set[Act] = field(default_factory=set)
    requests: list[dict[str, Any]] | None = None
    limits: set[Limit] | None = None
    forbids: set[Limit] = field(default_factory=set)
    allows: set[Limit] = field(default_factory=set)
    narrow: bool | None = None
    goes_on: bool | None = None
    maybe: bool | None = None
    vague: str | None = None


def asked(words: str, language: str = "en", at: Situation = Situation.HINTED) -> Asked:
    return read_requests(parse(words, language), Standing(at, NINE))


def acts(of: Asked) -> list[Act]:
    return [request.act for request in of.requests]


def written(request: Request) -> dict[str, Any]:
    """The fields of a request, as the rows write them."""
    new = asdict(request.new or NewPuzzles())
    return {
        **asdict(request),
        "house": str(request.house or ""),
        "cells": [NINE.name(cell) for cell in request.cells],
        "technique": request.technique and request.technique.name,
        "new_count": new["count"],
        "level": new["level"],
        "size": new["size"],
        "solutions": new["solutions"],
    }


@claims_of(__file__, Claim)
def test_of_a_sentence_is_heard_what_is_claimed(claim: Claim) -> None:
    standing = Standing(claim.at, NINE, claim.puzzles, told=claim.told)
    said = read_requests(parse(claim.words, claim.language), standing)
    assert claim.acts in (None, acts(said))
    assert not claim.lacks & {*acts(said)}
    assert claim.limits in (None, said.limits)
    assert claim.forbids <= said.limits
    assert not claim.allows & said.limits
    if claim.requests is not None:
        found = [written(request) for request in said.requests]
        told = zip(claim.requests, found, strict=True)
        assert claim.requests == [{k: one[k] for k in wanted} for wanted, one in told]
    for name in ("narrow", "goes_on", "maybe", "vague"):
        assert getattr(claim, name) in (None, getattr(said, name)), name


@cases("words, language")
def test_what_is_forbidden_of_no_puzzle_is_forbidden_of_each(
    words: str, language: str
) -> None:
    said = read_requests(parse(words, language), Standing(Situation.FIRST, NINE, 2))
    assert {r.act for r in said.requests} <= {Act.WHERE, Act.TECHNIQUE}, said.requests
    assert said.requests
    assert said.limits & {Limit.NO_DIGIT, Limit.NO_SOLUTION}


@cases("words, language, puzzle")
def test_nothing_is_asked_of_a_puzzle_that_is_left_alone(
    words: str, language: str, puzzle: int
) -> None:
    for situation in (Situation.FIRST, Situation.HINTED):
        said = read_requests(parse(words, language), Standing(situation, NINE, 2))
        assert said.requests == (Request(Act.HINT, puzzle),)


@cases("words, language")
def test_who_says_where_a_box_lies_asks_for_none_of_its_digits(
    words: str, language: str
) -> None:
    for situation in (Situation.FIRST, Situation.HINTED):
        said = read_requests(parse(words, language), Standing(situation, NINE))
        assert not said.requests


@cases("words, language")
def test_no_word_for_a_step_or_a_meal_is_one_for_a_new_puzzle(
    words: str, language: str
) -> None:
    assert Act.NEW not in acts(asked(words, language, Situation.SOLVED))
    [sentence] = parse(words, language).sentences
    assert not {"harder", "new"} & sentence.concepts


@cases("words, language, told")
def test_a_digit_is_told_whatever_story_stands_around_it(
    words: str, language: str, told: Act | None
) -> None:
    found = told_digit(parse(words, language), Standing(Situation.HINTED, NINE))
    assert (found and found.act) == told
    assert not found or (found.cell, found.digit) == (11, 4)


@cases("words, impossible, left")
def test_what_is_impossible_now_is_not_meant_beside_others(
    words: str, impossible: Act, left: Act
) -> None:
    standing = Standing(Situation.HINTED, NINE, impossible=frozenset({impossible}))
    assert acts(read_requests(parse(words, "en"), standing)) == [left]
    assert impossible in acts(asked(words))


def test_a_misprint_that_is_told_with_a_wish_beside_it_is_corrected() -> None:
    words = "På rad 5 kolumn 3 står 7 i tidningen, inte 8. Var ska jag titta nu?"
    said, standing = parse(words, "sv"), Standing(Situation.HINTED, NINE)
    assert told_digit(said, standing) is None, "which of the two is printed"
    told = told_digit(said, standing, {38: 7})
    assert told == Told(Act.CORRECT, 38, 7)


def test_a_sentence_of_many_parts_is_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each way to split it would cost a reading of both halves."""
    heard: list[str] = []

    def counted(sentence: Sentence, *given: Any) -> Heard:
        heard.append(sentence.text)
        return hear(sentence, *given)

    monkeypatch.setattr(asking, "hear", counted)
    asked("please tell me where, " * 60)
    assert len(heard) == 1


@cases("words, language")
def test_a_couple_of_anything_but_digits_counts_none(words: str, language: str) -> None:
    assert {count_of(sentence) for sentence in parse(words, language).sentences} == {1}


@cases("words, language")
def test_who_cannot_do_it_themselves_forbids_no_end(words: str, language: str) -> None:
    said = parse(words, language)
    standing = Standing(Situation.FIRST, NINE)
    assert not any(map(asking.may_forbid, asking.hear_all(said, standing)))


@cases("words, language, count")
def test_a_number_of_digits_is_a_count(words: str, language: str, count: int) -> None:
    said = asked(words, language).requests
    assert [(r.act, r.count) for r in said] == [(Act.HINT, count)]


@cases("words, language, wanted")
def test_what_is_taken_back_is_done_beside_another_wish(
    words: str, language: str, wanted: list[str]
) -> None:
    assert acts(asked(words, language)) == list(map(Act, wanted))


@cases("words, language")
def test_who_admits_something_gives_nothing_up(words: str, language: str) -> None:
    assert not {Act.SOLUTION, Act.HINT} & {*acts(asked(words, language))}
