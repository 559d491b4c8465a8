"""What the eye saw, written as pictures."""

from pathlib import Path

import numpy as np
import pytest

from mailbot.eye import debug
from mailbot.pictures import decode, encode_png
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from solver import Shape
from tests.eye.rendered import make_puzzle


@pytest.mark.parametrize("suffix", ["grids.png", "cells-0.png"])
def test_grids_and_cells_are_written(tmp_path: Path, suffix: str) -> None:
    board = draw_puzzle(
        PaperPuzzle(make_puzzle(Shape(3, 3), 4).puzzle),
        PrintStyle(cell=40),
        np.random.default_rng(1),
    )
    written = debug.write(encode_png(board), tmp_path / "new")
    (path,) = [path for path in written if path.name.endswith(suffix)]
    assert decode(path.read_bytes()).std() > 20


def test_what_is_no_picture_leaves_no_file(tmp_path: Path) -> None:
    assert debug.write(b"From: somebody", tmp_path) == []
    assert list(tmp_path.iterdir()) == []
