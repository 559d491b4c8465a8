"""Groups of cells between which something lies on a board."""

import numpy as np
import pytest

from mailbot.eye.find.cells.joined import joined
from mailbot.eye.find.cells.linked import Cells, linked_cells
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats, Ints
from tests.eye.ruled import CELL, MARGIN, covered, lattice


def groups_in(paper: Gray) -> list[Cells]:
    return next(linked_cells(paper))


def test_rows_on_both_sides_of_a_slip_are_counted_on() -> None:
    groups = groups_in(covered(lattice(), (3.3, 5.1), (-1, 10)))
    assert [group.extent for group in groups[:2]] == [(9, 3), (9, 3)]
    both = joined(groups, 9)
    assert both
    assert both.extent == (9, 9)
    places = both.places - both.places.min(axis=0)
    assert set(places[:, 1].tolist()) == {0, 1, 2, 6, 7, 8}
    middles = (places + 0.5) * CELL + MARGIN
    assert np.abs(both.middles - middles).max() < 1.5


def test_corners_of_joined_cells_begin_at_the_same_one() -> None:
    both = joined(groups_in(covered(lattice(), (-1, 10), (3.3, 5.1))), 9)
    assert both
    first = both.corners[:, 0] - both.middles
    ways = np.sign(first)
    assert (ways == ways[0]).all()


@pytest.mark.parametrize("shift", [0.4, 0.5])
def test_cells_between_the_rows_of_others_continue_nothing(shift: float) -> None:
    whole = Cells(*_square(6, 0.0))
    beside = Cells(*_square(3, 7 + shift))
    assert joined([whole, beside], 12) is whole
    assert joined([whole, Cells(*_square(3, 7.0))], 12) is not whole


def test_no_more_rows_than_asked_for_are_joined() -> None:
    whole, beside = Cells(*_square(6, 0.0)), Cells(*_square(3, 7.0))
    assert joined([whole, beside], 9) is whole
    assert joined([], 9) is None


def _square(count: int, left: float) -> tuple[Ints, Floats]:
    """Places and corners of cells, from so many cells from the left on."""
    places = np.argwhere(np.ones((count, count), np.bool_))
    around = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * 0.9 + 0.05
    corners = (places[:, None] + around + [left, 0]) * CELL
    return places, corners.astype(np.float32)
