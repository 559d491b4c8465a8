"""Cells that are linked to those beside them, on flat paper and on rolled paper."""

import cv2
import numpy as np
import pytest

from mailbot.eye.find.cells.linked import Cells, linked_cells
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats
from tests.eye.ruled import CELL, LIGHT, SIDE, covered, lattice, middles
from tests.workshop.paper.roll import Roll


def most(gray: Gray) -> Cells:
    """The largest group of linked cells."""
    return max(linked_cells(gray), key=lambda cells: len(cells.places))


def by_place(cells: Cells) -> Floats:
    """The middles of linked cells, if they are all of nine rows and columns."""
    assert len(cells.places) == 81
    assert cells.extent == (9, 9)
    found = np.zeros((9, 9, 2), np.float32)
    column, row = (cells.places - cells.places.min(axis=0)).T
    found[row, column] = cells.middles
    return found


def test_all_cells_of_a_flat_lattice_are_linked() -> None:
    assert np.abs(by_place(most(lattice())) - middles()).max() < 1.5


def test_all_cells_of_a_lattice_around_a_bottle_are_linked() -> None:
    roll = Roll(0.38, away=1.2, turn=0.2)
    points = ((np.mgrid[:SIDE, :SIDE][::-1] + 0.5) / SIDE - 0.5).astype(np.float32)
    x, y = roll.on_paper(points) * np.float32(SIDE) + np.float32(SIDE / 2)
    dark = cv2.BORDER_CONSTANT
    seen = cv2.remap(lattice(), x, y, cv2.INTER_AREA, borderMode=dark, borderValue=60)
    there = np.moveaxis(middles() / SIDE - 0.5, -1, 0).astype(np.float32)
    true = np.moveaxis((roll.seen_at(there) + 0.5) * SIDE, 0, -1)
    widths = np.diff(true[..., 0], axis=1)
    assert widths.max() > 1.5 * widths.min()  # or it is no strong curl
    found = by_place(most(Gray(np.asarray(seen, np.uint8))))
    assert np.abs(found - true).max() < 3


def test_cells_without_a_line_between_them_are_not_counted_as_one() -> None:
    cells = most(covered(lattice(), (4.05, 4.95), (1.9, 2.1)))
    assert len(cells.places) == 79
    found = {tuple(place) for place in cells.places - cells.places.min(axis=0)}
    assert found == {(x, y) for x in range(9) for y in range(9)} - {(1, 4), (2, 4)}


@pytest.mark.parametrize("turn", [20, 45, 70])
def test_a_turned_lattice_is_linked_as_well(turn: int) -> None:
    around = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), turn, 0.8)
    seen = cv2.warpAffine(lattice(), around, (SIDE, SIDE), borderValue=LIGHT)
    cells = most(Gray(np.asarray(seen, np.uint8)))
    assert len(cells.places) == 81
    assert cells.extent == (9, 9)


def test_blank_paper_has_no_cells() -> None:
    assert not list(linked_cells(Gray(np.full((SIDE, SIDE), LIGHT, np.uint8))))


def test_turned_cells_are_the_same_with_columns_running_down() -> None:
    cells = most(lattice())
    turned = cells.turned()
    assert by_place(turned).shape == (9, 9, 2)
    across, down = (np.diff(by_place(turned), axis=axis) for axis in (1, 0))
    straight, aside = np.diff(by_place(cells), axis=0), np.diff(by_place(cells), axis=1)
    assert np.abs(across.mean(axis=(0, 1)) - straight.mean(axis=(0, 1))).max() < 0.5
    assert np.abs(down.mean(axis=(0, 1)) + aside.mean(axis=(0, 1))).max() < 0.5
    first = by_place(turned)[0, 0]
    corner = turned.corners[np.abs(turned.middles - first).sum(axis=1).argmin(), 0]
    to_corner = corner - first
    assert to_corner @ across.mean(axis=(0, 1)) < 0
    assert to_corner @ down.mean(axis=(0, 1)) < 0


def test_widened_cells_meet_in_the_middles_of_their_lines() -> None:
    cells = most(lattice())
    across = np.linalg.norm(cells.corners[:, 1] - cells.corners[:, 0], axis=1)
    assert np.median(across) < CELL - 2
    wide = cells.widened()
    assert (wide.places == cells.places).all()
    assert np.abs(wide.middles - cells.middles).max() < 0.01
    assert np.median(wide.corners[:, 1] - wide.corners[:, 0], axis=0)[0] == (
        pytest.approx(CELL, abs=0.5)
    )
