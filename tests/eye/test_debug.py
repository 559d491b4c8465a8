"""What the eye saw, drawn as pictures."""

import numpy as np
import pytest

from mailbot.eye import debug
from mailbot.pictures import decode, encode_png
from solver import Shape
from tests.eye.rendered import make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle


@pytest.mark.parametrize("suffix", ["grids.png", "cells-0.png"])
def test_grids_and_cells_are_drawn(suffix: str) -> None:
    board = draw_puzzle(
        PaperPuzzle(make_puzzle(Shape(3, 3), 4).puzzle),
        PrintStyle(cell=40),
        np.random.default_rng(1),
    )
    drawn = debug.draw(encode_png(board))
    (picture,) = [drawn[name] for name in drawn if name.endswith(suffix)]
    assert decode(picture).std() > 20


def test_what_is_no_picture_gives_none() -> None:
    assert debug.draw(b"From: somebody") == {}
