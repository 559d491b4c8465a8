"""Words for what the thread has spoken of last: the top left corner of that box."""

import pytest

from mailbot.compose.solving import find_single
from mailbot.language.folders import written
from mailbot.model import Want, Wish
from mailbot.model.requests import Act, House, HouseKind, Limit, Request
from mailbot.talk.thread.quoted import quoted_puzzles
from mailbot.talk.thread.turn import open_turn
from solver.logic import walkthrough
from tests.compose.cases import SOLUTION, answer_to, solved
from tests.talk.tables import tables
from tests.talk.thread.test_going_on import acts, replied
from tests.talk.thread.test_pointing import (
    answered,
    cell_of,
    digit_in,
    pointed,
)
from tests.talk.threads import gmail, meant

CORNER, MIDDLE, PRINTED, LAST = tables("spoken", "corner", "middle", "printed", "last")
WHY_NAMED, WHY, WHY_NOT = tables("spoken", "why_named", "why", "why_not")
REPLACED, LAST_PUZZLE, WHICH_BOX, BESIDE = tables(
    "spoken", "replaced", "last_puzzle", "which_box", "beside_printed"
)
BOX = Request(Act.CANDIDATES, house=House(HouseKind.BOX, 6))
ROW = Request(Act.CANDIDATES, house=House(HouseKind.ROW, 5))

in_each_language = pytest.mark.parametrize("language", written())


@in_each_language
def test_a_corner_is_that_of_the_box_spoken_of(language: str) -> None:
    box = replied(BOX, language)
    corner, middle = 5 * 9 + 6, 4 * 9 + 7
    for words in CORNER[language]:
        told = answered(box, words.format(d=SOLUTION[corner]))
        assert acts(told) == [Act.MOVES], words
        assert cell_of(told) == corner, words
        for question in MIDDLE[language]:  # the box is spoken of still
            for reply in (box, told):
                judged = answered(reply, question.format(d=SOLUTION[middle]))
                assert acts(judged) == [Act.VERDICT], question
                assert cell_of(judged) == middle, question


@in_each_language
def test_a_corner_changes_no_printed_digit(language: str) -> None:
    box, printed = replied(BOX, language), 3 * 9 + 6
    for words in PRINTED[language]:
        asked = meant(gmail(box, words.format(d=4)))
        [puzzle] = asked.findings.puzzles
        assert puzzle.grid == solved().grid, words
        assert asked.wish.requests == (Request(Act.UNCLEAR, cells=(printed,)),), words


@in_each_language
def test_an_own_digit_changes_no_printed_one(language: str) -> None:
    hinted = answer_to([solved()], Want.HINT, language)
    for words in BESIDE[language]:
        asked = meant(gmail(hinted, words))
        assert asked.findings.puzzles[0].grid.givens == solved().grid.givens, words
        assert asked.wish.want is Want.UNCLEAR, words


@in_each_language
def test_the_last_cell_is_that_of_the_row_spoken_of(language: str) -> None:
    row, last = replied(ROW, language), 4 * 9 + 8
    for words in LAST[language]:
        told = answered(row, words.format(d=SOLUTION[last]))
        assert acts(told) == [Act.MOVES], words
        assert digit_in(told, last) == int(SOLUTION[last]), words


@in_each_language
def test_reasons_are_those_of_the_digit_that_is_named(language: str) -> None:
    first = replied(Request(Act.HINT), language)
    cell, shape = cell_of(first), solved().grid.shape
    [puzzle] = (open_turn(q).puzzle for q in quoted_puzzles(first.text))
    second = answer_to([puzzle], wish=Wish((Request(Act.HINT),), language=language))
    for words in WHY_NAMED[language]:
        why = answered(second, words.format(cell=shape.name(cell), d=SOLUTION[cell]))
        assert acts(why) == [Act.WHY], words
        assert cell_of(why) == cell, words
        for told in (cell, cell_of(second)):
            assert digit_in(why, told) == int(SOLUTION[told]), words


