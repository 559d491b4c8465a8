"""The lines of squared paper are taken out of cells, and nothing else is."""

import cv2
import numpy as np
import pytest

from mailbot.eye.read.paper.squares import without_squares
from mailbot.pictures.arrays import Bytes
from tests.eye.squared import BLACK, BLUE, PAPER, board, off, squared


@pytest.mark.parametrize("slope", [0.0, 0.03, -0.05])
def test_lines_of_the_paper_are_taken_out_and_digits_stay(slope: float) -> None:
    plain = board()
    lined = squared(plain, slope=slope)
    bare = without_squares(lined)
    assert off(lined, plain).min() > 4
    assert off(bare, plain).max() < 2
    strokes = plain.mean(axis=-1) < 100
    assert bare[strokes].mean() < plain[strokes].mean() + 5


def test_grain_of_the_paper_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    grain = rng.normal(scale=4, size=(81, 48, 48, 3))
    plain, lined = (
        np.clip(cells + grain, 0, 255).astype(np.uint8)
        for cells in (board(), squared(board()))
    )
    assert off(without_squares(lined), plain).mean() < 0.5 * off(lined, plain).mean()


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(board(), id="paper without lines"),
        pytest.param(squared(board(), BLACK), id="lines as dark as digits"),
        pytest.param(squared(board(8)), id="every second line of a 16x16"),
    ],
)
def test_other_cells_stay_as_they_are(cells: Bytes) -> None:
    assert np.array_equal(without_squares(cells), cells)


def test_strokes_through_the_middle_are_no_lines_of_the_paper() -> None:
    """In all cells, pale ones too; but they do not reach the borders."""
    cells = np.full((81, 48, 48, 3), PAPER, np.uint8)
    for cell in cells:
        cv2.line(cell, (15, 24), (33, 24), BLUE, 2)
        cv2.line(cell, (24, 8), (24, 40), BLUE, 3)
    assert np.array_equal(without_squares(cells), cells)
