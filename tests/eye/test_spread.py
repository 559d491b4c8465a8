"""Boards on paper that is rolled up strongly, followed from cell to cell."""

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.find.lines.lattice import even_crossings
from mailbot.eye.find.spread import followed
from mailbot.eye.sheet import read_sheet
from mailbot.model import Source, Status, Where
from mailbot.pictures import Bgr, to_gray
from mailbot.pictures.arrays import Floats
from solver import Shape, Solved
from tests.eye.rendered import make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
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
    board = draw_puzzle(PaperPuzzle(MADE.puzzle), STYLE, np.random.default_rng(1))
    margins = (MARGIN,) * 4
    white = cv2.copyMakeBorder(board, *margins, cv2.BORDER_CONSTANT, value=(255,) * 3)
    return Bgr(np.asarray(white, np.uint8))


def rolled(roll: Roll) -> tuple[Bgr, Floats]:
    """The rolled page on a dark table, and the crossings of its board [10, 10, 2]."""
    flat = page()
    extent, scale = flat.shape[0], PAGE / flat.shape[0] / SIDE
    points = (np.mgrid[:SIDE, :SIDE][::-1] + 0.5) / SIDE - 0.5
    x, y = roll.on_paper(points.astype(np.float32)) / np.float32(scale) + np.float32(
        extent / 2
    )
    dark = (70, 60, 50)
    way = cv2.INTER_AREA, cv2.BORDER_CONSTANT
    seen = cv2.remap(flat, x, y, way[0], borderMode=way[1], borderValue=dark)
    on_page = even_crossings(9) * STYLE.cell + (MARGIN + STYLE.thick) - extent / 2
    crossings = roll.seen_at(np.moveaxis(on_page * scale, -1, 0).astype(np.float32))
    mesh = np.moveaxis((crossings + 0.5) * SIDE, 0, -1)
    return Bgr(np.asarray(seen, np.uint8)), np.asarray(mesh, np.float32)


ALL = np.ones((10, 10), np.bool_)
PLACES = np.asarray(even_crossings(9) / 9, np.float32)


@pytest.mark.parametrize("roll", ROLLS.values(), ids=ROLLS)
def test_a_lattice_is_followed_beyond_the_crossings_that_are_known(roll: Roll) -> None:
    picture, mesh = rolled(roll)
    known = ALL.copy()
    known[:, 5:] = False
    surface = followed(to_gray(picture), np.where(known[..., None], mesh, 0), known)
    assert surface
    assert np.abs(surface.points(PLACES) - mesh).max() < STYLE.cell / 10


def test_crossings_that_are_not_in_their_places_are_moved_there() -> None:
    picture, mesh = rolled(ROLLS["around a bottle"])
    wrong = mesh.copy()
    for column in range(5, 10):  # as if the paper went on flat
        wrong[:, column] = 2 * wrong[:, column - 1] - wrong[:, column - 2]
    assert np.abs(wrong - mesh).max() > 15
    surface = followed(to_gray(picture), wrong, ALL)
    assert surface
    assert np.abs(surface.points(PLACES) - mesh).max() < STYLE.cell / 10


def test_on_blank_paper_nothing_is_followed() -> None:
    _, mesh = rolled(ROLLS["around a bottle"])
    blank = Bgr(np.full((SIDE, SIDE, 3), 230, np.uint8))
    assert followed(to_gray(blank), mesh, ALL) is None


CURLED_AWAY = {  # a cell at the edge is 9 and 12 pixels wide, in the middle 60
    "at two edges": Roll(0.33, away=1.76, turn=4.48, beside=0.09),
    "at one edge": Roll(0.33, away=1.74, turn=3.11, beside=0.13),
}


@pytest.mark.parametrize("roll", CURLED_AWAY.values(), ids=CURLED_AWAY)
def test_a_puzzle_whose_edges_curl_away_is_solved(roll: Roll) -> None:
    picture, _ = rolled(roll)
    (puzzle,) = read_sheet(picture, Source.IMAGE, Where(), NO_DEADLINE).puzzles
    assert puzzle.status is Status.SOLVED
    assert isinstance(puzzle.answer, Solved)
    assert puzzle.answer.grid.digits == MADE.solution
