"""Pictures of grids that cannot be read: the true reason is told."""

import cv2
import numpy as np
import pytest

from mailbot.model import NoteKind
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from solver import Shape
from tests.eye.rendered import make_puzzle, read

pytestmark = pytest.mark.ocr
MADE = make_puzzle(Shape(3, 3), 31)


def page(cell: int = 56) -> Bgr:
    style = PrintStyle(cell=cell, thick=max(2, cell // 14))
    drawn = draw_puzzle(PaperPuzzle(MADE.puzzle), style, np.random.default_rng(1))
    around = (cell,) * 4
    bordered = cv2.copyMakeBorder(
        drawn, *around, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    return Bgr(np.asarray(bordered, np.uint8))


def moved(picture: Bgr, pixels: int) -> Bgr:
    kernel = np.full((1, pixels), 1 / pixels, np.float32)
    return Bgr(np.asarray(cv2.filter2D(picture, -1, kernel), np.uint8))


def told(picture: Bgr) -> list[NoteKind]:
    findings = read(picture)
    assert findings.puzzles == ()
    return [note.kind for note in findings.notes]


def test_a_blurred_grid_is_said_to_be_blurred() -> None:
    assert told(moved(page(), 26)) == [NoteKind.BLURRED]


def test_a_tiny_grid_is_said_to_be_too_small() -> None:
    small = cv2.resize(page(), None, fx=0.14, fy=0.14, interpolation=cv2.INTER_AREA)
    paper = np.full((300, 300, 3), 255, np.uint8)
    paper[100 : 100 + small.shape[0], 90 : 90 + small.shape[1]] = small
    assert told(Bgr(paper)) == [NoteKind.TOO_SMALL]
