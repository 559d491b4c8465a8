"""A solution beside a puzzle that is not read is no finished work of a person."""

import json

from mailbot.model import Note, NoteKind, Status
from mailbot.text.typed import read_text
from tests.cases import cases_of
from tests.sample_letters import PUZZLE, SOLUTION

cases = cases_of(__file__)


@cases("text, name")
def test_the_key_of_a_puzzle_of_other_rules_is_declined(text: str, name: str) -> None:
    found = read_text(text)
    assert (found.puzzles, found.notes) == ((), (Note(NoteKind.VARIANT, name),))


@cases("text")
def test_a_grid_that_a_person_has_filled_is_checked(text: str) -> None:
    assert [one.status for one in read_text(text).puzzles] == [Status.COMPLETE]


def test_a_solution_beside_its_puzzle_keeps_nobody_from_solving_it() -> None:
    text = json.dumps({"puzzle": PUZZLE, "type": "arrow", "solution": SOLUTION})
    assert Status.SOLVED in [one.status for one in read_text(text).puzzles]
