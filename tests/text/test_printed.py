"""Grids in what programs print: every form is read, and nothing else is."""

import json
import sys
import tomllib
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from mailbot.model import Note, NoteKind, Status
from mailbot.text.printed import find_printed
from mailbot.text.printed.squares import counts, squares
from mailbot.text.printed.values import read_cells
from mailbot.text.regions import find_regions
from mailbot.text.typed import read_text
from solver import (
    Grid,
    Shape,
    Solved,
    Technique,
    Wanted,
    generate,
    next_argument,
    shape_of,
    solve,
)
from tests.cases import cases_of, data_of
from tests.examples import of_the_day
from tests.sample_letters import PUZZLE, ROWS, SOLUTION

cases = cases_of(__file__)

FOLDER = Path(__file__).with_name("printed")
ORIGINS = tomllib.loads((FOLDER / "origins.toml").read_text())


def solutions(text: str) -> list[str]:
    found = []
    for puzzle in read_text(text).puzzles:
        if puzzle.status is Status.SOLVED:
            assert isinstance(puzzle.answer, Solved)
            found.append(puzzle.answer.grid.line)
    return found


def wrapped(text: str) -> str:
    return f"Hello,\ncan you solve this one?\n\n{text}\n\nThanks, Ole"


FORMS: tuple[Callable[[str], str], ...] = (str, wrapped)
"""Alone and in a letter, each on every other day."""


@pytest.mark.parametrize(("name", "form"), of_the_day(product(ORIGINS, FORMS), 3))
def test_what_a_program_printed_is_read(name: str, form: Callable[[str], str]) -> None:
    text = (FOLDER / f"{name}.txt").read_text()
    puzzle = ORIGINS[name].get("puzzle", PUZZLE)
    answer = solve(Grid(shape_of(9), tuple(map(int, puzzle.replace(".", "0")))))
    assert isinstance(answer, Solved)
    assert solutions(form(text)) == [answer.grid.line]


def test_every_printed_file_has_its_origin() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == ORIGINS.keys()


READ, ASKED, UNREAD = data_of(__file__, "read", "asked", "unread")


@pytest.mark.parametrize(("name", "form"), of_the_day(product(READ, FORMS), 3))
def test_a_grid_is_read_however_a_program_writes_it(
    name: str, form: Callable[[str], str]
) -> None:
    assert solutions(form(READ[name])) == [SOLUTION]


@pytest.mark.parametrize("name", ASKED)
def test_a_grid_that_may_be_turned_is_asked_about(name: str) -> None:
    (puzzle,) = read_text(wrapped(ASKED[name])).puzzles
    assert puzzle.status is Status.DOUBTFUL


def test_elements_that_hold_columns_are_asked_about() -> None:
    cells = [f"<cell>{cell.strip('.')}</cell>" for cell in PUZZLE]
    columns = ["".join(["<column>", *cells[i::9], "</column>"]) for i in range(9)]
    (puzzle,) = read_text("\n".join(columns)).puzzles
    assert puzzle.status is Status.DOUBTFUL


def test_rows_within_a_string_are_read() -> None:
    text = "\\n".join(" ".join(row) for row in ROWS)
    assert solutions(f'{{"text": "{text}"}}') == [SOLUTION]


@pytest.mark.parametrize("name", UNREAD)
def test_what_only_looks_like_a_grid_is_no_puzzle(name: str) -> None:
    assert not read_text(UNREAD[name]).puzzles
    assert not read_text(wrapped(UNREAD[name])).puzzles


