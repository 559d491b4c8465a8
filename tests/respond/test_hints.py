"""Hints from letter to letter, in puzzles of any size."""

import re

import pytest

from mailbot.marker import find_markers, strip_quoting
from mailbot.model import Kind, Respond
from solver import Shape, Solved, next_steps, solve, write_line
from tests.respond.test_respond import letter, reply_to
from tests.solver.logic.positions import puzzle

STILL_COUNTS = "What my earlier hints have ruled out still counts here."


def go_on(said: str, words: str) -> Respond:
    """The answer to an answer that quotes our reply."""
    quoted = "".join(f"> {line}\r\n" for line in said.splitlines())
    return reply_to(letter(f"{words}\r\n\r\n{quoted}", "Re: Stuck"))


def numbered(text: str) -> int:
    return len(re.findall(r"^\d+\. ", text, re.MULTILINE)) or 1


def test_the_next_hint_rests_on_what_earlier_ones_have_ruled_out() -> None:
    text = reply_to(letter(f"A hint, please.\r\n\r\n{puzzle(2).line}")).reply.text
    shorter = 0
    for _ in range(20):
        [marker] = find_markers(strip_quoting(text))
        alone = next_steps(marker.grid)
        text = go_on(text, "next").reply.text
        if numbered(text) < len(alone):
            assert STILL_COUNTS in text
            shorter += 1
    assert shorter


def test_a_hint_that_is_asked_about_is_explained_from_the_digits_alone() -> None:
    first = reply_to(letter(f"A hint, please.\r\n\r\n{puzzle(2).line}"))
    text = first.reply.text
    while numbered(text) < 3:
        text = go_on(text, "next").reply.text
    why = go_on(text, "Why?")
    assert why.kind is Kind.WHY
    assert STILL_COUNTS not in why.reply.text
    assert numbered(why.reply.text) >= numbered(text)


@pytest.mark.parametrize(
    "shape", [Shape(2, 2), Shape(3, 2), Shape(2, 3), Shape(4, 3), Shape(4, 4)], ids=str
)
def test_grids_of_other_sizes_are_explained_by_mail(shape: Shape) -> None:
    grid = puzzle(3, shape, spare=shape.cells // 2)
    answer = solve(grid)
    assert isinstance(answer, Solved)
    hinted = reply_to(letter(f"A hint, please.\r\n\r\n{grid.line}"))
    assert hinted.kind is Kind.HINT
    [name] = hinted.told
    solution = {shape.name(c): d for c, d in enumerate(answer.grid.digits)}
    assert hinted.told[name] == solution[name]
    on = go_on(hinted.reply.text, "next")
    assert len(on.told) == 1
    assert name not in on.told
    steps = go_on(on.reply.text, "Please show me all steps.")
    assert steps.kind is Kind.STEPS
    assert steps.solutions == (write_line(answer.grid.digits),)
