"""Boards whose boxes are told by shades."""

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.find.again import look_again
from mailbot.eye.find.boards import Board, boards
from mailbot.eye.find.lines.lattice import UNIT, even_crossings
from mailbot.eye.find.network import look_at
from mailbot.eye.find.shades import by_shades, outlined
from mailbot.eye.find.surface import on_quad
from mailbot.pictures import Bgr
from tests.eye.test_shaded import CELL, CORNERS, GREEN, MARGIN, PINK, photographed

BOX = 160  # pixels
PAPER, SHADE = 235, 190  # levels of gray


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


def board_of(left: float, top: float, side: float) -> Board:
    """A flat board there, as the network would see it."""
    corners = (np.array([left, top]) + side * UNIT).astype(np.float32)
    surface = on_quad(corners)
    return Board(surface, (), surface)


def cross(seed: int, shade: int = SHADE) -> Bgr:
    """A page with five shaded boxes in a cross; the other four are as white as it."""
    rng = np.random.default_rng(seed)
    page = np.full((5 * BOX, 5 * BOX, 3), PAPER, np.uint8)
    for row, column in ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)):
        top, left = (row + 1) * BOX, (column + 1) * BOX
        middle = (row, column) == (1, 1)  # halfway, between its shade and the paper
        page[top : top + BOX, left : left + BOX] = (
            (shade + PAPER) // 2 if middle else shade
        )
    for row, column in rng.permutation(81)[:30, None] // [9, 1] % 9:
        x, y = (round(BOX * (1 + (place + 0.28) / 3)) for place in (column, row + 0.45))
        digit = str(rng.integers(1, 10))
        cv2.putText(page, digit, (x, y), cv2.FONT_HERSHEY_DUPLEX, 1.1, (30,) * 3, 2)
    grain = rng.normal(0, 4, page.shape)
    return Bgr(np.clip(page + grain, 0, 255).astype(np.uint8))


def test_lines_are_drawn_where_colours_meet_and_nowhere_else() -> None:
    drawn = outlined(boxes(), board_of(0, 0, 3 * BOX))
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
    drawn = outlined(Bgr(large), board_of(0, 0, 3 * BOX * scale))
    assert drawn.shape == large.shape[:2]
    darkest = int(drawn[BOX * scale // 2, : 3 * BOX * scale // 2].argmin())
    assert abs(darkest - BOX * scale) <= 2 * scale


def test_only_the_part_of_the_picture_where_the_board_lies_is_looked_at() -> None:
    page = np.full((2000, 3000, 3), 255, np.uint8)
    page[600 : 600 + 3 * BOX, 900 : 900 + 3 * BOX] = boxes()
    page[100:300, 200:400] = 0
    drawn = outlined(Bgr(page), board_of(900, 600, 3 * BOX))
    assert drawn[600 + BOX // 2, 900 + BOX] < 128
    assert drawn[:400].min() == 255
    assert outlined(Bgr(page), board_of(-900, 0, 480)).min() == 255  # it lies outside


def test_the_grain_of_paper_draws_no_lines() -> None:
    grain = np.random.default_rng(2).normal(0, 9, (700, 700, 3))
    page = Bgr(np.clip(200 + grain, 0, 255).astype(np.uint8))
    drawn = outlined(page, board_of(50, 50, 600))
    assert np.percentile(drawn, 5) > 200


@pytest.mark.parametrize("seed", range(3))
def test_five_boxes_in_a_cross_tell_where_the_board_lies(seed: int) -> None:
    page = cross(seed)
    maps = look_at(page)
    board = next(boards(maps))
    lattice = by_shades(page, maps, board)
    assert lattice is not None
    true = BOX + even_crossings(9) * BOX / 3
    assert np.abs(lattice.mesh - true).max() < BOX / 3 / 4  # so digits are read
    assert not lattice.sure  # shades alone never settle that a board is there


@pytest.mark.parametrize("seed", range(3))
def test_no_lattice_is_laid_where_digits_stand_on_paper_without_shades(
    seed: int,
) -> None:
    page = cross(seed, shade=PAPER)
    board = board_of(BOX, BOX, 3 * BOX)
    assert by_shades(page, look_at(cross(seed)), board) is None


def test_a_photographed_board_is_found_by_its_shades() -> None:
    page = photographed()
    best = next(look_again(page, NO_DEADLINE))[0]
    assert best.size == 9
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    through = cv2.getPerspectiveTransform(unit, CORNERS)
    places = (MARGIN + CELL * even_crossings(9)) / (9 * CELL + 2 * MARGIN)
    true = cv2.perspectiveTransform(places.reshape(1, -1, 2), through)
    assert np.abs(best.mesh - true.reshape(10, 10, 2)).max() < CELL / 8
