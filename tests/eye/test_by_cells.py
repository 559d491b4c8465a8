"""Lattices that are found in part where only an edge of the paper curls."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.find.boards import boards
from mailbot.eye.find.by_cells import fit_by_cells
from mailbot.eye.find.cells import placed
from mailbot.eye.find.cells.linked import Cells, linked_cells
from mailbot.eye.find.lines.bend import FLAT
from mailbot.eye.find.lines.lattice import even_crossings, trace
from mailbot.eye.find.network import look_at
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.find.surface import Surface
from mailbot.eye.find.view import drawn_lines
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.pictures.arrays import Floats
from solver import Shape
from tests.eye.rendered import make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle

STYLE, MARGIN = PrintStyle(cell=60, thick=4), 110
LEFT = MARGIN + STYLE.thick
START, RADIUS = LEFT + 7.0 * STYLE.cell, 1.2 * STYLE.cell
AWAY = 6 * STYLE.cell  # from the camera to the page
MIDDLE = LEFT + 4.5 * STYLE.cell
TABLE = 70


def curled_page() -> Bgr:
    """A page on a table, whose right edge turns up to the camera from START on."""
    made = make_puzzle(Shape(3, 3), 41)
    board = draw_puzzle(PaperPuzzle(made.puzzle), STYLE, np.random.default_rng(1))
    margins = (MARGIN,) * 4
    flat = cv2.copyMakeBorder(board, *margins, cv2.BORDER_CONSTANT, value=(250,) * 3)
    height, width = flat.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    angle = np.arcsin(np.clip((x - START) / RADIUS, 0, 1))
    on_page = np.where(x < START, x, START + RADIUS * angle).astype(np.float32)
    down = MIDDLE + (y - MIDDLE) * (1 - RADIUS * (1 - np.cos(angle)) / AWAY)
    seen = cv2.remap(flat, on_page, down.astype(np.float32), cv2.INTER_LINEAR)
    seen[:, round(START + RADIUS) :] = TABLE
    return Bgr(np.asarray(seen, np.uint8))


def crossings_seen() -> Floats:
    """Where the crossings of the board are in that picture, [10, 10, 2]."""
    mesh = (even_crossings(9) * STYLE.cell + LEFT).astype(np.float32)
    beyond = np.maximum(mesh[..., 0] - START, 0)
    nearer = 1 - RADIUS * (1 - np.cos(beyond / RADIUS)) / AWAY
    mesh[..., 0] += RADIUS * np.sin(beyond / RADIUS) - beyond
    mesh[..., 1] = MIDDLE + (mesh[..., 1] - MIDDLE) / nearer
    return mesh


def flat_lattice(picture: Bgr) -> Sighting:
    """The lattice of the flat part of the board, as if the rest was flat too."""
    mesh = (even_crossings(9) * STYLE.cell + LEFT).astype(np.float32)
    side = 9.0 * STYLE.cell
    through = np.array([[side, 0, LEFT], [0, side, LEFT], [0, 0, 1]], np.float64)
    dark = next(drawn_lines(to_gray(picture), Surface(FLAT, through)))
    segments = trace(dark.drawn, 9)
    return Sighting(9, segments.fit, 0.8, mesh, segments, sure=True)


def test_a_lattice_whose_last_column_curls_up_is_followed_there() -> None:
    picture, true = curled_page(), crossings_seen()
    found = flat_lattice(picture)
    assert np.abs(found.mesh - true).max() > STYLE.cell
    gray, maps = to_gray(picture), look_at(picture)
    fit = fit_by_cells(picture, gray, maps, next(boards(maps)), found)
    assert fit
    assert np.abs(fit.mesh - true).max() < STYLE.cell / 8


def test_a_lattice_of_fewer_cells_is_replaced_by_that_of_all_cells() -> None:
    picture = curled_page()
    gray, maps = to_gray(picture), look_at(picture)
    nine = flat_lattice(picture)
    eight = replace(nine, size=8, mesh=nine.mesh[:9, :9])
    fit = fit_by_cells(picture, gray, maps, next(boards(maps)), eight)
    assert fit
    assert np.abs(fit.mesh - crossings_seen()).max() < STYLE.cell / 8


def test_clear_lines_are_sought_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Cells] = []

    def counted(gray: Gray) -> Iterator[Cells]:
        for cells in linked_cells(gray):
            found.append(cells)
            yield cells

    monkeypatch.setattr(placed, "linked_cells", counted)
    picture = np.full((700, 700, 3), 250, np.uint8)
    for at in range(50, 651, 120):
        picture[at - 3 : at + 3, 50:650] = picture[50:650, at - 3 : at + 3] = 0
    gray, maps = to_gray(Bgr(picture)), look_at(Bgr(picture))
    placed.placed_cells(gray, maps, next(boards(maps)))
    assert [len(cells.places) for cells in found] == [25, 25]


def test_a_lattice_of_more_cells_is_left_as_it_is() -> None:
    picture = curled_page()
    gray, maps = to_gray(picture), look_at(picture)
    larger = replace(flat_lattice(picture), size=16)
    assert fit_by_cells(picture, gray, maps, next(boards(maps)), larger) is larger
