"""How much of a variant must be drawn: cells painted as arrays, at each limit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from mailbot.eye.decide.boxes import is_row_off
from mailbot.eye.decide.drawn import drawn_variant
from mailbot.eye.find.lines.lattice import Segments
from mailbot.eye.read.cutting import PATCH
from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import JUNK
from mailbot.pictures.arrays import Bools, Ints
from solver import Shape
from tests.eye.synthetic import read_as, sure_of

ROW, COLUMN = np.arange(81) // 9, np.arange(81) % 9
FALLING, RISING = np.flatnonzero(ROW == COLUMN), np.flatnonzero(ROW + COLUMN == 8)
ALONG = np.arange(PATCH)


@pytest.fixture
def plain() -> Recognised:
    """A grid of 33 digits on white paper, with cells 48 pixels wide and no lines."""
    digits = tuple(int(cell % 5 in (1, 3)) for cell in range(81))
    seen = read_as(sure_of(digits), Shape(3, 3))
    return replace(seen, mesh=seen.mesh * PATCH)


def test_a_plain_grid_is_no_variant(plain: Recognised) -> None:
    assert drawn_variant(plain) == ""


# --- diagonals ------------------------------------------------------------------------


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


# --- shades ---------------------------------------------------------------------------


@pytest.mark.parametrize(("step", "name"), [(6, "diagonal"), (4, "")])
def test_cells_of_diagonals_are_shaded_from_five_levels_on(
    plain: Recognised, step: int, name: str
) -> None:
    plain.cells.patches[[*FALLING, *RISING]] -= np.uint8(step)
    assert drawn_variant(plain) == name


# --- cages ----------------------------------------------------------------------------


CAGED = {-5: 150, 4: 150}
"""Pixels before and behind a border, and their tone, where cages run on both sides."""


def draw_borders(
    seen: Recognised,
    share: float,
    ink: Sequence[int],
    caged: Mapping[int, int] = CAGED,
) -> None:
    """Draw lines along the first borders within boxes, and other lines along the rest.

    Args:
        seen: the grid.
        share: of the borders that get other lines than the rest.
        ink: pixels before and behind the rest of the borders that are inked.
        caged: such pixels of the others, each with its tone.
    """
    borders = [(c, c + 1) for c in range(81) if c % 3 < 2]
    borders += [(c, c + 9) for c in range(81) if c // 9 % 3 < 2]
    for number, (one, other) in enumerate(borders):
        plain = dict.fromkeys(ink, 150)
        for place, tone in (caged if number < share * len(borders) else plain).items():
            cell = one if place < 0 else other
            patch = seen.cells.patches[cell]
            strip = patch if other == one + 1 else patch.swapaxes(0, 1)
            strip[:, place] = tone


@pytest.mark.parametrize(
    ("share", "name"), [(0.28, ""), (0.32, "killer"), (0.83, "killer"), (0.87, "")]
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
    draw_borders(plain, 0.8, others)
    assert drawn_variant(plain) == name


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
def test_cages_of_small_cells_are_not_told_from_digits(
    plain: Recognised, side: int, name: str
) -> None:
    draw_borders(plain, 0.5, (-1, 0))
    seen = replace(plain, mesh=plain.mesh * np.float32(side / PATCH))
    assert drawn_variant(seen) == name


def test_lines_that_a_hand_drew_twice_are_no_cages(plain: Recognised) -> None:
    draw_borders(plain, 0.5, (-1, 0))
    aside = np.where(np.arange(10) % 2, 0.1, -0.1).astype(np.float32)
    offset = np.broadcast_to(aside[:, None], (2, 10, 9))
    drawn = Segments(offset, np.ones_like(offset), np.ones((2, 10, 9), np.bool_))
    sighting = replace(plain.sighting, segments=drawn)
    assert drawn_variant(plain) == "killer"
    assert drawn_variant(replace(plain, sighting=sighting)) == ""


# --- boxes ----------------------------------------------------------------------------

SHIFTED = ROW // 3 * 3 + sum(end + ROW % 3 - 1 <= COLUMN for end in (3, 6))
"""The box of each cell of a jigsaw: each row's boxes are shifted by a column."""


def lines_between(boxes: Ints) -> Bools:
    """Where two boxes meet, [2, 8, 9]: across the columns, and down the rows."""
    cells = boxes.reshape(9, 9)
    return np.array([np.diff(cells, axis=0) != 0, np.diff(cells.T, axis=0) != 0])


