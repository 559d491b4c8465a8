"""Photographs of boards without lines, whose boxes are shaded equally light."""

import cv2
import numpy as np

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.sheet import read_sheet
from mailbot.model import Source, Status, Where
from mailbot.pictures import Bgr, to_gray
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from solver import Shape
from tests.eye.rendered import make_puzzle

CELL, MARGIN = 56, 70
MADE = make_puzzle(Shape(3, 3), 43)
PINK, GREEN = np.array([225, 230, 242], np.uint8), np.array([222, 237, 229], np.uint8)
"""Blue, green and red of two colours that are equally light."""

CORNERS = np.array([[55, 91], [695, 58], [758, 708], [-7, 760]], np.float32)


def photographed() -> Bgr:
    """The page on a dark table, seen from aside in dim light."""
    style = PrintStyle(cell=CELL, thin=0, thick=0)
    board = draw_puzzle(PaperPuzzle(MADE.puzzle), style, np.random.default_rng(1))
    rows, columns = np.mgrid[: board.shape[0], : board.shape[1]] // (3 * CELL)
    tint = np.where(((rows + columns) % 2)[..., None], PINK, GREEN)
    shaded = (board * (tint / 255)).astype(np.uint8)
    white = (255, 255, 255)
    page = cv2.copyMakeBorder(shaded, *(MARGIN,) * 4, cv2.BORDER_CONSTANT, value=white)
    side = page.shape[0]
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    through = cv2.getPerspectiveTransform(flat, CORNERS)
    table = np.full((760, 800, 3), 60, np.uint8)
    way = cv2.BORDER_TRANSPARENT
    cv2.warpPerspective(page, through, (800, 760), dst=table, borderMode=way)
    grain = np.random.default_rng(1).normal(size=table.shape) * 6
    return Bgr(np.clip(table * 0.68 + grain, 0, 255).astype(np.uint8))


def test_the_shades_do_not_differ_in_lightness() -> None:
    pink, green = to_gray(Bgr(np.array([[PINK, GREEN]])))[0].tolist()
    assert abs(pink - green) <= 1


def test_such_a_board_is_solved() -> None:
    (puzzle,) = read_sheet(photographed(), Source.IMAGE, Where(), NO_DEADLINE).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == MADE.puzzle.givens
