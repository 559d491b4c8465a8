"""Which solutions are believed, and which entries are called wrong."""

import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.belief import believe
from mailbot.eye.decide.believed import Believed
from mailbot.eye.decide.verdict import decide, is_puzzle
from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import JUNK
from mailbot.model import Source, Status, Where
from solver import Ambiguous, Cells, Grid, Shape, Solved, solve
from tests.eye.rendered import Made, make_puzzle
from tests.eye.synthetic import PEN, judged, read_as, sure_of, unsure

NINE, WIDE, HIGH = Shape(3, 3), Shape(3, 2), Shape(2, 3)


def believed(seen: Recognised, variant: bool = False) -> Believed | None:
    return believe(seen, NO_DEADLINE, variant)[0]


def with_digits(digits: Cells, changes: dict[int, int]) -> Cells:
    return tuple(changes.get(cell, digit) for cell, digit in enumerate(digits))


@pytest.fixture(scope="module")
def made() -> Made:
    return make_puzzle(NINE, 31)


@pytest.fixture(scope="module")
def half(made: Made) -> Grid:
    """The puzzle with half of its other cells filled in, all of them right."""
    return made.filled(0.5, 7)


def entries_of(grid: Grid) -> list[int]:
    return [cell for cell, digit in enumerate(grid.entries) if digit]


@pytest.mark.parametrize(
    ("pen", "chance", "expected", "is_wrong"),
    [
        (PEN, 0.995, 2e-3, False),
        (PEN, 0.995, 5e-4, True),
        (PEN, 0.98, 5e-4, False),
        (0.0, 0.995, 2e-3, True),
        (0.0, 0.98, 2e-3, False),
    ],
)
def test_an_entry_by_hand_is_called_wrong_only_if_it_is_read_more_surely_than_print(
    half: Grid, made: Made, pen: float, chance: float, expected: float, is_wrong: bool
) -> None:
    """The digit read has that chance, the expected one less, and a third the rest."""
    written = entries_of(half)
    cell, right = written[0], half.entries[written[0]]
    other = (right + 1) % 9 + 1
    read = {right % 9 + 1: chance, right: expected, other: 1 - chance - expected}
    seen = read_as(
        unsure(sure_of(half.digits), cell, read), NINE, written=written, pen=pen
    )
    found = believed(seen)
    assert found is not None
    assert found.solved.grid.digits == made.solution
    assert found.wrong == ((cell,) if is_wrong else ())
    assert found.doubtful == (() if is_wrong else (cell,))


def test_two_entries_are_too_few_to_confirm_doubtful_givens() -> None:
    """With another given and the two entries there is another solution."""
    made = make_puzzle(NINE, 40, empty=1.0)
    given, other, written = 3, 2, (19, 78)
    digits = with_digits(made.puzzle.givens, {e: made.solution[e] for e in written})
    log_probs = unsure(sure_of(digits), given, {digits[given]: 0.8, other: 0.199})
    assert believed(read_as(log_probs, NINE, written=written)) is None
    assert believed(read_as(sure_of(digits), NINE, written=written)) is not None


def test_a_mistaken_entry_is_not_dropped_without_a_word() -> None:
    """Five other entries are too few to call it a mistake."""
    made = make_puzzle(NINE, 40, empty=1.0)
    empty = [cell for cell in range(81) if not made.puzzle.givens[cell]]
    written = empty[::9][:6]
    cell, wrong = written[0], made.solution[written[0]] % 9 + 1
    entries = {e: made.solution[e] for e in written} | {cell: wrong}
    digits = with_digits(made.puzzle.givens, entries)
    log_probs = unsure(sure_of(digits), cell, {wrong: 0.97, 0: 0.0299})
    assert believed(read_as(log_probs, NINE, written=written)) is None


@pytest.mark.parametrize(("right", "wrong"), [(0.73, 0.18), (0.4, 0.55)])
def test_givens_taken_for_entries_confirm_nothing(right: float, wrong: float) -> None:
    """Without four givens only the wrong digit leaves one solution."""
    givens = make_puzzle(NINE, 33).puzzle.givens
    cell, rival, four = 6, 7, (20, 45, 59, 60)
    fewer = with_digits(givens, dict.fromkeys(four, 0))
    assert isinstance(solve(Grid(NINE, fewer)), Ambiguous)
    other = solve(Grid(NINE, with_digits(fewer, {cell: rival})))
    assert isinstance(other, Solved)
    assert all(other.grid.digits[place] == givens[place] for place in four)
    log_probs = unsure(sure_of(givens), cell, {givens[cell]: right, rival: wrong})
    assert believed(read_as(log_probs, NINE, written=four)) is None
    assert believed(read_as(sure_of(givens), NINE, written=four)) is not None


