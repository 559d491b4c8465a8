"""Grids in pictures that lie on their side; which of two readings is the better."""

import numpy as np
import pytest

from mailbot.eye.find.lines.lattice import Segments, even_crossings
from mailbot.eye.find.locate import locate
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.recognise import cell_heights, recognise, turn_mesh
from mailbot.pictures.pixels import Bgr, rotate
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from solver import Grid, Shape
from tests.eye.rendered import make_puzzle


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
        quality.append(recognise(drawn, locate(drawn)[0]).quality)
    assert quality[1] - quality[0] > 0.5
    assert abs(quality[2] - quality[1]) < 0.1


def uneven(by_hand: bool) -> Sighting:
    """A lattice whose third row is half as high again as others, the next one half.

    It is seen from the side: what is below is larger in the picture.
    """
    flat = even_crossings(9).copy()
    flat[3, :, 1] += 0.5
    x, y = flat[..., 0], flat[..., 1]
    mesh = np.stack([50 * (x - 4.5), 60 * y], axis=-1) / (20 - y)[..., None] * 20
    off = 0.1 * np.where(np.arange(10) % 2, 1, -1)[None, :, None] * np.ones((2, 1, 9))
    offset = (off if by_hand else np.zeros_like(off)).astype(np.float32)
    segments = Segments(offset, np.ones_like(offset), offset < 1)
    return Sighting(9, 1.0, 0.9, mesh.astype(np.float32), segments, sure=True)


@pytest.mark.parametrize("turn", range(2))
def test_a_hand_draws_rows_of_different_heights(turn: int) -> None:
    """Turned, it is columns that differ, and so do no heights."""
    heights = cell_heights(uneven(by_hand=True), turn).reshape(9, 9)
    expected = (1.5, 0.5) if turn == 0 else (1.0, 1.0)
    third_and_fourth = heights[2:4].mean(axis=1) / heights[6:].mean()
    assert np.abs(third_and_fourth - expected).max() < 0.1


def test_all_cells_between_printed_lines_are_alike() -> None:
    assert (cell_heights(uneven(by_hand=False), 0) == 1).all()
