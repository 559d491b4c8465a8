"""From the network's classes to the digits of grids of every size."""

import numpy as np
import pytest

from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.symbols import (
    Alphabet,
    alphabet_of,
    blank_zeros,
    digit_log_probs,
    spell,
    strangeness,
)
from mailbot.pictures.arrays import Floats
from tests.cases import cases_of

cases = cases_of(__file__)


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
