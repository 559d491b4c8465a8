"""The shape of a grid, by its thick lines."""

import numpy as np

from mailbot.eye.find.lattice import Segments
from solver import Shape, shape_of

_LEAST_GIVENS = {4: 4, 6: 8, 8: 14, 9: 17, 10: 22, 12: 30, 16: 55}
_TOLD = 0.2  # of the lines' darkness: thick lines that leave no doubt


def shapes_by_lines(size: int, segments: Segments, turn: int = 0) -> tuple[Shape, ...]:
    """The possible shapes, by how much darker the lines between their boxes are.

    Args:
        size: N.
        segments: as seen in the picture.
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
            if between.all() or not between.any():
                continue
            total += float(lines[between].mean() - lines[~between].mean())
        return total

    first, *others = sorted(shapes, key=lambda s: (-darker(s), s != usual))
    told = (
        others and darker(first) - darker(others[0]) > _TOLD * segments.strength.mean()
    )
    return (first,) if told else (first, *others)


def least_givens(size: int) -> int:
    """Fewer digits are no puzzle (of 9x9 that is proven, the others are usual)."""
    return _LEAST_GIVENS.get(size, 2 * size)
