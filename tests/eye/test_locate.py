"""Boards of unusual looks, found by the lattice network."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.find.boards import sees_large
from mailbot.eye.find.lines.lattice import UNIT
from mailbot.eye.find.locate import locate, look_again
from mailbot.eye.find.network import COARSE, FINE, Maps, look_at
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.find.surface import on_quad
from mailbot.eye.sheet import read_sheet
from mailbot.model import Source, Status, Where
from mailbot.pictures.pixels import Bgr
from solver import Shape
from tests.examples import of_the_day
from tests.eye.rendered import board_picture, make_puzzle
from tests.workshop.paper.grid import PrintStyle
from tests.workshop.paper.type import EMBEDDED, lay, set_text

MARGIN = 90
STYLE = PrintStyle(cell=56, thick=4)
MADE = make_puzzle(Shape(3, 3), 21)
MIDDLE = make_puzzle(Shape(3, 3), 22)


def found_on(page: Bgr) -> list[Sighting]:
    """The lattices that the first look finds."""
    return locate(page, look_at(page))


def without_frame(drawn: Bgr) -> Bgr:
    inner = drawn.copy()
    edge = STYLE.thick + 3
    inner[:edge] = inner[-edge:] = inner[:, :edge] = inner[:, -edge:] = 255
    return Bgr(inner)


LOOKS = {
    "no frame": without_frame(board_picture(MADE.puzzle, STYLE)),
    "box lines only": board_picture(MADE.puzzle, replace(STYLE, thin=0)),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_board_is_found_whole(look: str) -> None:
    board = LOOKS[look]
    page = cv2.copyMakeBorder(
        board, *(MARGIN,) * 4, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    best = found_on(Bgr(np.asarray(page, np.uint8)))[0]
    assert best.size == 9
    low = MARGIN + STYLE.thick
    wanted = np.array([[low, low], [low + 9 * STYLE.cell] * 2], np.float32)
    found = np.array([best.mesh[0, 0], best.mesh[-1, -1]])
    assert np.abs(found - wanted).max() < 0.2 * STYLE.cell


@pytest.mark.parametrize(
    ("axis", "cell"), [(0, 48), (1, 32)], ids=["below each other", "side by side"]
)
def test_two_boards_that_touch_are_found(axis: int, cell: int) -> None:
    style = replace(STYLE, cell=cell)
    one, two = (
        board_picture(made.puzzle, style)
        for made in (MADE, make_puzzle(Shape(3, 3), 22))
    )
    shared = np.delete(two, np.s_[: style.thick], axis)  # one line between the boards
    both = np.concatenate([one, shared], axis)
    page = np.pad(both, ((20, 20), (20, 20), (0, 0)), constant_values=255)
    first, second = sorted(found_on(Bgr(page)), key=lambda found: found.mesh.sum())
    side = 9 * style.cell
    for found, start in ((first, 0), (second, side)):
        low = np.full(2, 20 + style.thick)
        low[1 - axis] += start
        wanted = np.array([low, low + side])
        ends = np.array([found.mesh[0, 0], found.mesh[-1, -1]])
        assert found.size == 9
        assert np.abs(ends - wanted).max() < 0.2 * style.cell


def stacked(cell: int, before: float, after: float, margin: int) -> tuple[Bgr, int]:
    """Three boards that share lines; of the middle one, also where it begins.

    Args:
        cell: pixels of a cell.
        before: cells that the picture cuts off the first board.
        after: cells that it cuts off the last one.
        margin: pixels beside the boards.
    """
    style = replace(STYLE, cell=cell)
    one, two, three = (
        board_picture(made.puzzle, style) for made in (MADE, MIDDLE, MADE)
    )
    line = np.s_[: style.thick]
    stack = np.concatenate([one, np.delete(two, line, 0), np.delete(three, line, 0)])
    for frame in (len(one), len(one) + len(two) - style.thick):
        stack[frame - 2 * style.thick : frame + style.thick] = 0  # thicker than others
    top, bottom = round(before * cell), round(after * cell)
    beside = ((0, 0), (margin, margin), (0, 0))
    page = np.pad(stack[top:-bottom], beside, constant_values=255)
    return Bgr(page), len(one) - top


@pytest.mark.parametrize(
    ("before", "after"),
    of_the_day([(4.5, 1.3), (3.5, 4.5), (4.5, 3.5), (5.5, 2.5)], 2),
    ids=str,
)
def test_a_board_between_two_cut_off_is_read(before: float, after: float) -> None:
    page, _ = stacked(56, before, after, 120)
    found = read_sheet(page, Source.IMAGE, Where(), NO_DEADLINE)
    solved = [one for one in found.puzzles if one.status is Status.SOLVED]
    assert [one.grid.givens for one in solved] == [MIDDLE.puzzle.givens]


@pytest.mark.parametrize(
    ("cell", "before", "after", "margin"), [(40, 3.5, 3.5, 20), (40, 4.5, 6.5, 120)]
)
def test_halves_whose_lattices_are_not_side_by_side_are_one_board(
    cell: int, before: float, after: float, margin: int
) -> None:
    page, top = stacked(cell, before, after, margin)
    ends = [one.mesh[[0, -1], :, 1].mean(axis=1) for one in found_on(page)]
    off = [np.abs(end - (top, top + 9 * cell)).max() for end in ends]
    assert min(off) < 0.2 * cell


def test_a_small_board_on_a_large_page_is_found() -> None:
    small = board_picture(MADE.puzzle, replace(STYLE, cell=20, thick=2))
    page = np.full((1300, 1300, 3), 250, np.uint8)
    page[500 : 500 + small.shape[0], 700 : 700 + small.shape[1]] = small
    best = found_on(Bgr(page))[0]
    assert best.size == 9
    assert np.abs(best.mesh[0, 0] - (702, 502)).max() < 4


def sagging(page: Bgr, sag: float) -> Bgr:
    """The page with its middle lower than its edges, by a share of the board."""
    y, x = np.mgrid[: page.shape[0], : page.shape[1]].astype(np.float32)
    side = page.shape[0] - 2 * MARGIN
    down = y - np.float32(sag * side) * (np.sin(np.pi * x / page.shape[1]) - 0.5)
    way, beyond = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    return Bgr(np.asarray(cv2.remap(page, x, down, way, borderMode=beyond), np.uint8))


def test_a_strongly_curled_board_is_found() -> None:
    board = board_picture(MADE.puzzle, STYLE)
    around = (2 * MARGIN,) * 4
    page = cv2.copyMakeBorder(board, *around, cv2.BORDER_CONSTANT, value=(255,) * 3)
    best = found_on(sagging(Bgr(np.asarray(page, np.uint8)), 0.25))[0]
    assert best.size == 9
    assert best.sure
    assert best.score > 0.9


def test_a_table_of_many_rows_and_four_columns_is_no_4x4() -> None:
    page = Bgr(np.full((500, 660, 3), 255, np.uint8))
    for row in range(11):
        cv2.line(page, (150, 100 + 30 * row), (510, 100 + 30 * row), (0, 0, 0), 2)
    for column in range(5):
        cv2.line(page, (150 + 90 * column, 100), (150 + 90 * column, 400), (0, 0, 0), 2)
    rng = np.random.default_rng(1)
    for cell in range(40):
        text = set_text(str(rng.integers(1, 99)), EMBEDDED, 20)
        lay(page, text, 160 + cell % 4 * 90, 108 + cell // 4 * 30, (0, 0, 0))
    assert not any(look_again(page, NO_DEADLINE, likely=True))


def _seen(side: int) -> Maps:
    """Maps in which a board takes a square of so many coarse pixels."""
    inside = np.zeros((COARSE, COARSE), np.float32)
    inside[:side, :side] = 1
    place = np.zeros((COARSE, COARSE, 2), np.float32)
    return Maps(np.zeros((FINE, FINE), np.float32), inside, place, (0, 0), 1.0)


def test_only_what_takes_much_of_the_picture_is_large() -> None:
    assert sees_large(_seen(40))
    assert not sees_large(_seen(20))
    assert not sees_large(_seen(0))


def test_surfaces_are_near_if_no_corner_is_off() -> None:
    square = UNIT * np.float32(100)
    moved = square + np.array([[0, 0], [0, 0], [4, 0], [0, 0]], np.float32)
    assert on_quad(square).is_near(on_quad(moved), 0.05)
    assert not on_quad(square).is_near(on_quad(moved), 0.02)