def test_a_grid_with_a_solution_in_each_of_two_shapes_is_not_solved() -> None:
    digits = tuple(map(int, "000010102640200000006400000001020050"))
    for shape in (WIDE, HIGH):
        assert believed(read_as(sure_of(digits), shape)) is not None
    assert believed(read_as(sure_of(digits), WIDE, HIGH)) is None


def test_the_cells_in_which_a_rival_reading_differs_are_asked_about(made: Made) -> None:
    """Either of two digits may be misread; the network is nearly sure of the second."""
    givens, first, second = made.puzzle.givens, 1, 64
    log_probs = unsure(sure_of(givens), first, {3: 0.7, givens[first]: 0.29})
    log_probs = unsure(log_probs, second, {givens[second]: 0.971, 4: 0.0285})
    puzzle = judged(read_as(log_probs, NINE))
    assert puzzle.status is Status.DOUBTFUL
    assert puzzle.doubtful == (first, second)


def test_the_second_choice_of_a_cell_is_read_beside_its_digit(made: Made) -> None:
    """Also where the likelier digit is changed for the other one."""
    givens = made.puzzle.givens
    kept, changed = np.flatnonzero(givens).tolist()[:2]
    other, likelier = givens[kept] % 9 + 1, givens[changed] % 9 + 1
    log_probs = unsure(sure_of(givens), kept, {givens[kept]: 0.98, other: 0.01})
    log_probs = unsure(log_probs, changed, {likelier: 0.52, givens[changed]: 0.47})
    cells = judged(read_as(log_probs, NINE)).reading.cells
    assert (cells[kept].digit, cells[kept].runner_up) == (givens[kept], other)
    assert cells[changed].digit == givens[changed]
    assert cells[changed].runner_up == likelier


def test_the_place_of_a_puzzle_goes_with_its_reading(made: Made) -> None:
    where = Where("2", 3)
    seen = read_as(sure_of(made.puzzle.givens), NINE)
    puzzle = decide(seen, Source.PDF, where, NO_DEADLINE, "")
    assert puzzle is not None
    assert (puzzle.reading.source, puzzle.reading.where) == (Source.PDF, where)


def test_givens_are_told_from_entries_by_their_ink(half: Grid, made: Made) -> None:
    seen = read_as(sure_of(half.digits), NINE, written=entries_of(half))
    found = believed(seen)
    assert found is not None
    assert (found.givens == (np.array(made.puzzle.givens) > 0)).all()


@pytest.mark.parametrize(
    ("step", "doubt", "is_believed"),
    [(3, 0.0, True), (3, 0.02, False), (12, 0.02, True)],
)
def test_givens_that_are_read_without_doubt_need_fewer_entries_that_agree(
    half: Grid, made: Made, step: int, doubt: float, is_believed: bool
) -> None:
    """Every third or twelfth entry is wrong; a given may be another digit."""
    written = entries_of(half)
    wrong = {cell: half.entries[cell] % 9 + 1 for cell in written[::step]}
    log_probs = sure_of(with_digits(half.digits, wrong))
    cell, digit = other_puzzle_near(half)
    if doubt:
        read = {half.givens[cell]: 1 - doubt, digit: doubt}
        log_probs = unsure(log_probs, cell, read)
    found = believed(read_as(log_probs, NINE, written=written))
    assert (found is not None) is is_believed
    if found:
        assert found.solved.grid.digits == made.solution
        assert set(found.wrong) == set(wrong)


@pytest.mark.parametrize("seed", range(4))
def test_a_misread_given_is_not_believed_against_the_entries(seed: int) -> None:
    """The network is nearly sure of a wrong digit, which has one solution, too."""
    made = make_puzzle(NINE, 60 + seed)
    worked = made.filled(0.6, seed)
    cell, digit = other_puzzle_near(worked)
    misread = {digit: 0.999, worked.givens[cell]: 0.001}
    log_probs = unsure(sure_of(worked.digits), cell, misread)
    found = believed(read_as(log_probs, NINE, written=entries_of(worked)))
    assert found is None or found.solved.grid.digits == made.solution


