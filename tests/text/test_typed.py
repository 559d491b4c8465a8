"""Puzzles in text: all are found, and none in other digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.model import Lack, NoteKind, Source, Status
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.text.lack import find_lack
from mailbot.text.typed import Allowance, read_text
from solver import Shape, Solved
from tests.cases import cases_of, data_of
from tests.examples import examples
from tests.sample_letters import OTHER, PUZZLE, ROWS, SOLUTION, table, typed

cases = cases_of(__file__)


def statuses(text: str) -> list[Status]:
    return [puzzle.status for puzzle in read_text(text).puzzles]


@cases("text")
def test_a_puzzle_is_solved_however_it_is_typed(text: str) -> None:
    (puzzle,) = read_text(text, Source.FILE, "2").puzzles
    assert puzzle.status is Status.SOLVED
    assert isinstance(puzzle.answer, Solved)
    assert "".join(map(str, puzzle.answer.grid.digits)) == SOLUTION
    assert puzzle.grid.line == PUZZLE
    assert (puzzle.reading.source, puzzle.reading.where.part) == (Source.FILE, "2")


DRESSED, DECOYS = data_of(__file__, "dressed", "decoys")


@pytest.mark.parametrize("dress", DRESSED)
@pytest.mark.parametrize("sign", ["", "> "])
def test_bullets_labels_and_code_are_removed(dress: str, sign: str) -> None:
    text = "\n".join(sign + line for line in DRESSED[dress].splitlines())
    (puzzle,) = read_text(f"Hello,\n\n{text}\n\nAda").puzzles
    assert puzzle.grid.line == PUZZLE
    assert puzzle.status is Status.SOLVED


def test_exactly_as_many_puzzles_as_are_allowed_are_not_too_many() -> None:
    found = read_text(f"{PUZZLE}\n{OTHER}", allowance=Allowance(puzzles=2))
    assert len(found.puzzles) == 2
    assert found.notes == ()
    assert read_text("Hello", allowance=Allowance(puzzles=0)).notes == ()


@pytest.mark.parametrize(
    "piece", [" ", "- ", "*1", "a :", "&", "\\\\", "// ", '"', "1;"]
)
def test_a_text_of_bullets_and_labels_alone_costs_little_time(piece: str) -> None:
    assert read_text(piece * (49_000 // len(piece)) + "x").puzzles == ()


def test_several_puzzles_are_read_in_order() -> None:
    grids = [p.grid.line for p in read_text(f"1: {OTHER}\n2: {PUZZLE}").puzzles]
    assert grids == [OTHER, PUZZLE]


def test_more_puzzles_than_anybody_sends_are_noted() -> None:
    found = read_text(f"{PUZZLE}\n{OTHER}\n{PUZZLE}", allowance=Allowance(puzzles=2))
    assert [p.grid.line for p in found.puzzles] == [PUZZLE, OTHER]
    assert [note.kind for note in found.notes] == [NoteKind.TOO_MANY]


def test_all_texts_of_a_letter_share_what_may_be_spent() -> None:
    guessing = (
        "8..........36......7..9.2...5...7.......457.....1...3"
        "...1....68..85...1..9....4.."
    )
    allowance = Allowance(nodes=0)
    (puzzle,) = read_text(guessing, allowance=allowance).puzzles
    assert puzzle.status is Status.GAVE_UP
    (easy,) = read_text(PUZZLE, allowance=allowance).puzzles
    assert easy.status is Status.SOLVED, "no guess, no cost"
    left = Allowance(characters=40)
    assert read_text(PUZZLE, allowance=left).puzzles == ()
    assert left.characters == 0


def test_a_filled_grid_is_complete() -> None:
    assert statuses(SOLUTION) == [Status.COMPLETE]


def test_a_puzzle_with_a_slip_is_found_and_impossible() -> None:
    assert statuses("55" + PUZZLE[2:]) == [Status.IMPOSSIBLE]
    assert statuses("4" + PUZZLE[1:]) == [Status.IMPOSSIBLE]
    assert statuses(SOLUTION[:-1] + "8") == [Status.IMPOSSIBLE]


def test_too_few_givens_are_ambiguous() -> None:
    assert statuses(PUZZLE[:40] + "." * 41) == [Status.AMBIGUOUS]


@pytest.mark.parametrize("shape", [Shape(3, 2), Shape(2, 3)])
def test_without_boxes_the_shape_with_one_solution_is_taken(shape: Shape) -> None:
    text = {
        Shape(3, 2): "......\n3.6...\n.2.4..\n....6.\n5.3.1.\n4....6",
        Shape(2, 3): ".2....\n6..25.\n....3.\n2.6..5\n...5.4\n......",
    }[shape]
    solved = [p for p in read_text(text).puzzles if p.status is Status.SOLVED]
    assert [p.grid.shape for p in solved] == [shape]


@pytest.mark.parametrize("name", DECOYS)
def test_no_puzzle_is_invented(name: str) -> None:
    assert read_text(DECOYS[name]).puzzles == ()


@given(st.lists(st.integers(1, 9), min_size=81, max_size=81))
@examples(40)
def test_eighty_one_random_digits_are_no_puzzle(digits: list[int]) -> None:
    assert read_text("".join(map(str, digits))).puzzles == ()


# Seven may leave two digits for three cells: four in a row, three in a box beside them.
@given(st.permutations(range(81)), st.integers(0, 6))
@examples(40)
def test_random_digits_are_read_as_they_stand(cells: list[int], number: int) -> None:
    digits = [0] * 81
    for digit, cell in enumerate(cells[:number], 1):
        digits[cell] = digit
    [puzzle] = read_text("".join(map(str, digits))).puzzles
    assert puzzle.grid.digits == tuple(digits)
    assert puzzle.status is Status.AMBIGUOUS


def test_a_million_digits_cost_little_and_are_told() -> None:
    found = read_text("3141592653" * 100_000)
    assert found.puzzles == ()
    assert [note.kind for note in found.notes] == [NoteKind.TOO_LARGE]


def test_a_digit_with_a_stroke_through_it_does_not_count() -> None:
    crossed = " ".join(PUZZLE[:9]).replace(".", "4\u0336 .", 1)
    lines = [crossed, *(" ".join(PUZZLE[i : i + 9]) for i in range(9, 81, 9))]
    (puzzle,) = read_text("\n".join(lines)).puzzles
    assert puzzle.grid.line == PUZZLE


def test_the_symbols_of_a_letter_puzzle_are_kept_with_what_was_read() -> None:
    full = [4 * (row % 4) + row // 4 for row in range(16)]
    known = [[(shift + column) % 16 for column in range(16)] for shift in full]
    for symbols, told in (
        ("ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOP"),
        ("123456789ABCDEF0", "123456789ABCDEF0"),
        ("123456789ABCDEFG", ""),
    ):
        rows = [" ".join(symbols[digit] for digit in row) for row in known]
        (puzzle,) = read_text("\n".join([f".{rows[0][1:]}", *rows[1:]])).puzzles
        assert puzzle.status is Status.SOLVED
        assert puzzle.reading.symbols == told


# Digits that lack.


@cases("text, lack")
def test_what_is_missing_is_counted(text: str, lack: Lack) -> None:
    assert find_lack(text) == lack


@cases("text")
def test_other_numbers_are_not_taken_for_an_incomplete_puzzle(text: str) -> None:
    assert find_lack(text) is None


@examples(100)
@given(st.text(alphabet="123.0 -|x\n\t>,", max_size=400))
def test_looking_for_an_incomplete_puzzle_fails_on_no_text(text: str) -> None:
    lack = find_lack(text)
    assert lack is None or lack.size in (6, 9, 12, 16, 25)


def test_the_lack_is_told_only_where_no_puzzle_was_found() -> None:
    (note,) = read_text(PUZZLE[:80]).notes
    assert (note.kind, note.lack) == (NoteKind.CUT_OFF, Lack(9, cells=80))
    assert read_text(PUZZLE).notes == ()
    letter = typed(PUZZLE[:80], html=table(ROWS))
    assert read_letter(letter, ReadingOptions()).notes == ()


def test_text_and_html_of_a_letter_tell_the_same_lack_once() -> None:
    letter = typed("\n".join(ROWS[:8]), html=table(ROWS[:8]))
    findings = read_letter(letter, ReadingOptions())
    assert [note.lack for note in findings.notes] == [Lack(9, rows=8)]


def test_two_puzzles_in_one_table_are_read_both() -> None:
    letter = typed(html=table([*ROWS, *ROWS[6:], *ROWS[:6]]))
    assert read_letter(letter, ReadingOptions()).puzzles[0].grid.line == PUZZLE
