"""Lattices that something beside or above a drawn board has bent."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.find import fitting
from mailbot.eye.find.fitting import straightened
from mailbot.eye.find.lines.lattice import Segments, even_crossings
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.find.surface import Surface
from mailbot.eye.find.view import Lines, drawn_lines
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats

CELL, LEFT, TOP = 40, 60, 50
EXACT = even_crossings(9) * CELL + np.array([LEFT, TOP], np.float32)
END = LEFT + 9 * CELL
UNKNOWN = np.zeros((2, 10, 9), np.float32)


def sagging(cells: float) -> Floats:
    """The crossings of a page that sags in its middle by so many cells."""
    sag = cells * CELL * np.sin(even_crossings(9)[..., 0] / 9 * np.pi)
    return np.asarray(EXACT + np.stack([0 * sag, sag], axis=-1), np.float32)


def board(mesh: Floats) -> Gray:
    """White paper with the lines of a lattice; those between boxes are thick."""
    paper = np.full((460, 500), 230, np.uint8)
    for line in range(10):
        for points in (mesh[line], mesh[:, line]):
            wide = 1 if line % 3 else 3
            cv2.polylines(paper, [points.round().astype(np.int32)], False, 60, wide)
    return Gray(paper)


def found_at(mesh: Floats, score: float = 0.8) -> Sighting:
    return Sighting(9, score, 0.4, mesh, Segments(UNKNOWN, UNKNOWN, UNKNOWN > 0))


def off(found: Sighting) -> float:
    """How far the crossings are from the drawn ones at most, in cells."""
    return float(np.abs(found.mesh - EXACT).max()) / CELL


@pytest.mark.parametrize("gap", [0.15, 0.25])
def test_the_edge_of_a_telephone_is_not_the_frame_beside_it(gap: float) -> None:
    edge = END + round(gap * CELL)
    screen = board(EXACT)
    screen[:, edge:] = 10
    mesh = EXACT.copy()
    mesh[:, 9, 0] = edge
    found = straightened(screen, found_at(mesh))
    assert off(found) < 0.05
    assert found.sure


def test_a_finger_over_a_corner_bends_no_line() -> None:
    covered = board(EXACT)
    covered[TOP + 7 * CELL :, LEFT + 8 * CELL :] = 150
    mesh = EXACT.copy()
    mesh[7:, 8:] -= 0.3 * CELL
    assert off(straightened(covered, found_at(mesh))) < 0.05


def test_a_page_that_is_curled_keeps_its_lattice() -> None:
    bent = found_at(sagging(0.4))
    assert straightened(board(sagging(0.4)), bent) is bent


def test_a_lattice_that_fits_well_is_not_fitted_again() -> None:
    bent = found_at(sagging(0.4), 0.95)
    assert straightened(board(EXACT), bent) is bent
    assert off(straightened(board(EXACT), replace(bent, score=0.8))) < 0.05


def test_a_misfit_is_made_flat_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[Gray] = []

    def counted(gray: Gray, surface: Surface) -> Iterator[Lines]:
        views.append(gray)
        return drawn_lines(gray, surface)

    monkeypatch.setattr(fitting, "drawn_lines", counted)
    straightened(board(EXACT + CELL / 2), found_at(EXACT))
    assert len(views) == 1


def test_blank_paper_straightens_nothing() -> None:
    bent = found_at(sagging(0.4))
    assert straightened(Gray(np.full((460, 500), 230, np.uint8)), bent) is bent