def test_entries_of_a_variant_never_count_as_its_givens(half: Grid, made: Made) -> None:
    """The givens alone have several solutions, the entries leave one."""
    lacking = next(
        cell
        for cell in np.flatnonzero(half.givens).tolist()
        if isinstance(solve(Grid(NINE, with_digits(half.givens, {cell: 0}))), Ambiguous)
    )
    digits = with_digits(half.digits, {lacking: 0})
    seen = read_as(sure_of(digits), NINE, written=entries_of(half))
    assert believed(seen) is not None
    assert believed(seen, variant=True) is None


def test_a_solution_is_that_of_the_givens_as_told(half: Grid, made: Made) -> None:
    """Givens are taken for entries, without which there are several solutions."""
    needed = [
        cell
        for cell in np.flatnonzero(half.givens).tolist()
        if isinstance(solve(Grid(NINE, with_digits(half.givens, {cell: 0}))), Ambiguous)
    ]
    written = entries_of(half)
    mistake = {written[0]: half.entries[written[0]] % 9 + 1}
    log_probs = sure_of(with_digits(half.digits, mistake))
    found = believed(read_as(log_probs, NINE, written=[*written, *needed[:3]]))
    assert found is not None
    assert found.solved.grid.digits == made.solution
    givens = np.where(found.givens, found.digits, 0)
    answer = solve(Grid(NINE, tuple(givens.tolist())))
    assert isinstance(answer, Solved)
    assert answer.grid == found.solved.grid


def other_puzzle_near(grid: Grid) -> tuple[int, int]:
    """A given and another digit for it, with which there is one solution as well."""
    for cell in np.flatnonzero(grid.givens).tolist():
        for digit in range(1, 10):
            other = Grid(NINE, with_digits(grid.givens, {cell: digit}))
            if digit != grid.givens[cell] and isinstance(solve(other), Solved):
                return cell, digit
    raise AssertionError("no other puzzle near this one")


@pytest.mark.parametrize("is_clear", [True, False])
def test_a_doubtful_given_is_not_confirmed_by_most(half: Grid, is_clear: bool) -> None:
    """Two entries are mistaken, so that the whole grid has no solution."""
    written = entries_of(half)
    wrong = {cell: half.entries[cell] % 9 + 1 for cell in (written[0], written[9])}
    log_probs = sure_of(with_digits(half.digits, wrong))
    cell, digit = other_puzzle_near(half)
    if not is_clear:
        doubtful = {half.givens[cell]: 0.6, digit: 0.39}
        log_probs = unsure(log_probs, cell, doubtful)
    found = believed(read_as(log_probs, NINE, written=written))
    assert (found is not None) is is_clear


@pytest.mark.parametrize(("count", "is_believed"), [(4, False), (12, True)])
def test_enough_right_entries_explain_a_mistake(count: int, is_believed: bool) -> None:
    """One of four entries is mistaken, or one of twelve."""
    made = make_puzzle(NINE, 41, empty=1.0)
    written = [cell for cell, digit in enumerate(made.puzzle.givens) if not digit]
    entries = {cell: made.solution[cell] for cell in written[:count]}
    entries[written[0]] = made.solution[written[0]] % 9 + 1
    digits = with_digits(made.puzzle.givens, entries)
    found = believed(read_as(sure_of(digits), NINE, written=written[:count]))
    assert (found is not None) is is_believed


# --- what is shown at all -------------------------------------------------------------


@pytest.mark.parametrize(("chance", "is_shown"), [(0.9, True), (0.86, False)])
def test_a_reading_without_a_solution_is_shown_only_if_it_is_clear(
    made: Made, chance: float, is_shown: bool
) -> None:
    few = with_digits(made.puzzle.givens, dict.fromkeys(range(54, 81), 0))
    seen = read_as(sure_of(few, chance), NINE)
    puzzle = decide(seen, Source.IMAGE, Where(), NO_DEADLINE, "")
    assert (puzzle is not None) is is_shown


