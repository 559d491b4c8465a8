"""Digits that stand anywhere in their cells are read as if in the middle."""

import cv2
import numpy as np
import pytest

from mailbot.eye.find.lines.lattice import even_crossings, trace
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.centring import centred
from mailbot.eye.read.recognise import recognise
from mailbot.model import Status
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper.type import EMBEDDED, lay, set_text
from solver import Shape, Solved
from tests.eye.rendered import make_puzzle, read

MADE = make_puzzle(Shape(3, 3), 41)
EDGE = 70
BLACK = (20, 20, 20)


def table(
    width: int, height: int, right: float, low: float, sign: str = ""
) -> tuple[Bgr, Sighting]:
    """A board of cells `width` by `height` pixels, and the lattice on its lines.

    Args:
        width: of a cell.
        height: of a cell.
        right: where digits stand between the left (0) and the right (1) of a cell.
        low: where they stand between its top (0) and its bottom (1).
        sign: what is printed in empty cells.
    """
    page = Bgr(np.full((9 * height + 2 * EDGE, 9 * width + 2 * EDGE, 3), 255, np.uint8))
    end = EDGE + 9 * width, EDGE + 9 * height
    for line in range(10):
        x, y, thick = EDGE + line * width, EDGE + line * height, 1 + 2 * (line % 3 == 0)
        cv2.line(page, (x, EDGE), (x, end[1]), BLACK, thick)
        cv2.line(page, (EDGE, y), (end[0], y), BLACK, thick)
    for cell, digit in enumerate(MADE.puzzle.givens):
        if digit or sign:
            text = set_text(str(digit or sign), EMBEDDED, round(0.65 * height))
            room = width - text.shape[1] - 6, height - text.shape[0] - 6
            left = EDGE + cell % 9 * width + 3 + round(right * room[0])
            lay(
                page,
                text,
                left,
                EDGE + cell // 9 * height + 3 + round(low * room[1]),
                BLACK,
            )
    mesh = even_crossings(9) * np.array([width, height]) + EDGE
    segments = trace(np.zeros((528, 528), np.float32), 9)
    return page, Sighting(9, 1.0, 0.9, mesh.astype(np.float32), segments, sure=True)


TABLES = {
    "right and low": (44, 44, 1.0, 1.0, ""),
    "left and high": (44, 44, 0.0, 0.0, ""),
    "wide cells": (80, 34, 0.5, 0.5, ""),
    "wider cells, at the right": (60, 40, 0.8, 0.5, ""),
    "stars for blanks": (44, 44, 0.5, 0.5, "*"),
    "question marks for blanks": (44, 44, 0.5, 0.5, "?"),
}


@pytest.mark.parametrize("name", TABLES)
def test_digits_are_read_wherever_they_stand(name: str) -> None:
    picture, sighting = table(*TABLES[name])
    first = recognise(picture, sighting)
    moved = centred(picture, first)
    assert moved.log_probs.argmax(axis=1).tolist() == list(MADE.puzzle.givens)


@pytest.mark.ocr
@pytest.mark.parametrize("name", TABLES)
def test_their_puzzle_is_solved(name: str) -> None:
    (puzzle,) = read(table(*TABLES[name])[0]).puzzles
    assert puzzle.status is Status.SOLVED
    assert isinstance(puzzle.answer, Solved)
    assert puzzle.answer.grid.digits == MADE.solution


def test_a_turned_board_is_still_upright_when_its_digits_are_moved() -> None:
    picture, sighting = table(44, 44, 1.0, 1.0)
    turned = Bgr(np.ascontiguousarray(np.rot90(picture)))
    moved = centred(turned, recognise(turned, sighting))
    assert moved.turn == 1
    assert moved.log_probs.argmax(axis=1).tolist() == list(MADE.puzzle.givens)
