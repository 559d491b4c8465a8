"""New puzzles: as wanted, with exactly one solution, and the same for the same seed."""

import sys
from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from solver import (
    Difficulty,
    Grid,
    NewPuzzle,
    Shape,
    Solved,
    Symmetry,
    Wanted,
    count,
    difficulty_of,
    generate,
    rate,
    solve,
)
from tests.cases import cases_of
from tests.examples import of_the_day
from tests.programs import run

cases = cases_of(__file__)

IMAGES: dict[Symmetry, Callable[[int, int], tuple[int, int]]] = {
    Symmetry.ROTATIONAL: lambda row, column: (8 - row, 8 - column),
    Symmetry.MIRROR: lambda row, column: (row, 8 - column),
}


@cache
def made(wanted: Wanted, seed: int = 1) -> NewPuzzle:
    puzzle = generate(wanted, seed)
    assert puzzle
    return puzzle


def spared(puzzle: NewPuzzle) -> list[int]:
    """The givens without which there is still only one solution."""
    grid = puzzle.grid
    return [
        cell
        for cell, digit in enumerate(grid.givens)
        if digit
        and count(
            Grid(grid.shape, (*grid.givens[:cell], 0, *grid.givens[cell + 1 :])), 2
        )
        == 1
    ]


@pytest.mark.parametrize(
    ("difficulty", "symmetry"), of_the_day(product(Difficulty, Symmetry), len(Symmetry))
)
def test_a_puzzle_is_as_wanted(difficulty: Difficulty, symmetry: Symmetry) -> None:
    puzzle = made(Wanted(difficulty, symmetry=symmetry))
    answer = solve(puzzle.grid)
    assert isinstance(answer, Solved)
    assert answer.grid == puzzle.solution
    assert rate(puzzle.grid) == puzzle.rating
    assert difficulty_of(puzzle.rating) is puzzle.difficulty is difficulty


@pytest.mark.parametrize("symmetry", IMAGES)
def test_the_places_of_the_givens_are_symmetric(symmetry: Symmetry) -> None:
    for seed in range(5):
        givens = made(Wanted(symmetry=symmetry), seed).grid.givens
        places = {divmod(cell, 9) for cell, digit in enumerate(givens) if digit}
        assert {IMAGES[symmetry](*place) for place in places} == places


def test_puzzles_without_symmetry_have_none() -> None:
    givens = made(Wanted(symmetry=Symmetry.NONE)).grid.givens
    places = {divmod(cell, 9) for cell, digit in enumerate(givens) if digit}
    assert all({image(*p) for p in places} != places for image in IMAGES.values())


@pytest.mark.parametrize("symmetry", Symmetry)
def test_in_a_minimal_puzzle_no_given_can_be_spared(symmetry: Symmetry) -> None:
    wanted = Wanted(Difficulty.MEDIUM, symmetry=symmetry, minimal=True)
    assert spared(made(wanted)) == []


def test_in_another_puzzle_some_given_can_be_spared() -> None:
    assert spared(made(Wanted(Difficulty.EASY)))


@cases("shape")
def test_puzzles_come_in_every_size(shape: Shape) -> None:
    puzzle = made(Wanted(Difficulty.EASY, shape))
    assert puzzle.grid.shape == shape
    assert count(puzzle.grid, 2) == 1


def test_no_grid_larger_than_16x16_is_made() -> None:
    with pytest.raises(ValueError, match="16x16"):
        Wanted(shape=Shape(5, 4))


def test_what_is_never_found_is_none() -> None:
    assert generate(Wanted(Difficulty.DIABOLICAL, Shape(2, 2)), 1, attempts=20) is None


def test_a_seed_makes_the_same_puzzle_in_every_process() -> None:
    code = "from solver import *; print(generate(Wanted(), 'Sunday').grid.line)"
    lines = {
        run(sys.executable, "-c", code, env={"PYTHONHASHSEED": seed}).stdout.strip()
        for seed in "12"
    }
    puzzle = generate(Wanted(), "Sunday")
    assert puzzle
    assert lines == {puzzle.grid.line}


def test_other_seeds_make_other_puzzles() -> None:
    assert len({made(Wanted(), seed).grid.line for seed in range(8)}) == 8


def test_an_easy_puzzle_keeps_as_many_givens_as_in_a_newspaper() -> None:
    for seed in range(10):
        givens = made(Wanted(Difficulty.EASY), seed).grid.givens
        assert 32 <= 81 - givens.count(0) <= 36


def test_who_only_solves_does_not_load_the_generator() -> None:
    code = (
        "import sys, solver; solver.solve(solver.parse('4.2./3.../..4./...2'));"
        "print([m for m in sys.modules if m in ('hashlib', 'solver.generator')])"
    )
    assert run(sys.executable, "-c", code).stdout.strip() == "[]"
