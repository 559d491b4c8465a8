"""The pictures that the project draws: by seeds, complete, with Pillow's own font."""

import numpy as np
import pytest

from mailbot.pictures.pixels import Bgr
from mailbot.pictures.strokes import parse_figure
from solver import Grid, Shape
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from tests.workshop.paper.hands import HANDS, write_digit
from tests.workshop.paper.photo import Camera, photograph
from tests.workshop.paper.rules import Cage, Rules
from tests.workshop.paper.scrawl import Scrawl
from tests.workshop.paper.screen import THEMES, draw_screen
from tests.workshop.paper.type import EMBEDDED, find_fonts, lay, set_text

SMALL = Shape(2, 2)
GIVENS = (1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1)
ENTRIES = (0, 2, 3, 0) + (0,) * 12
BOARD = PaperPuzzle(Grid(SMALL, GIVENS, ENTRIES), ((),) * 4 + ((2, 3),) * 12)


def same(first: Bgr, second: Bgr) -> bool:
    return bool(np.array_equal(first, second))


def test_the_same_seed_draws_the_same_page_and_another_seed_another() -> None:
    look = PrintStyle(hand=HANDS[0])
    assert same(draw_newspaper([BOARD], look, 1), draw_newspaper([BOARD], look, 1))
    assert not same(draw_newspaper([BOARD], look, 1), draw_newspaper([BOARD], look, 2))


def test_the_same_seed_takes_the_same_photograph() -> None:
    page = draw_newspaper([BOARD], PrintStyle(), 1)
    camera = Camera(400, 5, 0.2, 0.01, 0.8, 0.4, 1.0, 5, 60)
    first = photograph(page, camera, 7)
    assert same(first, photograph(page, camera, 7))
    assert not same(first, photograph(page, camera, 8))
    assert max(first.shape[:2]) == 400


@pytest.mark.parametrize("turn", [0, 45, 180])
@pytest.mark.parametrize("tilt", [0.0, 0.4])
def test_the_photograph_has_all_corners_of_the_page(turn: float, tilt: float) -> None:
    page = Bgr(np.full((300, 200, 3), 255, np.uint8))
    camera = Camera(400, turn, tilt, noise=0, table=(0, 0, 0))
    photo = photograph(page, camera, 3)
    edge = np.concatenate([photo[0], photo[-1], photo[:, 0], photo[:, -1]])
    assert edge.max() < 60
    assert photo.max() > 200


def test_a_page_holds_every_puzzle_and_yesterdays() -> None:
    one = draw_newspaper([BOARD], PrintStyle(), 1)
    three = draw_newspaper([BOARD] * 3, PrintStyle(), 1, yesterday=BOARD)
    side = draw_puzzle(BOARD, PrintStyle(), np.random.default_rng(0)).shape[0]
    assert three.shape[0] >= 3 * side
    assert three.shape[1] == one.shape[1]


@pytest.mark.parametrize("name", THEMES)
def test_screens_are_light_or_dark_as_they_say(name: str) -> None:
    screen = draw_screen(BOARD, THEMES[name], 1)
    assert (np.median(screen) < 80) == (name == "dark")


def test_givens_entries_and_marks_have_their_own_colours() -> None:
    look = PrintStyle(
        ink=(1, 2, 3), pen=(200, 0, 0), mark=(0, 200, 0), line=(255, 255, 255)
    )
    picture = draw_puzzle(BOARD, look, np.random.default_rng(0)).reshape(-1, 3)
    for colour in (look.ink, look.pen, look.mark):
        assert (picture == colour).all(axis=1).any()


@pytest.mark.parametrize("digit", range(10))
def test_every_hand_writes_every_digit_in_a_way_of_its_own(digit: int) -> None:
    drawn = [write_digit(hand, digit, np.random.default_rng(1)) for hand in HANDS]
    assert len({ink.tobytes() for ink in drawn}) == len(HANDS)
    assert all(ink.max() == 255 and min(ink.shape) >= 3 for ink in drawn)


def test_text_can_be_set_without_any_font_installed() -> None:
    assert find_fonts()[0] == EMBEDDED
    assert set_text("8", EMBEDDED, 40).max() > 200


def test_ink_that_falls_outside_is_cut_off() -> None:
    picture = Bgr(np.full((10, 10, 3), 255, np.uint8))
    lay(picture, np.full((8, 8), 255, np.uint8), 6, -4, (0, 0, 0))
    assert (picture == 0).all(axis=2).sum() == 4 * 4
    lay(picture, np.full((8, 8), 255, np.uint8), 40, 40, (0, 0, 0))
    assert (picture == 0).all(axis=2).sum() == 4 * 4


def test_figures_are_written_in_hundredths() -> None:
    assert parse_figure("0,0 100,50 / 25,75") == (((0, 0), (1, 0.5)), ((0.25, 0.75),))


EMPTY = Grid(SMALL, (0,) * 16)
CELL, EDGE = PrintStyle().cell, PrintStyle().thick


def inked(board: PaperPuzzle) -> set[int]:
    """The cells that hold more than an empty board does, their lines left out."""
    look, rng = PrintStyle(), np.random.default_rng(1)
    plain = draw_puzzle(PaperPuzzle(EMPTY), look, rng).astype(int)
    off = np.abs(draw_puzzle(board, look, rng) - plain).max(axis=2)
    cells = off[EDGE:-EDGE, EDGE:-EDGE].reshape(4, CELL, 4, CELL)
    inner = cells[:, 3:-3, :, 3:-3].max(axis=(1, 3)) > 60
    return {int(cell) for cell in np.flatnonzero(inner)}


def test_diagonals_run_through_the_cells_from_corner_to_corner() -> None:
    rules = Rules(diagonals=True)
    assert inked(PaperPuzzle(EMPTY, rules=rules)) == {0, 5, 10, 15, 3, 6, 9, 12}


def test_a_cage_is_outlined_and_its_sum_stands_in_its_first_cell() -> None:
    rules = Rules(cages=(Cage(frozenset({5, 6, 9}), 8),), inset=0.15)
    board = PaperPuzzle(EMPTY, rules=rules)
    assert inked(board) == {5, 6, 9}
    picture = draw_puzzle(board, PrintStyle(), np.random.default_rng(1))

    def darkness(cell: int) -> int:
        top, left = (EDGE + at * CELL + 3 for at in divmod(cell, 4))
        return int((picture[top : top + 20, left : left + 20] < 160).sum())

    assert darkness(5) > darkness(6)


def test_boxes_that_are_not_the_usual_ones_have_the_thick_lines() -> None:
    boxes = (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
    picture = draw_puzzle(
        PaperPuzzle(EMPTY, rules=Rules(boxes=boxes)),
        PrintStyle(),
        np.random.default_rng(1),
    )

    def width(line: Bgr) -> int:
        return int((line.max(axis=1) < 100).sum())

    middle = EDGE + 2 * CELL
    down = Bgr(picture[:, EDGE + CELL // 2])
    across = Bgr(picture[EDGE + CELL // 2])
    near = slice(middle - 6, middle + 6)
    assert width(Bgr(down[near])) == PrintStyle().thick
    assert width(Bgr(across[near])) == PrintStyle().thin


@pytest.mark.parametrize("kind", Scrawl)
def test_a_scrawl_stays_with_its_cell(kind: Scrawl) -> None:
    assert 5 in inked(PaperPuzzle(EMPTY, scrawls={5: kind})) <= {4, 5, 6, 1, 9}
