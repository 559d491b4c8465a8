"""The solver's word, against brute force, against the rules and under a budget."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import (
    Ambiguous,
    GaveUp,
    Grid,
    Impossible,
    Shape,
    Solved,
    count,
    find_clashes,
    parse,
    parse_all,
    solutions,
    solve,
)
from solver.masks import masks_of
from solver.search import Effort, search
from tests.bench.puzzles import HARD_25, SEVENTEEN_CLUES, make_puzzles
from tests.examples import examples

POLISH = (
    ".58.....317..5...8......1...........4.7.8...6.83.6..1791...3.7...6....8........34"
)
EMPTY = Grid(Shape(3, 3), (0,) * 81)
SHAPES = [Shape(w, h) for w in range(1, 26) for h in range(1, 26) if 2 <= w * h <= 25]


def is_solution(grid: Grid, puzzle: Grid) -> bool:
    """Whether every house of a grid holds every digit, and the givens stand."""
    every = set(range(1, puzzle.shape.size + 1))
    return all(
        {grid.givens[c] for c in h} == every for h in puzzle.shape.houses
    ) and all(not g or g == d for g, d in zip(puzzle.givens, grid.givens, strict=True))


def assert_has_two_solutions(puzzle: Grid) -> None:
    answer = solve(puzzle)
    assert isinstance(answer, Ambiguous)
    assert answer.first != answer.second
    assert is_solution(answer.first, puzzle)
    assert is_solution(answer.second, puzzle)


def count_by_force(grid: Grid) -> int:
    """All solutions, by trying every digit in every empty cell."""
    if 0 not in grid.givens:
        return int(is_solution(grid, grid))
    cell = grid.givens.index(0)
    seen = {grid.givens[peer] for peer in grid.shape.peers[cell]}
    return sum(
        count_by_force(
            Grid(grid.shape, (*grid.givens[:cell], digit, *grid.givens[cell + 1 :]))
        )
        for digit in range(1, grid.shape.size + 1)
        if digit not in seen
    )


@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
@examples(150)
def test_4x4_grids_agree_with_brute_force(cells: list[int]) -> None:
    grid = Grid(Shape(2, 2), tuple(cells))
    assert count(grid) == (0 if find_clashes(grid) else count_by_force(grid))


@given(st.data(), st.sampled_from([Shape(3, 2), Shape(2, 3)]))
@examples(30)
def test_6x6_grids_agree_with_brute_force(data: st.DataObject, shape: Shape) -> None:
    full = next(solutions(Grid(shape, (0,) * 36)))
    blanks = data.draw(st.sets(st.integers(0, 35), min_size=6, max_size=16))
    grid = Grid(
        shape, tuple(0 if i in blanks else d for i, d in enumerate(full.givens))
    )
    found = list(solutions(grid))
    assert len(found) == len(set(found)) == count_by_force(grid)
    assert all(is_solution(solution, grid) for solution in found)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_an_empty_grid_of_every_shape_is_filled_in_two_ways(shape: Shape) -> None:
    assert_has_two_solutions(Grid(shape, (0,) * shape.cells))


def test_the_puzzle_of_the_polish_post_has_the_solution_it_prints() -> None:
    answer = solve(parse(POLISH))
    assert isinstance(answer, Solved)
    assert answer.grid == parse(
        "658142793 172359468 349678152 561237849 497581326 "
        "283964517 914823675 736495281 825716934"
    )


def test_every_seventeen_clue_puzzle_of_the_post_is_solved() -> None:
    for puzzle in parse_all(SEVENTEEN_CLUES):
        answer = solve(puzzle)
        assert isinstance(answer, Solved)
        assert is_solution(answer.grid, puzzle)


def test_a_puzzle_less_one_given_has_several_solutions_that_differ() -> None:
    for puzzle in make_puzzles(Shape(3, 3), 5, seed=2):
        cell = next(i for i, digit in enumerate(puzzle.givens) if digit)
        fewer = Grid(
            puzzle.shape, (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :])
        )
        assert_has_two_solutions(fewer)


def test_repeated_givens_are_named_with_their_houses() -> None:
    answer = solve(parse("55......./" + "/".join(["........."] * 8)))
    assert isinstance(answer, Impossible)
    assert [(c.digit, c.cells, c.house) for c in answer.clashes] == [
        (5, (0, 1), "row 1"),
        (5, (0, 1), "box 1"),
    ]


def test_a_puzzle_without_solution_names_no_clash() -> None:
    assert solve(parse("12345678./........9/" + "/".join(["........."] * 7))) == (
        Impossible((), 0)
    )


def test_entries_do_not_count() -> None:
    puzzle = parse(POLISH)
    wrong = Grid(puzzle.shape, puzzle.givens, (9, *[0] * 80))
    assert solve(wrong) == solve(puzzle)


@pytest.mark.parametrize("budget", [0, 1, 100])
def test_a_search_over_its_budget_gives_up(budget: int) -> None:
    assert solve(parse(HARD_25), nodes=budget) == GaveUp(budget + 1)


def test_two_solutions_found_within_the_budget_are_an_answer() -> None:
    puzzle = parse("1.3./..../..../..4.")
    assert isinstance(solve(puzzle, nodes=1), GaveUp | Ambiguous)
    assert isinstance(solve(puzzle, nodes=3), Ambiguous)


def test_solutions_come_one_at_a_time() -> None:
    first = list(islice(solutions(EMPTY), 50))
    assert len(set(first)) == 50
    assert all(is_solution(solution, EMPTY) for solution in first)


def test_counting_stops_at_the_limit() -> None:
    assert count(EMPTY, 1000) == 1000
    assert count(parse(POLISH), 1000) == 1
    assert list(solutions(EMPTY, limit=0)) == []


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81))
@examples(100)
def test_any_digits_get_an_answer(cells: list[int]) -> None:
    effort = Effort()
    found = list(islice(search(Shape(3, 3), cells, effort), 2))
    answer = solve(Grid(Shape(3, 3), tuple(cells)))
    assert len(found) == {Solved: 1, Ambiguous: 2}.get(type(answer), 0)
    assert answer.nodes == effort.nodes


def test_the_masks_of_large_grids_are_made_again_when_too_many_are_held() -> None:
    masks = masks_of(Shape(5, 5))
    before = masks.keep(1)
    for position in range(1, 26 * 125):
        if position % 26:
            masks.keep(position)
    assert masks.keep(1) == before
    held = {id(mask) for mask in masks.keeps if mask}
    assert len(held) <= 3000
