"""Small digits beside large ones are marks, unless the network is sure of them."""

import numpy as np

from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.heights import heights, mark_small
from mailbot.eye.read.symbols import MARKS
from mailbot.pictures.arrays import Floats

FIVE = CLASSES.index("print 5")
HAND_FIVE = CLASSES.index("hand 5")


def strokes(*rows: int) -> Floats:
    """Cells with an upright stroke of so many rows, in the middle."""
    ink = np.zeros((len(rows), 32, 32), np.float32)
    for cell, count in enumerate(rows):
        ink[cell, 16 - count // 2 : 16 - count // 2 + count, 14:18] = 0.8
    return ink


def fives(count: int, chance: float, kind: int = FIVE) -> Floats:
    probs = np.full((count, len(CLASSES)), (1 - chance) / 35, np.float32)
    probs[:, kind] = chance
    return probs


def test_heights_are_counted_in_rows() -> None:
    assert heights(strokes(16, 8, 0), 0.8).tolist() == [16, 8, 0]


def test_a_doubtful_small_digit_becomes_marks() -> None:
    probs = np.concatenate([fives(10, 0.99), fives(1, 0.7)])
    changed = mark_small(probs, strokes(*[16] * 10, 8), 0.8)
    assert changed[10].argmax() == MARKS
    assert (changed[:10].argmax(axis=1) == FIVE).all()
    assert abs(float(changed[10].sum()) - 1) < 0.01


def test_a_sure_small_digit_stays() -> None:
    probs = np.concatenate([fives(10, 0.99), fives(1, 0.98)])
    assert mark_small(probs, strokes(*[16] * 10, 8), 0.8)[10].argmax() == FIVE


def test_a_small_hand_is_measured_by_itself() -> None:
    printed, written = fives(10, 0.99), fives(10, 0.7, HAND_FIVE)
    written[:8] = fives(8, 0.99, HAND_FIVE)
    ink = strokes(*[16] * 10, *[10] * 9, 5)
    changed = mark_small(np.concatenate([printed, written]), ink, 0.8)
    assert changed[18].argmax() == HAND_FIVE
    assert changed[19].argmax() == MARKS


def test_where_few_digits_of_a_hand_are_known_the_print_is_the_measure() -> None:
    probs = np.concatenate([fives(10, 0.99), fives(2, 0.7, HAND_FIVE)])
    changed = mark_small(probs, strokes(*[16] * 10, 10, 9), 0.8)
    assert (changed[10:].argmax(axis=1) == MARKS).all()


def test_old_style_figures_stay() -> None:
    probs = np.concatenate([fives(10, 0.99), fives(1, 0.7)])
    assert mark_small(probs, strokes(*[16] * 10, 11), 0.8)[10].argmax() == FIVE


def test_where_few_digits_are_known_nothing_is_compared() -> None:
    probs = np.concatenate([fives(5, 0.99), fives(1, 0.7)])
    assert mark_small(probs, strokes(*[16] * 5, 8), 0.8)[5].argmax() == FIVE


def test_a_digit_that_fills_less_of_a_tall_cell_is_as_tall_as_others() -> None:
    probs = np.concatenate([fives(10, 0.99), fives(2, 0.7)])
    cells = np.array([1.0] * 10 + [2.0, 1.0], np.float32)
    changed = mark_small(probs, strokes(*[16] * 10, 8, 8), 0.8, cells)
    assert changed[10].argmax() == FIVE
    assert changed[11].argmax() == MARKS
