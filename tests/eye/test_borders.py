"""Lines along cells: borders, the shape of the boxes, and diagonals."""

from collections.abc import Sequence

import numpy as np
import pytest

from mailbot.eye.decide.variants.drawn import drawn_variant
from mailbot.eye.find.lines.lattice import Segments
from mailbot.eye.read.lines.borders import line_weights
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised, shapes_by_lines
from mailbot.pictures.arrays import Bytes, Ints
from solver import Shape
from tests.eye.synthetic import plain_board

# Lines along the borders of cells that are drawn here.


THIN, THICK = 12, 40  # levels between a line and its paper


def cells_on(paper: int, sign: int) -> Bytes:
    """Blank cells in some noise, with thick lines between boxes; [81, 48, 48, 3]."""
    board = np.full((9 * PATCH, 9 * PATCH), float(paper))
    for line in range(1, 9):
        strong, wide = (THICK, 2) if line % 3 == 0 else (THIN, 1)
        near = slice(line * PATCH - wide, line * PATCH + wide)
        board[near] = board[:, near] = paper + sign * strong
    board += np.random.default_rng(1).normal(0, 2, board.shape)
    rows = board.clip(0, 255).astype(np.uint8).reshape(9, PATCH, 9, PATCH)
    cells = rows.transpose(0, 2, 1, 3).reshape(81, PATCH, PATCH)
    return np.repeat(cells[..., None], 3, axis=-1)


@pytest.mark.parametrize(("paper", "sign"), [(28, 1), (230, -1)])
def test_thick_lines_weigh_more_on_any_paper(paper: int, sign: int) -> None:
    weights = line_weights(cells_on(paper, sign))
    between = np.arange(1, 9) % 3 == 0
    assert weights[:, between].min() > 3 * weights[:, ~between].max()


# The shape of a grid's boxes, by how dark the lines between them are.


WIDE, HIGH = Shape(3, 2), Shape(2, 3)


def drawn(rows: int, columns: int, thick: float) -> Segments:
    """The lines of a 6x6 with a thick one after so many rows, and so many columns."""
    strength = np.full((2, 7, 6), 0.3, np.float32)
    strength[0, ::rows] = strength[1, ::columns] = thick
    return Segments(np.zeros_like(strength), strength, strength > 0)


@pytest.mark.parametrize(
    ("rows", "columns", "turn", "shape"),
    [(2, 3, 0, WIDE), (3, 2, 0, HIGH), (3, 2, 1, WIDE), (2, 3, 2, WIDE)],
)
def test_thick_lines_tell_the_shape_of_the_upright_grid(
    rows: int, columns: int, turn: int, shape: Shape
) -> None:
    assert shapes_by_lines(6, drawn(rows, columns, 0.6), turn) == (shape,)


@pytest.mark.parametrize("thick", [0.3, 0.31])
def test_where_lines_are_about_equal_both_shapes_are_possible(thick: float) -> None:
    assert set(shapes_by_lines(6, drawn(3, 2, thick))) == {WIDE, HIGH}


def test_without_thick_lines_the_usual_shape_comes_first() -> None:
    assert shapes_by_lines(6, drawn(3, 2, 0.3)) == (WIDE, HIGH)


# How much of a diagonal must be drawn or shaded: cells painted as arrays.


ROW, COLUMN = np.arange(81) // 9, np.arange(81) % 9
FALLING, RISING = np.flatnonzero(ROW == COLUMN), np.flatnonzero(ROW + COLUMN == 8)
ALONG = np.arange(PATCH)


@pytest.fixture
def plain() -> Recognised:
    return plain_board()


def test_a_plain_grid_is_no_variant(plain: Recognised) -> None:
    assert drawn_variant(plain) == ""


def draw_diagonals(
    seen: Recognised, tone: int, count: int, places: Sequence[int] | Ints = ALONG
) -> None:
    """Draw lines across some cells of each diagonal, in some places of each cell."""
    for cells, across in ((FALLING, places), (RISING, PATCH - 1 - np.array(places))):
        for cell in cells[:count]:
            seen.cells.patches[cell, places, across] = 255 - tone


@pytest.mark.parametrize(
    ("tone", "count", "name"),
    [(255, 9, "diagonal"), (20, 7, "diagonal"), (20, 6, ""), (13, 9, "")],
)
def test_a_faint_line_over_most_of_each_diagonal_is_drawn(
    plain: Recognised, tone: int, count: int, name: str
) -> None:
    draw_diagonals(plain, tone, count)
    assert drawn_variant(plain) == name


@pytest.mark.parametrize("place", [7, 14, 33, 40])
def test_a_dash_counts_between_digit_and_border(plain: Recognised, place: int) -> None:
    draw_diagonals(plain, 255, 9, [place])
    assert drawn_variant(plain) == "diagonal"


@pytest.mark.parametrize("place", [5, 16, 31, 42])
def test_a_dash_elsewhere_is_none_of_a_diagonal(plain: Recognised, place: int) -> None:
    draw_diagonals(plain, 255, 9, [place])
    assert drawn_variant(plain) == ""


@pytest.mark.parametrize(("others", "name"), [(14, "diagonal"), (15, "")])
def test_lines_across_many_other_cells_are_no_diagonals(
    plain: Recognised, others: int, name: str
) -> None:
    draw_diagonals(plain, 255, 9)
    for cell in np.flatnonzero((ROW != COLUMN) & (ROW + COLUMN != 8))[:others]:
        plain.cells.patches[cell, ALONG, ALONG] = 0
    assert drawn_variant(plain) == name


@pytest.mark.parametrize(("step", "name"), [(6, "diagonal"), (4, "")])
def test_diagonals_are_shaded_by_five(plain: Recognised, step: int, name: str) -> None:
    plain.cells.patches[[*FALLING, *RISING]] -= np.uint8(step)
    assert drawn_variant(plain) == name
