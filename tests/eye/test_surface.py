"""Flat squares along oblong quads, such as the screens of telephones."""

import numpy as np
import pytest

from mailbot.eye.find.lines.lattice import UNIT
from mailbot.eye.find.surface import along_quad, is_oblong
from mailbot.pictures.arrays import Floats

STANDING, LYING = (
    (UNIT * extent + (40, 70)).astype(np.float32) for extent in ((300, 660), (660, 300))
)


@pytest.mark.parametrize("quad", [STANDING, LYING], ids=["standing", "lying"])
def test_squares_along_a_quad_cover_it_and_overlap(quad: Floats) -> None:
    squares = [one.points(UNIT) for one in along_quad(quad)]
    for square in squares:
        assert np.allclose(np.ptp(square, axis=0), 300, atol=0.1)
    corners = np.concatenate(squares)
    assert np.allclose(corners.min(axis=0), quad.min(axis=0), atol=0.1)
    assert np.allclose(corners.max(axis=0), quad.max(axis=0), atol=0.1)
    steps = np.diff([square.mean(axis=0) for square in squares], axis=0)
    assert np.abs(steps).max() < 0.5 * 300


def test_along_a_square_there_is_one_only() -> None:
    square = UNIT * np.float32(300)
    (only,) = along_quad(square)
    assert np.allclose(only.points(UNIT), square, atol=0.1)
    assert not is_oblong(square)
    assert is_oblong(STANDING)
    assert is_oblong(LYING)