def with_lines(seen: Recognised, thick: Bools, strength: float = 1.0) -> Recognised:
    """The grid with thin lines of strength 0.5, and with thick ones in some places."""
    tones = np.rint(255 - 200 * np.where(thick, strength, 0.5)).astype(np.uint8)
    cells = seen.cells.patches.reshape(9, 9, PATCH, PATCH, 3).copy()
    across, down = tones[0, ..., None, None], tones[1].T[..., None, None]
    cells[:-1, :, -1], cells[1:, :, 0] = across, across
    cells[:, :-1, :, -1], cells[:, 1:, :, 0] = down, down
    patches = cells.reshape(81, PATCH, PATCH, 3)
    cut = replace(seen.cells, patches=patches, shown=patches)
    return replace(seen, cells=cut)


@pytest.mark.parametrize(("strength", "name"), [(0.59, "jigsaw"), (0.56, "")])
def test_the_lines_of_a_jigsaw_are_clearly_darker_than_the_others(
    plain: Recognised, strength: float, name: str
) -> None:
    assert drawn_variant(with_lines(plain, lines_between(SHIFTED), strength)) == name


def test_thick_lines_around_all_usual_boxes_are_no_jigsaw(plain: Recognised) -> None:
    """Not even with a thick line within each box."""
    thick = lines_between(ROW // 3 * 3 + COLUMN // 3)
    thick[0, ::3, 1::3] = True
    assert drawn_variant(with_lines(plain, thick)) == ""


def test_thick_lines_that_part_nothing_but_usual_boxes_are_no_jigsaw(
    plain: Recognised,
) -> None:
    """A shade hides lines of some boxes, and there are edges along it and elsewhere."""
    thick = lines_between(ROW // 3 * 3 + COLUMN // 3)
    thick[0, 2, :4] = thick[1, 2, :6] = False
    thick[0, ::3, 1::3] = thick[1, 6:, 5] = True
    assert drawn_variant(with_lines(plain, thick)) == ""


@pytest.mark.parametrize(("rows", "columns"), [(1, 0), (0, 2), (2, 1)])
def test_a_lattice_is_off_if_lines_of_boxes_run_across_it_inside_of_its_own(
    plain: Recognised, rows: int, columns: int
) -> None:
    thick = lines_between((ROW + rows) // 3 * 4 + (COLUMN + columns) // 3)
    assert is_row_off(with_lines(plain, thick))
    thick[0, :, 8] = False  # a column beyond the board, in which no lines are drawn
    assert is_row_off(with_lines(plain, thick))


@pytest.mark.parametrize("boxes", [ROW // 3 * 3 + COLUMN // 3, SHIFTED])
def test_lattices_of_plain_boards_and_of_jigsaws_lie_where_they_should(
    plain: Recognised, boxes: Ints
) -> None:
    assert not is_row_off(with_lines(plain, lines_between(boxes)))


def test_boxes_of_a_jigsaw_may_run_together_where_lines_are_missed(
    plain: Recognised,
) -> None:
    thick = lines_between(SHIFTED)
    thick[:, :6, 4] = False  # five boxes are one
    assert drawn_variant(with_lines(plain, thick)) == "jigsaw"


@pytest.mark.parametrize(("cells", "name"), [(4, "jigsaw"), (5, "")])
def test_thick_lines_around_many_single_cells_are_no_jigsaw(
    plain: Recognised, cells: int, name: str
) -> None:
    boxes = SHIFTED.copy()
    boxes[[10, 16, 37, 43, 64][:cells]] = 9
    assert drawn_variant(with_lines(plain, lines_between(boxes))) == name


def test_thick_lines_around_nothing_but_single_cells_are_no_jigsaw(
    plain: Recognised,
) -> None:
    """Tiles on wood: their edges are darker than the lines between empty cells."""
    boxes = np.zeros(81, np.int64)
    boxes[[10, 40, 70]] = 1, 2, 3
    thick = lines_between(boxes)
    thick[0, 7, 1:6] = True
    assert drawn_variant(with_lines(plain, thick)) == ""


@pytest.mark.parametrize(("junk", "name"), [(3, "jigsaw"), (4, "")])
def test_a_grid_with_many_strange_symbols_is_no_jigsaw(
    plain: Recognised, junk: int, name: str
) -> None:
    plain.probs[:junk] = np.eye(len(CLASSES))[JUNK]
    assert drawn_variant(with_lines(plain, lines_between(SHIFTED))) == name


def test_digits_that_fill_their_cells_are_no_thick_lines(plain: Recognised) -> None:
    """They reach to the lines in the middle of a border, and not all along it."""
    grid = with_lines(plain, lines_between(ROW // 3 * 3 + COLUMN // 3))
    filled = lines_between(SHIFTED)
    for line, cell in np.argwhere(filled[0]):
        grid.cells.patches[line * 9 + cell, -8:, 16:34] = 0
    for line, cell in np.argwhere(filled[1]):
        grid.cells.patches[cell * 9 + line, 16:34, -8:] = 0
    assert drawn_variant(grid) == ""
