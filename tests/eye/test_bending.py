"""Lattices bent onto the lines of views that are drawn here."""

import numpy as np
import pytest

from mailbot.eye.find.lines.bend import FLAT, Bend, bent, fit_bend
from mailbot.eye.find.lines.bending import (
    EXTENT,
    View,
    mesh_of,
    own_share,
    settle,
    settle_outline,
)
from mailbot.eye.find.lines.lattice import MARGIN, SIDE, even_crossings
from mailbot.pictures.arrays import Floats
from tests.eye.drawn_lines import draw_mesh


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


def test_blank_paper_fits_nothing() -> None:
    blank = np.zeros((EXTENT, EXTENT), np.float32)
    assert settle(settle_outline(View(blank)), 9).score == 0
