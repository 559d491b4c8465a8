"""The shape of a grid's boxes, by its thick lines."""

import numpy as np

from mailbot.eye.find.lines.lattice import Segments
from solver import Shape, shape_of

_LEAST_GIVENS = {4: 4, 6: 8, 8: 14, 9: 17, 10: 22, 12: 30, 16: 55}
_TOLD = 0.2
"""Share of the lines' mean darkness by which a shape must be ahead to be the only one.
Below it both shapes are tried; a puzzle with a solution in both is asked about."""


def shapes_by_lines(size: int, segments: Segments, turn: int = 0) -> tuple[Shape, ...]:
    """The possible shapes, the one with the darker lines between its boxes first.

    Args:
        size: N.
        segments: the lines as seen in the picture.
        turn: quarter turns clockwise that bring the picture upright.
    """
    usual = shape_of(size)
    shapes = {usual, Shape(usual.box_height, usual.box_width)}
    across, down = segments.strength.mean(axis=2)[:, 1:-1]
    if turn % 2:
        across, down = down, across

    def darker(shape: Shape) -> float:
        place = np.arange(1, size)
        total = 0.0
        for lines, step in ((across, shape.box_height), (down, shape.box_width)):
            between = place % step == 0
            if 0 < between.sum() < size - 1:
                total += float(lines[between].mean() - lines[~between].mean())
        return total

    first, *others = sorted(shapes, key=lambda s: (-darker(s), s != usual))
    told = (
        others and darker(first) - darker(others[0]) > _TOLD * segments.strength.mean()
    )
    return (first,) if told else (first, *others)


def least_givens(size: int) -> int:
    """The fewest givens of a puzzle: proven for 4x4 and 9x9, else the fewest in use."""
    return _LEAST_GIVENS.get(size, 2 * size)
