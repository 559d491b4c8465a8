"""Cells that something lies on: asked about, and all others are shown."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.cover import covered_cells, doubt_covered
from mailbot.eye.decide.verdict import is_puzzle
from mailbot.eye.find.sighting import Characters
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import JUNK
from mailbot.eye.survey import survey
from mailbot.model import Ink, NoteKind, Status
from mailbot.pictures.arrays import Bools, Bytes
from mailbot.pictures.pixels import Bgr
from solver import Grid, Shape, Solved, solve
from tests.eye.rendered import Made, board_picture, make_puzzle, read
from tests.eye.synthetic import board_of, judged, on_board
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph

CELL = 56
SKIN, GLARE, PEN = (120, 150, 205), (255, 255, 255), (60, 40, 40)


def covered_page(seed: int, colour: tuple[int, int, int]) -> tuple[Bgr, Made]:
    """A photographed page that something of that colour lies on."""
    made = make_puzzle(Shape(3, 3), 900 + seed)
    page = draw_newspaper([PaperPuzzle(made.puzzle)], PrintStyle(cell=CELL), seed)
    picture = photograph(page, Camera(turn=seed % 5 - 2, tilt=0.08), seed)
    height, width = picture.shape[:2]
    rng = np.random.default_rng(seed)
    middle = rng.uniform(0.42, 0.58, 2) * [width, height]
    axes = rng.uniform(0.06, 0.1, 2) * width
    place, extent = (
        tuple(np.rint(pair).astype(int).tolist()) for pair in (middle, axes)
    )
    cv2.ellipse(picture, place, extent, 20.0, 0.0, 360.0, colour, -1)
    return picture, made


@pytest.mark.ocr
@pytest.mark.parametrize("colour", [SKIN, GLARE, PEN])
def test_covered_cells_are_asked(colour: tuple[int, int, int], long: bool) -> None:
    """Where the rest of the puzzle has one solution, that is sent."""
    seeds = range(20) if long else (0, 4)
    honest = 0
    for seed in seeds:
        picture, made = covered_page(seed, colour)
        found = read(picture)
        (puzzle,) = found.puzzles
        if puzzle.status is Status.SOLVED:
            assert isinstance(puzzle.answer, Solved)
            assert puzzle.answer.grid.digits == made.solution
            honest += 1
            continue
        differ = np.flatnonzero(np.array(puzzle.grid.digits) != made.puzzle.givens)
        told = NoteKind.COVERED in [note.kind for note in found.notes]
        honest += told and set(differ.tolist()) <= set(puzzle.doubtful)
        assert len(puzzle.doubtful) < 24
        rest = np.array(made.puzzle.givens)
        rest[list(puzzle.doubtful)] = 0
        assert not isinstance(solve(Grid(Shape(3, 3), tuple(rest.tolist()))), Solved)
    assert honest >= (0.9 * len(seeds) if long else 1)


@pytest.mark.ocr
@pytest.mark.parametrize("colour", [SKIN, GLARE])
def test_covered_cells_are_named_when_solved(colour: tuple[int, int, int]) -> None:
    """They are those that an ellipse hides in part, but for digits that it spares."""
    picture, made = covered_page(11, colour)
    (puzzle,) = read(picture).puzzles
    assert puzzle.status is Status.SOLVED
    cells = puzzle.reading.cells
    named = {cell for cell, read in enumerate(cells) if read.ink is Ink.COVERED}
    hidden, touched = {33, 34}, {24, 25, 32, 35, 41, 42, 43, 44}
    assert hidden <= named <= hidden | touched
    assert not any(cells[cell].digit for cell in named)
    assert all(cells[cell].digit == made.puzzle.givens[cell] for cell in (23, 26, 52))


@pytest.fixture(scope="module")
def seen() -> Recognised:
    """A drawn grid whose paper is white and has no grain."""
    made = make_puzzle(Shape(3, 3), 900)
    page = draw_newspaper([PaperPuzzle(made.puzzle)], PrintStyle(cell=CELL), 1)
    return survey(page, NO_DEADLINE).grids[0]


def paper_of(board: Bytes) -> Bytes:
    paper: Bytes = np.median(board, axis=(0, 1)).astype(np.uint8)
    return paper


def hidden_in(seen: Recognised, board: Bytes, rows: slice = slice(9)) -> Bools:
    """Whether each cell is covered [9, 9]; none is in other rows than these."""
    covered = covered_cells(on_board(seen, board)).reshape(9, 9)
    assert np.isin(np.flatnonzero(covered.any(axis=1)), np.arange(9)[rows]).all()
    return covered


def test_what_lies_on_a_puzzle_does_not_make_it_another_table(seen: Recognised) -> None:
    covered = np.zeros((9, 9), np.bool_)
    covered[5:, 4:] = True  # by a hand, which looks like no digit
    hidden = covered.ravel()
    probs = seen.probs.copy()
    probs[hidden] = 0
    probs[hidden, JUNK] = 1
    under = replace(seen, probs=probs)
    assert not is_puzzle(under)
    puzzle = judged(doubt_covered(under, hidden))
    givens = make_puzzle(Shape(3, 3), 900).puzzle.givens
    differ = np.flatnonzero(np.array(puzzle.grid.digits) != givens)
    assert set(differ.tolist()) <= set(np.flatnonzero(hidden).tolist())


def test_a_glare_as_white_as_the_paper_covers_what_it_hides(seen: Recognised) -> None:
    board = board_of(seen.cells.patches)
    paper = paper_of(board)
    board[160:250, 160:250] = paper  # a cell, and a part of all around it
    assert hidden_in(seen, board, slice(3, 6))[[4, 3, 4], [4, 4, 3]].all()


def test_a_glare_that_ends_at_lines_is_no_shade(seen: Recognised) -> None:
    board = board_of(seen.cells.patches)
    paper = paper_of(board)
    board[150:234, 150:234] = paper  # 1.75 cells a side, from a line on
    assert hidden_in(seen, board, slice(3, 5))[3, 3]


def test_a_slip_that_ends_at_lines_is_no_shade(seen: Recognised) -> None:
    board = board_of(seen.cells.patches)
    board[7 * 48 :, 7 * 48 :] = (200, 220, 230)
    covered = hidden_in(seen, board)
    assert covered[7:, 7:].all()
    assert not covered[:7].any()
    assert not covered[:, :7].any()


def test_a_page_in_full_view_has_no_covered_cells(seen: Recognised) -> None:
    assert not covered_cells(seen).any()


def test_missing_lines_tell_nothing_where_hardly_any_is_seen(seen: Recognised) -> None:
    board = board_of(seen.cells.patches)
    board[100:250, 100:250] = 255
    hidden = on_board(seen, board)
    assert covered_cells(hidden).any()
    faint = replace(seen.sighting, score=0.5, sure=False)
    assert not covered_cells(replace(hidden, sighting=faint)).any()
    places = Characters(np.zeros((9, 9, 2), np.float32), np.ones(2, np.float32), 20.0)
    typed = replace(seen.sighting, characters=places)
    assert not covered_cells(replace(hidden, sighting=typed)).any()


def test_lines_that_lie_off_their_places_hide_nothing(seen: Recognised) -> None:
    """Where a mesh is not exact, one line is missed; those that cross it are not."""
    board = board_of(seen.cells.patches)
    line = board[:, 44:52].copy()
    board[:, 44:52] = board[:, 36:44]
    board[:, 56:64] = line
    assert not hidden_in(seen, board).any()


def test_shaded_cells_without_lines_are_not_covered(seen: Recognised) -> None:
    """The edge of the shade shows the border of the cells."""
    board = board_of(seen.cells.patches)
    for row, column in ((3, 3), (4, 4), (5, 3)):
        place = slice(48 * row, 48 * row + 48), slice(48 * column, 48 * column + 48)
        board[place] = (200, 170, 120)
    assert not hidden_in(seen, board).any()


def test_lines_as_light_as_the_shade_around_them_are_seen_by_their_colour() -> None:
    """An app shades the row and the column of the chosen cell in blue."""
    chosen = 40
    shaded = [c for c in range(81) if c // 9 == chosen // 9 or c % 9 == chosen % 9]
    look = PrintStyle(
        cell=52, thick=3, paper=(30, 30, 30), line=(64, 64, 64), ink=(230, 230, 230)
    )
    shades = dict.fromkeys(shaded, (92, 64, 36))
    board = PaperPuzzle(make_puzzle(Shape(3, 3), 903).puzzle, shades=shades)
    drawn = board_picture(board, look)
    screen = np.pad(drawn, ((60, 60), (20, 20), (0, 0)), constant_values=20)
    (seen,) = survey(Bgr(screen), NO_DEADLINE).grids
    assert not covered_cells(seen).any()


def test_a_pen_covers_the_cells_that_it_lies_across(seen: Recognised) -> None:
    """Its edges are as dark as lines; it hides those that it crosses all the same."""
    board = board_of(seen.cells.patches)
    start, end = (100, 190), (430, 250)
    cv2.line(board, start, end, (40, 40, 150), 26)
    cv2.line(board, (100, 184), (430, 244), (90, 90, 235), 6)
    assert hidden_in(seen, board, slice(3, 6))[4, 4:8].all()


def test_shades_are_not_covered_where_lines_cannot_be_seen(seen: Recognised) -> None:
    """What an app shades over its lines shows its digits, and a thing does not."""
    board = board_of(seen.cells.patches)
    middle = np.abs(np.arange(432) % 48 - 24) < 16
    digits = board.copy()
    digits[~middle] = digits[:, ~middle] = 255
    shaded = board.copy()
    shaded[:, 194:238] = np.minimum(digits[:, 194:238], (235, 215, 190))
    assert not covered_cells(on_board(seen, shaded)).any()
    board[20:400, 205:250] = (235, 215, 190)
    assert hidden_in(seen, board)[1:8, 4].all()


def test_a_shadow_hides_no_lines(seen: Recognised) -> None:
    board = board_of(seen.cells.patches)
    board[130:290, 100:250] //= 3
    assert not hidden_in(seen, board).any()


def test_a_thing_is_known_though_its_shadow_shows_lines(seen: Recognised) -> None:
    """It lies on one line, and the shadow beside it on another one."""
    board = board_of(seen.cells.patches)
    corners = np.array([[158, 152], [226, 148], [228, 184], [160, 188]], np.int32)
    shadow = np.zeros(board.shape[:2], np.uint8)
    cv2.fillPoly(shadow, [corners + np.array([8, 16], np.int32)], 255)
    dark = cv2.GaussianBlur(shadow, (0, 0), 5)[..., None] / 255
    board[:] = board * (1 - 0.25 * dark)
    cv2.fillPoly(board, [corners], (70, 60, 200))
    assert hidden_in(seen, board, slice(3, 5))[3, 3:5].all()


def test_a_round_thing_hides_faint_lines_at_its_edge(seen: Recognised) -> None:
    """At the edge of a shade the light changes as much, but only there."""
    board = 255 - (255 - board_of(seen.cells.patches)) // 10
    light = 210 - 2 * np.arange(60)[:, None, None]
    board[160:220, 200:290] = light * (0.5, 0.7, 1.0)
    covered = hidden_in(seen, board)
    assert covered[3:5, 4:6].all()
    assert covered.sum() == 4


def test_rings_that_touch_faint_lines_hide_none_of_them(seen: Recognised) -> None:
    """They are darker than the lines, and touch nearly half of each."""
    board = np.full((432, 432, 3), 250, np.uint8)
    for line in range(48, 432, 48):
        board[line - 1 : line + 1] = board[:, line - 1 : line + 1] = 240
    rng = np.random.default_rng(1)
    for row, column in np.argwhere(rng.random((9, 9)) < 0.4).tolist():
        middle = 48 * column + 24, 48 * row + 24
        cv2.circle(board, middle, 22, (160, 60, 200), 3, cv2.LINE_AA)
    assert not hidden_in(seen, board).any()


@pytest.mark.parametrize("radius", [19, 20])
def test_dark_between_discs_is_no_line_with_gaps(seen: Recognised, radius: int) -> None:
    """It is as a line where two discs are near, and wider beside that."""
    board = np.full((432, 432, 3), 30, np.uint8)
    for cell in range(81):
        middle = 48 * (cell % 9) + 24, 48 * (cell // 9) + 24
        cv2.circle(board, middle, radius, (70, 70, 100), -1, cv2.LINE_AA)
    assert not hidden_in(seen, board).any()


def test_gaps_belong_to_one_thing_beside_noise(seen: Recognised) -> None:
    """A slip as white as the paper lies on three lines, and along a fourth one."""
    board = board_of(seen.cells.patches)
    along = board[186:198, 150:330].copy()
    board[170:230, 150:330] = np.median(board, axis=(0, 1))
    every_other = (np.arange(150, 330) % 48 - 5) * 8 // 38 % 2 == 0
    board[186:198, 150:330][:, every_other] = along[:, every_other]
    assert hidden_in(seen, board, slice(3, 5))[4, 4:6].all()


def test_gaps_tell_nothing_where_lines_have_them_all_over(seen: Recognised) -> None:
    """A lattice with a line amiss has such gaps, and so have rings without lines."""
    board = board_of(seen.cells.patches)
    paper = paper_of(board)
    board[160:250, 160:250] = paper  # as a glare, which is seen where lines are whole
    assert hidden_in(seen, board).any()
    for line in range(48, 432, 96):
        for middle in range(24, 432, 96):
            board[middle - 9 : middle + 9, line - 9 : line + 9] = paper
    assert not hidden_in(seen, board).any()
