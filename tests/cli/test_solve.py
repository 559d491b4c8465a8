"""`mailbot solve`: text in, solutions out, an exit code for each case."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from tests.cases import claims_of
from tests.cli.command import SEVERAL, Command, digits, keys
from tests.sample_letters import PUZZLE, SOLUTION

READ_KEYS = "file seconds why puzzles"
PUZZLE_KEYS = (
    "source box givens entries status solution count doubtful corners rating nodes "
    "wrong_entries"
)


TALL_BOXES = "2........4...6...3.3..1..12..56....."
"""A 6x6 puzzle that has a solution with boxes 2 wide and 3 high only."""

WORDS = {
    "puzzle": PUZZLE,
    "solution": SOLUTION,
    "several": SEVERAL,
    "tall": TALL_BOXES,
}


@dataclass(frozen=True)
class Claim:
    """How a call ends, as the TOML file explains; None is in any way."""

    arguments: str
    files: dict[str, str] = field(default_factory=dict)
    stdin: str = ""
    code: int = 0
    lines: list[str] | None = None
    length: int | None = None
    digits: str = ""
    out: list[str] = field(default_factory=list)
    stderr: str | None = None
    err: list[str] = field(default_factory=list)
    puzzle: dict[str, Any] = field(default_factory=dict)


@claims_of(__file__, Claim)
def test_a_call_ends_as_claimed(mailbot: Command, claim: Claim) -> None:
    for name, text in claim.files.items():
        mailbot.file(name, text.format(**WORDS))
    stdin = claim.stdin.format(**WORDS).encode()
    done = mailbot(*claim.arguments.split(), stdin=stdin)
    assert done.code == claim.code, done.err
    lines = claim.lines and [line.format(**WORDS) for line in claim.lines]
    assert lines in (None, done.lines)
    assert claim.length in (None, *map(len, done.lines))
    assert digits(done.out).endswith(claim.digits.format(**WORDS))
    for words in claim.out:
        assert " ".join(words.split()) in " ".join(done.out.split())
    assert claim.stderr in (None, done.err)
    assert [words for words in claim.err if words not in done.err] == []
    if claim.puzzle:
        told = json.loads(done.lines[0])["puzzles"][0]
        assert {name: told[name] for name in claim.puzzle} == claim.puzzle


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


def test_several_solutions_are_5(mailbot: Command) -> None:
    one = mailbot("solve", "--json", mailbot.file("p.txt", SEVERAL))
    assert one.code == 5
    [puzzle] = json.loads(one.out)["puzzles"]
    assert puzzle["status"] == "ambiguous"
    assert puzzle["solution"] is None
    assert puzzle["count"] == 2


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


def test_both_shapes_of_boxes_are_tried_for_each_line(mailbot: Command) -> None:
    file = mailbot.file("p.txt", f"{TALL_BOXES}\n" * 2)
    [puzzle] = json.loads(mailbot("solve", "--json", file).out)["puzzles"][:1]
    done = mailbot("solve", file)
    assert (done.code, done.lines) == (0, [puzzle["solution"]] * 2)
    assert mailbot("solve", "--shape", "3x2", file).code == 5


def test_every_file_has_its_line_of_json(mailbot: Command) -> None:
    done = mailbot("solve", "--json", mailbot.file("p.txt", PUZZLE), "missing.txt")
    assert done.code == 4
    there, missing = map(json.loads, done.lines)
    assert there["why"] is None
    assert (missing["file"], missing["puzzles"]) == ("missing.txt", [])
    assert "No such file" in missing["why"]
