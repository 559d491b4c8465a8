"""Digits under the cursor of a terminal."""

import cv2
import numpy as np
import pytest

from mailbot.eye.read.cursor import without_cursors
from mailbot.eye.read.cutting import cut
from mailbot.eye.read.upright import upright
from mailbot.pictures.pixels import Bgr

FACE = cv2.FONT_HERSHEY_SIMPLEX


def board(paper: int, ink: int, cursor: tuple[int, int]) -> Bgr:
    """Nine rows of digits 1 to 9, one of them under a block cursor."""
    page = np.full((9 * 40, 9 * 40, 3), paper, np.uint8)
    for row in range(9):
        for column in range(9):
            x, y = 40 * column, 40 * row
            under = (row, column) == cursor
            if under:
                page[y + 8 : y + 35, x + 12 : x + 28] = ink
            digit, colour = str((column + row) % 9 + 1), paper if under else ink
            shade = (colour, colour, colour)
            cv2.putText(page, digit, (x + 13, y + 28), FACE, 0.65, shade, 2)
    return Bgr(page)


@pytest.mark.parametrize(("paper", "ink"), [(0, 220), (255, 20)])
@pytest.mark.parametrize("cursor", [(0, 0), (2, 5), (8, 2)])
def test_a_digit_under_a_cursor_is_read(
    paper: int, ink: int, cursor: tuple[int, int]
) -> None:
    mesh = np.stack(np.meshgrid(*[np.arange(10) * 40.0] * 2), axis=-1)
    cells = cut(board(paper, ink, cursor), mesh.astype(np.float32))
    _, probs = upright(cells.normalised, 9)
    digit = (cursor[0] + cursor[1]) % 9 + 1
    assert probs[9 * cursor[0] + cursor[1]].argmax() == digit


def test_cells_without_a_cursor_stay_as_they_are() -> None:
    cells = np.full((81, 48, 48, 3), 255, np.uint8)
    for number, cell in enumerate(cells):
        cv2.putText(cell, str(number % 10), (12, 38), FACE, 1.1, (0, 0, 0), 5)
    assert without_cursors(cells) is cells
