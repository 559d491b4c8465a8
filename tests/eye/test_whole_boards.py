"""An 8x8 lattice that lies on a part of a 9x9 board."""

from dataclasses import replace

import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.certain import is_certain
from mailbot.eye.decide.boxes import is_row_off
from mailbot.eye.find.lines.lattice import even_crossings, trace
from mailbot.eye.find.offset import grown
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.recognise import recognise
from mailbot.eye.survey import survey
from mailbot.eye.whole import in_place, is_cut_off, whole_board
from mailbot.pictures import to_gray
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from mailbot.workshop.paper.type import EMBEDDED, lay, set_text
from solver import Grid, Shape
from tests.eye.rendered import Made, make_puzzle

STYLE = PrintStyle(cell=50)
CORNER = np.array([60, 60], np.float32)


def page_of(made: Made) -> Bgr:
    board = draw_puzzle(PaperPuzzle(made.puzzle), STYLE, np.random.default_rng(1))
    return Bgr(np.pad(board, ((60, 60), (60, 60), (0, 0)), constant_values=255))


def eight_on(first: int) -> Sighting:
    """The 8x8 lattice from a row and a column of the board on."""
    mesh = (even_crossings(8) + first) * STYLE.cell + CORNER + STYLE.thick
    segments = trace(np.zeros((528, 528), np.float32), 8)
    return Sighting(8, 0.95, 0.8, mesh.astype(np.float32), segments, sure=True)


def test_the_9x9_around_an_8x8_is_read() -> None:
    made = make_puzzle(Shape(3, 3), 31)
    page = page_of(made)
    for first in (0, 1):
        read = whole_board(page, recognise(page, eight_on(first)))
        assert read.size == 9
        assert tuple(read.log_probs.argmax(axis=1)) == made.puzzle.givens


def test_the_keys_below_a_board_are_no_row_of_it() -> None:
    """Though a lattice over them holds more digits, no lines are drawn there."""
    made = make_puzzle(Shape(3, 3), 31)
    page = page_of(made)
    for key in range(9):
        left = 60 + STYLE.thick + key * STYLE.cell + 12
        lay(page, set_text(str(key + 1), EMBEDDED, 38), left, 528, (25, 25, 25))
    read = whole_board(page, recognise(page, eight_on(1)))
    assert tuple(read.log_probs.argmax(axis=1)) == made.puzzle.givens


def test_a_board_of_8x8_stays_one() -> None:
    made = make_puzzle(Shape(4, 2), 31)
    page = page_of(made)
    read = recognise(page, eight_on(0))
    assert whole_board(page, read) is read


def test_a_9x9_without_a_row_and_a_column_is_cut_off() -> None:
    """What is left of it has sides of eight cells, and a picture's edge at two."""
    page = page_of(make_puzzle(Shape(3, 3), 31))
    cut = round(CORNER[0]) + STYLE.thick + STYLE.cell
    picture = Bgr(page[cut:, cut:])
    sightings, read = survey(picture, NO_DEADLINE)
    assert not read
    assert any(one.sure and is_cut_off(picture, one) for one in sightings)


def test_a_9x9_is_not_sought_where_no_lines_are_drawn() -> None:
    page = Bgr(np.full((600, 600, 3), 255, np.uint8))
    assert not list(grown(to_gray(page), replace(eight_on(0), score=1.0)))


def test_a_clear_part_of_a_puzzle_is_looked_at_again() -> None:
    made = make_puzzle(Shape(3, 3), 31)
    mesh = even_crossings(9) * STYLE.cell + CORNER + STYLE.thick
    segments = trace(np.zeros((528, 528), np.float32), 9)
    unsure = Sighting(9, 0.7, 0.6, mesh.astype(np.float32), segments)
    assert is_certain(recognise(page_of(made), unsure))
    page = page_of(made)
    page[60 + 7 * STYLE.cell :] = 255
    assert not is_certain(recognise(page, unsure))


