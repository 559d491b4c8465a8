"""When a reading may be answered, and what is made of one that may not."""

from dataclasses import replace

import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.believed import is_sure
from mailbot.eye.decide.decoder import Decoded
from mailbot.eye.decide.verdict import decide
from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import BLANK, HAND, PRINT
from mailbot.eye.survey import survey
from mailbot.model import Puzzle, Source, Status, Where
from mailbot.pictures.arrays import Floats
from solver import Ambiguous, Grid, Impossible, Shape, Solved, solutions, solve
from tests.eye.rendered import Made, board_picture, make_puzzle
from tests.eye.synthetic import judged, read_as, sure_of, unsure
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle

NINE = Shape(3, 3)


@pytest.fixture(scope="module")
def made() -> Made:
    return make_puzzle(NINE, 31)


@pytest.fixture(scope="module")
def seen(made: Made) -> Recognised:
    """A printed puzzle as the network saw it."""
    return seen_of(PaperPuzzle(made.puzzle))


def seen_of(puzzle: PaperPuzzle) -> Recognised:
    picture = board_picture(puzzle, PrintStyle(cell=48))
    (grid,) = survey(picture, NO_DEADLINE).grids
    return grid


def doubt(
    log_probs: Floats, cell: int, first: int, second: int, chance: float
) -> Floats:
    """The log-probabilities with a cell that is the first digit, or else the second."""
    return unsure(log_probs, cell, {first: chance, second: 1 - chance})


def read_with(seen: Recognised, log_probs: Floats, variant: str = "") -> Puzzle:
    return judged(replace(seen, log_probs=log_probs), variant)


@pytest.mark.parametrize(
    ("cost", "margin", "sure"),
    [(0, 5, True), (0, 1, False), (2, 3.5, True), (2, 2.6, False), (8, 5, False)],
)
def test_the_more_was_changed_the_clearer_it_must_be(
    cost: float, margin: float, sure: bool, made: Made
) -> None:
    solved = Solved(made.puzzle)
    assert is_sure(Decoded(made.puzzle.givens, solved, cost, margin)) is sure


def test_a_clear_reading_is_answered(seen: Recognised, made: Made) -> None:
    puzzle = read_with(seen, sure_of(made.puzzle.givens))
    assert puzzle.status is Status.SOLVED
    assert isinstance(puzzle.answer, Solved)
    assert puzzle.answer.grid.digits == made.solution


def test_a_doubtful_digit_without_a_rival_solution_is_corrected(
    seen: Recognised, made: Made
) -> None:
    givens = made.puzzle.givens
    cell = next(i for i, digit in enumerate(givens) if digit)
    wrong = givens[cell] % 9 + 1
    log_probs = doubt(sure_of(givens), cell, wrong, givens[cell], 0.6)
    puzzle = read_with(seen, log_probs)
    assert puzzle.status in (Status.SOLVED, Status.DOUBTFUL)
    if puzzle.status is Status.SOLVED:
        assert isinstance(puzzle.answer, Solved)
        assert puzzle.answer.grid.digits == made.solution
    else:
        assert cell in puzzle.doubtful


def test_a_variant_is_not_forced_to_a_solution(seen: Recognised, made: Made) -> None:
    givens = made.puzzle.givens
    cell = next(i for i, digit in enumerate(givens) if digit)
    log_probs = doubt(sure_of(givens), cell, 0, givens[cell], 0.6)
    puzzle = read_with(seen, log_probs, "killer")
    assert puzzle.status is Status.DOUBTFUL
    assert cell in puzzle.doubtful
    assert read_with(seen, sure_of(givens), "killer").status is Status.SOLVED


def test_an_open_reading_has_several_solutions(seen: Recognised, made: Made) -> None:
    few = tuple(d if i < 54 else 0 for i, d in enumerate(made.puzzle.givens))
    puzzle = read_with(seen, sure_of(few))
    assert puzzle.status is Status.AMBIGUOUS
    assert isinstance(puzzle.answer, Ambiguous)


def test_no_clear_digit_is_asked_about_where_there_are_several_solutions(
    seen: Recognised, made: Made
) -> None:
    givens = np.array(made.puzzle.givens)
    without = (np.where(np.arange(81) == i, 0, givens) for i in np.flatnonzero(givens))
    few = next(
        digits
        for digits in (tuple(one.tolist()) for one in without)
        if isinstance(solve(Grid(NINE, digits)), Ambiguous)
    )
    puzzle = read_with(seen, sure_of(few, 0.998))  # the missing digit is 8.4 nats away
    assert puzzle.status is Status.AMBIGUOUS
    assert puzzle.doubtful == ()


