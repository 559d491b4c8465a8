"""Digits that are printed as outlines are read as if they were full."""

import cv2
import numpy as np
import pytest

from mailbot.eye.find.lines.lattice import even_crossings, trace
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.hollow import filled
from mailbot.eye.read.recognise import recognise
from mailbot.model import Status
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper.type import EMBEDDED, lay, set_text
from solver import Shape, Solved
from tests.eye.rendered import make_puzzle, read

MADE = make_puzzle(Shape(3, 3), 43)
CELL, EDGE = 54, 60
BLACK = (20, 20, 20)
AROUND = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))


def board(hollow: bool) -> tuple[Bgr, Sighting]:
    """A printed board, and the lattice on its lines."""
    end = EDGE + 9 * CELL
    page = Bgr(np.full((end + EDGE, end + EDGE, 3), 255, np.uint8))
    for line in range(10):
        place, thick = EDGE + line * CELL, 1 + 2 * (line % 3 == 0)
        cv2.line(page, (place, EDGE), (place, end), BLACK, thick)
        cv2.line(page, (EDGE, place), (end, place), BLACK, thick)
    for cell, digit in enumerate(MADE.puzzle.givens):
        if digit:
            text = np.pad(set_text(str(digit), EMBEDDED, 44), 3)
            if hollow:
                text = np.asarray(cv2.dilate(text, AROUND) - text, np.uint8)
            row, column = divmod(cell, 9)
            left = EDGE + column * CELL + (CELL - text.shape[1]) // 2
            top = EDGE + row * CELL + (CELL - text.shape[0]) // 2
            lay(page, text, left, top, BLACK)
    mesh = (even_crossings(9) * CELL + EDGE).astype(np.float32)
    segments = trace(np.zeros((528, 528), np.float32), 9)
    return page, Sighting(9, 1.0, 0.9, mesh, segments, sure=True)


@pytest.mark.parametrize("turn", [0, 1])
def test_hollow_digits_are_read_once_they_are_filled(turn: int) -> None:
    picture, sighting = board(hollow=True)
    turned = Bgr(np.ascontiguousarray(np.rot90(picture, turn)))
    full = filled(turned, recognise(turned, sighting))
    assert full is not None
    assert full.turn == turn
    assert full.log_probs.argmax(axis=1).tolist() == list(MADE.puzzle.givens)


def test_the_loops_of_full_digits_are_left_open() -> None:
    picture, sighting = board(hollow=False)
    assert filled(picture, recognise(picture, sighting)) is None


@pytest.mark.ocr
def test_a_puzzle_in_hollow_digits_is_solved() -> None:
    (puzzle,) = read(board(hollow=True)[0]).puzzles
    assert puzzle.status is Status.SOLVED
    assert isinstance(puzzle.answer, Solved)
    assert puzzle.answer.grid.digits == MADE.solution
