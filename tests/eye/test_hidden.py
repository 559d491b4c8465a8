"""Digits of which a thin thing hides a stroke, so that they look like other ones."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.doubt import doubt_digits
from mailbot.eye.decide.rivals import rivals_in
from mailbot.eye.read.lines.gaps import weakest_lines
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.survey import survey
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from mailbot.workshop.paper.photo import Camera, photograph
from solver import Shape
from tests.eye.rendered import make_puzzle
from tests.eye.synthetic import board_of, cells_of

NINE = Shape(3, 3)
MADE = make_puzzle(NINE, 3000)
PALE, CELL = (214, 214, 214), 56
SIX = 52
"""A cell with a 6, in which a 5 gives one solution as well."""


def photographed(wire: bool) -> Recognised:
    """The board as read; a pale wire may lie over the left of the 6 and a line."""
    style = PrintStyle(cell=CELL)
    board = draw_puzzle(PaperPuzzle(MADE.puzzle), style, np.random.default_rng(0))
    if wire:
        left, top = style.thick + CELL * (SIX % 9), style.thick + CELL * (SIX // 9)
        start = left + 20, top + CELL // 2 + 2
        cv2.line(board, start, (left + 15, top + CELL + 25), PALE, 7, cv2.LINE_AA)
    margin = ((40, 40), (40, 40), (0, 0))
    paper = Bgr(np.pad(board, margin, constant_values=255))
    return survey(photograph(paper, Camera(), 0), NO_DEADLINE)[1][0]


@pytest.fixture(scope="module")
def clear() -> Recognised:
    """The board with nothing on it."""
    return photographed(wire=False)


def test_a_digit_whose_stroke_may_be_hidden_is_doubted() -> None:
    assert {5, 6} <= rivals_in(NINE, np.array(MADE.puzzle.givens), SIX, NO_DEADLINE)
    seen = photographed(wire=True)
    assert seen.log_probs[SIX].argmax() == 5
    assert np.exp(seen.log_probs[SIX, 5]) > 0.9
    doubted = doubt_digits(seen, NO_DEADLINE)
    five, six = doubted.log_probs[SIX, 5:7]
    assert five - six < 0.2
    others = np.arange(81) != SIX
    assert (doubted.log_probs[others] == seen.log_probs[others]).all()


def test_a_page_on_which_nothing_lies_is_not_doubted(clear: Recognised) -> None:
    assert (doubt_digits(clear, NO_DEADLINE).log_probs == clear.log_probs).all()


@pytest.mark.parametrize("cell", [0, 40, 80])
def test_the_weakest_line_beside_a_cell_is_found(clear: Recognised, cell: int) -> None:
    board = board_of(clear.cells.shown)
    row, column = divmod(cell, 9)
    middle = 48 * column + 24
    line = 48 * (row + 1) if row < 8 else 48 * row
    paper = np.median(board, axis=(0, 1))
    board[line - 6 : line + 6, middle - 12 : middle + 12] = paper
    weak = weakest_lines(cells_of(board)) < 0.3
    beside = cell + 9 if row < 8 else cell - 9
    assert set(np.flatnonzero(weak)) == {cell, beside}


def test_where_the_mesh_lies_beside_a_line_nothing_is_weak(clear: Recognised) -> None:
    board = board_of(clear.cells.shown)
    board[:, 42:54] = np.median(board, axis=(0, 1))
    assert weakest_lines(cells_of(board)).min() > 0.5


def test_where_the_mesh_reaches_beyond_the_frame_nothing_is_weak(
    clear: Recognised,
) -> None:
    board = board_of(clear.cells.shown)
    board[:20] = np.median(board, axis=(0, 1))
    assert weakest_lines(cells_of(board)).min() > 0.5


def test_nothing_is_doubted_where_all_lines_are_uneven() -> None:
    """So they are where a picture is blurred or coarse, though nothing lies on it."""
    seen = photographed(wire=True)
    board = board_of(seen.cells.shown)
    paper = np.median(board, axis=(0, 1))
    for line in range(48, 432, 48):
        for middle in range(24, 432, 48):
            part = slice(middle - 8, middle + 8)
            board[line - 6 : line + 6, part] = (
                0.5 * paper + 0.5 * board[line - 6 : line + 6, part]
            )
    cells = replace(seen.cells, shown=cells_of(board))
    doubted = doubt_digits(replace(seen, cells=cells), NO_DEADLINE)
    assert (doubted.log_probs == seen.log_probs).all()
