"""Where the boxes of a 9x9 begin among linked cells, by the thick lines between."""

import numpy as np
import pytest

from mailbot.eye.find.cells.box_lines import before_a_box
from mailbot.eye.find.cells.linked import Cells

CELL = 40
THIN, THICK = 1.0, 2.5  # pixels of a line on either side
SQUARE = np.array([[0, 0], [CELL, 0], [CELL, CELL], [0, CELL]], np.float32)


def columns_of(first: int, columns: int, box: int = 3, thick: float = THICK) -> Cells:
    """Columns of a board with such boxes, from one on; nine rows between thin lines."""
    places = np.array([(x, y) for y in range(9) for x in range(columns)])
    corners = CELL * places[:, None] + SQUARE
    inwards = np.sign(SQUARE - CELL / 2)
    for side, line in ((0, 0), (1, 1)):  # to the left, and to the right
        at_box = (first + places[:, 0] + line) % box == 0
        own = SQUARE[:, 0] == CELL * side
        width = np.where(at_box, thick, THIN)
        corners[:, own, 0] -= width[:, None] * inwards[own, 0]
    corners[..., 1] -= THIN * inwards[:, 1]
    return Cells(places, corners.astype(np.float32))


@pytest.mark.parametrize(
    ("first", "columns", "before"), [(0, 7, 0), (1, 7, 2), (2, 7, 1), (1, 8, 2)]
)
def test_thick_lines_tell_where_boxes_begin(
    first: int, columns: int, before: int
) -> None:
    cells = columns_of(first, columns)
    assert before_a_box(cells, 0) == before
    turned = cells.turned()  # its first row is the last column
    assert before_a_box(turned, 0) is None
    assert before_a_box(turned, 1) == (first + columns) % 3


def test_columns_that_something_hides_are_left_out() -> None:
    cells = columns_of(0, 8)
    seen = cells.places[:, 0] != 4
    assert before_a_box(Cells(cells.places[seen], cells.corners[seen]), 0) == 0


@pytest.mark.parametrize(
    "cells",
    [columns_of(0, 7, thick=THIN), columns_of(0, 8, box=4), columns_of(0, 4)],
    ids=["lines alike", "boxes of four", "one thick line"],
)
def test_other_lines_tell_of_no_boxes(cells: Cells) -> None:
    assert before_a_box(cells, 0) is None
