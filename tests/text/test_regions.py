"""Regions drawn beside a puzzle decide whether the usual rules are its rules."""

import pytest

from mailbot.model import NoteKind, Status
from mailbot.text.regions import find_regions
from mailbot.text.typed import read_text
from solver import Shape, Wanted, generate
from tests.cases import cases_of, data_of
from tests.sample_letters import PUZZLE, ROWS

cases = cases_of(__file__)


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
