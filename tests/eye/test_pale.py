"""Pale lines that run over all cells are taken out, and nothing else is."""

import cv2
import numpy as np
import pytest

from mailbot.eye.read.paper.pale import without_pale_lines
from mailbot.pictures.arrays import Bytes
from tests.eye.squared import BLACK, askew, board, off, squared


@pytest.mark.parametrize(("pitch", "degrees"), [(22, 7), (16, 0), (40, -20), (24, 45)])
def test_lines_that_run_askew_or_close_together_are_taken_out(
    pitch: float, degrees: float
) -> None:
    plain = board()
    lined = askew(plain, pitch, degrees)
    bare = without_pale_lines(lined)
    assert off(bare, plain).mean() < off(lined, plain).mean() / 4
    strokes = plain.mean(axis=-1) < 100
    assert bare[strokes].mean() < plain[strokes].mean() + 5


def test_shadows_and_grain_of_the_paper_stay() -> None:
    rng = np.random.default_rng(2)
    light = np.linspace(0.6, 1, 81)[:, None, None, None]
    grain = rng.normal(scale=3, size=(81, 48, 48, 3))
    plain, lined = (
        np.clip(cells * light + grain, 0, 255).astype(np.uint8)
        for cells in (board(), askew(board(), 22, 7))
    )
    bare = without_pale_lines(lined)
    assert off(bare, plain).mean() < off(lined, plain).mean() / 4


def marked(strength: int) -> Bytes:
    """The cells, with a pale 8 in each that is empty, darker by so many levels."""
    cells = board()
    for cell in cells:
        if cell.min() > 200:
            tone = tuple(int(level) - strength for level in cell[0, 0])
            face, thick = cv2.FONT_HERSHEY_SIMPLEX, 2
            cv2.putText(cell, "8", (14, 36), face, 1.0, tone, thick, cv2.LINE_AA)
    return cells


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(board(), id="paper without lines"),
        pytest.param(askew(board(), 22, 7)[:64], id="every second line of a 16x16"),
        pytest.param(squared(board(), BLACK), id="lines as dark as digits"),
        pytest.param(marked(60), id="pale entries in all other cells"),
        pytest.param(marked(25), id="very pale entries in all other cells"),
    ],
)
def test_other_cells_stay_as_they_are(cells: Bytes) -> None:
    assert np.array_equal(without_pale_lines(cells), cells)


def test_lines_in_most_cells_only_are_none_of_the_paper() -> None:
    cells = board()
    cells[:72] = askew(cells, 22, 7)[:72]
    assert np.array_equal(without_pale_lines(cells), cells)
