"""Grids in pictures that lie on their side, or upside down."""

import numpy as np
import pytest

from mailbot.eye.read.recognise import turn_mesh
from mailbot.pictures.pixels import Bgr, rotate


@pytest.mark.parametrize("turn", range(4))
def test_crossings_stay_on_their_pixels_when_the_picture_is_turned(turn: int) -> None:
    picture = Bgr(np.zeros((40, 60, 3), np.uint8))
    y, x = np.mgrid[5:25:5, 10:50:10]
    mesh = np.stack([x, y], axis=-1).astype(np.float32)
    picture[y, x] = np.arange(1, 17).reshape(4, 4, 1)
    turned = turn_mesh(mesh, turn, picture.shape[:2]).astype(int)
    marks = rotate(picture, turn)[turned[..., 1], turned[..., 0], 0]
    assert (marks == np.rot90(np.arange(1, 17).reshape(4, 4), -turn)).all()
