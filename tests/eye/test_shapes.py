"""The shape of a grid's boxes, by how dark the lines between them are."""

import numpy as np
import pytest

from mailbot.eye.find.lines.lattice import Segments
from mailbot.eye.read.shapes import shapes_by_lines
from solver import Shape

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
