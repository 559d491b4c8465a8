"""The lines of squared paper are taken out of cells, and nothing else is."""

import cv2
import numpy as np
import pytest

from mailbot.eye.read.paper.squares import without_squares
from mailbot.pictures.arrays import Bytes, Floats

PAPER, INK = (225, 235, 240), (60, 50, 50)
BLUE, BLACK = (215, 185, 150), (70, 60, 60)
DIGITS = "5..7..1...24...3.18.9....6.4..7.2..9.....5..8.3"


def board(size: int = 9) -> Bytes:
    """The cells of a board [N*N, 48, 48, 3], digits in some of them."""
    cells = np.full((size * size, 48, 48, 3), PAPER, np.uint8)
    for cell, digit in zip(cells, DIGITS, strict=False):
        if digit != ".":
            face = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(cell, digit, (14, 36), face, 1.0, INK, 3, cv2.LINE_AA)
    return cells


def squared(
    cells: Bytes, colour: tuple[int, int, int] = BLUE, *, slope: float = 0.03
) -> Bytes:
    """The cells with the lines of paper through their middles, a little askew."""
    lined = cells.copy()
    for number, cell in enumerate(lined):
        paper = np.full(cell.shape, 255, np.uint8)
        middle = 24 + number % 3 - 1
        for across in (False, True):
            ends = np.array([[-8, middle - slope * 32], [56, middle + slope * 32]])
            points = ends if across else ends[:, ::-1]
            (x0, y0), (x1, y1) = np.rint(points * 16).astype(int).tolist()
            cv2.line(paper, (x0, y0), (x1, y1), colour, 2, cv2.LINE_AA, 4)
        np.minimum(cell, paper, out=cell)
    return lined


def off(cells: Bytes, others: Bytes) -> Floats:
    """The mean distance of each cell's pixels inside the lines of the board, [n]."""
    apart = np.abs(cells.astype(np.float32) - others)[:, 4:-4, 4:-4]
    return np.asarray(apart.mean(axis=(1, 2, 3)), np.float32)


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