def test_a_question_names_a_cell_though_all_are_clear() -> None:
    """The boxes may be wide or high, and either way there is one solution."""
    rows = "300504 100230 560400 400000 200053 005142"
    digits = tuple(int(digit) for digit in rows.replace(" ", ""))
    wide, high = Shape(3, 2), Shape(2, 3)
    assert isinstance(solve(Grid(wide, digits)), Solved)
    assert isinstance(solve(Grid(high, digits)), Solved)
    log_probs = unsure(sure_of(digits), 20, {0: 0.98, 4: 0.01})
    puzzle = judged(read_as(log_probs, wide, high))
    assert puzzle.status is Status.DOUBTFUL
    assert puzzle.doubtful == (20,)


def test_a_sure_contradiction_is_impossible(seen: Recognised, made: Made) -> None:
    givens = list(made.puzzle.givens)
    blank = givens.index(0)
    givens[blank] = next(d for d in givens[blank - blank % 9 :] if d)
    puzzle = read_with(seen, sure_of(tuple(givens), 0.99999))
    assert puzzle.status is Status.IMPOSSIBLE
    assert puzzle.doubtful == ()


def test_the_unclear_cell_of_an_open_one_is_named(seen: Recognised, made: Made) -> None:
    few = tuple(d if i < 45 else 0 for i, d in enumerate(made.puzzle.givens))
    cell = next(i for i, digit in enumerate(few) if digit)
    log_probs = doubt(sure_of(few), cell, few[cell], few[cell] % 9 + 1, 0.7)
    puzzle = read_with(seen, log_probs)
    assert puzzle.status is Status.DOUBTFUL
    assert cell in puzzle.doubtful


def test_what_is_no_sudoku_is_not_judged(seen: Recognised) -> None:
    junk = np.zeros_like(seen.probs)
    junk[:, -1] = 1
    unsure = replace(seen, probs=junk)
    assert decide(unsure, Source.IMAGE, Where(), NO_DEADLINE, "") is None


def test_four_wrong_digits_make_no_table(seen: Recognised, made: Made) -> None:
    givens = list(made.puzzle.givens)
    rows = [[cell for cell in row if givens[cell]] for row in NINE.rows]
    for first, *_, last in [row for row in rows if len(row) > 1][:4]:
        givens[first] = givens[last]
    puzzle = read_with(seen, sure_of(tuple(givens)))
    assert puzzle.status is Status.IMPOSSIBLE
    assert isinstance(puzzle.answer, Impossible)
    assert len(puzzle.answer.clashes) >= 4


# --- entries that do not agree with the givens ----------------------------------------


@pytest.fixture(scope="module")
def half(made: Made) -> Grid:
    """The puzzle with a good part of its cells filled in, all of them right."""
    return made.filled(0.5, 7)


@pytest.fixture(scope="module")
def worked(half: Grid) -> Recognised:
    """The begun puzzle, with blue entries, as the network saw it."""
    return seen_of(PaperPuzzle(half))


def entry_read(worked: Recognised, half: Grid, chance: float) -> tuple[Puzzle, int]:
    """The verdict where an entry is read, with that probability, as another digit."""
    cell = next(i for i, digit in enumerate(half.entries) if digit)
    right = half.entries[cell]
    log_probs = doubt(sure_of(half.digits), cell, right % 9 + 1, right, chance)
    return read_with(worked, log_probs), cell


def test_an_entry_that_is_surely_another_digit_is_a_mistake(
    worked: Recognised, half: Grid, made: Made
) -> None:
    puzzle, cell = entry_read(worked, half, 0.9999)
    assert puzzle.status is Status.SOLVED
    assert isinstance(puzzle.answer, Solved)
    assert puzzle.answer.grid.digits == made.solution
    assert puzzle.wrong_entries == (cell,)
    assert puzzle.doubtful == ()
    assert puzzle.grid.givens == made.puzzle.givens


def test_an_entry_that_hardly_is_another_digit_is_doubtful_and_no_mistake(
    worked: Recognised, half: Grid
) -> None:
    puzzle, cell = entry_read(worked, half, 0.985)
    assert puzzle.status is Status.SOLVED
    assert puzzle.wrong_entries == ()
    assert puzzle.doubtful == (cell,)
    assert puzzle.grid.entries[cell] == half.entries[cell] % 9 + 1


