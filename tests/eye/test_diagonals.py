"""How much of a diagonal must be drawn or shaded: cells painted as arrays."""

from collections.abc import Sequence

import numpy as np
import pytest

from mailbot.eye.decide.variants.drawn import drawn_variant
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Ints
from tests.eye.synthetic import plain_board

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
def test_a_dash_counts_between_the_digit_and_the_border(
    plain: Recognised, place: int
) -> None:
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
def test_cells_of_diagonals_are_shaded_from_five_levels_on(
    plain: Recognised, step: int, name: str
) -> None:
    plain.cells.patches[[*FALLING, *RISING]] -= np.uint8(step)
    assert drawn_variant(plain) == name
