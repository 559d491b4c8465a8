"""Words for the place that our last reply spoke of: I put an 8 there, is that right?"""

import pytest

from mailbot.language.folders import written
from mailbot.marker import find_markers
from mailbot.model import Content, Wish
from mailbot.model.requests import Act, House, HouseKind, Request
from tests.compose.cases import SOLUTION, answer_to, solved
from tests.talk.tables import tables
from tests.talk.threads import gmail, meant

THERE, IDLE, BACK = tables("pointing", "there", "idle", "back")

in_each_language = pytest.mark.parametrize("language", written())


def pointed(language: str) -> Content:
    """The reply that names the cell where to look next."""
    where = Request(Act.WHERE, exact=True)
    return answer_to([solved()], wish=Wish((where,), language=language))


def answered(reply: Content, words: str) -> Content:
    """The reply to an answer to a reply."""
    asked = meant(gmail(reply, words))
    return answer_to(asked.findings.puzzles, wish=asked.wish)


def cell_of(reply: Content) -> int:
    """The cell that a reply is about."""
    [marker] = find_markers(reply.text)
    assert marker.state.about is not None
    return marker.state.about


def digit_in(reply: Content, cell: int) -> int:
    """What the line of a reply carries on of a cell."""
    [marker] = find_markers(reply.text)
    return marker.state.grid.digits[cell]


@in_each_language
def test_a_digit_for_the_cell_that_was_pointed_at_is_judged(language: str) -> None:
    reply = pointed(language)
    cell = cell_of(reply)
    right = int(SOLUTION[cell])
    for words in THERE[language]:
        for digit in (right, right % 9 + 1):
            asked = meant(gmail(reply, words.format(d=digit)))
            [puzzle] = asked.findings.puzzles
            judged = answer_to([puzzle], wish=asked.wish)
            [answer] = judged.answers
            assert answer.act in (Act.VERDICT, Act.MOVES), words
            assert cell_of(judged) == cell, words
            entered = answer.act is Act.MOVES and not puzzle.wrong_entries
            assert (answer.right or entered) is (digit == right), (words, digit)


@in_each_language
def test_a_number_of_a_story_is_for_no_cell(language: str) -> None:
    reply = pointed(language)
    for words in IDLE[language]:
        asked = meant(gmail(reply, words.format(d=int(SOLUTION[cell_of(reply)]))))
        assert {r.act for r in asked.wish.requests}.isdisjoint(
            {Act.VERDICT, Act.MOVES, Act.CORRECT}
        ), words


@in_each_language
def test_an_entry_that_is_named_is_taken_out_again(language: str) -> None:
    reply = pointed(language)
    cell = cell_of(reply)
    digit = int(SOLUTION[cell])
    judged = answered(reply, THERE[language][0].format(d=digit))
    assert digit_in(judged, cell) == digit
    for words in BACK[language]:
        undone = answered(judged, words.format(d=digit))
        assert [a.act for a in undone.answers] == [Act.UNDO], words
        assert digit_in(undone, cell) == 0, words


def test_what_was_said_to_be_right_is_explained_if_it_is_plain_to_see() -> None:
    reply = pointed("en")
    digit = int(SOLUTION[cell_of(reply)])
    judged = answered(reply, f"I put a {digit} there. Is that right?")
    why = answered(judged, f"Why must it be a {digit}?")
    assert [a.act for a in why.answers] == [Act.WHY]
    assert why.told == {solved().grid.shape.name(cell_of(reply)): digit}


def test_a_correction_that_is_repeated_stands() -> None:
    corrected = answered(pointed("en"), "In the paper, row 1, column 6 is a 4.")
    again = answered(corrected, "As I said, row 1, column 6 is printed as a 4.")
    assert [a.act for a in again.answers][:1] == [Act.CORRECT]
    assert digit_in(again, 5) == 4


def test_a_whole_house_that_was_told_is_taken_back() -> None:
    house = House(HouseKind.COLUMN, 2)
    part = Request(Act.PART, house=house)
    told = answer_to([solved()], wish=Wish((part,)))
    undone = answered(told, "Take that back, please.")
    assert [a.act for a in undone.answers] == [Act.UNDO]
    [marker] = find_markers(undone.text)
    assert marker.state.grid == solved().grid
    again = answered(undone, "Undo that.")
    assert [a.act for a in again.answers] == [Act.UNCLEAR], "there is nothing left"
