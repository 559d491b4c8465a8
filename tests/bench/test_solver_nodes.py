"""The work of the search, in nodes: exact, and free of the machine's noise.

A change that shifts a number here changed what the search does. Fewer is better;
the new number goes in with the change that explains it.
"""

import pytest

from solver import Ambiguous, Grid, Shape, Solved, parse, parse_all, solve
from tests.bench.puzzles import HARD_25, SEVENTEEN_CLUES, make_puzzles


def nodes_of(grids: list[Grid]) -> int:
    """The nodes that all of them take together; each must have one solution."""
    total = 0
    for grid in grids:
        answer = solve(grid)
        assert isinstance(answer, Solved)
        total += answer.nodes
    return total


def test_the_posts_seventeen_clue_puzzles() -> None:
    grids = parse_all(SEVENTEEN_CLUES)
    assert len(grids) == 31
    assert nodes_of(grids) == 0


@pytest.mark.parametrize(
    ("shape", "number", "nodes"),
    [
        (Shape(3, 2), 20, 1),
        (Shape(3, 3), 40, 69),
        (Shape(4, 3), 5, 70),
        (Shape(3, 4), 5, 158),
        (Shape(4, 4), 2, 128),
    ],
)
def test_minimal_puzzles_of_a_seed(shape: Shape, number: int, nodes: int) -> None:
    assert nodes_of(make_puzzles(shape, number, seed=1)) == nodes


def test_a_minimal_25x25_puzzle() -> None:
    assert nodes_of([parse(HARD_25)]) == 391


@pytest.mark.parametrize(
    ("shape", "nodes"), [(Shape(3, 3), 45), (Shape(4, 4), 158), (Shape(5, 5), 410)]
)
def test_two_solutions_of_an_empty_grid(shape: Shape, nodes: int) -> None:
    answer = solve(Grid(shape, (0,) * shape.cells))
    assert isinstance(answer, Ambiguous)
    assert answer.nodes == nodes
