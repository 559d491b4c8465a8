"""How far a cell's ink exceeds that of its digit."""

import cv2
import numpy as np
import pytest

from mailbot.eye.read.overprint.excess import Excess, excesses_of
from mailbot.eye.read.overprint.prints import Prints
from mailbot.pictures.arrays import Floats

CELL = 0
DIGITS = np.array([5, *range(1, 10), *range(1, 10), *range(1, 10)], np.int64)
"""Each digit is shown three times, the 5 once more in the cell."""


def drawn(digit: int) -> Floats:
    """The ink of a digit."""
    ink = np.zeros((32, 32), np.uint8)
    cv2.putText(ink, str(digit), (7, 25), cv2.FONT_HERSHEY_SIMPLEX, 0.8, 255, 2)
    return (ink / 255).astype(np.float32)


def over(digit: int) -> Floats:
    """The ink of a 5 with another digit over it."""
    return np.maximum(drawn(5), drawn(digit))


def excess_of(
    shown: Floats, uneven: float = 0.0, digits: np.ndarray = DIGITS
) -> Excess:
    """The excess of a cell that is read as a 5 and shows this ink.

    Args:
        shown: its ink.
        uneven: the share of its ink that every second one of the other cells lacks.
        digits: what all cells are read as.
    """
    ink = np.stack([drawn(int(digit)) for digit in digits])
    ink[::2] *= 1 - uneven
    ink[CELL] = shown
    smooth = np.stack([cv2.GaussianBlur(cell, (0, 0), 1.0) for cell in ink])
    prints = Prints(ink, smooth, digits, digits)
    return excesses_of(prints, digits, [CELL], prints.own_looks())[CELL]


@pytest.mark.parametrize("other", [1, 4, 7, 8])
def test_two_digits_exceed_one_by_their_ink_and_by_a_stroke(other: int) -> None:
    one, two = excess_of(drawn(5)), excess_of(over(other))
    assert two.heavy > one.heavy + 1
    assert one.stroke is not None
    assert two.stroke is not None
    assert two.stroke > one.stroke + 1


def test_the_same_ink_exceeds_less_where_all_ink_is_uneven() -> None:
    even, uneven = excess_of(over(1)), excess_of(over(1), uneven=0.5)
    assert uneven.heavy < even.heavy / 2


def test_of_a_digit_shown_nowhere_else_no_stroke_is_known() -> None:
    others = np.where(DIGITS == 5, 6, DIGITS)
    others[CELL] = 5
    excess = excess_of(over(7), digits=others)
    assert excess.stroke is None
    assert excess.heavy > 1


def test_a_shade_is_no_excess() -> None:
    shaded = drawn(5)
    shaded[:, 16:] += 0.2
    assert excess_of(shaded) == Excess(0.0, 0.0)
