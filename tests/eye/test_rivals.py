"""Doubts between two digits of which either gives the puzzle one solution."""

import cv2
import numpy as np
import pytest

from mailbot.eye.decide.rivals import rivals_in
from mailbot.eye.read.prints import Prints
from mailbot.pictures.arrays import Floats
from solver import Shape
from tests.eye.rendered import make_puzzle

NINE = Shape(3, 3)
SEED, CELL = 3028, 74
"""A puzzle whose only 8 is in this cell, where a 1 and a 5 give one solution, too."""


def drawn(digit: int) -> Floats:
    """The ink of a digit, none for 0."""
    ink = np.zeros((32, 32), np.uint8)
    if digit:
        cv2.putText(ink, str(digit), (7, 25), cv2.FONT_HERSHEY_SIMPLEX, 0.8, 255, 2)
    return (ink / 255).astype(np.float32)


def doubted_in(read: int, shown: Floats, uneven: float = 0.0) -> set[int]:
    """The digits that are doubted in the cell, if it is read so and shows this ink.

    Every second one of the other cells has less ink by a share of it.
    """
    digits = np.array(make_puzzle(NINE, SEED).puzzle.givens, np.int64)
    digits[CELL] = read
    ink = np.stack([drawn(int(digit)) for digit in digits])
    ink[::2] *= 1 - uneven
    ink[CELL] = shown
    smooth = np.stack([cv2.GaussianBlur(cell, (0, 0), 1.0) for cell in ink])
    prints = Prints(ink, smooth, digits, digits)
    return rivals_in(prints, digits, CELL, NINE, outlying=np.inf)


@pytest.mark.parametrize(("tone", "doubted"), [(1.2, True), (0.8, False)])
def test_a_digit_shown_nowhere_else_is_two_others_only_if_it_has_their_ink(
    tone: float, doubted: bool
) -> None:
    """Any two may be more like it than each of the digits that are shown."""
    found = doubted_in(8, np.asarray(tone * np.maximum(drawn(1), drawn(5))))
    assert ({1, 5} <= found) is doubted


def test_a_digit_is_doubted_that_looks_like_another_which_gives_one_solution() -> None:
    """Such as a 7 of a bent and blurred page that is read as a 1."""
    assert doubted_in(1, drawn(5)) == {1, 5}


@pytest.mark.parametrize(("uneven", "doubted"), [(0.0, True), (0.15, False)])
def test_a_digit_with_more_ink_than_its_like_is_doubted_unless_others_have_too(
    uneven: float, doubted: bool
) -> None:
    """A digit that lies within another one only makes its strokes a little wider."""
    wider = np.maximum(drawn(5), 0.7 * np.roll(drawn(5), 1, axis=1))
    assert doubted_in(5, wider, uneven) == ({1, 5, 8} if doubted else set())
