"""The likeliest reading with exactly one solution, and how far the next one is."""

import numpy as np

from mailbot.eye.budget import NO_DEADLINE, Deadline
from mailbot.eye.decide.decoder import WIDE, decode
from mailbot.eye.read.recognise import least_givens
from mailbot.pictures.arrays import Floats
from solver import Grid, Shape, Solved, parse, solve
from tests import sample_letters

NINE = Shape(3, 3)
PASSED = Deadline(clock=lambda: 1.0, end=0.0)
PUZZLE = parse(sample_letters.PUZZLE)
SOLUTION = solve(PUZZLE)


def read_as(digits: tuple[int, ...], sure: float = 0.999) -> Floats:
    """Log-probabilities of a reading that is equally sure of every cell."""
    size = round(len(digits) ** 0.5)
    probs = np.full((len(digits), size + 1), (1 - sure) / size, np.float32)
    probs[np.arange(len(digits)), digits] = sure
    return np.log(probs)


def changed(log_probs: Floats, cell: int, probs: dict[int, float]) -> Floats:
    """The log-probabilities with one cell in doubt."""
    row = np.full(log_probs.shape[1], 1e-5, np.float32)
    for digit, chance in probs.items():
        row[digit] = chance
    result = log_probs.copy()
    result[cell] = np.log(row)
    return result


def solution_of(grid: Grid) -> tuple[int, ...]:
    answer = solve(grid)
    assert isinstance(answer, Solved)
    return answer.grid.digits


def test_a_clear_reading_is_taken_as_it_is() -> None:
    decoded = decode(read_as(PUZZLE.givens), NINE, NO_DEADLINE)
    assert decoded is not None
    assert decoded.digits == PUZZLE.givens
    assert decoded.cost == 0
    assert decoded.solved.grid.digits == solution_of(PUZZLE)


def test_a_misread_digit_is_corrected_at_a_cost() -> None:
    log_probs = changed(read_as(PUZZLE.givens, 0.9999), 0, {3: 0.6, 5: 0.39})
    decoded = decode(log_probs, NINE, NO_DEADLINE)
    assert decoded is not None
    assert decoded.digits == PUZZLE.givens
    assert abs(decoded.cost - np.log(0.6 / 0.39)) < 0.01


def test_a_second_reading_with_another_solution_narrows_the_margin() -> None:
    solution = solution_of(PUZZLE)
    blank = [cell for cell, digit in enumerate(PUZZLE.givens) if not digit]
    for cell in blank:
        for digit in range(1, 10):
            other = list(PUZZLE.givens)
            other[cell] = digit
            for dropped in range(81):
                if PUZZLE.givens[dropped] and digit != solution[cell]:
                    rival = other.copy()
                    rival[dropped] = 0
                    if isinstance(solve(Grid(NINE, tuple(rival))), Solved):
                        log_probs = read_as(PUZZLE.givens, 0.99999)
                        log_probs = changed(log_probs, cell, {0: 0.7, digit: 0.3})
                        log_probs = changed(
                            log_probs, dropped, {PUZZLE.givens[dropped]: 0.8, 0: 0.2}
                        )
                        decoded = decode(log_probs, NINE, NO_DEADLINE)
                        assert decoded is not None
                        assert decoded.solved.grid.digits == solution
                        assert decoded.margin < WIDE
                        assert decoded.rival == tuple(rival)
                        return
    raise AssertionError("no rival puzzle near this one")


def test_several_solutions_are_never_made_one_by_inventing_a_sure_digit() -> None:
    open_grid = tuple(d if cell < 27 else 0 for cell, d in enumerate(PUZZLE.givens))
    assert decode(read_as(open_grid, 0.9999), NINE, NO_DEADLINE) is None


def test_too_few_digits_are_no_puzzle() -> None:
    assert least_givens(9) == 17
    assert decode(read_as((0,) * 81), NINE, NO_DEADLINE) is None


def test_when_time_is_up_nothing_is_claimed() -> None:
    assert decode(read_as(PUZZLE.givens), NINE, PASSED) is None


def test_a_reading_with_a_digit_twice_in_a_row_is_passed_over() -> None:
    blank = PUZZLE.givens.index(0)
    log_probs = changed(read_as(PUZZLE.givens, 0.9999), blank, {5: 0.6, 0: 0.39})
    decoded = decode(log_probs, NINE, NO_DEADLINE)
    assert decoded is not None
    assert decoded.digits == PUZZLE.givens
    assert decoded.cost > 0


STUCK = parse(
    "1...32.9...9.....6...98..3.5.3..7..17..213..46..4..3...3..71...4.....5...2.5....3"
)
"""Several solutions; only one with a 5 for the 8 in row 3."""


def test_a_reading_that_may_lack_a_digit_is_a_rival_of_one_that_was_changed() -> None:
    log_probs = changed(read_as(STUCK.givens, 0.99999), 22, {8: 0.6, 5: 0.39})
    sure = decode(log_probs, NINE, NO_DEADLINE)
    assert sure is not None
    assert sure.digits[22] == 5
    assert sure.margin > 3
    blotted = next(cell for cell, digit in enumerate(STUCK.givens) if not digit)
    log_probs = changed(
        log_probs, blotted, {0: 0.7} | dict.fromkeys(range(1, 10), 0.033)
    )
    shaken = decode(log_probs, NINE, NO_DEADLINE)
    assert shaken is not None
    assert shaken.digits[22] == 5
    assert shaken.margin < 1
