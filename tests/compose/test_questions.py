"""Which doubtful cells are asked about, how many, and under which letters."""

import re

from selectolax.lexbor import LexborHTMLParser

from mailbot.compose.sections import telling_first
from mailbot.marker import find_markers
from mailbot.model import Puzzle, Status
from mailbot.text.html import read_page
from tests.compose.cases import GRANDFATHER, answer_to, grid, puzzle

GIVENS = [cell for cell, digit in enumerate(GRANDFATHER) if digit != "."]


def doubtful(*cells: int) -> Puzzle:
    return puzzle(grid(), Status.DOUBTFUL, None, cells)


def test_what_the_rules_cannot_tell_is_asked_first() -> None:
    """r1c4 may be an 8 by the rules; an 8 in r1c1 would leave no solution."""
    assert telling_first(doubtful(0, 3)).doubtful == (3, 0)
    assert telling_first(doubtful(3, 0)).doubtful == (3, 0)


def test_at_most_five_questions_are_asked_under_letters() -> None:
    reply = answer_to([doubtful(*GIVENS[:8])])
    question = r"^([a-z])\) In row (\d), column (\d): is it"
    asked = re.findall(question, reply.text, re.MULTILINE)
    assert [letter for letter, _, _ in asked] == list("abcde")
    assert len(re.findall(": is it ", reply.html)) == 5
    [marker] = find_markers(reply.text)
    assert len(marker.doubts) == 8
    names = [f"r{row}c{column}" for _, row, column in asked]
    assert names == [grid().shape.name(cell) for cell, _ in marker.doubts[:5]]


def test_with_many_doubts_a_better_picture_is_asked_for_instead() -> None:
    reply = answer_to([doubtful(*GIVENS[:9])])
    assert "is it" not in reply.text
    before = reply.text.partition("#")[0]
    assert "sharper picture" in before
    [marker] = find_markers(reply.text)
    assert len(marker.doubts) == 9


def test_each_question_has_its_letter_in_its_cell_of_the_table() -> None:
    reply = answer_to([puzzle(grid(), Status.DOUBTFUL, None, (0, 1, 3, 40, 55, 70))])
    asked = re.findall(
        r"^([a-e])\) In row (\d), column (\d):", reply.text, re.MULTILINE
    )
    assert [letter for letter, _, _ in asked] == list("abcde")
    rows = [row.css("td") for row in LexborHTMLParser(reply.html).css("tr")]
    for letter, row, column in asked:
        assert rows[int(row)][int(column) - 1].text().endswith(f"?{letter}")
    quoted = read_page(reply.html).text
    assert "7? ? . 2? . 6 . . ." in quoted
