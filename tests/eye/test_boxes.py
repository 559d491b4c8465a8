"""Thick lines between boxes: those of a jigsaw, or of a board a row off."""

from dataclasses import replace

import numpy as np
import pytest

from mailbot.eye.decide.boxes import is_row_off
from mailbot.eye.decide.variants.drawn import drawn_variant
from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import JUNK
from mailbot.pictures.arrays import Bools, Ints
from tests.eye.synthetic import plain_board

ROW, COLUMN = np.arange(81) // 9, np.arange(81) % 9
SHIFTED = ROW // 3 * 3 + sum(end + ROW % 3 - 1 <= COLUMN for end in (3, 6))
"""The box of each cell of a jigsaw: each row's boxes are shifted by a column."""


@pytest.fixture
def plain() -> Recognised:
    return plain_board()


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
    cut = replace(seen.cells, patches=cells.reshape(81, PATCH, PATCH, 3))
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


def test_thick_lines_around_usual_boxes_are_no_jigsaw(plain: Recognised) -> None:
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


def test_boxes_of_a_jigsaw_may_run_together(plain: Recognised) -> None:
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


def test_thick_lines_around_single_cells_are_no_jigsaw(plain: Recognised) -> None:
    """Tiles on wood: their edges are darker than the lines between empty cells."""
    boxes = np.zeros(81, np.int64)
    boxes[[10, 40, 70]] = 1, 2, 3
    thick = lines_between(boxes)
    thick[0, 7, 1:6] = True
    assert drawn_variant(with_lines(plain, thick)) == ""


@pytest.mark.parametrize(("junk", "name"), [(3, "jigsaw"), (4, "")])
def test_strange_symbols_are_no_jigsaw(plain: Recognised, junk: int, name: str) -> None:
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
