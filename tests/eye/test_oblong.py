"""Boards whose cells are not square, as tables of word processors have."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mailbot.eye.read.cutting import is_oblong
from mailbot.model import Status
from mailbot.pictures.pixels import Bgr
from solver import Shape
from tests.cases import cases_of
from tests.eye.rendered import make_puzzle, read

cases = cases_of(__file__)

MADE = make_puzzle(Shape(3, 3), 41)
MARGIN = 40  # pixels


def table(wide: int, high: int, place: float) -> Bgr:
    """The puzzle in cells of that size, each digit at this share of their width."""
    image = Image.new("L", (9 * wide + 2 * MARGIN, 9 * high + 2 * MARGIN), 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(0.6 * min(wide, high))
    right, bottom = MARGIN + 9 * wide, MARGIN + 9 * high
    for line in range(10):
        thick = 3 if line % 3 == 0 else 1
        x, y = MARGIN + line * wide, MARGIN + line * high
        draw.line((x, MARGIN, x, bottom), 0, thick)
        draw.line((MARGIN, y, right, y), 0, thick)
    for cell, digit in enumerate(MADE.puzzle.givens):
        row, column = divmod(cell, 9)
        at = MARGIN + (column + place) * wide, MARGIN + (row + 0.5) * high
        if digit:
            draw.text(at, str(digit), 0, font, anchor="mm")
    return Bgr(np.asarray(image)[..., None].repeat(3, axis=2).copy())


@pytest.mark.ocr
@cases("extent, place")
def test_a_board_of_oblongs_is_solved(extent: tuple[int, int], place: float) -> None:
    (puzzle,) = read(table(*extent, place)).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == MADE.puzzle.givens


@pytest.mark.parametrize(("wide", "oblong"), [(20, True), (40, False), (70, True)])
def test_cells_are_oblong_if_one_side_is_much_longer(wide: int, oblong: bool) -> None:
    across, down = np.arange(10) * wide, np.arange(10) * 40
    mesh = np.stack(np.meshgrid(across, down), axis=-1).astype(np.float32)
    assert is_oblong(mesh) is oblong
