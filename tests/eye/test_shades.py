"""Borders of shades, drawn as lines."""

import cv2
import numpy as np
import pytest

from mailbot.eye.find.again import look_again
from mailbot.eye.find.lines.lattice import even_crossings
from mailbot.eye.find.shades import outlined
from mailbot.pictures import Bgr
from tests.eye.test_shaded import CELL, CORNERS, GREEN, MARGIN, PINK, photographed

BOX = 160  # pixels


def boxes() -> Bgr:
    """Nine boxes in two colours that are equally light, with a digit in each."""
    rows, columns = np.mgrid[: 3 * BOX, : 3 * BOX] // BOX
    board = np.where(((rows + columns) % 2)[..., None], PINK, GREEN)
    page = np.ascontiguousarray(board, np.uint8)
    for row in range(3):
        for column in range(3):
            place = column * BOX + 65, row * BOX + 95
            cv2.putText(page, "8", place, cv2.FONT_HERSHEY_DUPLEX, 1.2, (30,) * 3, 3)
    return Bgr(page)


def test_lines_are_drawn_where_colours_meet_and_nowhere_else() -> None:
    drawn = outlined(boxes(), extent=3 * BOX)
    middles = np.arange(BOX // 2, 3 * BOX, BOX)
    for at in (BOX, 2 * BOX):
        assert drawn[middles, at].max() < 128
        assert drawn[at, middles].max() < 128
    inside = (np.arange(3 * BOX) + 12) % BOX > 24
    inside[:12] = inside[-12:] = False
    assert drawn[np.ix_(inside, inside)].min() > 250  # digits are no shades


@pytest.mark.parametrize("scale", [1, 3])
def test_lines_lie_in_their_places_whatever_the_size_of_the_picture(scale: int) -> None:
    large = np.repeat(np.repeat(boxes(), scale, axis=0), scale, axis=1)
    drawn = outlined(Bgr(large), extent=3 * BOX * scale)
    assert drawn.shape == large.shape[:2]
    darkest = int(drawn[BOX * scale // 2, : 3 * BOX * scale // 2].argmin())
    assert abs(darkest - BOX * scale) <= 2 * scale


def test_a_photographed_board_is_found_by_its_shades() -> None:
    page = photographed()
    best = next(look_again(page))[0]
    assert best.size == 9
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    through = cv2.getPerspectiveTransform(unit, CORNERS)
    places = (MARGIN + CELL * even_crossings(9)) / (9 * CELL + 2 * MARGIN)
    true = cv2.perspectiveTransform(places.reshape(1, -1, 2), through)
    assert np.abs(best.mesh - true.reshape(10, 10, 2)).max() < CELL / 8
