"""Which cells of a board the linked ones are."""

import numpy as np
import pytest

from mailbot.eye.find.cells.placed import placed_cells
from mailbot.pictures import Gray
from tests.eye.ruled import (
    CELL,
    LIGHT,
    SIDE,
    board,
    covered,
    crossings,
    lattice,
    middles,
    seen_places,
)


def test_all_cells_of_a_board_are_placed() -> None:
    placed = placed_cells(lattice(), seen_places(), board())
    assert placed
    assert placed.are_all
    assert placed.counted
    column, row = placed.cells.places.T
    assert np.abs(placed.cells.middles - middles()[row, column]).max() < 1.5
    points, known = placed.crossings()
    assert known.all()
    assert np.abs(points - crossings()).max() < CELL / 12


def test_a_board_without_a_frame_is_placed_by_what_the_network_sees() -> None:
    placed = placed_cells(lattice(1, 8), seen_places(), board())
    assert placed
    assert placed.counted
    assert not placed.are_all
    assert placed.cells.places.min() == 1
    assert placed.cells.places.max() == 7
    points, known = placed.crossings()
    assert (known == np.pad(np.ones((8, 8), np.bool_), 1)).all()
    assert np.abs(points - crossings())[known].max() < CELL / 12


@pytest.mark.parametrize("taken", [7.0, 8.0, 10.0])
def test_cells_of_a_table_of_another_size_are_not_counted(taken: float) -> None:
    """The network takes all its cells for the board, whose number is another one."""
    placed = placed_cells(lattice(1, 8), seen_places(taken), board())
    assert placed
    assert not placed.counted


def test_few_cells_are_none() -> None:
    paper = covered(lattice(), (3, 10), (-1, 10))
    assert placed_cells(paper, seen_places(), board()) is None
    blank = Gray(np.full((SIDE, SIDE), LIGHT, np.uint8))
    assert placed_cells(blank, seen_places(), board()) is None


def test_a_board_that_lies_beside_the_picture_has_no_cells() -> None:
    for beside in (board(-30, -21), board(21, 30)):
        assert placed_cells(lattice(), seen_places(), beside) is None
