"""Boards drawn by hand with a felt-tip: thick lines, digits that reach over them."""

import cv2
import numpy as np
import pytest

from mailbot.eye.decide.things import things_on
from mailbot.eye.find.lines.bend import FLAT
from mailbot.eye.find.lines.courses import courses, trace_drawn
from mailbot.eye.find.lines.lattice import MARGIN, SIDE
from mailbot.eye.find.surface import Surface
from mailbot.eye.find.view import drawn_lines
from mailbot.eye.read.lines.gaps import missing_pieces
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Gray
from tests.eye.synthetic import cells_of

PAPER, INK, SKIN = (235, 240, 240), (40, 35, 150), (120, 150, 205)
OFF = np.where(np.arange(10) % 9, np.where(np.arange(10) % 2, 0.12, -0.12), 0)
"""Cells by which each line lies aside."""


def board(cell: int, margin: int, off: Floats, thin: int, thick: int) -> Bytes:
    """A board with such lines, those of boxes thick, seen from above."""
    side = 9 * cell + 2 * margin
    picture = np.full((side, side, 3), PAPER, np.uint8)
    for line, aside in enumerate(off):
        place = round(margin + (line + float(aside)) * cell)
        width = thin if line % 3 else thick
        ends = margin, side - margin
        cv2.line(picture, (place, ends[0]), (place, ends[1]), INK, width, cv2.LINE_AA)
        cv2.line(picture, (ends[0], place), (ends[1], place), INK, width, cv2.LINE_AA)
    return picture


LEGIBLE = np.ones(81, np.bool_)


def felt_tip() -> Bytes:
    """The board cut along its lines, with strokes that reach over some of these."""
    picture = board(PATCH, 0, np.zeros(10, np.float32), thin=7, thick=18)
    for row, column in ((1, 2), (2, 4), (4, 4), (6, 1), (7, 7)):
        x, y = column * PATCH + 24, row * PATCH + 6
        cv2.line(picture, (x + 8, y - 10), (x - 8, y + 34), INK, 8, cv2.LINE_AA)
    return picture


def test_nothing_lies_on_a_board_where_digits_reach_over_thick_lines() -> None:
    assert not things_on(cells_of(felt_tip()), LEGIBLE, by_hand=True).any()


def test_a_line_that_is_half_a_cell_thick_in_places_has_no_gaps_there() -> None:
    """There is no paper beside it in the strip in which lines are looked for."""
    picture = felt_tip()
    place = 3 * PATCH
    cv2.line(picture, (4 * PATCH, place), (6 * PATCH, place), INK, 31)
    assert not missing_pieces(cells_of(picture), by_hand=True).any()


@pytest.mark.parametrize("colour", [PAPER, SKIN], ids=["a slip", "a finger"])
def test_what_hides_thick_lines_lies_on_the_board(colour: tuple[int, ...]) -> None:
    picture = felt_tip()
    cv2.ellipse(picture, (250, 190), (60, 40), 20.0, 0.0, 360.0, colour, -1)
    things = things_on(cells_of(picture), LEGIBLE, by_hand=True)
    assert things[190, 250]
    assert things.mean() < 0.1


@pytest.mark.parametrize(("gaps", "told"), [(2, True), (6, False)])
def test_gaps_all_over_the_board_tell_of_no_thing(gaps: int, told: bool) -> None:
    """Each hides two or three of the thousand pieces of lines."""
    picture = board(PATCH, 0, np.zeros(10, np.float32), thin=3, thick=5)
    cv2.ellipse(picture, (250, 190), (60, 40), 20.0, 0.0, 360.0, PAPER, -1)
    for gap in range(gaps):
        x, y = (gap % 3 * 3 + 1) * PATCH + 18, (8 - gap // 3) * PATCH
        cv2.rectangle(picture, (x, y - 4), (x + 12, y + 4), PAPER, -1)
    assert things_on(cells_of(picture), LEGIBLE)[190, 250] == told


def test_a_line_of_a_felt_tip_is_followed_within_it_not_along_its_edge() -> None:
    """Half a cell wide, it hides its paper from the brush that is used for others."""
    cell, half = SIDE // 9, 22 / (2 * SIDE / 9)
    picture = board(cell, MARGIN, OFF.astype(np.float32), thin=6, thick=22)
    gray = Gray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8))
    flat = np.array([[SIDE, 0, MARGIN], [0, SIDE, MARGIN], [0, 0, 1]], np.float64)
    lines = next(drawn_lines(gray, Surface(FLAT, flat)))
    within, beside = (
        np.abs(courses(trace_drawn(lines.drawn, 9, thick)) - OFF[:, None]).max()
        for thick in (lines.thick, None)
    )
    assert within < 0.6 * half
    assert beside > 0.8 * half
