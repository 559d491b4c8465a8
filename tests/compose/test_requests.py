"""Replies to letters that ask for finer things, and for several of them."""

import re
from dataclasses import replace

import pytest

from mailbot.compose import Context, compose
from mailbot.marker import find_markers, strip_quoting
from mailbot.model import (
    Act,
    Content,
    Envelope,
    Findings,
    House,
    HouseKind,
    Letter,
    Limit,
    Puzzle,
    Request,
    Wish,
)
from solver import Technique
from tests.compose.cases import ADA, GRANDFATHER, SOLUTION, solved

ROW_5 = House(HouseKind.ROW, 5)


def reply(
    *requests: Request,
    puzzles: tuple[Puzzle, ...] = (),
    limits: frozenset[Limit] = frozenset(),
) -> Content:
    wish = Wish(requests, limits=limits)
    findings = Findings(puzzles or (solved(),))
    return compose(Letter(Envelope(ADA)), wish, findings, Context(proven=True))


def test_where_names_a_house_and_tells_no_digit() -> None:
    content = reply(Request(Act.WHERE))
    [answer] = content.answers
    assert answer.act is Act.WHERE
    assert answer.house
    assert f"Look in {answer.house} next." in content.text
    assert not content.told
    assert not content.solutions


def test_where_names_the_cell_for_who_asks_which_cell() -> None:
    content = reply(Request(Act.WHERE, exact=True))
    assert "It is the cell in row" in content.text
    assert not content.told


def test_who_wants_no_digit_is_told_the_reasons_of_the_one_they_know() -> None:
    why = Request(Act.WHY, cells=(14,))  # a single
    content = reply(why, limits=frozenset({Limit.NO_DIGIT}))
    assert content.answers[0].act is Act.WHY
    assert content.told


def test_where_points_first_to_a_wrong_digit() -> None:
    wrong = replace(solved(entries={4: 9}), wrong_entries=(4,))
    assert "look in box 2 once more" in reply(Request(Act.WHERE), puzzles=(wrong,)).text


def test_who_is_told_all_of_a_place_is_not_offered_more_of_it() -> None:
    texts = [
        reply(Request(Act.WHERE), puzzles=(replace(solved(), pointed=pointed),)).text
        for pointed in (0, 1, 2, 3)
    ]
    offered = ['Reply with "where"' in text for text in texts]
    assert offered == [True, True, False, False]


def test_the_place_of_a_mistake_is_its_box_and_then_its_cell() -> None:
    wrong = replace(solved(entries={4: 9}), wrong_entries=(4,))
    first = reply(Request(Act.WHERE), puzzles=(wrong,))
    second = reply(Request(Act.WHERE), puzzles=(replace(wrong, pointed=1),))
    assert "9!" not in first.text
    assert "row 1, column 5" not in first.text
    assert "9!" in second.text
    assert "the 9 in row 1, column 5" in second.text


@pytest.mark.parametrize("act", [Act.RATING, Act.UNCLEAR, Act.DISPUTE, Act.CANDIDATES])
def test_no_mistake_is_marked_that_nobody_asked_about(act: Act) -> None:
    wrong = replace(solved(entries={4: 9}), wrong_entries=(4,))
    assert "9!" not in reply(Request(act), puzzles=(wrong,)).text
    assert "9!" in reply(Request(Act.CHECK), puzzles=(wrong,)).text


def test_a_hint_beside_a_check_goes_on_from_what_is_right() -> None:
    wrong = replace(solved(entries={4: 9}), wrong_entries=(4,))
    content = reply(Request(Act.CHECK), Request(Act.HINT), puzzles=(wrong,))
    [(name, digit)] = content.told.items()
    assert SOLUTION[(int(name[1]) - 1) * 9 + int(name[3]) - 1] == str(digit)
    assert content.answers[0].wrong == ("r1c5",)
    assert content.text.count("cannot be right") == 1
    assert "9!" in content.text


def test_a_move_whose_digit_nobody_knows_is_asked_about() -> None:
    content = reply(Request(Act.RATING), Request(Act.MOVES, cells=(4,)))
    assert "which digit belongs in row 1, column 5" in " ".join(content.text.split())


def test_who_was_not_understood_is_asked_once_whatever_puzzles_there_are() -> None:
    content = reply(Request(Act.UNCLEAR), puzzles=(solved(), solved(), solved()))
    assert content.text.count("did not understand") == 1
    assert content.text.count("Puzzle: [") == 3
    assert "Puzzle 1 of 3" not in content.text


def test_what_the_tints_of_a_page_mean_stands_below_its_grid() -> None:
    page = reply(Request(Act.WHERE), puzzles=(replace(solved(), pointed=1),)).html
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
def test_a_hint_in_a_house_tells_one_digit_of_it(house: House, cells: range) -> None:
    content = reply(Request(Act.HINT, house=house))
    [(name, digit)] = content.told.items()
    cell = (int(name[1]) - 1) * 9 + int(name[3]) - 1
    assert cell in cells
    assert digit == int(SOLUTION[cell])


