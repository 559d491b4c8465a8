"""A batch of puzzles, one a line: in order, by several processes, nothing lost."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice

from mailbot.cli.commands.batch import is_batch, show_progress, solve_lines
from mailbot.model import Status
from solver import Shape, Solved, solve
from tests.bench.puzzles import make_puzzles
from tests.cases import cases_of

cases = cases_of(__file__)

PUZZLES = make_puzzles(Shape(3, 3), 10, seed=4)
LINES = [puzzle.line for puzzle in PUZZLES]


def test_solutions_come_in_the_order_of_the_lines() -> None:
    for solution, puzzle in zip(solve_lines(LINES), PUZZLES, strict=True):
        answer = solve(puzzle)
        assert isinstance(answer, Solved)
        assert (solution.status, solution.cells) == (Status.SOLVED, answer.grid.line)


def test_bad_lines_are_reported_with_their_number_while_the_rest_goes_on() -> None:
    lines = ["# found in an attic", "", LINES[0], LINES[1][:79], "hello", LINES[2]]
    solutions = list(solve_lines(lines))
    assert [s.number for s in solutions] == [3, 4, 5, 6]
    assert [s.status for s in solutions] == [Status.SOLVED, None, None, Status.SOLVED]
    assert solutions[1].why == "found 79 cells, a 9x9 puzzle has 81"


@cases("line, status")
def test_every_line_gets_its_verdict(line: str, status: Status) -> None:
    (solution,) = solve_lines([line])
    assert solution.status is status
    assert bool(solution.cells) == (status is Status.SOLVED)


def test_a_budget_that_runs_out_is_said() -> None:
    (solution,) = solve_lines(["." * 256], nodes=1)
    assert solution.status is Status.GAVE_UP


def test_the_shape_can_be_told() -> None:
    (solution,) = solve_lines(["." * 36], shape=Shape(2, 3))
    assert solution.status is Status.AMBIGUOUS


def test_several_processes_give_what_one_gives() -> None:
    lines = [*LINES, "nothing"] * 100
    assert list(solve_lines(lines, processes=2)) == list(solve_lines(lines))


def test_an_endless_file_streams() -> None:
    def lines() -> Iterator[str]:
        for number in count():
            yield LINES[number % len(LINES)]

    first = list(islice(solve_lines(lines(), processes=2), 600))
    assert [solution.number for solution in first] == list(range(1, 601))


def test_progress_passes_everything_on() -> None:
    assert [s.number for s in show_progress(solve_lines(LINES))] == [
        *range(1, len(LINES) + 1)
    ]


@cases("text, expected")
def test_a_batch_is_known_by_its_first_lines(text: str, expected: bool) -> None:
    assert is_batch(text.splitlines()) is expected


def test_a_batch_needs_no_eyes() -> None:
    code = "import sys, mailbot.cli.commands.batch; sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
