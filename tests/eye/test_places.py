"""The nine places of rows or columns, told by the lines of print that are seen."""

import numpy as np
import pytest

from mailbot.eye.find.digits.places import nine_places

Floating = np.typing.NDArray[np.floating]
APART = 8.0
EVEN = np.arange(9) * 20.0 + 100
BOXED = EVEN + np.arange(9) // 3 * 20.0


def middles(lines: Floating) -> list[list[float]]:
    found = nine_places(lines.astype(np.float32), APART)
    return [one.middles.round(1).tolist() for one in found]


@pytest.mark.parametrize("lines", [EVEN, BOXED])
def test_nine_lines_are_the_places(lines: Floating) -> None:
    assert middles(lines) == [lines.tolist()]


@pytest.mark.parametrize("missing", range(9))
def test_gaps_between_boxes_tell_where_a_line_is_missing(missing: int) -> None:
    assert middles(np.delete(BOXED, missing)) == [BOXED.tolist()]


def test_of_even_lines_only_the_inner_ones_may_be_missing() -> None:
    assert middles(np.delete(EVEN, 4)) == [EVEN.tolist()]
    assert not middles(EVEN[1:])


def test_numbered_rules_between_rows_are_passed_over() -> None:
    rules = BOXED[[2, 5]] + 20
    found = middles(np.sort(np.concatenate([BOXED, rules, BOXED[:1] - 20])))
    assert BOXED.tolist() in found


def test_two_lines_missing_are_too_many() -> None:
    assert not middles(np.delete(BOXED, [1, 5]))


def test_lines_that_are_not_regular_are_no_places() -> None:
    assert not middles(EVEN + np.array([0, 9, 0, 9, 0, 9, 0, 9, 0]))
