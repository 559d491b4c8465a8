"""How much of a killer's cages must be drawn: cells painted as arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from mailbot.eye.decide.variants.drawn import drawn_variant
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised
from tests.eye.synthetic import plain_board

CAGED = {-5: 150, 4: 150}
"""Pixels before and behind a border, and their tone, where cages run on both sides."""


@pytest.fixture
def plain() -> Recognised:
    return plain_board()


def draw_borders(
    seen: Recognised,
    share: float,
    ink: Sequence[int],
    caged: Mapping[int, int] = CAGED,
    anywhere: bool = True,
) -> None:
    """Draw lines along some borders within boxes, and other lines along the rest.

    Args:
        seen: the grid.
        share: of the borders that get other lines than the rest.
        ink: pixels before and behind the rest of the borders that are inked.
        caged: such pixels of the others, each with its tone.
        anywhere: whether these lie anywhere, or along whole rows and columns.
    """
    down = [(9 * r + c, 9 * r + c + 1) for c in range(9) for r in range(9) if c % 3 < 2]
    across = [(c, c + 9) for c in range(81) if c // 9 % 3 < 2]
    borders = np.array(down + across)
    if anywhere:
        borders = np.random.default_rng(0).permutation(borders)
    for number, (one, other) in enumerate(borders):
        plain = dict.fromkeys(ink, 150)
        for place, tone in (caged if number < share * len(borders) else plain).items():
            cell = one if place < 0 else other
            patch = seen.cells.patches[cell]
            strip = patch if other == one + 1 else patch.swapaxes(0, 1)
            strip[:, place] = tone


@pytest.mark.parametrize(
    ("share", "name"), [(0.28, ""), (0.32, "killer"), (0.7, "killer"), (0.9, "")]
)
def test_cages_run_beside_some_borders_and_not_beside_all(
    plain: Recognised, share: float, name: str
) -> None:
    draw_borders(plain, share, (-1, 0))
    assert drawn_variant(plain) == name


def test_strokes_of_digits_near_the_lines_are_no_cages(plain: Recognised) -> None:
    draw_borders(plain, 0, (-2, -1, 0, 1))
    plain.cells.patches[:, 16:26, 5] = plain.cells.patches[:, 5, 16:26] = 0
    assert drawn_variant(plain) == ""


@pytest.mark.parametrize(("others", "name"), [((-1, 0), "killer"), ((-7, 0), "")])
def test_outlines_of_single_cells_are_no_cages_where_the_lattice_is_on_one_of_them(
    plain: Recognised, others: tuple[int, int], name: str
) -> None:
    """Then there are two lines at those borders as well, on one side."""
    draw_borders(plain, 0.6, others)
    assert drawn_variant(plain) == name


def test_two_lines_along_whole_rows_and_columns_are_no_cages(plain: Recognised) -> None:
    """Programs outline each cell; the lattice runs between some of the outlines."""
    draw_borders(plain, 0.5, (-1, 0), anywhere=False)
    assert drawn_variant(plain) == ""


@pytest.mark.parametrize(
    ("ink", "name"), [((-3, -2, -1, 0, 1), "killer"), ((-3, -2, -1, 0, 1, 2), "")]
)
def test_blurred_lines_that_are_wide_everywhere_are_no_cages(
    plain: Recognised, ink: tuple[int, ...], name: str
) -> None:
    draw_borders(plain, 0.5, ink)
    assert drawn_variant(plain) == name


@pytest.mark.parametrize(("joint", "name"), [(90, ""), (120, "killer")])
def test_a_thick_line_that_is_a_little_paler_in_its_middle_is_no_two(
    plain: Recognised, joint: int, name: str
) -> None:
    draw_borders(plain, 0.5, (-1, 0), {-2: 60, -1: joint, 0: joint, 1: 60})
    assert drawn_variant(plain) == name


def test_lines_beside_bold_digits_are_no_cages(plain: Recognised) -> None:
    """Such digits fill more than half of their cells, but not what is around them."""
    draw_borders(plain, 0.7, (-1, 0), {-2: 90, -1: 0, 0: 0, 1: 90})
    plain.cells.patches[::3, 9:40, 13:35] = 90
    assert drawn_variant(plain) == ""


@pytest.mark.parametrize(("side", "name"), [(21, "killer"), (19, "")])
def test_small_cells_have_no_cages(plain: Recognised, side: int, name: str) -> None:
    draw_borders(plain, 0.5, (-1, 0))
    seen = replace(plain, mesh=plain.mesh * np.float32(side / PATCH))
    assert drawn_variant(seen) == name
