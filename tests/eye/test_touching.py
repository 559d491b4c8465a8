"""Boards that touch each other, one of them cut off by the picture's edge."""

import numpy as np
import pytest

from mailbot.eye.find.cells.linked import Cells
from mailbot.eye.find.cells.touching import of_one_board

CELL, AROUND = 40, 60


def linked(columns: int, rows: int) -> Cells:
    """Cells in such a table, whose first one begins where `AROUND` ends."""
    places = np.array([(x, y) for y in range(rows) for x in range(columns)])
    square = np.array([[2, 2], [38, 2], [38, 38], [2, 38]], np.float32)
    return Cells(places, AROUND + CELL * places[:, None] + square)


def turned_round(cells: Cells, width: int, height: int) -> Cells:
    """The cells as they are in the picture turned by half, of this size."""
    corners = np.array([width, height], np.float32) - np.roll(cells.corners, 2, axis=1)
    return Cells(cells.places.max(axis=0) - cells.places, corners)


def test_a_board_ends_where_it_has_its_columns() -> None:
    own = of_one_board(linked(13, 9), (480, AROUND + 13 * CELL), 9)
    assert own.extent == (9, 9)
    assert own.corners.max() < AROUND + 9 * CELL


def test_a_board_ends_where_it_has_its_rows() -> None:
    own = of_one_board(linked(9, 11), (AROUND + 11 * CELL + 15, 480), 9)
    assert own.extent == (9, 9)
    assert own.corners.max() < AROUND + 9 * CELL


def test_the_other_board_may_come_first() -> None:
    width, height = AROUND + 13 * CELL + 10, 480
    cells = turned_round(linked(13, 9), width, height)
    own = of_one_board(cells, (height, width), 9)
    assert own.extent == (9, 9)
    assert own.corners[..., 0].min() > 4 * CELL


@pytest.mark.parametrize(
    ("columns", "rows", "beyond"), [(18, 9, 60), (13, 9, 60), (13, 13, 0), (9, 9, 0)]
)
def test_no_cells_are_left_out_otherwise(columns: int, rows: int, beyond: int) -> None:
    """Both ends may be the board's own, or more than its columns be too many."""
    height, width = (AROUND + CELL * n + beyond for n in (rows, columns))
    cells = linked(columns, rows)
    assert of_one_board(cells, (height, width), 9) is cells
