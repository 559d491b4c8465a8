"""Lattices fitted to lines that are drawn here."""

import cv2
import numpy as np
import pytest

from mailbot.eye.find import lattice
from mailbot.eye.find.lattice import UNIT, Homography
from mailbot.eye.find.mesh import mesh_of
from mailbot.pictures.arrays import Floats

CORNERS = np.array([[90, 60], [520, 95], [545, 560], [60, 500]], np.float32)


def draw_lines(size: int, corners: Floats = CORNERS, rows: int | None = None) -> Floats:
    """A line map of 640x640 with a lattice of `size` columns (and fewer rows)."""
    through = to_corners(corners)
    count = size if rows is None else rows
    picture = np.zeros((640, 640), np.uint8)
    ends = [[[0, i / size], [1, i / size]] for i in range(count + 1)]
    ends += [[[i / size, 0], [i / size, count / size]] for i in range(size + 1)]
    for pair in ends:
        start, end = lattice.project(np.array(pair), through)
        points = tuple(round(float(v)) for v in (*start, *end))
        cv2.line(picture, points[:2], points[2:], 120, 2, cv2.LINE_AA)
    return np.asarray(picture / 255, np.float32)


def to_corners(corners: Floats) -> Homography:
    return np.asarray(cv2.getPerspectiveTransform(UNIT, corners), np.float64)


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16])
def test_a_lattice_fits_its_own_lines_best(size: int) -> None:
    view = lattice.unfold(draw_lines(size), to_corners(CORNERS))
    fits = {n: lattice.trace(view, n).fit for n in (4, 6, 8, 9, 10, 12, 16)}
    assert fits[size] > 0.97
    assert all(fit < 0.95 for n, fit in fits.items() if n > size)


def test_blank_paper_fits_nothing() -> None:
    view = lattice.unfold(np.zeros((640, 640), np.float32), to_corners(CORNERS))
    assert lattice.trace(view, 9).fit == 0


def test_a_lattice_laid_a_little_off_settles_on_the_lines() -> None:
    off = CORNERS + np.array([[5, -4], [-4, 3], [3, 4], [-5, 2]], np.float32)
    fit = lattice.settle(draw_lines(9), to_corners(off), 9)
    corners = lattice.project(UNIT, fit.homography)
    assert np.abs(corners - CORNERS).max() < 1.5


def test_a_lattice_on_a_part_grows_to_the_whole() -> None:
    lines = draw_lines(9)
    part = UNIT * np.float32(4 / 9) + np.float32(3 / 9)
    start = to_corners(lattice.project(part, to_corners(CORNERS)))
    fit = lattice.grow(lines, lattice.settle(lines, start, 4), 16)
    assert fit.size == 9
    assert np.abs(lattice.project(UNIT, fit.homography) - CORNERS).max() < 2


def test_a_whole_lattice_does_not_go_on_and_a_part_does() -> None:
    lines = draw_lines(9, rows=6)
    upper_left = to_corners(lattice.project(UNIT * (6 / 9), to_corners(CORNERS)))
    assert lattice.goes_on(lines, lattice.settle(lines, upper_left, 6))
    whole = draw_lines(6)
    assert not lattice.goes_on(whole, lattice.settle(whole, to_corners(CORNERS), 6))


def test_the_mesh_follows_curved_lines() -> None:
    y, x = np.mgrid[:640, :640].astype(np.float32)
    corners = UNIT * np.float32(480) + np.float32(80)
    flat = draw_lines(9, corners)
    sag = 8 * np.sin((x - 80) / 480 * np.pi)
    curved = np.asarray(cv2.remap(flat, x, y - sag, cv2.INTER_LINEAR), np.float32)
    mesh = mesh_of(lattice.settle(curved, to_corners(corners), 9))
    true_x = 80 + np.arange(10) * 480 / 9
    wanted = true_x[:, None] + 8 * np.sin((true_x[None] - 80) / 480 * np.pi)
    assert np.abs(mesh[..., 1] - wanted).max() < 3
    assert np.abs(mesh[..., 0] - true_x[None]).max() < 3
