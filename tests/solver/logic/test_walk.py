"""Hints, walks and ratings."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, takewhile

import pytest

from solver import GaveUp, Grid, Shape, Solved, parse, solve
from solver.logic.candidates import CandidateGrid, members
from solver.logic.step import Mistake, Step
from solver.logic.techniques import Technique
from solver.logic.walk import hint, next_steps, rate, walkthrough
from tests.cases import cases_of
from tests.examples import of_the_day
from tests.sample_letters import PUZZLE
from tests.solver.logic.positions import NINE, puzzle

cases = cases_of(__file__)

EASY = parse(PUZZLE)
ESCARGOT = parse(
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
EMPTY = Grid(NINE, (0,) * 81)


def with_entries(grid: Grid, count: int) -> Grid:
    """The grid with its first empty cells filled in, rightly."""
    answer = solve(grid)
    assert isinstance(answer, Solved)
    spots = [cell for cell, digit in enumerate(grid.givens) if not digit][:count]
    entries = [d if c in spots else 0 for c, d in enumerate(answer.grid.digits)]
    return replace(grid, entries=tuple(entries))


def with_entry(grid: Grid, cell: int, digit: int) -> Grid:
    entries = list(grid.entries)
    entries[cell] = digit
    return replace(grid, entries=tuple(entries))


def test_hints_followed_one_by_one_fill_an_easy_puzzle() -> None:
    grid = EASY
    for _ in range(grid.digits.count(0)):
        step = hint(grid)
        assert isinstance(step, Step)
        ((cell, digit),) = step.placements
        grid = with_entry(grid, cell, digit)
    assert hint(grid) is None
    assert grid == with_entries(EASY, 81)


def test_a_hint_starts_from_the_entries() -> None:
    grid = with_entries(EASY, 20)
    step = hint(grid)
    assert isinstance(step, Step)
    assert all(not grid.digits[cell] for cell, _ in step.placements)


def test_wrong_entries_are_named_instead_of_a_hint() -> None:
    grid = with_entry(with_entry(with_entries(EASY, 3), 80 - 8, 5), 10, 7)
    right = with_entries(EASY, 81).digits
    wrong = tuple(c for c in (10, 72) if grid.entries[c] != right[c])
    assert wrong
    assert hint(grid) == Mistake(wrong)


@pytest.mark.parametrize("text", ["." * 81, "11" + "." * 79])
def test_no_hint_without_exactly_one_solution(text: str) -> None:
    assert hint(Grid(NINE, tuple(0 if c == "." else 1 for c in text))) is None


def test_the_hint_is_the_first_of_the_steps_to_the_next_digit() -> None:
    for seed in range(8):
        grid = puzzle(seed)
        steps = next_steps(grid)
        assert steps
        assert hint(grid) == steps[0]


def knots(grid: Grid) -> Iterator[Grid]:
    """The grid with entries, wherever a walk through it cannot place at once."""
    placing = True
    for step in walkthrough(grid).steps:
        if placing and not step.placements:
            yield grid
        placing = bool(step.placements)
        for cell, digit in step.placements:
            grid = with_entry(grid, cell, digit)


def test_the_steps_to_the_next_digit_are_those_it_rests_on() -> None:
    left_out = 0
    for grid in chain.from_iterable(knots(puzzle(seed)) for seed in range(12)):
        way = tuple(takewhile(lambda s: not s.placements, walkthrough(grid).steps))
        if next_steps(grid):
            *before, last = next_steps(grid)
            assert last.placements
            assert not any(step.placements for step in before)
            seen = [replace(step, eliminations=()) for step in way]
            kept = [replace(step, eliminations=()) for step in before]
            assert kept == [pattern for pattern in seen if pattern in kept]
            left_out += len(way) - len(before)
    assert left_out > 10


def test_a_walk_goes_from_the_givens_to_the_solution() -> None:
    for seed in range(10):
        grid = puzzle(seed, Shape(3, 2))
        walk = walkthrough(grid)
        assert walk.solved
        assert walk.grid == with_entries(grid, 36)


def test_a_walk_places_every_empty_cell_once() -> None:
    for seed in range(6):
        grid = puzzle(seed, spare=40)
        walk = walkthrough(grid)
        assert walk.solved
        placed = [mark.cell for step in walk.steps for mark in step.placements]
        empty = [cell for cell, digit in enumerate(grid.givens) if not digit]
        assert sorted(placed) == empty


def test_a_walk_keeps_right_entries_and_leaves_wrong_ones_out() -> None:
    grid = with_entries(EASY, 10)
    right = with_entries(EASY, 81)
    cell = max(c for c, digit in enumerate(grid.digits) if not digit)
    walk = walkthrough(with_entry(grid, cell, right.digits[cell] % 9 + 1))
    assert walk.steps == walkthrough(grid).steps
    assert walk.grid == right


def test_a_walk_never_claims_to_solve_what_has_many_solutions() -> None:
    walk = walkthrough(EMPTY)
    assert (walk.steps, walk.solved, walk.grid) == ((), False, EMPTY)
    full = Grid(NINE, (0,) * 81, with_entries(EASY, 81).digits)
    assert not walkthrough(full).solved


def test_a_walk_through_an_impossible_puzzle_has_no_steps() -> None:
    walk = walkthrough(Grid(NINE, (1, 1) + (0,) * 79))
    assert (walk.steps, walk.solved) == ((), False)


def test_a_full_grid_with_repeated_digits_is_not_solved() -> None:
    digits = with_entries(EASY, 81).digits
    walk = walkthrough(Grid(NINE, (digits[1], *digits[1:])))
    assert (walk.steps, walk.solved) == ((), False)


def test_a_puzzle_with_several_solutions_is_not_reasoned_upon() -> None:
    for seed in range(5):
        grid = puzzle(seed)
        gone = next(cell for cell, digit in enumerate(grid.givens) if digit)
        fewer = replace(grid, givens=(*grid.givens[:gone], 0, *grid.givens[gone + 1 :]))
        assert walkthrough(fewer).steps == next_steps(fewer) == ()
        assert hint(fewer) is None


def test_the_steps_of_a_walk_come_easiest_first() -> None:
    for seed in range(6):
        grid = puzzle(seed)
        state = CandidateGrid(grid)
        for step in walkthrough(grid).steps:
            single = plain_single(state)
            assert single is None or single.difficulty >= step.difficulty
            step.take(state)


def plain_single(state: CandidateGrid) -> Step | None:
    """The easiest single, if there is one."""
    for name in ("FULL_HOUSE", "HIDDEN_SINGLE", "NAKED_SINGLE"):
        found = next(Technique[name].find(state), None)
        if found is not None:
            return found
    return None


@cases("line, rating")
def test_ratings_are_those_of_sudoku_explainer(line: str, rating: float) -> None:
    assert rate(parse(line)) == rating


def test_the_hardest_puzzle_is_explained_and_rated_above_all_others() -> None:
    rating = rate(ESCARGOT)
    assert rating is not None
    assert rating > 9.5
    assert walkthrough(ESCARGOT).solved


def test_only_a_puzzle_with_one_solution_has_a_rating() -> None:
    assert rate(EMPTY) is None
    assert rate(Grid(NINE, (1, 1) + (0,) * 79)) is None


def test_the_answer_of_more_digits_rates_no_grid_that_has_several() -> None:
    """The search for chains in such a grid would not end."""
    answer = solve(ESCARGOT)
    open_ = replace(ESCARGOT, givens=(*ESCARGOT.givens[:40], *(0,) * 41))
    assert rate(open_, answer) is None
    assert rate(ESCARGOT, GaveUp(1)) is None


def test_entries_do_not_change_the_rating() -> None:
    grid = puzzle(3)
    assert rate(with_entries(grid, 30)) == rate(grid)


def test_a_known_answer_is_not_sought_again() -> None:
    answer = solve(EASY)
    assert rate(EASY, answer) == rate(EASY)
    assert walkthrough(EASY, answer) == walkthrough(EASY)


def test_of_the_easiest_steps_the_one_in_the_fullest_house_is_the_hint() -> None:
    step = hint(EASY)
    assert isinstance(step, Step)
    assert step.technique is Technique.HIDDEN_SINGLE
    state = CandidateGrid(EASY)
    boxes = [
        s
        for s in Technique.HIDDEN_SINGLE.find(state)
        if s.difficulty == step.difficulty
    ]
    room = {
        s.houses[0]: (state.layout.houses[s.houses[0]] & state.empty) for s in boxes
    }
    least = min(cells.bit_count() for cells in room.values())
    assert room[step.houses[0]].bit_count() == least


def test_of_steps_as_easy_as_each_other_the_hint_is_that_near_the_last_digit() -> None:
    choices = 0
    for seed in range(6):
        grid = puzzle(seed)
        told = {
            cell: next_steps(grid, near=cell)[-1].placements[0] for cell in range(81)
        }
        chosen = {mark.cell for mark in told.values()}
        assert all(told[cell].cell == cell for cell in chosen)
        choices += len(chosen) > 1
    assert choices


def test_a_step_starts_from_what_a_person_has_rightly_ruled_out() -> None:
    grids = chain.from_iterable(knots(puzzle(seed)) for seed in range(12))
    grid = next(grid for grid in grids if len(next_steps(grid)) > 1)
    answer, state = solve(grid), CandidateGrid(grid)
    assert isinstance(answer, Solved)
    right = set(enumerate(answer.grid.digits))
    known = {(cell, n) for cell in range(81) for n in members(state.candidates[cell])}
    assert next_steps(grid, removed=right) == next_steps(grid)
    assert len(next_steps(grid, removed=known - right)) == 1


def test_a_rating_above_the_ceiling_is_not_sought_to_the_end() -> None:
    whole = rate(ESCARGOT)
    low = rate(ESCARGOT, ceiling=5.0)
    assert whole is not None
    assert low is not None
    assert 5.0 < low <= whole


@pytest.mark.parametrize("seed", of_the_day(range(3), 3))
def test_all_steps_together_rule_out_every_wrong_candidate(seed: int) -> None:
    grid = puzzle(seed)
    state = CandidateGrid(grid)
    for step in [step for one in Technique for step in one.find(CandidateGrid(grid))]:
        step.take(state)
    assert all(digits.bit_count() < 2 for digits in state.candidates)
