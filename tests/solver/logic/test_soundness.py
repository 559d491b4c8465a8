"""Every step of every technique, wherever one is to be seen, against the solutions."""

from collections.abc import Iterator
from itertools import islice

import pytest

from solver import Cells, Grid, Shape, Solved, solutions, solve
from solver.logic.candidates import CandidateGrid, Mark
from solver.logic.step import Kind, Step, Trait
from solver.logic.techniques import Technique
from solver.logic.walk import walkthrough
from solver.logic.words import Wording, fields, template_of
from tests.examples import of_the_day
from tests.solver.logic.positions import NINE, puzzle
from tests.solver.logic.states import PATTERNS, pattern_states

SHAPES = (NINE, Shape(3, 2), Shape(2, 3), Shape(4, 2), NINE)


def states(grid: Grid) -> Iterator[CandidateGrid]:
    """The state at every step of the walk through a puzzle."""
    state = CandidateGrid(grid)
    for step in walkthrough(grid).steps:
        yield state
        step.take(state)


def puzzles(count: int) -> Iterator[Grid]:
    for seed in range(count):
        yield puzzle(seed, SHAPES[seed % len(SHAPES)])
    yield puzzle(1, Shape(4, 4), spare=120)


def solution_of(grid: Grid) -> Cells:
    answer = solve(grid)
    assert isinstance(answer, Solved)
    return answer.grid.digits


SLOW = {
    Technique.LARGE_ALS_XZ,
    Technique.ALS_XY_WING,
    Technique.ALS_CHAIN,
    Technique.DEATH_BLOSSOM,
    Technique.FRANKEN_FISH,
    Technique.MUTANT_FISH,
    Technique.SUE_DE_COQ,
}
"""The techniques that are sought at every tenth state only, in grids of nine digits."""


def sought(number: int, shape: Shape, every: int) -> Iterator[Kind]:
    """The techniques that are sought at a state of a walk, by its number.

    Those that are not slow are sought at every so many states.
    """
    for technique in PATTERNS:
        slow = technique in SLOW
        if number % (10 if slow else every) == 0 and not (slow and shape.size > 9):
            yield technique


@pytest.fixture(scope="module")
def seen(long: bool) -> list[tuple[Shape, Cells, Step]]:
    """Steps of all techniques, with the solution of their puzzle."""
    count, every = (300, 1) if long else (10, 6)
    return [
        (grid.shape, solution, step)
        for grid in puzzles(count)
        for solution in [solution_of(grid)]
        for number, state in enumerate(states(grid))
        for technique in sought(number, grid.shape, every)
        for step in islice(technique.find(state), 40)
    ]


def test_steps_agree_with_the_solution(seen: list[tuple[Shape, Cells, Step]]) -> None:
    assert len({step.technique for _, _, step in seen}) > 20
    for _, solution, step in seen:
        assert all(solution[cell] == digit for cell, digit in step.placements), step
        assert all(solution[cell] != digit for cell, digit in step.eliminations), step


def test_a_step_places_or_rules_out(seen: list[tuple[Shape, Cells, Step]]) -> None:
    for _, _, step in seen:
        assert bool(step.placements) != bool(step.eliminations), step
        assert len(set(step.eliminations)) == len(step.eliminations), step


def test_a_sentence_fills_each_place(seen: list[tuple[Shape, Cells, Step]]) -> None:
    for shape, _, step in seen:
        said = fields(step, Wording(shape))
        silent = [name for name in said if not said[name]]
        template = template_of(step)
        assert not [name for name in silent if f"{{{name}}}" in template], step


def test_links_of_a_chain_alternate(seen: list[tuple[Shape, Cells, Step]]) -> None:
    for _, _, step in seen:
        ons = [node.on for node in step.chain]
        assert ons == [False, True] * (len(ons) // 2), step


def test_a_group_lies_on_a_crossing(seen: list[tuple[Shape, Cells, Step]]) -> None:
    groups = {
        (shape, node.cells)
        for shape, _, step in seen
        if step.technique is Technique.GROUPED_AIC
        for node in step.chain
        if len(node.cells) > 1
    }
    assert groups
    for shape, group in groups:
        assert sum(set(group) <= set(house) for house in shape.houses) == 2


def test_a_trap_spares_its_own_colours(seen: list[tuple[Shape, Cells, Step]]) -> None:
    traps = [step for _, _, step in seen if step.technique is Technique.COLOUR_TRAP]
    assert traps
    for step in traps:
        caught = {cell for cell, _ in step.eliminations}
        assert not caught & {*step.cells, *step.ends}


@pytest.mark.parametrize("seed", of_the_day(range(12), 4))
def test_a_step_holds_in_each_of_many_solutions(seed: int) -> None:
    grid = puzzle(seed, SHAPES[seed % len(SHAPES)])
    gone = next(cell for cell, digit in enumerate(grid.givens) if digit)
    givens = (*grid.givens[:gone], 0, *grid.givens[gone + 1 :])
    open_grid = Grid(grid.shape, givens)
    every = [found.digits for found in islice(solutions(open_grid), 5000)]
    assert 1 < len(every) < 5000
    possible = {Mark(*cell) for digits in every for cell in enumerate(digits)}
    for number, state in enumerate(pattern_states(open_grid)):
        for technique in PATTERNS:
            slow = technique in SLOW and number % 10
            if Trait.ONE_SOLUTION not in technique.traits and not slow:
                for step in islice(technique.find(state), 40):
                    assert not possible.intersection(step.eliminations), step
                    assert all(
                        digits[cell] == digit
                        for cell, digit in step.placements
                        for digits in every
                    ), step
