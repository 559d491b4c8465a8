"""A solution beside a puzzle that is not read is no finished work of a person."""

import json

import pytest

from mailbot.model import Note, NoteKind, Status
from mailbot.text.typed import read_text
from tests.sample_letters import PUZZLE, SOLUTION

SOLVED = [SOLUTION[i : i + 9] for i in range(0, 81, 9)]
KEY = {"solution": [[*map(int, row)] for row in SOLVED]}
CAGES = [{"cells": [[0, 0], [0, 1]], "sum": 8}]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (json.dumps({"puzzle": [[0] * 9] * 9, "cages": CAGES, **KEY}), "killer"),
        (json.dumps({"type": "killer", **KEY}), "killer"),
        (json.dumps({"thermometers": [[[0, 0], [0, 1]]], **KEY}), "thermo"),
        (json.dumps({"board": [[None] * 9] * 9, **KEY}), "other"),
        (json.dumps({"size": 9, "grid": [[{}] * 9] * 9, **KEY}), "other"),
        (f"variant: killer\nsums: [8, 6]\nsolution: {SOLUTION}", "killer"),
        (f"<cage sum='8'/><solution>{SOLUTION}</solution>", "killer"),
        (f"My killer sudoku of today\n\nSolution:\n{SOLUTION}", "killer"),
        ("000000000\n" * 9 + "\nLösung\n" + "\n".join(SOLVED), "other"),
        ("Puzzle\n8 . 6\n. 13 .\n\nSolution\n" + "\n".join(SOLVED), "other"),
    ],
)
def test_the_key_of_a_puzzle_of_other_rules_is_declined(text: str, name: str) -> None:
    found = read_text(text)
    assert (found.puzzles, found.notes) == ((), (Note(NoteKind.VARIANT, name),))


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(SOLVED),
        "Is my solution right?\n\n" + "\n".join(SOLVED),
        f"Solution: {SOLUTION}\n" + "." * 99,
        "Question: is this Sudoku correct?\nAnswer:\n" + "\n".join(SOLVED) + "\nMary",
        "Problem: I am not sure. Is it right?\nSolution:\n" + "\n".join(SOLVED),
        "Puzzle:\n" + "\n".join(SOLVED) + "\nAnswer\n\nIs it right?",
        "\n".join(SOLVED) + "\n\n" + "_" * 81 + "\nMary",
        "A killer of a puzzle!\n\n+---+---+---+\n" + "\n".join(SOLVED),
    ],
)
def test_a_grid_that_a_person_has_filled_is_checked(text: str) -> None:
    assert [one.status for one in read_text(text).puzzles] == [Status.COMPLETE]


def test_a_solution_beside_its_puzzle_keeps_nobody_from_solving_it() -> None:
    text = json.dumps({"puzzle": PUZZLE, "type": "arrow", "solution": SOLUTION})
    assert Status.SOLVED in [one.status for one in read_text(text).puzzles]
