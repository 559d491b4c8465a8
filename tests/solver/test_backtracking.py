"""The search, and the backtracking of the posts with its count of resets."""

import pytest

from solver import Grid, Shape, Solved, naive, parse, solve
from solver.search import Effort, search
from tests.bench.puzzles import make_puzzles

# The posts' own backtracking, and its count of resets.


POLISH = (
    ".58.....317..5...8......1...........4.7.8...6.83.6..1791...3.7...6....8........34"
)


def count_resets(cells: list[int]) -> int:
    """The Polish post's recursion, re-told: every `grid[r][c] = 0` counts."""
    if 0 not in cells:
        return 0
    cell = cells.index(0)
    peers = parse("." * 81).shape.peers[cell]
    resets = 0
    for digit in range(1, 10):
        if all(cells[peer] != digit for peer in peers):
            cells[cell] = digit
            resets += count_resets(cells)
            if 0 not in cells:
                return resets
            cells[cell] = 0
            resets += 1
    return resets


def test_the_polish_posts_puzzle_takes_301478_resets() -> None:
    trial = naive(parse(POLISH))
    answer = solve(parse(POLISH))
    assert trial.resets == 301478
    assert isinstance(answer, Solved)
    assert trial.grid == answer.grid


def test_resets_are_counted_as_the_recursion_counts_them() -> None:
    givens = make_puzzles(Shape(3, 3), 1, seed=1)[0]
    full = naive(givens).grid
    assert full is not None
    easy = tuple(
        d if i % 2 else g
        for i, (d, g) in enumerate(zip(full.givens, givens.givens, strict=True))
    )
    assert naive(Grid(givens.shape, easy)).resets == count_resets(list(easy))


@pytest.mark.parametrize("budget", [0, 1, 5000])
def test_over_its_budget_it_says_so(budget: int) -> None:
    trial = naive(parse(POLISH), budget)
    assert (trial.grid, trial.resets, trial.finished) == (None, budget, False)


def test_a_budget_that_just_suffices() -> None:
    assert naive(parse(POLISH), 301478).grid is not None


def test_no_solution_is_a_finished_trial_without_a_grid() -> None:
    assert naive(parse("1.../..2./..../...1", Shape(2, 2))).finished
    blocked = naive(parse("123./...4/..../....", Shape(2, 2)))
    assert (blocked.grid, blocked.finished) == (None, True)


def test_repeated_givens_have_no_solution() -> None:
    assert naive(parse("5....5.../" + "/".join(["........."] * 8))).grid is None


# The search itself, with candidates taken out before it starts.


NINE_WAYS = parse("1.3./..../..../..4.")


@pytest.mark.parametrize("out", [[], [(1, 2)], [(1, 2), (7, 3)], [(1, 2), (1, 4)]])
def test_what_is_eliminated_stands_in_no_solution(out: list[tuple[int, int]]) -> None:
    def found(eliminated: list[tuple[int, int]]) -> set[tuple[int, ...]]:
        return set(search(NINE_WAYS.shape, NINE_WAYS.givens, Effort(), eliminated))

    every = found([])
    assert len(every) == 9
    assert found(out) == {s for s in every if all(s[c] != d for c, d in out)}


def test_givens_that_clash_stay_without_a_solution() -> None:
    clash = (1, 1) + (0,) * 14
    assert not list(search(Shape(2, 2), clash, Effort(), [(5, 1)]))
