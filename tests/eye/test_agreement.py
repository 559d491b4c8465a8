"""Solutions that begun grids agree with, though not in every cell."""

import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.agreement import agreed_solution
from mailbot.pictures.arrays import Floats
from solver import Ambiguous, Grid, Shape, solve
from tests.eye.rendered import Made, make_puzzle

NINE = Shape(3, 3)


PEN, PRINT = 0.95, 0.02  # how likely a digit is a person's


@pytest.fixture(scope="module")
def made() -> Made:
    return make_puzzle(NINE, 41)


def log_probs_of(digits: tuple[int, ...], chance: float = 0.999) -> Floats:
    log_probs = np.full((81, 10), (1 - chance) / 9, np.float32)
    log_probs[np.arange(81), digits] = chance
    return np.log(log_probs)


def hands(made: Made) -> Floats:
    """The probability of handwriting in each cell: high in all that are not given."""
    return np.where(np.array(made.puzzle.givens) > 0, PRINT, PEN).astype(np.float32)


def entries(made: Made) -> list[int]:
    return [cell for cell, digit in enumerate(made.puzzle.givens) if not digit]


def test_a_mistake_among_entries_is_outvoted(made: Made) -> None:
    written = list(made.solution)
    cell = entries(made)[4]
    written[cell] = written[cell] % 9 + 1
    solved = agreed_solution(
        log_probs_of(tuple(written)), hands(made), NINE, NO_DEADLINE
    )
    assert solved is not None
    assert solved.grid.digits == made.solution


def test_a_given_taken_for_an_entry_does_not_matter(made: Made) -> None:
    written, by_hand = list(made.solution), hands(made)
    cell = entries(made)[7]
    written[cell] = written[cell] % 9 + 1
    by_hand[np.flatnonzero(made.puzzle.givens)[2]] = PEN
    solved = agreed_solution(log_probs_of(tuple(written)), by_hand, NINE, NO_DEADLINE)
    assert solved is not None
    assert solved.grid.digits == made.solution


def test_too_many_mistakes_are_not_explained_away(made: Made) -> None:
    written = list(made.solution)
    for cell in entries(made)[:9:3]:
        written[cell] = written[cell] % 9 + 1
    assert (
        agreed_solution(log_probs_of(tuple(written)), hands(made), NINE, NO_DEADLINE)
        is None
    )


def test_print_that_contradicts_itself_is_believed(made: Made) -> None:
    written = list(made.solution)
    written[0] = written[0] % 9 + 1
    log_probs = log_probs_of(tuple(written), 0.9999)
    assert agreed_solution(log_probs, np.full(81, PRINT), NINE, NO_DEADLINE) is None


def test_two_solutions_equally_near_are_none(made: Made) -> None:
    """Without its ones and twos, a grid is solved with these two exchanged as well."""
    written = tuple(digit if digit > 2 else 0 for digit in made.solution)
    assert (
        agreed_solution(log_probs_of(written), hands(made), NINE, NO_DEADLINE) is None
    )


def given_with_a_rival(made: Made) -> tuple[int, Ambiguous]:
    """A given without which the puzzle has several solutions, and two of these."""
    for cell in np.flatnonzero(made.puzzle.givens).tolist():
        lacking = list(made.puzzle.givens)
        lacking[cell] = 0
        answer = solve(Grid(NINE, tuple(lacking)))
        if isinstance(answer, Ambiguous):
            return cell, answer
    raise AssertionError("every given can be left out")


@pytest.mark.parametrize(("chance", "is_near"), [(1e-4, True), (1e-6, False)])
def test_a_rival_with_one_digit_unlikelier_than_all_that_were_tried_may_be_near(
    made: Made, chance: float, is_near: bool
) -> None:
    """One entry agrees with the rival: by it the best solution loses 5.7 nats."""
    given, answer = given_with_a_rival(made)
    solution, rival = made.solution, answer.second.digits
    if rival[given] == solution[given]:
        rival = answer.first.digits
    differing = [c for c in range(81) if solution[c] != rival[c]]
    written = [0 if c in differing else d for c, d in enumerate(solution)]
    entry = next(c for c in differing if not made.puzzle.givens[c])
    written[entry] = rival[entry]
    log_probs, by_hand = log_probs_of(tuple(written)), hands(made)
    by_hand[given] = 0.0
    log_probs[given] = np.log(1e-9)
    log_probs[given, solution[given]] = 0.0
    log_probs[given, rival[given]] = np.log(chance)
    solved = agreed_solution(log_probs, by_hand, NINE, NO_DEADLINE)
    assert (solved is None) is is_near