def test_an_entry_rather_misread_than_mistaken_is_right(
    worked: Recognised, half: Grid
) -> None:
    puzzle, _ = entry_read(worked, half, 0.9)
    assert puzzle.status is Status.SOLVED
    assert puzzle.wrong_entries == puzzle.doubtful == ()
    assert puzzle.grid == half


# --- grids that somebody has worked on ------------------------------------------------


def in_hands(log_probs: Floats, pen: Floats) -> Floats:
    """The probabilities of the network's classes; `pen`: that a hand wrote each."""
    probs = np.full((81, len(CLASSES)), 1e-7, np.float32)
    seen = np.exp(log_probs)
    probs[:, BLANK] = seen[:, 0]
    probs[:, PRINT] = seen[:, 1:] * (1 - pen[:, None])
    probs[:, HAND] = seen[:, 1:] * pen[:, None]
    return probs


def judged_in_hands(seen: Recognised, log_probs: Floats, pen: Floats) -> Puzzle:
    return judged(replace(seen, log_probs=log_probs, probs=in_hands(log_probs, pen)))


def test_a_given_that_seems_written_does_not_keep_a_filled_grid_from_its_answer(
    seen: Recognised, made: Made
) -> None:
    """One entry is wrong, and all ink is alike."""
    written = list(made.solution)
    pen = np.where(np.array(made.puzzle.givens) > 0, 0.02, 0.97).astype(np.float32)
    pen[np.flatnonzero(made.puzzle.givens)[4]] = 0.97
    wrong = made.puzzle.givens.index(0)
    written[wrong] = written[wrong] % 9 + 1
    puzzle = judged_in_hands(seen, sure_of(tuple(written), 0.999), pen)
    assert puzzle.status is Status.COMPLETE
    assert isinstance(puzzle.answer, Solved)
    assert puzzle.answer.grid.digits == made.solution
    assert wrong in puzzle.wrong_entries + puzzle.doubtful


def test_a_misread_given_yields_to_one_entry(seen: Recognised, made: Made) -> None:
    """The true digit is unlikely in one cell; a mistaken entry would be likelier."""
    truth = made.puzzle.givens
    pen = np.full(81, 0.02, np.float32)
    entry = truth.index(0)
    pen[entry] = 0.97
    for cell in np.flatnonzero(truth):
        for digit in range(1, 10):
            read = list(truth)
            read[cell] = digit
            other = solve(Grid(NINE, tuple(read)))
            if digit == truth[cell] or not isinstance(other, Solved):
                continue
            if other.grid.digits[entry] == made.solution[entry]:
                continue
            read[entry] = made.solution[entry]
            log_probs = doubt(
                sure_of(tuple(read), 0.999), int(cell), digit, truth[cell], 0.9985
            )
            puzzle = judged_in_hands(seen, log_probs, pen)
            assert puzzle.status is not Status.SOLVED
            return
    pytest.fail("no digit of this puzzle can be misread so")


def test_ghosts_in_blanks_choose_no_solution(seen: Recognised, made: Made) -> None:
    givens = list(made.puzzle.givens)
    both = next(
        found
        for cell in np.flatnonzero(givens)
        for lacking in [[0 if i == cell else d for i, d in enumerate(givens)]]
        for found in [[s.digits for s in solutions(Grid(NINE, tuple(lacking)), 4)]]
        if 1 < len(found) < 4
    )
    lacking = [d if all(s[i] == d for s in both) else 0 for i, d in enumerate(givens)]
    one, *others = both
    log_probs = sure_of(tuple(lacking), 0.9999)
    for cell in range(81):
        if not lacking[cell] and any(other[cell] != one[cell] for other in others):
            log_probs = doubt(log_probs, cell, 0, one[cell], 0.6)
    puzzle = judged_in_hands(seen, log_probs, np.full(81, 0.02, np.float32))
    assert puzzle.status is not Status.SOLVED


def test_symbols_of_a_hexadecimal_puzzle_are_kept_with_it() -> None:
    made = make_puzzle(Shape(4, 4), 31)
    puzzle = judged(
        seen_of(PaperPuzzle(made.puzzle, symbols=tuple("0123456789ABCDEF")))
    )
    assert puzzle.grid.givens == made.puzzle.givens
    assert puzzle.reading.symbols == "0123456789ABCDEF"
