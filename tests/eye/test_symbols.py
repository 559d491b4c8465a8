"""From the network's classes to the digits of grids of every size."""

import numpy as np
import pytest

from mailbot.eye.find.digits.places import nine_places
from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.symbols import (
    TRAINED,
    Alphabet,
    adapt,
    alphabet_of,
    blank_zeros,
    digit_log_probs,
    spell,
    strangeness,
)
from mailbot.pictures.arrays import Floats, Ints
from tests.cases import cases_of
from tests.workshop.digits.rendering import SHARES

cases = cases_of(__file__)


# From the network's classes to the digits of grids of every size.


def cells(*labels: str) -> Floats:
    """Cells read as these classes, nearly surely."""
    probs = np.full((len(labels), len(CLASSES)), 1e-4, np.float32)
    for row, label in enumerate(labels):
        probs[row, CLASSES.index(label)] = 1
    return np.asarray(probs / probs.sum(axis=1, keepdims=True), np.float32)


@cases("labels, size, alphabet")
def test_the_alphabet_is_told_by_what_stands_in_the_cells(
    labels: tuple[str, ...], size: int, alphabet: Alphabet
) -> None:
    assert alphabet_of(cells(*labels), size) is alphabet


@cases("label, size, alphabet, digit")
def test_each_class_is_its_digit(
    label: str, size: int, alphabet: Alphabet, digit: int
) -> None:
    log_probs = digit_log_probs(cells(label), size, alphabet)
    assert log_probs.shape == (1, size + 1)
    assert log_probs[0].argmax() == digit
    assert np.exp(log_probs).sum() == pytest.approx(1)


def test_junk_says_nothing_and_foreign_symbols_are_left_out() -> None:
    log_probs = digit_log_probs(cells("junk"), 9, Alphabet.PLAIN)
    assert np.ptp(log_probs, axis=1).max() < 0.2
    mixed = 0.6 * cells("B") + 0.4 * cells("print 8")
    assert np.exp(digit_log_probs(mixed, 9, Alphabet.PLAIN))[0, 8] > 0.95


def test_what_a_grid_cannot_hold_is_strange() -> None:
    assert strangeness(cells("junk", "print 8"), 6, Alphabet.PLAIN).min() > 0.9
    assert strangeness(cells("hand 3", "blank"), 6, Alphabet.PLAIN).max() < 0.01


def test_only_an_alphabet_from_zero_has_symbols_of_its_own() -> None:
    assert spell(Alphabet.FROM_ZERO, 16) == "0123456789ABCDEF"
    assert spell(Alphabet.FROM_ZERO, 10) == "0123456789"
    assert not any(
        spell(alphabet, 16) for alphabet in (Alphabet.NUMBERS, Alphabet.LETTERS)
    )


def test_many_zeros_are_blanks() -> None:
    probs = cells(*["0"] * 50, *["print 4"] * 31)
    labels = [CLASSES[best] for best in blank_zeros(probs, 9).argmax(axis=1)]
    assert labels == ["blank"] * 50 + ["print 4"] * 31


@pytest.mark.parametrize(("zeros", "size"), [(5, 9), (25, 9), (60, 16)])
def test_some_zeros_beside_blanks_are_symbols(zeros: int, size: int) -> None:
    """A grid may be written with the digits 0 to 8, or to F."""
    blanks = size * size - zeros if size == 9 else 30
    probs = cells(*["0"] * zeros, *["blank"] * blanks)
    assert blank_zeros(probs, size) is probs


# The shares of the kinds of content are estimated from each grid.


BLANK, PRINT, HAND, JUNK = (
    CLASSES.index(c) for c in ("blank", "print 8", "hand 6", "junk")
)


def seen(shares: dict[int, float], cells: int) -> tuple[Floats, Ints]:
    """The probabilities of cells drawn by shares, by a network trained on other shares.

    Each class looks like itself by two units of Gaussian noise.
    """
    rng = np.random.default_rng(5)
    classes = np.array(list(shares))
    truth = rng.choice(classes, cells, p=list(shares.values()))
    looks = 2.0 * (truth[:, None] == classes) + rng.normal(size=(cells, len(classes)))
    likely = np.exp(2.0 * looks) * TRAINED[[0, 1, 2, 4]]
    probs = np.zeros((cells, len(CLASSES)), np.float32)
    probs[:, classes] = likely / likely.sum(axis=1, keepdims=True)
    return probs, truth