PLACED = [(n // 9 + 1, n % 9 + 1, cell) for n, cell in enumerate(PUZZLE)]


@cases("form, empty")
def test_a_cell_on_each_line_is_read(form: str, empty: str) -> None:
    lines = [form.format(y=y, x=x, c=c.replace(".", empty)) for y, x, c in PLACED]
    text = "\n".join(lines).rstrip(",")
    assert solutions(f"[{text}]" if "{" in text else text) == [SOLUTION]


@cases("head, form, other, rest")
def test_a_list_of_givens_is_read_among_others(
    head: str, form: str, other: str, rest: bool
) -> None:
    given = [form.format(y=y, x=x, c=c) for y, x, c in PLACED if c != "."]
    again = [other.format(y=y, x=x) for y, x, c in PLACED if rest == (c == ".")]
    text = "\n".join([head, *given, "", *again]).rstrip()
    assert solutions(text) == [SOLUTION]


# GLPK 5.0: glpsol -m p.mod --check --wlp p.lp
def test_givens_are_read_in_the_long_model_of_a_solver() -> None:
    fixed = [
        f" fix({y},{x},{c}): + x({y},{x},{c}) = 1" for y, x, c in PLACED if c != "."
    ]
    rows = [f" row({n}): + x({n},1,1) + x({n},2,1) = 1" for n in range(2_000)]
    assert solutions("\n".join(["Subject To", *fixed, *rows, "End"])) == [SOLUTION]


# Simon Tatham's Portable Puzzle Collection 20230122: sgt-solo --generate 1 NxN#SEED
@cases("game, box")
def test_a_game_of_solo_is_read(game: str, box: tuple[int, int]) -> None:
    (puzzle,) = read_text(f"My game is\n{game}\nThanks").puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.shape == Shape(*box)


def test_two_words_for_an_empty_cell_are_no_grid() -> None:
    cells = [c if c != "." else ("cat", "dog")[i % 2] for i, c in enumerate(PUZZLE)]
    assert read_cells(cells, 9) is None


def test_heads_count_in_numbers_names_or_letters() -> None:
    assert counts(["", "c1", "c2", "c3", "c4"])
    assert counts(["(a)", "(b)", "(c)", "(d)"])
    assert not counts(["5", "3", "", "7"])


def test_a_numbered_head_and_column_are_no_cells() -> None:
    head = ("", *(str(i) for i in range(9)))
    table = [head, *((str(i), *row) for i, row in enumerate(ROWS))]
    assert [["".join(row) for row in square] for _, square in squares(table)] == [ROWS]


def test_a_long_text_without_a_grid_holds_none() -> None:
    assert not read_text("1 2 3 x y z | 4, 5; 6\n" * 700).puzzles


def in_symbols(symbols: str, between: str = "") -> str:
    return "\n".join(
        between.join("." if c == "." else symbols[int(c) - 1] for c in row)
        for row in ROWS
    )


@pytest.mark.parametrize("between", ["", " ", " | "])
@pytest.mark.parametrize(
    "symbols", ["一二三四五六七八九", "αβγδεζηθι", "AEGILNRTV", "012345678"]
)
def test_other_symbols_are_kept(symbols: str, between: str) -> None:
    (puzzle,) = read_text(wrapped(in_symbols(symbols, between))).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.reading.symbols == symbols
    assert puzzle.grid.line == PUZZLE


def test_roman_numerals_are_read() -> None:
    romans = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    text = "\n".join(
        " ".join("-" if c == "." else romans[int(c) - 1] for c in row) for row in ROWS
    )
    (puzzle,) = read_text(text).puzzles
    assert puzzle.grid.line == PUZZLE
    assert puzzle.reading.symbols[3] == "\N{ROMAN NUMERAL FOUR}"


def test_a_line_that_counts_from_zero_is_no_line_with_two_empty_signs() -> None:
    (puzzle,) = read_text(in_symbols("012345678").replace("\n", "")).puzzles
    assert (puzzle.grid.line, puzzle.reading.symbols) == (PUZZLE, "012345678")


# The site of HoDoKu shows this grid in its description of the turbot fish, in the form
# in which the program copies a grid; the program was not run.
[MARKED] = data_of(__file__, "marked")


def test_hints_go_on_from_the_candidates_that_a_grid_shows() -> None:
    (puzzle,) = read_text(wrapped(MARKED)).puzzles
    assert puzzle.status is Status.SOLVED
    (plain, *_) = next_argument(puzzle.grid, puzzle.answer)
    (step, *_) = next_argument(puzzle.grid, puzzle.answer, None, puzzle.ruled_out)
    assert plain.technique is Technique.CLAIMING
    assert step.technique is Technique.TURBOT_FISH


def test_candidates_without_a_digit_of_the_solution_are_not_relied_on() -> None:
    (right,) = read_text(MARKED).puzzles
    assert isinstance(right.answer, Solved)
    assert right.ruled_out
    assert right.answer.grid.digits[9] == 8
    (puzzle,) = read_text(MARKED.replace("| 578  19   4 ", "| 57   19   4 ")).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.ruled_out == ()


# Regions.


def made(shape: Shape, seed: str) -> str:
    """A new 6x6 puzzle, row by row."""
    puzzle = generate(Wanted(shape=shape), seed=seed)
    assert puzzle
    line = puzzle.grid.line
    return "\n".join(line[i : i + 6] for i in range(0, 36, 6))


SMALL_ROWS = made(Shape(3, 2), "regions")
IRREGULAR = "AAABBB\nAACCBB\nADCCBE\nDDCCEE\nDDFFEE\nDFFFFE"
BOXES = "AAABBB\nAAABBB\nCCCDDD\nCCCDDD\nEEEFFF\nEEEFFF"
[JIGSAW] = data_of(__file__, "jigsaw")


def names(text: str) -> list[str]:
    notes = read_text(text).notes
    assert all(note.kind is NoteKind.VARIANT for note in notes)
    return [note.detail for note in notes]


def statuses(text: str) -> list[Status]:
    return [puzzle.status for puzzle in read_text(text).puzzles]


def test_a_small_puzzle_with_irregular_regions_is_not_solved_as_a_plain_one() -> None:
    assert statuses(SMALL_ROWS) == [Status.SOLVED]
    for between in ("\n\nRegions\n", "\n\n"):
        assert not statuses(f"{SMALL_ROWS}{between}{IRREGULAR}")
        assert names(f"{SMALL_ROWS}{between}{IRREGULAR}") == ["jigsaw"]


def test_a_large_puzzle_with_irregular_regions_is_not_solved_either() -> None:
    text = "\n".join(ROWS)
    assert statuses(text) == [Status.SOLVED]
    assert names(f"{text}\n\n{JIGSAW}") == ["jigsaw"]
    flat = "".join(JIGSAW.split())
    assert names(f"{PUZZLE}\n{flat}") == ["jigsaw"]


def test_regions_that_are_the_boxes_change_nothing() -> None:
    assert statuses(f"{SMALL_ROWS}\n\n{BOXES}") == [Status.SOLVED]


def test_drawn_boxes_of_another_shape_are_those_of_the_puzzle() -> None:
    boxes = "\n".join(["112233"] * 3 + ["445566"] * 3)
    (puzzle,) = read_text(f"{made(Shape(2, 3), 'tall')}\n\n{boxes}").puzzles
    assert puzzle.grid.shape == Shape(2, 3)


@pytest.mark.parametrize("name", ["Jigsaw Sudoku 6x6", "Killer sudoku", "KenKen"])
def test_a_small_puzzle_of_another_name_is_not_solved(name: str) -> None:
    assert not statuses(f"{name}\n\n{SMALL_ROWS}")


def test_the_name_of_another_kind_does_not_hide_a_puzzle_that_is_solved() -> None:
    menu = "Sudoku | Killer Sudoku | Jigsaw Sudoku\n\n"
    assert statuses(menu + "\n".join(ROWS)) == [Status.SOLVED]


@cases("signs, are_regions")
def test_regions_are_as_large_as_boxes(signs: str, are_regions: bool) -> None:
    assert (find_regions(signs, 4) is not None) is are_regions


def test_grids_of_digits_are_no_regions() -> None:
    solution = "123456\n456123\n231564\n564231\n312645\n645312"
    for text in (SMALL_ROWS, solution, SMALL_ROWS.replace(".", "0"), "ABCDEF\n" * 6):
        assert find_regions(text, 6) is None


# Keys.


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


HOSTILE = {
    "numbers": "3 7 12\n",
    "named": "r1c1 = 5\n",
    "fields": "| 1 | 2 | 3 |\n",
    "brackets": "[1, 2, [3, 4],\n",
    "records": '{"row": 1, "column": 2, "value": 3},\n',
    "elements": "<c r='1'>3</c>\n",
    "cells": "7\n",
    "cells_apart": "4\n\n\n5\n",
    "dots": ". . 5 . 1 . .\n",
    "words": "the 4 of 7 and 9 in row 3\n",
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE)
def test_the_work_on_a_text_grows_no_faster_than_its_lines(line: str) -> None:
    """As counted by the interpreter: what reads them in pairs takes 16 times."""
    few, many = (_work_on(line * count) for count in (40, 160))
    assert many < 5 * few


def _work_on(text: str) -> int:
    """The lines and calls of ours that run to read a text."""
    count = 0

    def counted(_frame: FrameType, _event: str, _about: object) -> Callable[..., Any]:
        nonlocal count
        count += 1
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        find_printed(text)
    finally:
        sys.settrace(before)
    return count