def test_the_next_three_digits_are_three_true_ones() -> None:
    content = reply(Request(Act.HINT, count=3))
    assert len(content.told) == 3
    for name, digit in content.told.items():
        assert SOLUTION[(int(name[1]) - 1) * 9 + int(name[3]) - 1] == str(digit)


def test_the_candidates_of_a_cell_stand_in_the_reply() -> None:
    content = reply(Request(Act.CANDIDATES, cells=(1,)))
    [answer] = content.answers
    assert answer.cells == {"r1c2": (1, 3, 4)}
    assert "These digits are still possible in row 1, column 2." in content.text
    assert "1, 3, or 4" in content.text
    assert not content.told


def test_the_only_candidate_of_a_cell_is_told_in_words_and_drawn_nowhere() -> None:
    row_1 = solved(SOLUTION[:8] + GRANDFATHER[8:])  # nothing else fits in r1c9
    content = reply(Request(Act.CANDIDATES, cells=(8,)), puzzles=(row_1,))
    assert "Only one digit is still possible in" in content.text
    assert '<s class="marks"' not in content.html


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


def test_a_digit_that_is_there_already_has_no_places() -> None:
    content = reply(Request(Act.PLACES, house=House(HouseKind.ROW, 1), digit=7))
    assert content.answers[0].places == ()
    assert "There is already a 7 in row 1." in content.text


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


@pytest.mark.parametrize(("digit", "right"), [(4, True), (5, False)])
def test_a_verdict_never_says_the_right_digit(digit: int, right: bool) -> None:
    content = reply(Request(Act.VERDICT, cells=(1,), digit=digit))
    [answer] = content.answers
    assert answer.right is right
    assert content.text.split("\n\n")[1].startswith("Yes" if right else "No")
    assert content.told == ({"r1c2": 4} if right else {})


def test_of_two_mistakes_one_is_named() -> None:
    wrong = replace(solved(entries={4: 9, 6: 9}), wrong_entries=(4, 6))
    content = reply(Request(Act.FIRST_MISTAKE), puzzles=(wrong,))
    assert content.answers[0].wrong == ("r1c5",)
    assert "row 1, column 5" in content.text
    assert "row 1, column 7" not in content.text
    assert content.text.count("9!") == 1


def test_two_wishes_are_answered_in_their_order_above_one_grid() -> None:
    content = reply(Request(Act.HINT), Request(Act.WHERE))
    assert [answer.act for answer in content.answers] == [Act.HINT, Act.WHERE]
    assert len(content.told) == 1
    assert content.text.count("#===") == reply(Request(Act.HINT)).text.count("#===")


def test_only_the_puzzle_that_is_spoken_of_is_answered() -> None:
    both = (solved(), solved())
    content = reply(Request(Act.HINT, puzzle=1), puzzles=both)
    assert [answer.puzzle for answer in content.answers] == [2]
    assert "Puzzle 2 of 2" in content.text
    assert "Puzzle 1 of 2" not in content.text


@pytest.mark.parametrize("act", [Act.SOLUTION, Act.STEPS, Act.HINT, Act.PART, Act.CELL])
def test_who_forbids_digits_is_only_told_where_to_look(act: Act) -> None:
    content = reply(
        Request(act, cells=(1,) if act is Act.CELL else (), house=ROW_5),
        limits=frozenset({Limit.NO_DIGIT}),
    )
    assert content.answers[0].act is Act.WHERE
    assert not content.told
    assert not content.solutions


@pytest.mark.parametrize("act", [Act.SOLUTION, Act.STEPS, Act.ALL])
def test_who_forbids_the_solution_gets_a_hint(act: Act) -> None:
    content = reply(Request(act), limits=frozenset({Limit.NO_SOLUTION}))
    assert not content.solutions
    assert len(content.told) <= 1


@pytest.mark.parametrize(("act", "is_kept"), [(Act.UNCLEAR, True), (Act.WHERE, False)])
def test_what_was_asked_of_a_house_is_kept_in_doubt(act: Act, is_kept: bool) -> None:
    asked = Request(Act.CANDIDATES, house=ROW_5)
    content = reply(Request(act), puzzles=(replace(solved(), asked=asked),))
    [marker] = find_markers(strip_quoting(content.text))
    assert marker.state.asked == (asked if is_kept else None)


def test_only_cells_within_a_box_and_the_grid_have_thin_lines_on_all_sides() -> None:
    page = reply(Request(Act.SOLUTION)).html
    lines_within = 5  # of nine: those that begin no box and are not the last
    assert page.count("border:1px solid #555") == 2 * lines_within**2
    assert "border-width:1px 2px 2px 1px" in page, "the last cell"
