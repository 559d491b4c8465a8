"""`mailbot new`: new puzzles, one a line, and pages to print."""

import pypdfium2
import pytest

from solver import Difficulty, Solved, difficulty_of, parse, rate, solve
from tests.cli.command import Command


@pytest.mark.parametrize("difficulty", ["easy", "hard", "diabolical"])
def test_puzzles_have_the_wanted_difficulty(mailbot: Command, difficulty: str) -> None:
    done = mailbot("new", "--difficulty", difficulty, "--count", "3", "--seed", "7")
    assert (done.code, len(done.lines), len(set(done.lines))) == (0, 3, 3)
    for line in done.lines:
        grid = parse(line)
        assert isinstance(solve(grid), Solved)
        assert difficulty_of(rate(grid) or 0.0) is Difficulty(difficulty)


def test_the_same_seed_makes_the_same_puzzles(mailbot: Command) -> None:
    arguments = ("new", "--count", "2", "--seed")
    first = mailbot(*arguments, "1")
    assert mailbot(*arguments, "1").out == first.out
    assert mailbot(*arguments, "2").out != first.out
    assert mailbot("new").out != mailbot("new").out


def test_a_pdf_has_a_page_for_each_puzzle(mailbot: Command) -> None:
    file = mailbot.home / "new.pdf"
    done = mailbot("new", "--count", "2", "--seed", "1", "--pdf", file)
    assert done.code == 0
    document = pypdfium2.PdfDocument(file)
    assert len(document) == 2
    for page, line in zip(document, done.lines, strict=True):
        givens = line.replace(".", "")
        shown = "".join(page.get_textpage().get_text_range().split())
        assert sorted(shown) == sorted(givens + "123456789" * 9)
