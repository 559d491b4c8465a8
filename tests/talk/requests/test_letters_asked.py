"""How many of the whole letters are read as what they ask for, in each language."""

import tomllib
from pathlib import Path

import pytest

from mailbot.language.folders import written
from mailbot.model.requests import Act, Request
from mailbot.talk.requests.reading import read_requests
from mailbot.talk.requests.scopes import Standing
from mailbot.talk.said import parse
from mailbot.talk.wishes.situation import Situation
from solver import Shape

LETTERS = Path(__file__).parent.parent / "letters"
TURNS = {
    "first": Situation.FIRST,
    "two": Situation.FIRST,
    "mine": Situation.FIRST,
    "hinted": Situation.HINTED,
    "new": Situation.HINTED,
    "solved": Situation.SOLVED,
    "bare": Situation.BARE,
}
ELSEWHERE = {"thanks", "stop", "help", "correct", "moves"}
"""What is not read sentence by sentence."""

LEAST = {"de": 58, "en": 35, "es": 61, "fr": 56, "it": 54, "nl": 56, "pl": 38, "sv": 53}
"""Of 43 letters in Polish, 46 in English, and 63 to 67 in the others."""


def _name(request: Request) -> str:
    """A request as the letters write it: hint in row 5 of 2."""
    named = str(request.act)
    if request.act is Act.HINT and request.count > 1:
        named = f"hints {request.count}"
    elif request.act is Act.HINT and request.house:
        named += f" in {request.house}"
    elif request.act is Act.PLACES:
        named += f" {request.digit} {request.house}"
    elif request.act is Act.CANDIDATES and not request.cells:
        named += f" {request.house or 'all'}"
    elif request.act is Act.PART:
        named += f" {request.house}"
    elif request.technique:
        named += f" {request.technique.name.lower().replace('_', ' ')}"
    return named if request.puzzle is None else f"{named} of {request.puzzle + 1}"


@pytest.mark.parametrize("language", written())
def test_most_letters_are_read_as_what_they_ask_for(language: str) -> None:
    path = LETTERS / f"{language}.toml"
    letters = tomllib.loads(path.read_text(encoding="utf-8"))["letter"]
    wrong = []
    for letter in letters:
        if ELSEWHERE & {do.split()[0] for do in letter["do"]}:
            continue
        puzzles = 2 if letter["turn"] == "two" else 1
        standing = Standing(TURNS[letter["turn"]], Shape(3, 3), puzzles)
        asked = read_requests(parse(letter["text"], language), standing)
        named = [_name(request) for request in asked.requests]
        if named != [do.replace("x-wing", "x wing") for do in letter["do"]]:
            wrong.append((letter["text"], named))
    counted = sum(not ELSEWHERE & {d.split()[0] for d in x["do"]} for x in letters)
    print(language, counted - len(wrong), counted)
    assert counted - len(wrong) >= LEAST[language]