@in_each_language
def test_reasons_of_a_digit_of_a_solution_start_where_it_is_next(language: str) -> None:
    solution = replied(Request(Act.SOLUTION), language)
    way = walkthrough(solved().grid, solved().answer).steps
    placed = [mark for step in way for mark in step.placements]
    first, late = placed[0], placed[len(placed) // 2]
    for words in WHY_NAMED[language]:
        name = solved().grid.shape.name(late.cell)
        why = answered(solution, words.format(cell=name, d=late.digit))
        assert (acts(why), cell_of(why)) == ([Act.WHY], late.cell), words
        assert digit_in(why, first.cell) == first.digit, words


@in_each_language
def test_who_asks_which_box_is_meant_is_told_no_digit_of_it(language: str) -> None:
    hint = replied(Request(Act.HINT), language)
    for words in WHICH_BOX[language]:
        assert not answered(hint, words).told, words


@in_each_language
def test_no_digit_vanishes_whose_reasons_are_asked_for(language: str) -> None:
    cells = [c for c, digit in enumerate(solved().grid.givens) if not digit]
    singles = find_single(solved(), cells)
    hard = next(c for c in cells if not find_single(solved(), (c,)))
    easy = singles[0].placements[0].cell
    for cell in (easy, hard):
        digit = int(SOLUTION[cell])
        told = replied(Request(Act.CELL, cells=(cell,)), language)
        reasons = [*WHY[language], WHY_NOT[language][0].format(d=digit % 9 + 1)]
        for words in reasons:
            assert digit_in(answered(told, words), cell) == digit, words


@in_each_language
def test_an_own_digit_is_replaced_and_none_is_told(language: str) -> None:
    reply = pointed(language)
    cell = cell_of(reply)
    right = int(SOLUTION[cell])
    wrong = right % 9 + 1
    [turn] = (open_turn(q) for q in quoted_puzzles(reply.text))
    puzzle = turn.with_digits({cell: wrong}, {cell}).puzzle
    moved = Request(Act.MOVES, cells=(cell,))
    entered = answer_to([puzzle], wish=Wish((moved,), language=language))
    for words in REPLACED[language]:
        replaced = answered(entered, words.format(old=wrong, new=right))
        assert acts(replaced) == [Act.MOVES], words
        assert digit_in(replaced, cell) == right, words
        assert not replaced.told, words


@in_each_language
def test_the_last_puzzle_is_no_cell(language: str) -> None:
    for words in LAST_PUZZLE[language]:
        told = meant(gmail(replied(ROW, language), words)).wish
        assert {r.act for r in told.requests}.isdisjoint({Act.CELL, Act.MOVES}), words


@pytest.mark.parametrize(
    "words",
    [
        "Thanks! That is the third one today, and 5 more tomorrow.",
        "The second one today is hard, I am at number 5.",
        "Is the first 5 of the hints right?",
    ],
)
def test_a_story_with_a_number_names_no_cell(words: str) -> None:
    told = meant(gmail(replied(ROW, "en"), words)).wish
    assert {r.act for r in told.requests} <= {Act.UNCLEAR, Act.THANKS}


def test_puzzles_instead_of_others_replace_no_entry() -> None:
    reply = pointed("en")
    old, new = int(SOLUTION[cell_of(reply)]), int(SOLUTION[cell_of(reply)]) % 9 + 1
    there = answered(reply, f"I put a {old} there. Is that right?")
    after = answered(there, f"Send me {new} puzzles instead of {old}.")
    assert Act.MOVES not in acts(after)


def test_the_word_that_we_offer_for_the_digit_tells_it() -> None:
    where = Wish((Request(Act.WHERE),), lasting=Limit.NO_DIGIT)
    reply = answer_to([solved()], wish=where)
    assert "hint" in reply.text
    assert meant(gmail(reply, "Hint")).wish.lasting is None
