"""How ink is told from paper by its colour, where lightness hardly shows it."""

import cv2
import numpy as np
import pytest

from mailbot.eye.read.cells import contrasts, has_ink
from mailbot.eye.read.cutting import measure_ink
from mailbot.eye.read.paper.tinted import tinted_cells
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bytes

WHITE, GRAPHITE = (255, 255, 255), (54, 52, 46)
MAROON, YELLOW, LAMP = (64, 0, 128), (0, 230, 230), (150, 200, 220)
FULL = 180  # brightness of plain ink in a normalised cell

Colour = tuple[int, int, int]


def cell(paper: Colour, ink: Colour | None) -> Bytes:
    """A cell of that colour with an 8, or empty."""
    patch = np.full((PATCH, PATCH, 3), paper, np.uint8)
    if ink is not None:
        cv2.putText(patch, "8", (14, 36), cv2.FONT_HERSHEY_SIMPLEX, 1.0, ink, 3)
    return patch


def board(shaded: Bytes) -> Bytes:
    """Eights on white paper, empty cells, and last a cell of a strong colour."""
    plain = [cell(WHITE, GRAPHITE if place % 2 else None) for place in range(80)]
    return np.stack([*plain, shaded])


@pytest.mark.parametrize(("paper", "ink"), [(MAROON, GRAPHITE), (YELLOW, WHITE)])
def test_a_digit_as_light_as_its_coloured_cell_is_as_strong_as_others(
    paper: Colour, ink: Colour
) -> None:
    seen = measure_ink(board(cell(paper, ink))).normalised
    strength = contrasts(seen.astype(np.float32))
    assert strength[-1] > FULL
    assert np.abs(seen[-1].astype(int) - seen[1])[5:-5, 5:-5].mean() < 15


@pytest.mark.parametrize("paper", [MAROON, YELLOW])
def test_an_empty_coloured_cell_stays_empty(paper: Colour) -> None:
    noise = np.random.default_rng(3).normal(0, 4, (PATCH, PATCH, 3))
    shaded = np.clip(cell(paper, None) + noise, 0, 255).astype(np.uint8)
    assert not has_ink(measure_ink(board(shaded)).normalised)[-1]


def test_a_mottled_cell_is_not_looked_at_by_colour() -> None:
    noise = np.random.default_rng(3).normal(0, 30, (PATCH, PATCH, 3))
    shaded = np.clip(cell(MAROON, GRAPHITE) + noise, 0, 255).astype(np.uint8)
    assert not tinted_cells(shaded[None], np.zeros(1, np.float32))


def test_white_paper_in_the_light_of_a_lamp_is_not_looked_at_by_colour() -> None:
    lit = cell(LAMP, (120, 200, 220))[None]
    assert not tinted_cells(lit, np.zeros(1, np.float32))
