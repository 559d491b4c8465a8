"""What the benches compare with gives right answers, or the ratios mean nothing."""

import pytest

from solver import Shape, Solved, solve, write_line
from tests.bench.peers import norvig, posts
from tests.bench.puzzles import make_puzzles

PUZZLES = make_puzzles(Shape(3, 3), 3, seed=3)


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_norvigs_method_finds_the_solution_and_no_second_one(number: int) -> None:
    answer = solve(PUZZLES[number])
    assert isinstance(answer, Solved)
    assert norvig.solve_twice(PUZZLES[number].line) == [answer.grid.line]


def test_norvigs_method_finds_two_solutions() -> None:
    assert len(norvig.solve_twice("." * 81)) == 2


def test_norvigs_method_sees_that_there_is_none() -> None:
    assert norvig.solve_twice("12345678." + "." * 8 + "9" + "." * 63) == []


def test_the_algorithms_of_the_posts_find_the_solution() -> None:
    answer = solve(PUZZLES[0])
    assert isinstance(answer, Solved)
    full = answer.grid.givens
    easy = write_line(d if i % 3 else 0 for i, d in enumerate(full))
    assert posts.solve_recursively(easy) == [*full]
    assert posts.solve_in_a_loop(easy) == [*full]
    assert posts.solve_in_ten_lines(easy) == [[*full]]
