"""Hints from letter to letter, in puzzles of any size."""

import re

import pytest
from msgspec.structs import replace

from mailbot.marker import Marker, State, find_markers, strip_quoting, write_marker
from mailbot.model import Kind, Respond
from solver import Shape, Solved, Technique, parse, solve, write_line
from tests.cases import cases_of
from tests.compose.cases import stuck
from tests.respond.test_respond import letter, reply_to
from tests.sample_letters import PUZZLE
from tests.solver.logic.positions import puzzle

cases = cases_of(__file__)

STILL_COUNTS = "What was ruled out before is still ruled out."
ESCARGOT = parse(
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)


EASY = parse(PUZZLE)


def go_on(said: str, words: str) -> Respond:
    """The answer to an answer that quotes our reply."""
    quoted = "".join(f"> {line}\r\n" for line in said.splitlines())
    return reply_to(letter(f"{words}\r\n\r\n{quoted}", "Re: Stuck"))


def carried(text: str) -> Marker:
    """The line of a reply from which the next letter goes on."""
    [marker] = find_markers(strip_quoting(text))
    return replace(marker, start=0, end=0)


def reasons(text: str) -> list[str]:
    """The steps of a hint as they are told, each on a line."""
    told = text.partition("#")[0]
    return re.findall(r"^\d\. (?:.+\n)+", told, re.MULTILINE) or [told]


def hinted() -> Respond:
    """A hint that needs a forcing chain, as the answer to "next"."""
    puzzle = stuck(42, Technique.FORCING_CHAIN)
    before = write_marker(State(puzzle.grid, ruled_out=puzzle.ruled_out))
    return go_on(f"Please leave this line:\n{before}", "A hint, please.")


def test_hints_alone_lead_to_the_end_one_argument_a_letter(long: bool) -> None:
    start = ESCARGOT if long else stuck(4, Technique.NAKED_PAIR).grid
    before = write_marker(State(start))
    answer = go_on(f"Please leave this line:\n{before}", "A hint, please.")
    letters = without_digit = 0
    while (marker := carried(answer.reply.text)).state.grid.digits.count(0):
        told = reasons(answer.reply.text)
        assert len(told) <= 2
        assert len(answer.told) <= 1
        assert answer.told or marker.state.news
        assert len(write_marker(marker.state)) < 1_000
        without_digit += not answer.told
        letters += 1
        answer = go_on(answer.reply.text, "next")
    assert without_digit
    assert letters < 300
    solution = solve(start)
    assert isinstance(solution, Solved)
    assert marker.state.grid.digits == solution.grid.digits


@pytest.mark.parametrize("is_right", [True, False])
def test_a_grid_typed_above_a_hint_is_read_as_the_persons_own(
    is_right: bool,
) -> None:
    printed = EASY
    solved = solve(printed)
    assert isinstance(solved, Solved)
    empty = [c for c, digit in enumerate(printed.digits) if not digit]
    before = write_marker(State(printed))
    hint = go_on(f"Please leave this line:\n{before}", "One digit, please.")
    assert hint.told
    told = {printed.shape.cell_at(int(n[1]), int(n[3])) for n in hint.told}
    cell = next(c for c in empty if c not in told)
    right = solved.grid.digits[cell]
    wrong = next(d for d in range(1, 10) if d != right)
    digits = list(printed.digits)
    digits[cell] = right if is_right else wrong
    line = write_line(digits)
    rows = "\r\n".join(line[n : n + 9] for n in range(0, 81, 9))
    quoted = "".join(f"> {row}\r\n" for row in hint.reply.text.splitlines())
    words = f"Are my digits right?\r\n\r\n{rows}\r\n\r\n{quoted}"
    checked = reply_to(letter(words, In_Reply_To=hint.reply.message_id))
    assert checked.kind is Kind.CHECK
    name = f"row {cell // 9 + 1}, column {cell % 9 + 1}"
    assert (name in checked.reply.text.partition("#")[0]) != is_right


def test_a_hint_that_is_asked_about_is_the_same_argument_again() -> None:
    first = hinted()
    why = go_on(first.reply.text, "Why?")
    assert why.kind is Kind.WHY
    assert carried(why.reply.text) == carried(first.reply.text)
    told = re.search(r"Suppose .*? So", one_line(first))
    assert told
    assert told[0] in one_line(why)
    assert "Known so far: no 2 in r3c2" in why.reply.text


@cases("words")
def test_a_long_argument_is_told_by_its_end_where_that_is_wanted(words: str) -> None:
    first = hinted()
    assert "Suppose r1c4 were an 8." in first.reply.text
    assert '"just the result"' in first.reply.text
    short = go_on(first.reply.text, words)
    assert short.kind is Kind.HINT
    assert short.told == {}
    assert carried(short.reply.text).state.news == carried(first.reply.text).state.news
    assert "→" not in short.reply.text
    assert re.search(r"8 \w+ \w1\w4|w1k4 nie może być cyfry 8", short.reply.text)


def test_the_next_hint_may_be_wanted_without_its_reasons() -> None:
    first = hinted()
    after = go_on(first.reply.text, "Next hint, but just the result please")
    assert after.kind is Kind.HINT
    assert "→" not in after.reply.text
    assert carried(after.reply.text).state.grid != carried(first.reply.text).state.grid


def test_a_candidate_that_was_ruled_out_wrongly_is_told_and_not_reasoned_upon() -> None:
    start = puzzle(2)
    solution = solve(start)
    assert isinstance(solution, Solved)
    empty = [cell for cell, digit in enumerate(start.digits) if not digit]
    digits = solution.grid.digits
    for cell in empty[::7]:
        forged = write_marker(State(start, ruled_out=((cell, digits[cell]),)))
        answer = go_on(f"Please leave this line:\n{forged}", "next")
        assert "rules out a digit that is right" in one_line(answer)
        assert STILL_COUNTS not in answer.reply.text
        fresh = reply_to(letter(f"A hint, please.\r\n\r\n{start.line}"))
        assert answer.told == fresh.told
        assert carried(answer.reply.text) == carried(fresh.reply.text)


def test_what_was_ruled_out_counts_only_in_a_line_that_nobody_changed() -> None:
    text = hinted().reply.text
    changed, found = re.subn(
        r"(Puzzle: \[.{9})(.)", lambda m: m[1] + "AB"[m[2] == "A"], text
    )
    assert found
    assert go_on(changed, "next").kind is Kind.DOUBTFUL


def one_line(answer: Respond) -> str:
    return " ".join(answer.reply.text.split())


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
