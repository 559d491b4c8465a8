"""Lattices that are found in part where only an edge of the paper curls."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw

from mailbot.eye.find import fitting
from mailbot.eye.find.boards import boards
from mailbot.eye.find.by_cells import fit_by_cells
from mailbot.eye.find.cells import placed
from mailbot.eye.find.cells.linked import Cells, linked_cells
from mailbot.eye.find.fitting import straightened
from mailbot.eye.find.lines.bend import FLAT
from mailbot.eye.find.lines.lattice import Segments, even_crossings, trace
from mailbot.eye.find.network import look_at
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.find.surface import Surface
from mailbot.eye.find.view import Lines, drawn_lines
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.pictures.arrays import Floats
from solver import Shape
from tests.eye.rendered import board_picture, make_puzzle
from tests.workshop.paper.grid import PrintStyle

STYLE, MARGIN = PrintStyle(cell=60, thick=4), 110
LEFT = MARGIN + STYLE.thick
START, RADIUS = LEFT + 7.0 * STYLE.cell, 1.2 * STYLE.cell
AWAY = 6 * STYLE.cell  # from the camera to the page
MIDDLE = LEFT + 4.5 * STYLE.cell
TABLE = 70


def curled_page() -> Bgr:
    """A page on a table, whose right edge turns up to the camera from START on."""
    made = make_puzzle(Shape(3, 3), 41)
    board = board_picture(made.puzzle, STYLE)
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


@pytest.mark.parametrize("fitting_by", [0.85, 0.95])
def test_a_lattice_of_fewer_cells_is_replaced_by_that_of_all_cells(
    fitting_by: float,
) -> None:
    picture = curled_page()
    gray, maps = to_gray(picture), look_at(picture)
    nine = flat_lattice(picture)
    eight = replace(nine, size=8, mesh=nine.mesh[:9, :9], score=fitting_by)
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


# Lattices made flat.


CELL, BOARD_LEFT, TOP = 40, 60, 50
EXACT = even_crossings(9) * CELL + np.array([BOARD_LEFT, TOP], np.float32)
END = BOARD_LEFT + 9 * CELL
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
    covered[TOP + 7 * CELL :, BOARD_LEFT + 8 * CELL :] = 150
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


def test_cells_with_round_outlines_of_their_own_are_linked() -> None:
    side, step = 38, 44
    board = Image.new("L", (9 * step + 48, 9 * step + 48), 255)
    for cell in range(81):
        x, y = 24 + cell % 9 * step, 24 + cell // 9 * step
        corners = x, y, x + side, y + side
        ImageDraw.Draw(board).rounded_rectangle(corners, 4, 240, 210)
    large = board.resize((760, 760), Image.Resampling.BICUBIC)
    most = max(len(one.places) for one in linked_cells(Gray(np.asarray(large))))
    assert most == 81
