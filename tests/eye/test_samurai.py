"""Boards that share boxes are declined as a samurai, whatever one alone would hold."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.decide.variants.samurai import is_around_boards, shares_a_box
from mailbot.eye.find.lines.lattice import even_crossings
from mailbot.model import NoteKind
from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Bgr, Gray
from solver import Grid, Shape, Solved
from tests.eye.rendered import board_picture, make_puzzle, read
from tests.workshop.paper.grid import PrintStyle
from tests.workshop.paper.photo import Camera, photograph

NINE = Shape(3, 3)
MADE = make_puzzle(NINE, 7)
FEW = Grid(NINE, tuple(d if i % 9 < 6 else 0 for i, d in enumerate(MADE.puzzle.givens)))
LOOK = PrintStyle(cell=44)
FIVE = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))
PAGE, CELL = 460, 20


def draw_samurai(look: PrintStyle, boards: dict[tuple[int, int], Grid]) -> Bgr:
    """Boards on a sheet, by the row and the column of their first cells."""
    last = max(max(place) for place in boards) + 9
    sheet = np.full(((last + 2) * look.cell, (last + 2) * look.cell, 3), look.paper)
    sheet = sheet.astype(np.uint8)
    for (row, column), grid in boards.items():
        board = board_picture(grid, look)
        top, left = (row + 1) * look.cell, (column + 1) * look.cell
        place = sheet[top : top + len(board), left : left + len(board)]
        np.minimum(place, board, out=place)
    return Bgr(sheet)


@pytest.mark.ocr
@pytest.mark.parametrize(
    ("places", "solvable", "photographed"),
    [
        pytest.param(FIVE[1:3], False, False, id="two without a solution"),
        pytest.param(FIVE[1:3], True, False, id="two, one with a solution"),
        pytest.param(FIVE, True, False, id="five, one with a solution"),
        pytest.param(FIVE, True, True, id="five on a photograph"),
    ],
)
def test_boards_that_share_a_box_are_declined_by_name(
    places: tuple[tuple[int, int], ...], solvable: bool, photographed: bool
) -> None:
    boards = dict.fromkeys(places, FEW)
    if solvable:
        boards[places[0]] = MADE.puzzle
    look = replace(LOOK, line=(60, 60, 60), thick=2) if photographed else LOOK
    picture = draw_samurai(look, boards)
    if photographed:
        picture = photograph(picture, Camera(side=1000, turn=-4, tilt=0.1), 7)
    findings = read(picture)
    assert findings.puzzles == ()
    assert [(n.kind, n.detail) for n in findings.notes] == [
        (NoteKind.VARIANT, "samurai")
    ]


@pytest.mark.ocr
def test_a_board_beside_others_that_share_no_box_is_answered() -> None:
    findings = read(draw_samurai(LOOK, {(0, 0): MADE.puzzle, (10, 10): FEW}))
    answers = [puzzle.answer for puzzle in findings.puzzles]
    solved = [one.grid.digits for one in answers if isinstance(one, Solved)]
    assert solved == [MADE.solution]


def lattice(column: int, row: int, size: int) -> Floats:
    off = np.array([column, row], np.float32)
    return np.asarray(CELL * (even_crossings(size) + off), np.float32)


def paper_with_lattices(*places: tuple[int, int, int]) -> Gray:
    """Paper with lattices, each given by its column, its row and its cells a side."""
    paper = np.full((PAGE, PAGE), 240, np.uint8)
    for place in places:
        low, high = (
            lattice(*place)[0, 0].astype(int),
            lattice(*place)[-1, -1].astype(int),
        )
        for line in range(place[2] + 1):
            x, y = (low + CELL * line).tolist()
            cv2.line(paper, (x, int(low[1])), (x, int(high[1])), 40)
            cv2.line(paper, (int(low[0]), y), (int(high[0]), y), 40)
    return Gray(paper)


@pytest.mark.parametrize(
    ("places", "shares"),
    [
        pytest.param([(9, 9, 9), (3, 3, 9)], True, id="samurai"),
        pytest.param([(9, 9, 9)], False, id="alone"),
        pytest.param([(9, 9, 9), (0, 0, 9)], False, id="touching"),
        pytest.param([(1, 1, 21)], False, id="squared paper"),
    ],
)
def test_a_9x9_shares_a_box_with_another_in_a_samurai_only(
    places: list[tuple[int, int, int]], shares: bool
) -> None:
    assert shares_a_box(paper_with_lattices(*places), lattice(9, 9, 9)) is shares


@pytest.mark.parametrize(
    ("places", "around"),
    [
        pytest.param([(c + 1, r + 1, 9) for r, c in FIVE], True, id="samurai"),
        pytest.param([(1, 1, 21)], False, id="squared paper"),
        pytest.param([(1, 1, 9), (13, 13, 9)], False, id="corners alone"),
    ],
)
def test_a_lattice_may_run_around_a_samurai(
    places: list[tuple[int, int, int]], around: bool
) -> None:
    even = lattice(0, 0, 9) * (21 / 9) + CELL  # as if nine cells took all its width
    mesh = even.astype(np.float32)
    assert is_around_boards(paper_with_lattices(*places), mesh) is around
