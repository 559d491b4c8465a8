"""`mailbot solve`: text in, solutions out, an exit code for each case."""

import json
import re

import pytest

from tests.cli.command import PUZZLE, SEVERAL, SOLUTION, Command, digits, keys

READ_KEYS = "file seconds why puzzles"
PUZZLE_KEYS = (
    "source box givens entries status solution count doubtful corners rating nodes "
    "wrong_entries"
)


def test_a_puzzle_from_a_file_is_solved(mailbot: Command) -> None:
    done = mailbot("solve", mailbot.file("p.txt", PUZZLE))
    assert (done.code, digits(done.out), done.err) == (0, SOLUTION, "")


def test_a_puzzle_from_stdin_is_solved(mailbot: Command) -> None:
    done = mailbot("solve", "-", stdin=PUZZLE.encode())
    assert (done.code, digits(done.out)) == (0, SOLUTION)


def test_the_object_of_json_has_the_promised_keys(mailbot: Command) -> None:
    done = mailbot("solve", "--json", mailbot.file("p.txt", PUZZLE))
    value = json.loads(done.out)
    assert keys(value) == READ_KEYS
    [puzzle] = value["puzzles"]
    assert keys(puzzle) == PUZZLE_KEYS
    assert puzzle["source"] == "text"
    assert puzzle["box"] == [3, 3]
    assert puzzle["givens"] == PUZZLE
    assert puzzle["status"] == "solved"
    assert (puzzle["solution"], puzzle["count"]) == (SOLUTION, 1)
    assert puzzle["corners"] is None


def test_a_large_grid_of_forcing_chains_has_no_rating(mailbot: Command) -> None:
    hard = (
        "...2...76..9.4..9.....A3.1....82.......1......B5C.8A.B......2B5...7..A3.B..6"
        ".C........A..7...8C1....A.3...7.4..9C.1........3.5.B49....2..6..1.8."
    )
    easier = (
        "....B...........2...A9.69.B...38.C..5...9.7....3B6......7......A.....5C..57C"
        ".A...3.4A..9..............5C2.6.......C...3.7....69.4815...B18.5...."
    )
    ratings = []
    for line in (hard, easier):
        done = mailbot("solve", "--json", mailbot.file("p.txt", line))
        [puzzle] = json.loads(done.out)["puzzles"]
        assert puzzle["status"] == "solved"
        ratings.append(puzzle["rating"])
    assert ratings == [None, 7.2]


def test_several_solutions_are_5_unless_all_are_asked_for(mailbot: Command) -> None:
    file = mailbot.file("p.txt", SEVERAL)
    one = mailbot("solve", "--json", file)
    assert one.code == 5
    [puzzle] = json.loads(one.out)["puzzles"]
    assert puzzle["status"] == "ambiguous"
    assert puzzle["solution"] is None
    assert puzzle["count"] == 2
    every = mailbot("solve", "--all", file)
    assert (every.code, every.lines[0]) == (0, "3 solutions")
    few = mailbot("solve", "--all", "--limit", "2", file)
    assert (few.code, few.lines[0]) == (0, "2 solutions or more")
    first = mailbot("solve", "--all", "--limit", "1", file)
    assert (first.code, first.lines[0]) == (0, "1 solution or more")


def test_two_equal_digits_in_a_row_are_named(mailbot: Command) -> None:
    done = mailbot("solve", mailbot.file("p.txt", "4..4/..1./..../...."))
    assert done.code == 5
    assert "4 stands twice in row 1 (r1c1 and r1c4)" in done.out


def test_a_hint_is_one_step_and_steps_are_all(mailbot: Command) -> None:
    file = mailbot.file("p.txt", PUZZLE)
    hint = mailbot("solve", "--hint", file)
    assert (hint.code, len(hint.lines)) == (0, 1)
    steps = mailbot("solve", "--steps", file)
    placed = re.search(r"(\d) can only go in row (\d), column (\d)", hint.lines[0])
    assert placed, hint.lines
    digit, row, column = map(int, placed.groups())
    assert SOLUTION[9 * row + column - 10] == str(digit)
    numbered = [line for line in steps.lines if line[:1].isdigit()]
    assert len(numbered) >= PUZZLE.count(".")


def test_the_box_may_be_told(mailbot: Command) -> None:
    file = mailbot.file("p.txt", "1" + "." * 35)
    for box in ("3x2", "2x3"):
        done = mailbot("solve", "--json", "--shape", box, file)
        shown = json.loads(done.out)["puzzles"][0]["box"]
        assert f"{shown[0]}x{shown[1]}" == box
    assert mailbot("solve", "--shape", "3", file).code == 2


TALL_BOXES = "2........4...6...3.3..1..12..56....."
"""A 6x6 puzzle that has a solution with boxes 2 wide and 3 high only."""


