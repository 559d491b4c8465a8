"""Boards that touch each other, some of them cut off by the picture's edge."""

import numpy as np
import pytest

from mailbot.eye.find.cells.linked import Cells
from mailbot.eye.find.cells.touching import are_of_two_boards, of_one_board

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


def ruled(columns: int, rows: int, first: tuple[int, int], thick: float) -> Cells:
    """Cells between lines of 4 pixels; every third has 7, and every ninth more.

    Args:
        columns: how many there are.
        rows: how many there are.
        first: the column and the row at which a board begins.
        thick: pixels of the lines between boards.
    """
    cells = linked(columns, rows)
    corners = cells.corners.copy()
    for way in (0, 1):
        for side, inwards in ((0, 1), (1, -1)):
            at = cells.places[:, way] + side - first[way]
            width = np.where(at % 9 == 0, thick, np.where(at % 3 == 0, 7.0, 4.0)) - 4
            own = [[0, 3], [1, 2]] if way == 0 else [[0, 1], [3, 2]]
            corners[:, own[side], way] += inwards * width[:, None] / 2
    return Cells(cells.places, corners)


@pytest.mark.parametrize(
    ("columns", "rows", "first"),
    [(9, 16, (0, 4)), (16, 16, (3, 2)), (13, 9, (4, 0)), (12, 9, (0, 0))],
    ids=["two cut off", "eight around it", "one before it", "one after it"],
)
def test_the_thickest_lines_part_boards(
    columns: int, rows: int, first: tuple[int, int]
) -> None:
    own = of_one_board(ruled(columns, rows, first, 11.0), (2000, 2000), 9)
    assert tuple(own.places.min(axis=0)) == first
    assert own.extent == (9, 9)
    assert len(own.places) == 81


@pytest.mark.parametrize(
    ("columns", "thick"),
    [(13, 3.0), (18, 5.0), (27, 5.0)],
    ids=["thin", "two", "three"],
)
def test_no_board_is_chosen_of_several_that_may_be_whole(
    columns: int, thick: float
) -> None:
    cells = ruled(columns, 9, (0, 0), thick)
    assert of_one_board(cells, (2000, 2000), 9) is cells


def test_nine_rows_of_two_boards_are_told_from_one_board() -> None:
    two = ruled(9, 9, (0, 6), 16.0)
    assert are_of_two_boards(two, 1)
    assert not are_of_two_boards(two, 0)
    assert not are_of_two_boards(linked(9, 1), 1)


def test_one_thick_line_is_of_one_board_if_others_are_hidden() -> None:
    cells = ruled(9, 9, (3, 0), 16.0)  # the first line between boxes is thick
    assert are_of_two_boards(cells, 0)
    seen = ~np.isin(cells.places[:, 0], [5, 6])
    assert not are_of_two_boards(Cells(cells.places[seen], cells.corners[seen]), 0)


@pytest.mark.parametrize("row", [1, 9])
def test_a_line_that_is_thicker_by_chance_parts_no_board(row: int) -> None:
    """Where rows of another kind are linked too, as those of keys below a board."""
    cells = linked(9, 10)
    corners = cells.corners.copy()
    away = cells.places[:, 1] >= row
    corners[away, :, 1] += 1.0  # of 4 pixels
    moved = Cells(cells.places, corners)
    assert of_one_board(moved, (2000, 2000), 9) is moved


@pytest.mark.parametrize("hidden", [0, 9])
def test_a_line_that_is_not_known_parts_no_board(hidden: int) -> None:
    """A slip of paper hides one column, and the lines on both sides of it."""
    cells = ruled(11, 9, (1, 0), 16.0)
    seen = cells.places[:, 0] != hidden
    left = Cells(cells.places[seen], cells.corners[seen])
    own = of_one_board(left, (2000, 2000), 9)
    assert own.extent[0] in (9, left.extent[0])
    assert own is left or own.places[:, 0].min() == 1
