"""The lattice through the cells of a board, and which cells they are."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.find.by_cells import lattice_through
from mailbot.eye.find.cells.placed import PlacedCells, placed_cells
from mailbot.pictures import Gray
from tests.eye.ruled import (
    CELL,
    DARK,
    LIGHT,
    MARGIN,
    SIDE,
    board,
    covered,
    crossings,
    lattice,
    middles,
    seen_places,
)

# The lattice that lies through the cells of a board.


def cells_on(paper: Gray) -> PlacedCells:
    placed = placed_cells(paper, seen_places(), board())
    assert placed
    return placed


def test_a_caption_near_a_board_without_a_frame_is_no_line_of_it() -> None:
    paper = lattice(1, 8)
    below = SIDE - MARGIN + CELL // 4
    cv2.putText(paper, "Yesterday's solution: page 32", (MARGIN, below), 0, 1, DARK, 2)
    found = lattice_through(paper, cells_on(paper))
    assert found
    assert found.sure
    assert np.abs(found.mesh - crossings()).max() < CELL / 12


def test_no_lattice_lies_through_cells_whose_places_are_in_doubt() -> None:
    paper = lattice(1, 8)
    placed = cells_on(paper)
    doubtful = PlacedCells(placed.cells, counted=False)
    assert lattice_through(paper, placed)
    assert lattice_through(paper, doubtful) is None


def test_no_lattice_lies_through_cells_that_the_picture_does_not_show() -> None:
    placed = cells_on(lattice())
    moved = np.roll(lattice(), CELL // 3, axis=(0, 1))
    assert lattice_through(Gray(moved), placed) is None


def test_no_lattice_lies_through_cells_that_the_network_sees_off_the_board() -> None:
    paper = lattice(1, 8)
    seen = seen_places()
    beside = replace(seen, place=seen.place + np.float32(5))
    placed = placed_cells(paper, beside, board())
    assert placed
    assert not len(placed.cells.places)
    assert lattice_through(paper, placed) is None


# Which cells of a board the linked ones are.


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
