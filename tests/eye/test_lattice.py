"""Lattices: lines that are looked for, fitted, and bent onto drawn boards."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.find.boards import Board
from mailbot.eye.find.fitting import fit_board
from mailbot.eye.find.lines.bend import FLAT, Bend, bent, fit_bend
from mailbot.eye.find.lines.bending import (
    EXTENT,
    View,
    mesh_of,
    own_share,
    settle,
    settle_outline,
)
from mailbot.eye.find.lines.lattice import MARGIN, SIDE, even_crossings, trace
from mailbot.eye.find.network import COARSE, FINE, INPUT_SIDE, Maps
from mailbot.eye.find.surface import Surface
from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Gray
from tests.eye.drawn_lines import draw_mesh

# Lines of lattices, looked for in views that are drawn here.


SIZES = (4, 6, 8, 9, 10, 12, 16)


@pytest.mark.parametrize("size", SIZES)
def test_a_lattice_fits_its_own_lines_best(size: int) -> None:
    mesh = even_crossings(size) / size * SIDE + MARGIN
    view = draw_mesh(mesh.astype(np.float32), EXTENT)
    fits = {n: trace(view, n).fit for n in SIZES}
    assert fits[size] > 0.97
    assert all(fit < 0.95 for n, fit in fits.items() if n > size)


def test_blank_paper_fits_nothing() -> None:
    assert trace(np.zeros((EXTENT, EXTENT), np.float32), 9).fit == 0


# Lattices fitted to boards that lie where the tests say, not the network.


WHOLE = SIDE + 2 * MARGIN
CELL = SIDE // 9
PAPER, LINE = 6, 18  # levels of a screen that is nearly black
PLACE = Surface(FLAT, np.array([[SIDE, 0, MARGIN], [0, SIDE, MARGIN], [0, 0, 1.0]]))
BOARD = Board(PLACE, (), PLACE, 2.0)
MAPS = Maps(  # a network that knows nothing of lines
    lines=np.full((FINE, FINE), 0.5, np.float32),
    inside=np.ones((COARSE, COARSE), np.float32),
    place=np.zeros((COARSE, COARSE, 2), np.float32),
    corner=(0, 0),
    scale=INPUT_SIDE / WHOLE,
)


@pytest.mark.parametrize(("likeness", "tried"), [(1.6, 2), (1.7, 4)])
def test_curled_paper_is_tried_on_a_likely_board(likeness: float, tried: int) -> None:
    ways = [replace(PLACE, homography=PLACE.homography * (k, k, 1)) for k in (2, 3, 4)]
    assert len(Board(PLACE, (*ways[:2],), ways[2], likeness).surfaces) == tried


def screen_with_sagging_rows(sag: float) -> Gray:
    """A screen that shows the lines between rows, and those between columns of boxes.

    Args:
        sag: cells by which the middle of the uppermost line is too low. The lower a
            line is, the less it sags.
    """
    screen = np.full((WHOLE, WHOLE), PAPER, np.uint8)
    x = np.arange(SIDE + 1)
    for row in range(10):
        y = CELL * (row + sag * (1 - row / 9) * np.sin(x / SIDE * np.pi))
        points = MARGIN + np.stack([x, y], axis=1).round().astype(np.int32)
        cv2.polylines(screen, [points], False, LINE, 2)
    for column in (0, 3, 6, 9):
        left = MARGIN + column * CELL
        screen[MARGIN:-MARGIN, left - 1 : left + 1] = LINE
    return Gray(screen)


def test_a_lattice_that_fits_badly_may_be_bent_a_little() -> None:
    found = fit_board(screen_with_sagging_rows(0.4), MAPS, BOARD)
    assert found is not None
    assert found.size == 9
    assert not found.sure


def test_a_lattice_that_fits_badly_and_is_warped_is_no_board() -> None:
    """Noise of a nearly black screen can bend a lattice off the board in the same way.

    Its cells would be cut out beside the digits.
    """
    assert fit_board(screen_with_sagging_rows(0.75), MAPS, BOARD) is None


# Lattices bent onto the lines of views that are drawn here.


def bend_by(sag: float) -> Bend:
    """Paper whose rows sag in the middle, by a share of the board's side."""
    even = even_crossings(9) / 9
    moves = np.zeros_like(even)
    moves[..., 1] = sag * np.sin(even[..., 0] * np.pi)
    return fit_bend(even, moves, np.ones(even.shape, np.bool_), 0.001)


def view_of(size: int, bend: Bend = FLAT) -> tuple[Floats, Floats]:
    """The lines of a board in its view, and its crossings."""
    mesh = bent(even_crossings(size) / size, bend) * SIDE + MARGIN
    return draw_mesh(mesh.astype(np.float32), EXTENT), mesh.astype(np.float32)


@pytest.mark.parametrize("size", [4, 6, 9, 12, 16])
def test_a_lattice_has_its_own_lines_and_others_have_fewer(size: int) -> None:
    lines, _ = view_of(size)
    fits = {n: settle(View(lines), n) for n in (4, 6, 9, 12, 16)}
    assert fits[size].score > 0.95
    shares = {n: own_share(fit) for n, fit in fits.items()}
    assert all(shares[size] > shares[n] for n in shares if n < size)


def test_a_lattice_follows_paper_that_sags_by_a_quarter_of_a_cell() -> None:
    lines, mesh = view_of(9, bend_by(0.03))
    fit = settle(settle_outline(View(lines)), 9)
    assert fit.score > 0.95
    assert np.abs(mesh_of(fit) - mesh).max() < 2.5


def test_a_board_seen_off_its_place_is_reached_by_its_outline() -> None:
    mesh = even_crossings(9) / 9 * (SIDE - 24) + MARGIN + 20
    lines = draw_mesh(mesh.astype(np.float32), EXTENT, thick=3)
    fit = settle(settle_outline(View(lines)), 9)
    assert np.abs(mesh_of(fit) - mesh).max() < 2.5


def test_nothing_is_bent_onto_blank_paper() -> None:
    blank = np.zeros((EXTENT, EXTENT), np.float32)
    assert settle(settle_outline(View(blank)), 9).score == 0