def test_boxes_of_the_other_shape_are_tried(mailbot: Command) -> None:
    file = mailbot.file("p.txt", TALL_BOXES)
    [puzzle] = json.loads(mailbot("solve", "--json", file).out)["puzzles"]
    assert (puzzle["status"], puzzle["box"]) == ("solved", [2, 3])
    told = mailbot("solve", "--json", "--shape", "3x2", file)
    [puzzle] = json.loads(told.out)["puzzles"]
    assert (puzzle["status"], puzzle["box"]) == ("impossible", [3, 2])


def test_both_shapes_of_boxes_are_tried_for_each_line(mailbot: Command) -> None:
    file = mailbot.file("p.txt", f"{TALL_BOXES}\n" * 2)
    [puzzle] = json.loads(mailbot("solve", "--json", file).out)["puzzles"][:1]
    done = mailbot("solve", file)
    assert (done.code, done.lines) == (0, [puzzle["solution"]] * 2)
    assert mailbot("solve", "--shape", "3x2", file).code == 5


def test_a_puzzle_a_line_is_a_batch(mailbot: Command) -> None:
    done = mailbot("solve", mailbot.file("p.txt", f"{PUZZLE}\n" * 3))
    assert (done.code, done.lines) == (0, [SOLUTION] * 3)


@pytest.mark.parametrize("end", ["", "\n"])
def test_two_lines_are_a_batch(mailbot: Command, end: str) -> None:
    text = f"{PUZZLE}\n{PUZZLE}{end}"
    for done in (
        mailbot("solve", mailbot.file("p.txt", text)),
        mailbot("solve", "-", stdin=text.encode()),
    ):
        assert (done.code, done.lines) == (0, [SOLUTION] * 2)


def test_a_line_of_a_batch_without_an_answer_keeps_its_place(mailbot: Command) -> None:
    file = mailbot.file("p.txt", f"{PUZZLE}\n{SEVERAL}\n{PUZZLE}\n")
    done = mailbot("solve", file)
    assert (done.code, done.lines) == (5, [SOLUTION, "", SOLUTION])
    assert f"{file}:2: ambiguous" in done.err


def test_of_several_files_the_worst_code_counts(mailbot: Command) -> None:
    good = mailbot.file("good.txt", PUZZLE)
    nothing = mailbot.file("nothing.txt", "hello")
    several = mailbot.file("several.txt", SEVERAL)
    assert mailbot("solve", good, nothing).code == 4
    both = mailbot("solve", nothing, good, several, "missing.txt")
    assert both.code == 5
    assert SOLUTION in digits(both.out)


def test_every_file_has_its_line_of_json(mailbot: Command) -> None:
    done = mailbot("solve", "--json", mailbot.file("p.txt", PUZZLE), "missing.txt")
    assert done.code == 4
    there, missing = map(json.loads, done.lines)
    assert there["why"] is None
    assert (missing["file"], missing["puzzles"]) == ("missing.txt", [])
    assert "No such file" in missing["why"]


def test_what_is_no_puzzle_is_4(mailbot: Command) -> None:
    done = mailbot("solve", mailbot.file("p.txt", "hello"))
    assert (done.code, done.out) == (4, "")
    assert "no puzzle found" in done.err


def test_bad_usage_is_2(mailbot: Command) -> None:
    assert mailbot("solve").code == 2
    assert mailbot("solve", "--nonsense", "p.txt").code == 2
    assert mailbot("nonsense").code == 2


@pytest.mark.parametrize("limit", ["-3", "0"])
def test_a_limit_of_nothing_is_bad_usage(mailbot: Command, limit: str) -> None:
    done = mailbot("solve", "--all", "--limit", limit, mailbot.file("p.txt", PUZZLE))
    assert (done.code, done.out) == (2, "")
    assert "'--limit'" in done.err


def test_the_help_says_what_a_shape_is(mailbot: Command) -> None:
    assert "Width x height of a box, e.g. 3x2" in " ".join(
        mailbot("solve", "--help").out.split()
    )


def test_a_missing_file_is_named_once(mailbot: Command) -> None:
    done = mailbot("solve", "missing.txt")
    assert (done.code, done.out) == (4, "")
    assert done.err.count("missing.txt") == 1


def test_other_symbols_than_ours_are_told_beside_the_solution(mailbot: Command) -> None:
    letters = PUZZLE.translate(str.maketrans("123456789", "ABCDEFGHI"))
    rows = [" ".join(letters[start : start + 9]) for start in range(0, 81, 9)]
    file = mailbot.file("p.txt", "\n".join(rows))
    for command in ("solve", "read"):
        done = mailbot(command, file)
        assert done.code == 0
        assert digits(done.out).endswith(SOLUTION)
        assert "A = 1, B = 2, C = 3" in done.err
