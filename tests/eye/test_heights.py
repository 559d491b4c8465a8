"""Small figures are marks beside larger digits, and digits where there are none."""

import numpy as np
import pytest

from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.heights import heights, mark_small, unmark
from mailbot.eye.read.symbols import MARKS
from mailbot.pictures.arrays import Floats, Ints

FIVE = CLASSES.index("print 5")
HAND_FIVE = CLASSES.index("hand 5")


def strokes(*rows: int) -> Floats:
    """Cells with an upright stroke of so many rows, in the middle."""
    ink = np.zeros((len(rows), 32, 32), np.float32)
    for cell, count in enumerate(rows):
        ink[cell, 16 - count // 2 : 16 - count // 2 + count, 14:18] = 0.8
    return ink


def tall(*rows: int) -> Ints:
    """The heights of the digits of so many cells."""
    return np.array(rows, np.int64)


def fives(count: int, chance: float, kind: int = FIVE) -> Floats:
    probs = np.full((count, len(CLASSES)), (1 - chance) / 35, np.float32)
    probs[:, kind] = chance
    return probs


def test_heights_are_counted_in_rows() -> None:
    assert heights(strokes(16, 8, 0), 0.8).tolist() == [16, 8, 0]


def test_a_digit_that_reaches_over_both_lines_of_its_cell_fills_it() -> None:
    assert heights(strokes(30), 0.8).tolist() == [24]


def test_a_doubtful_small_digit_becomes_marks() -> None:
    probs = np.concatenate([fives(10, 0.99), fives(1, 0.7)])
    changed = mark_small(probs, tall(*[16] * 10, 8))
    assert changed[10].argmax() == MARKS
    assert (changed[:10].argmax(axis=1) == FIVE).all()
    assert abs(float(changed[10].sum()) - 1) < 0.01


def test_a_sure_small_digit_stays() -> None:
    probs = np.concatenate([fives(10, 0.99), fives(1, 0.98)])
    assert mark_small(probs, tall(*[16] * 10, 8))[10].argmax() == FIVE


def test_a_small_hand_is_measured_by_itself() -> None:
    printed, written = fives(10, 0.99), fives(10, 0.7, HAND_FIVE)
    written[:8] = fives(8, 0.99, HAND_FIVE)
    rows = tall(*[16] * 10, *[10] * 9, 5)
    changed = mark_small(np.concatenate([printed, written]), rows)
    assert changed[18].argmax() == HAND_FIVE
    assert changed[19].argmax() == MARKS


def test_where_few_digits_of_a_hand_are_known_the_print_is_the_measure() -> None:
    probs = np.concatenate([fives(10, 0.99), fives(2, 0.7, HAND_FIVE)])
    changed = mark_small(probs, tall(*[16] * 10, 10, 9))
    assert (changed[10:].argmax(axis=1) == MARKS).all()


def test_old_style_figures_stay() -> None:
    probs = np.concatenate([fives(10, 0.99), fives(1, 0.7)])
    assert mark_small(probs, tall(*[16] * 10, 11))[10].argmax() == FIVE


def test_where_few_digits_are_known_nothing_is_compared() -> None:
    probs = np.concatenate([fives(5, 0.99), fives(1, 0.7)])
    assert mark_small(probs, tall(*[16] * 5, 8))[5].argmax() == FIVE


def half_marks(count: int, chance: float) -> Floats:
    """Fives by that chance, and pencil marks else."""
    probs = np.zeros((count, len(CLASSES)), np.float32)
    probs[:, FIVE], probs[:, MARKS] = chance, 1 - chance
    return probs


def test_small_figures_are_digits_where_no_figure_is_larger() -> None:
    changed = unmark(half_marks(20, 0.5), tall(*[10] * 15, *[7] * 5))
    assert changed[:, FIVE].min() > 0.9
    assert np.abs(changed.sum(axis=1) - 1).max() < 1e-5


def test_smaller_figures_stay_what_they_were() -> None:
    probs = half_marks(20, 0.5)
    assert (unmark(probs, tall(*[16] * 15, *[8] * 5))[15:] == probs[15:]).all()


@pytest.mark.parametrize(
    "others",
    [fives(8, 0.99), half_marks(8, 0.1)],
    ids=["digits that are sure", "figures that are marks"],
)
def test_small_figures_stay_marks_beside(others: Floats) -> None:
    probs = np.concatenate([half_marks(20, 0.5), others])
    assert (unmark(probs, tall(*[10] * 28)) == probs).all()


def test_small_figures_are_digits_beside_cells_that_are_clearly_full_of_marks() -> None:
    probs = np.concatenate([half_marks(20, 0.65), half_marks(50, 0.01)])
    changed = unmark(probs, tall(*[9] * 19, 7, *[24] * 50))
    assert changed[:19, FIVE].min() > 0.9
    assert (changed[19:] == probs[19:]).all()


def test_a_figure_beside_clear_marks_is_not_sure_enough_to_be_called_wrong() -> None:
    probs = np.concatenate([half_marks(20, 0.94), half_marks(50, 0.01)])
    changed = unmark(probs, tall(*[9] * 20, *[24] * 50))
    assert 0.98 < changed[:20, FIVE].max() < 0.99
