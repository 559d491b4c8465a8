"""Scenes for the lattice network: what they teach lies where the boards are drawn."""

import numpy as np
import pytest

from mailbot.pictures.pixels import Bgr
from tests.workshop.lattices.pages import Page, Placed
from tests.workshop.lattices.scenes import COARSE, FINE, SIDE, draw_scene, taught


def test_the_same_seed_draws_the_same_scene() -> None:
    one, other = (draw_scene(np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert np.array_equal(one.lines, other.lines)


@pytest.mark.parametrize("size", [4, 9])
def test_lines_and_places_are_taught_where_a_flat_board_lies(size: int) -> None:
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    picture = Bgr(np.zeros((SIDE, SIDE, 3), np.uint8))
    page = Page(picture, (Placed(100, 60, 360, size),))
    scene = taught(picture, page, (x, y), np.zeros((SIDE, SIDE), np.bool_))
    step = SIDE // FINE
    for line in range(size + 1):
        at = round((100 + line * 360 / size) / step)
        assert scene.lines[240 // step, at - 1 : at + 1].max() > 180
    between = round((100 + 0.5 * 360 / size) / step)
    assert scene.lines[round((60 + 0.5 * 360 / size) / step), between] < 30
    middle = 280 * COARSE // SIDE, 240 * COARSE // SIDE
    place = scene.place[:, middle[1], middle[0]].astype(np.float64)
    assert np.abs(place - 0.5).max() < 0.02
    assert scene.inside[middle[1], middle[0]] == 1
    assert scene.inside[0, 0] == 0
    assert np.isnan(scene.place[:, 0, 0]).all()
