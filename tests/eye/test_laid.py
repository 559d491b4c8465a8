"""The lattice that lies through the cells of a board."""

from dataclasses import replace

import cv2
import numpy as np

from mailbot.eye.find.cells.laid import lattice_through
from mailbot.eye.find.cells.placed import PlacedCells, placed_cells
from mailbot.pictures import Gray
from tests.eye.ruled import (
    CELL,
    DARK,
    MARGIN,
    SIDE,
    board,
    crossings,
    lattice,
    seen_places,
)


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
