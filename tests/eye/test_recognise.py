"""Grids in pictures that lie on their side; which of two readings is the better."""

import numpy as np
import pytest

from mailbot.eye.find.locate import locate
from mailbot.eye.find.network import look_at
from mailbot.eye.read.recognise import recognise, turn_mesh
from mailbot.pictures.pixels import Bgr, rotate
from solver import Grid, Shape
from tests.eye.rendered import make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle


@pytest.mark.parametrize("turn", range(4))
def test_crossings_stay_on_their_pixels_when_the_picture_is_turned(turn: int) -> None:
    picture = Bgr(np.zeros((40, 60, 3), np.uint8))
    y, x = np.mgrid[5:25:5, 10:50:10]
    mesh = np.stack([x, y], axis=-1).astype(np.float32)
    picture[y, x] = np.arange(1, 17).reshape(4, 4, 1)
    turned = turn_mesh(mesh, turn, picture.shape[:2]).astype(int)
    marks = rotate(picture, turn)[turned[..., 1], turned[..., 0], 0]
    assert (marks == np.rot90(np.arange(1, 17).reshape(4, 4), -turn)).all()


def test_a_reading_with_fewer_digits_than_a_puzzle_has_is_worse_by_a_step() -> None:
    givens = np.array(make_puzzle(Shape(3, 3), 31).puzzle.givens)
    quality = []
    for count in (16, 17, 18):
        few = np.where((givens > 0).cumsum() <= count, givens, 0)
        puzzle = PaperPuzzle(Grid(Shape(3, 3), tuple(few.tolist())))
        drawn = draw_puzzle(puzzle, PrintStyle(cell=48), np.random.default_rng(1))
        quality.append(recognise(drawn, locate(drawn, look_at(drawn))[0]).quality)
    assert quality[1] - quality[0] > 0.5
    assert abs(quality[2] - quality[1]) < 0.1
