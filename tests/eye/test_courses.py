"""Lattices that were drawn without a ruler: each line has a course of its own."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.find.fitting import fit_outline
from mailbot.eye.find.lines.bend import bent
from mailbot.eye.find.lines.bending import EXTENT, View, mesh_of, settle
from mailbot.eye.find.lines.courses import courses, fit_along, trace_drawn
from mailbot.eye.find.lines.lattice import MARGIN, SIDE, UNIT, even_crossings, trace
from mailbot.eye.find.lines.order import trace_in_order
from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Gray
from tests.eye.drawn_lines import draw_mesh

CELL = SIDE / 9


def crooked(aside: float, bow: float) -> Floats:
    """The crossings of a 9x9 whose inner lines lie aside and bow, in cells.

    Every second line does so to the other side.
    """
    even = even_crossings(9)
    line, along = np.arange(10), np.linspace(-1, 1, 10)
    inner = (line % 9 > 0) * np.where(line % 2, 1.0, -1.0)
    off = inner[:, None] * (aside + bow * (1 - along**2))
    shift = np.stack([off.T, off], axis=-1)
    return ((even + shift) / 9 * SIDE + MARGIN).astype(np.float32)


def test_crossings_lie_on_the_crooked_lines_of_a_hand() -> None:
    mesh = crooked(aside=0.1, bow=0.2)
    lines = draw_mesh(mesh, EXTENT)
    fit = settle(View(lines), 9)
    drawn = trace_drawn(View(lines, fit.view.bend).flat, 9)
    smooth = bent(even_crossings(9) / 9, fit.view.bend) * SIDE + MARGIN
    assert np.abs(smooth - mesh).max() > 0.2 * CELL  # what paper that bends explains
    found = mesh_of(replace(fit, segments=drawn))
    assert np.abs(found - mesh)[1:-1, 1:-1].max() < 0.08 * CELL


def aside(*cells: float) -> Floats:
    """The crossings of a 9x9 whose lines, of both directions, lie aside in parallel."""
    y, x = np.meshgrid(cells, cells, indexing="ij")
    even = even_crossings(9) + np.stack([x, y], axis=-1)
    return np.asarray(even / 9 * SIDE + MARGIN, np.float32)


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(
            (0, -0.1, -0.25, -0.4, -0.55, -0.3, 0, 0.1, 0.05, 0),
            id="four narrow cells: the last ends half a cell too early",
        ),
        pytest.param(
            (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8),
            id="wide cells: the frame lies beyond its place",
        ),
    ],
)
def test_lines_far_from_their_places_are_told_by_their_order(
    cells: tuple[float, ...],
) -> None:
    mesh = aside(*cells)
    drawn = trace_drawn(draw_mesh(mesh, EXTENT), 9)
    found = courses(drawn)
    assert np.abs(found - np.array(cells)[:, None]).max() < 0.06
    assert fit_along(drawn) > 0.95


def test_lines_that_slope_bow_and_tremble_are_followed_to_where_they_cross() -> None:
    """Neighbours are as near as a third of a cell, and as far as one and two thirds."""
    line, along = np.arange(10), np.linspace(-1, 1, 10)
    inner = (line % 9 > 0) * np.where(line % 2, 1.0, -1.0)
    tremble = 0.03 * np.sin(2.1 * line[:, None] + 1.7 * np.arange(10))
    off = inner[:, None] * (0.28 * along + 0.05 * (1 - along**2) + tremble)
    even = even_crossings(9)
    mesh = even + np.stack([off.T, off], axis=-1)
    mesh = (mesh / 9 * SIDE + MARGIN).astype(np.float32)
    drawn = trace_drawn(draw_mesh(mesh, EXTENT), 9)
    found = courses(drawn)
    expected = (mesh - (even / 9 * SIDE + MARGIN)) / CELL
    assert np.abs(found[1].T - expected[..., 0]).max() < 0.06
    assert np.abs(found[0] - expected[..., 1]).max() < 0.06


def test_a_faint_line_of_the_paper_is_no_line_of_the_lattice() -> None:
    """It lies where the second line should be, which lies elsewhere."""
    cells = (0, -0.4, 0, 0.1, -0.1, 0, 0.1, -0.1, 0, 0)
    lines = draw_mesh(aside(*cells), EXTENT, thick=1)
    paper = round(MARGIN + CELL)
    lines[:, paper - 1 : paper + 1] = np.maximum(lines[:, paper - 1 : paper + 1], 0.3)
    vertical = courses(trace_drawn(lines, 9))[1]
    assert np.abs(vertical[1] + 0.4).max() < 0.06


def test_a_line_may_run_out_of_the_view() -> None:
    """Of wide cells, the last line ends at the edge of the view, and slopes."""
    mesh = aside(*np.linspace(0, 0.95, 10).tolist())
    mesh[..., 1] += CELL * np.linspace(0.2, -0.2, 10, dtype=np.float32)
    segments = trace_in_order(draw_mesh(mesh, EXTENT), 9)
    assert segments.seen[0, -1, -1]
    assert not segments.seen[0, -1, 0]


def test_the_outlines_of_cages_beside_its_lines_are_not_taken_for_a_lattice() -> None:
    """Cages of one and two cells, by turns; each line is seen near its place, too."""
    lines = draw_mesh(aside(*[0] * 10), EXTENT)
    for top, left in np.ndindex(9, 9):
        below = (top + left) % 3 == 0
        if below or (top + left) % 3 == 2:
            corner = np.array([left + 0.12, top + 0.12])
            other = np.array([left + 0.88, top + 0.88 + (below and top < 8)])
            ends = np.rint(MARGIN + CELL * np.array([corner, other])).astype(int)
            cv2.rectangle(lines, ends[0].tolist(), ends[1].tolist(), 0.8, 2)
    near = trace(lines, 9)
    assert np.array_equal(trace_drawn(lines, 9).offset, near.offset)


def test_a_lattice_of_which_a_line_is_missing_does_not_fit_along_its_courses() -> None:
    mesh = crooked(aside=0.1, bow=0.2)
    lines = draw_mesh(mesh, EXTENT)
    assert fit_along(trace_drawn(lines, 9)) > 0.9
    low, high = (int(y) for y in (mesh[3, :, 1].max(), mesh[4, :, 1].min()))
    lines[low + 8 : high + 40] = 0
    assert fit_along(trace_drawn(lines, 9)) < 0.8


def test_lines_drawn_with_a_ruler_have_no_course_of_their_own() -> None:
    mesh = crooked(aside=0.02, bow=0.0)
    segments = trace(draw_mesh(mesh, EXTENT), 9)
    assert not courses(segments).any()
    assert fit_along(segments) == 0


def test_a_crooked_9x9_is_no_4x4() -> None:
    even = even_crossings(9)
    off = 0.2 * np.sin(2.6 * np.arange(10)) * (np.arange(10) % 9 > 0)
    bow = 1 - np.linspace(-1, 1, 10) ** 2 / 2
    off = off[:, None] * bow
    mesh = (even + np.stack([off.T, off], axis=-1)) / 9 * SIDE + MARGIN
    lines = draw_mesh(mesh.astype(np.float32), EXTENT)
    gray = Gray(np.asarray(255 - 255 * cv2.GaussianBlur(lines, (3, 3), 0), np.uint8))
    best = fit_outline(gray, UNIT * SIDE + MARGIN)
    assert best is not None
    assert best.size == 9


def test_dark_strokes_beside_pale_lines_are_not_taken_for_lines() -> None:
    """Of squared paper only the boxes were drawn over; digits stand near the rest."""
    cells = np.array([0, 0, 0, 0.06, 0, 0, -0.06, 0, 0, 0])
    lines = draw_mesh(aside(*cells.tolist()), EXTENT, thick=3) * np.float32(0.2)
    for row, column in np.ndindex(9, 9):
        if row % 3 and (row + column) % 3 == 0:
            top, left = (round(MARGIN + place * CELL) for place in (row, column))
            lines[top + 5 : top + 9, left + 14 : left + 34] = 0.9
    drawn = trace_drawn(np.maximum(lines, lines.T), 9)
    assert np.abs(drawn.offset - cells[:, None]).max() < 0.03