def test_a_board_is_sought_further_where_a_sure_4x4_lies_on_a_part_of_it() -> None:
    page = page_of(make_puzzle(Shape(3, 3), 31))
    mesh = even_crossings(4) * STYLE.cell + CORNER + STYLE.thick
    segments = trace(np.zeros((528, 528), np.float32), 4)
    four = Sighting(4, 0.95, 0.8, mesh.astype(np.float32), segments, sure=True)
    assert not is_certain(recognise(page, four))


def test_a_board_is_sought_further_where_a_sure_lattice_shows_clear_paper() -> None:
    empty = make_puzzle(Shape(3, 3), 31).puzzle
    board = Grid(empty.shape, (0,) * 81)
    page = page_of(Made(board, empty.digits))
    mesh = even_crossings(9) * STYLE.cell + CORNER + STYLE.thick
    segments = trace(np.zeros((528, 528), np.float32), 9)
    nine = Sighting(9, 0.6, 0.5, mesh.astype(np.float32), segments, sure=True)
    assert not is_certain(recognise(page, nine))


@pytest.mark.parametrize("way", [(0, 1), (0, -1), (2, 0), (-1, 1)])
@pytest.mark.parametrize("turn", [0, 1, 3])
def test_a_lattice_some_rows_off_its_board_is_put_in_its_place(
    way: tuple[int, int], turn: int
) -> None:
    made = make_puzzle(Shape(3, 3), 31)
    page = Bgr(np.ascontiguousarray(np.rot90(page_of(made), turn)))
    mesh = even_crossings(9) * STYLE.cell + CORNER + STYLE.thick
    off = mesh + np.array(way, np.float32) * STYLE.cell
    segments = trace(np.zeros((528, 528), np.float32), 9)
    lattice = Sighting(9, 0.8, 0.7, off.astype(np.float32), segments, sure=True)
    read = in_place(page, recognise(page, lattice))
    assert np.abs(read.sighting.mesh - mesh).max() < 4
    assert tuple(read.log_probs.argmax(axis=1)) == made.puzzle.givens


def test_a_board_of_which_rows_are_missing_is_not_put_in_another_place() -> None:
    page = page_of(make_puzzle(Shape(3, 3), 31))
    cut = round(CORNER[1]) + STYLE.thick + STYLE.cell
    picture = Bgr(np.ascontiguousarray(page[cut:]))
    mesh = even_crossings(9) * STYLE.cell + (CORNER[0] + STYLE.thick, 0)
    segments = trace(np.zeros((528, 528), np.float32), 9)
    lattice = Sighting(9, 0.5, 0.7, mesh.astype(np.float32), segments, sure=True)
    read = recognise(picture, lattice)
    assert is_row_off(read)
    assert in_place(picture, read) is read


def test_a_board_is_sought_further_where_a_sure_lattice_lies_a_row_off_it() -> None:
    page = page_of(make_puzzle(Shape(3, 3), 31))
    segments = trace(np.zeros((528, 528), np.float32), 9)
    for rows, wanted in ((0, True), (1, False), (-1, False)):
        off = np.array([0, rows]) * STYLE.cell
        mesh = even_crossings(9) * STYLE.cell + CORNER + STYLE.thick + off
        lattice = Sighting(9, 0.92, 0.8, mesh.astype(np.float32), segments, sure=True)
        assert is_certain(recognise(page, lattice)) is wanted


def test_a_board_is_sought_further_where_a_sure_8x8_has_no_solution() -> None:
    """It may be what an app's shaded row and column leave of a 9x9."""
    made = make_puzzle(Shape(4, 2), 31)
    givens = made.puzzle.givens
    assert givens[:2] == (0, 8)
    twice = Made(Grid(made.puzzle.shape, (8, *givens[1:])), made.solution)
    for page, wanted in ((page_of(made), True), (page_of(twice), False)):
        assert is_certain(recognise(page, eight_on(0))) is wanted