def surprise(probs: Floats, truth: Ints) -> float:
    return float(-np.log(probs[np.arange(len(truth)), truth]).mean())


@pytest.mark.parametrize(
    "shares",
    [
        {BLANK: 0.65, PRINT: 0.35, HAND: 0.0, JUNK: 0.0},
        {BLANK: 0.02, PRINT: 0.35, HAND: 0.63, JUNK: 0.0},
        {BLANK: 0.4, PRINT: 0.1, HAND: 0.1, JUNK: 0.4},
    ],
)
def test_a_grid_of_its_own_mix_surprises_less(shares: dict[int, float]) -> None:
    probs, truth = seen(shares, 810)
    adapted = adapt(probs)
    assert adapted.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert surprise(adapted, truth) < 0.9 * surprise(probs, truth)


def test_a_mix_like_that_of_training_is_left_alone() -> None:
    probs = np.zeros((100, len(CLASSES)), np.float32)
    kinds = (BLANK, PRINT, HAND, CLASSES.index("C"), JUNK)
    probs[:, kinds] = TRAINED
    assert adapt(probs) == pytest.approx(probs, abs=1e-6)


def test_a_single_digit_crossed_out_in_print_stays_doubtful() -> None:
    probs = np.zeros((81, len(CLASSES)), np.float32)
    probs[:50, BLANK] = probs[50:80, PRINT] = 1
    probs[80, [JUNK, PRINT]] = 0.9, 0.1
    adapted = adapt(probs)
    assert adapted[80, JUNK] > 0.5
    assert adapted[:80] == pytest.approx(probs[:80])


def test_the_shares_of_training_are_those_of_the_recipe() -> None:
    drawn = {draw.__name__: share for draw, share in SHARES}
    struck = drawn["draw_struck"] / 2
    shares = [
        drawn["draw_blank"] + drawn["draw_marks"],
        drawn["draw_printed"],
        drawn["draw_written"] + 0.6 * struck,
        drawn["draw_wide"],
        drawn["draw_junk"] + 1.4 * struck,
    ]
    assert pytest.approx(shares) == TRAINED


# The nine places of rows or columns, told by the lines of print that are seen.


Floating = np.typing.NDArray[np.floating]
APART, FARTHEST = 8.0, 50.0
EVEN = np.arange(9) * 20.0 + 100
BOXED = EVEN + np.arange(9) // 3 * 20.0


def middles(lines: Floating, digits: int = 3) -> list[list[float]]:
    print_ = np.column_stack([lines, np.full(len(lines), digits)]).astype(np.float32)
    found = nine_places(print_, 17, APART, FARTHEST)
    return [one.middles.round(1).tolist() for one in found]


@pytest.mark.parametrize("lines", [EVEN, BOXED])
def test_nine_lines_are_the_places(lines: Floating) -> None:
    assert middles(lines) == [lines.tolist()]


def test_lines_that_hold_fewer_digits_than_a_board_are_no_places() -> None:
    assert not middles(BOXED, digits=1)


@pytest.mark.parametrize("missing", range(9))
def test_gaps_between_boxes_tell_where_a_line_is_missing(missing: int) -> None:
    assert middles(np.delete(BOXED, missing)) == [BOXED.tolist()]


def test_of_even_lines_only_the_inner_ones_may_be_missing() -> None:
    assert middles(np.delete(EVEN, 4)) == [EVEN.tolist()]
    assert not middles(EVEN[1:])


def test_lines_that_stand_too_far_apart_are_no_places() -> None:
    assert middles(EVEN * 3) == []


def test_numbered_rules_between_rows_are_passed_over() -> None:
    rules = BOXED[[2, 5]] + 20
    found = middles(np.sort(np.concatenate([BOXED, rules, BOXED[:1] - 20])))
    assert BOXED.tolist() in found


def test_two_lines_missing_are_too_many() -> None:
    assert not middles(np.delete(BOXED, [1, 5]))


def test_lines_that_are_not_regular_are_no_places() -> None:
    assert not middles(EVEN + np.array([0, 9, 0, 9, 0, 9, 0, 9, 0]))
