"""Replies to letters that ask for finer things, and for several of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import pytest

from mailbot.compose.solving import explain
from mailbot.marker import find_markers, strip_quoting
from mailbot.model import (
    Act,
    Content,
    House,
    HouseKind,
    Kind,
    Limit,
    Missing,
    Puzzle,
    Request,
    Status,
    Wish,
)
from solver import Solved, Technique
from tests.cases import claims_of
from tests.compose.cases import (
    GRANDFATHER,
    SOLUTION,
    TWINS,
    answer_to,
    covered,
    grid,
    puzzle,
    solved,
)
from tests.compose.test_kinds import PRINTED, shown_digits

ROW_5 = House(HouseKind.ROW, 5)


WRONG = replace(solved(entries={4: 9}), wrong_entries=(4,))
TWO_WRONG = replace(solved(entries={4: 9, 6: 9}), wrong_entries=(4, 6))
MISTAKEN = puzzle(
    grid(entries={1: 3, 2: 5}), Status.SOLVED, Solved(grid(SOLUTION)), (), (1,)
)


def doubtful(*cells: int, givens: str = GRANDFATHER) -> Puzzle:
    return puzzle(grid(givens), Status.DOUBTFUL, None, cells)


PUZZLES: dict[str, tuple[Puzzle, ...]] = {
    "none": (),
    "solved": (solved(),),
    "two": (solved(),) * 2,
    "three": (solved(),) * 3,
    "pointed once": (replace(solved(), pointed=1),),
    "pointed twice": (replace(solved(), pointed=2),),
    "pointed three times": (replace(solved(), pointed=3),),
    "an entry": (solved(entries={1: 4}),),
    "a wrong entry": (MISTAKEN,),
    "a mistake": (WRONG,),
    "a mistake, pointed once": (replace(WRONG, pointed=1),),
    "two mistakes": (TWO_WRONG,),
    "one cell of row 1": (solved(SOLUTION[:8] + GRANDFATHER[8:]),),
    "covered in two cells": (covered(solved(), 1, 2),),
    "covered in two doubtful cells": (covered(doubtful(1, 2), 1, 2),),
    "two doubts": (doubtful(0, 5),),
    "twins": (puzzle(grid(TWINS), Status.AMBIGUOUS),),
    "doubtful twins": (doubtful(0, givens=TWINS),),
}


@dataclass(frozen=True)
class Claim:
    """What a reply says and tells, as the TOML file explains; None is anything."""

    puzzle: str
    requests: list[dict[str, Any]]
    limits: frozenset[Limit] = frozenset()
    missing: frozenset[Missing] = frozenset()
    kind: Kind | None = None
    acts: list[Act] | None = None
    answer: dict[str, Any] = field(default_factory=dict)
    told: dict[str, int] | None = None
    tells: int | None = None
    solutions: int | None = None
    says: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    page: dict[str, int] = field(default_factory=dict)
    drawn: list[int] | None = None
    lines: int = 10_000


def asked(act: str, house: str = "", cells: Iterable[int] = (), **told: Any) -> Request:
    """A request as the rows write it: its house is "row 5"."""
    kind, _, number = house.partition(" ")
    named = House(HouseKind(kind), int(number)) if house else None
    return Request(Act(act), house=named, cells=tuple(cells), **told)


@claims_of(__file__, Claim)
def test_a_reply_says_and_tells_what_is_claimed(claim: Claim) -> None:
    requests = tuple(asked(**told) for told in claim.requests)
    wish = Wish(requests, limits=claim.limits, missing=claim.missing)
    content = answer_to(PUZZLES[claim.puzzle], wish=wish)
    acts = [answer.act for answer in content.answers]
    assert claim.kind in (None, content.kind)
    assert claim.acts in (None, acts)
    for name, value in claim.answer.items():
        shown = msgspec.json.encode(getattr(content.answers[0], name))
        assert msgspec.json.decode(shown) == value, name
    assert claim.told in (None, content.told)
    assert claim.tells in (None, len(content.told))
    assert claim.solutions in (None, len(content.solutions))
    text = " ".join(content.text.split())
    assert [words for words in claim.says if words not in text] == []
    assert [words for words in claim.never if words in text] == []
    assert {words: text.count(words) for words in claim.counts} == claim.counts
    assert {words: content.html.count(words) for words in claim.page} == claim.page
    assert claim.drawn in (None, [n - PRINTED for n in shown_digits(content.text)])
    assert len(content.text.splitlines()) <= claim.lines


def reply(*requests: Request, puzzle: Puzzle | None = None) -> Content:
    return answer_to([puzzle or solved()], wish=Wish(requests))


def test_what_the_tints_of_a_page_mean_stands_below_its_grid() -> None:
    page = reply(Request(Act.WHERE), puzzle=replace(solved(), pointed=1)).html
    below = page.partition("</table>")[2]
    for kind, meant in (("shade", "Where to look"), ("because", "The cell to look at")):
        assert re.search(rf'<span class="key {kind}"[^>]*>[^<]*</span> {meant}', below)
        assert f'class="{kind}"' in page


@pytest.mark.parametrize(
    ("house", "cells"),
    [
        (ROW_5, range(36, 45)),
        (House(HouseKind.COLUMN, 2), range(1, 81, 9)),
        (House(HouseKind.BOX, 9), (60, 61, 62, 69, 70, 71, 78, 79, 80)),
    ],
)
@pytest.mark.parametrize("count", [1, 2])
def test_hints_in_a_house_tell_as_many_digits_of_it(
    house: House, cells: range, count: int
) -> None:
    content = reply(Request(Act.HINT, house=house, count=count))
    assert len(content.told) == count
    for name, digit in content.told.items():
        cell = (int(name[1]) - 1) * 9 + int(name[3]) - 1
        assert cell in cells
        assert digit == int(SOLUTION[cell])


def test_a_digit_without_a_simple_reason_is_said_to_have_none_yet() -> None:
    empty = [cell for cell, sign in enumerate(GRANDFATHER) if sign == "."]
    cell = next(c for c in empty if not explain(solved(), (c,)))
    told = solved(entries={cell: int(SOLUTION[cell])})
    content = reply(Request(Act.WHY, cells=(cell,)), puzzle=told)
    assert "No simple step leads there yet" in " ".join(content.text.split())
    assert not content.told


def test_the_next_three_digits_are_three_true_ones() -> None:
    content = reply(Request(Act.HINT, count=3))
    assert len(content.told) == 3
    for name, digit in content.told.items():
        assert SOLUTION[(int(name[1]) - 1) * 9 + int(name[3]) - 1] == str(digit)


def test_the_candidates_of_all_cells_are_those_that_no_peer_holds() -> None:
    content = reply(Request(Act.CANDIDATES))
    [answer] = content.answers
    empty = [cell for cell, sign in enumerate(GRANDFATHER) if sign == "."]
    assert len(answer.cells) == len(empty)
    assert all(
        int(SOLUTION[(int(n[1]) - 1) * 9 + int(n[3]) - 1]) in digits
        for n, digits in answer.cells.items()
    )
    assert '<s class="marks"' in content.html


def test_the_places_of_a_digit_in_a_house_are_named() -> None:
    content = reply(Request(Act.PLACES, house=House(HouseKind.ROW, 1), digit=1))
    [answer] = content.answers
    assert answer.digit == 1
    assert answer.places
    assert "can still hold a 1: " in content.text


@pytest.mark.parametrize(
    ("technique", "there"),
    [(Technique.HIDDEN_SINGLE, True), (Technique.JELLYFISH, False)],
)
def test_a_technique_is_there_or_not(technique: Technique, there: bool) -> None:
    content = reply(Request(Act.TECHNIQUE, technique=technique))
    [answer] = content.answers
    assert answer.technique == technique.label.lower()
    assert answer.found is there
    assert not content.told
    assert "Look in" not in content.text
    placed = reply(Request(Act.TECHNIQUE, technique=technique, exact=True))
    assert ("Look in" in placed.text) is there
    assert not placed.told
    hint = Request(Act.HINT, given=False)  # if not, the next digit
    assert bool(reply(Request(Act.TECHNIQUE, technique=technique), hint).told) != there


def test_a_technique_is_looked_for_in_the_house_that_is_named() -> None:
    pair = Request(Act.TECHNIQUE, technique=Technique.HIDDEN_PAIR)
    rows = [House(HouseKind.ROW, number) for number in range(1, 10)]
    asked = [reply(replace(pair, house=row)) for row in rows]
    assert [n for n, row in enumerate(asked, 1) if row.answers[0].found] == [2]
    assert "Hidden pair in row 1." in asked[0].text
    assert re.search(r"Hidden pair \(\d, \d\)", reply(replace(pair, exact=True)).text)
    chain = replace(pair, technique=Technique.TURBOT_FISH, house=rows[0])
    assert "Yes, it is there: Turbot fish." in reply(chain).text


@pytest.mark.parametrize(("act", "is_kept"), [(Act.UNCLEAR, True), (Act.WHERE, False)])
def test_what_was_asked_of_a_house_is_kept_in_doubt(act: Act, is_kept: bool) -> None:
    asked = Request(Act.CANDIDATES, house=ROW_5)
    content = reply(Request(act), puzzle=replace(solved(), asked=asked))
    [marker] = find_markers(strip_quoting(content.text))
    assert marker.state.asked == (asked if is_kept else None)


def test_only_cells_within_a_box_and_the_grid_have_thin_lines_on_all_sides() -> None:
    page = reply(Request(Act.SOLUTION)).html
    lines_within = 5  # of nine: those that begin no box and are not the last
    assert page.count("border:1px solid #555") == 2 * lines_within**2
    assert "border-width:1px 2px 2px 1px" in page, "the last cell"