@pytest.mark.parametrize(("count", "is_shown"), [(11, True), (10, False)])
def test_hardly_any_digit_is_no_puzzle(made: Made, count: int, is_shown: bool) -> None:
    given = np.flatnonzero(made.puzzle.givens).tolist()
    few = with_digits(made.puzzle.givens, dict.fromkeys(given[count:], 0))
    puzzle = decide(read_as(sure_of(few), NINE), Source.IMAGE, Where(), NO_DEADLINE, "")
    assert (puzzle is not None) is is_shown


@pytest.mark.parametrize(
    ("shape", "digits", "junk", "accepted"),
    [
        (NINE, 24, 5, True),
        (NINE, 24, 7, False),
        (WIDE, 24, 2, True),
        (WIDE, 24, 3, False),
    ],
)
def test_the_smaller_a_grid_the_fewer_strange_symbols_it_may_hold(
    shape: Shape, digits: int, junk: int, accepted: bool
) -> None:
    read = (1,) * digits + (0,) * (shape.cells - digits)
    seen = read_as(sure_of(read), shape)
    seen.probs[-junk:] = np.eye(len(CLASSES))[JUNK]
    assert is_puzzle(seen) is accepted


def test_a_wrong_entry_of_a_filled_grid_is_shown_as_it_was_written(made: Made) -> None:
    full = made.filled(1.0, 7)
    cell = entries_of(full)[3]
    digits = with_digits(full.digits, {cell: full.digits[cell] % 9 + 1})
    puzzle = judged(read_as(sure_of(digits), NINE, written=entries_of(full)))
    assert puzzle.status is Status.COMPLETE
    assert puzzle.wrong_entries == (cell,)
    assert puzzle.grid.digits == digits


def test_of_two_inks_with_one_solution_the_printed_is_given(made: Made) -> None:
    full = made.filled(1.0, 7)
    assert isinstance(solve(Grid(NINE, full.entries)), Solved)
    found = believed(read_as(sure_of(full.digits), NINE, written=entries_of(full)))
    assert found is not None
    assert (found.givens == (np.array(made.puzzle.givens) > 0)).all()


def test_printed_digits_are_givens_though_one_is_misread(made: Made) -> None:
    """The entries alone have one solution, too, and all but one given agree with it."""
    grid = made.filled(0.9, 7)
    cell = next(cell for cell, digit in enumerate(grid.givens) if digit)
    right = grid.givens[cell]
    misread = unsure(sure_of(grid.digits), cell, {right % 9 + 1: 0.8, right: 0.19})
    found = believed(read_as(misread, NINE, written=entries_of(grid)))
    assert found
    assert found.solved.grid.digits == made.solution
    assert found.givens.tolist() == [digit > 0 for digit in grid.givens]


def test_digits_that_look_written_are_never_the_only_givens(made: Made) -> None:
    """A given is lacking, and the entries alone would leave one solution."""
    grid = made.filled(0.9, 7)
    lacking, mistaken = 1, entries_of(grid)[0]
    assert isinstance(
        solve(Grid(NINE, with_digits(grid.givens, {lacking: 0}))), Ambiguous
    )
    assert isinstance(
        solve(Grid(NINE, with_digits(grid.entries, {mistaken: 0}))), Solved
    )
    read = {lacking: 0, mistaken: grid.entries[mistaken] % 9 + 1}
    digits = with_digits(grid.digits, read)
    found = believed(read_as(sure_of(digits), NINE, written=entries_of(grid)))
    assert found
    assert found.solved.grid.digits == made.solution
    assert set(np.flatnonzero(grid.givens)) - {lacking} <= set(
        np.flatnonzero(found.givens)
    )


@pytest.mark.parametrize(("unclear", "answered"), [(5, True), (12, False)])
def test_few_digits_of_which_many_are_unclear_prove_no_solution(
    made: Made, unclear: int, answered: bool
) -> None:
    """Though nothing but an empty cell is likely instead of each of them."""
    log_probs, givens = sure_of(made.puzzle.givens), made.puzzle.givens
    for cell in np.flatnonzero(givens)[:unclear]:
        log_probs = unsure(log_probs, int(cell), {givens[cell]: 0.6, 0: 0.4})
    assert (believed(read_as(log_probs, NINE)) is not None) == answered
    full = sure_of(made.solution)
    for cell in np.flatnonzero(givens)[:unclear]:
        full = unsure(full, int(cell), {givens[cell]: 0.6, 0: 0.4})
    assert believed(read_as(full, NINE)) is not None
