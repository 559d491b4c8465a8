"""Boards on paper that is rolled up strongly."""

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.sheet import read_sheet
from mailbot.model import Source, Status, Where
from mailbot.pictures import Bgr
from solver import Shape, Solved
from tests.eye.rendered import board_picture, make_puzzle
from tests.workshop.paper.grid import PrintStyle
from tests.workshop.paper.roll import Roll

SIDE, MARGIN, STYLE = 900, 110, PrintStyle(cell=60, thick=4)
MADE = make_puzzle(Shape(3, 3), 41)
PAGE = SIDE * 0.9  # pixels of the picture that the page would take if it were flat
ROLLS = {
    "around a bottle": Roll(0.42, away=1.4, turn=0.2),
    "within a tube": Roll(0.46, away=0.9, outwards=False, turn=0.3, beside=0.12),
}


def page() -> Bgr:
    """White paper with a board in its middle."""
    board = board_picture(MADE.puzzle, STYLE)
    margins = (MARGIN,) * 4
    white = cv2.copyMakeBorder(board, *margins, cv2.BORDER_CONSTANT, value=(255,) * 3)
    return Bgr(np.asarray(white, np.uint8))


def rolled(roll: Roll) -> Bgr:
    """The rolled page on a dark table."""
    flat = page()
    extent, scale = flat.shape[0], PAGE / flat.shape[0] / SIDE
    points = (np.mgrid[:SIDE, :SIDE][::-1] + 0.5) / SIDE - 0.5
    x, y = roll.on_paper(points.astype(np.float32)) / np.float32(scale) + np.float32(
        extent / 2
    )
    dark = (70, 60, 50)
    way = cv2.INTER_AREA, cv2.BORDER_CONSTANT
    seen = cv2.remap(flat, x, y, way[0], borderMode=way[1], borderValue=dark)
    return Bgr(np.asarray(seen, np.uint8))


def answer_to(roll: Roll) -> tuple[Status, tuple[int, ...] | None]:
    """What becomes of the puzzle on the rolled page, and the solution that is sent."""
    (puzzle,) = read_sheet(rolled(roll), Source.IMAGE, Where(), NO_DEADLINE).puzzles
    answer = puzzle.answer
    return puzzle.status, answer.grid.digits if isinstance(answer, Solved) else None


@pytest.mark.parametrize("roll", ROLLS.values(), ids=ROLLS)
def test_a_puzzle_on_rolled_paper_is_solved(roll: Roll) -> None:
    assert answer_to(roll) == (Status.SOLVED, MADE.solution)


CURLED_AWAY = {  # a cell at the edge is 9 and 12 pixels wide, in the middle 60
    "at two edges": Roll(0.33, away=1.76, turn=4.48, beside=0.09),
    "at one edge": Roll(0.33, away=1.74, turn=3.11, beside=0.13),
}


@pytest.mark.parametrize("roll", CURLED_AWAY.values(), ids=CURLED_AWAY)
def test_edges_that_curl_away_bring_no_wrong_solution(roll: Roll) -> None:
    status, solution = answer_to(roll)
    assert (status, solution) == (Status.SOLVED, MADE.solution) or (
        status is Status.DOUBTFUL
    )
