"""Tells which cells are shaded, by the colour of their paper."""

from functools import cache

import numpy as np

from mailbot.pictures.arrays import Bools, Floats, Ints

_ROW, _COLUMN = np.divmod(np.arange(81), 9)
EXTRA_BOXES = tuple(
    (_ROW % 4 > 0) & (_COLUMN % 4 > 0) & (quarter == _ROW // 5 * 2 + _COLUMN // 5)
    for quarter in range(4)
)
"""The cells of the four additional boxes of a hyper sudoku, each of shape [81]."""

# Diagonals and extra boxes that are shaded.

# Levels between shaded cells and the cells beside them.
_STEP = 5.0
# Share of that step by which that of single pairs of cells may differ from it.
_SIMILAR = 0.5
# Share of the pairs of cells at the edge of the shade that differ by the step.
_ACROSS = 0.6
# ... of each part, so that three boxes of four are no variant.
_EACH = 0.35
# Share of the other pairs of adjacent cells that do not differ.
_EVEN = 0.7


def is_shaded(paper: Floats, parts: tuple[Bools, ...]) -> bool:
    """Whether the cells of each part are shaded, and no others.

    Only adjacent cells are compared, so that uneven light has no influence.

    Args:
        paper: the colour of each cell's paper, shape [81, 3].
        parts: the cells that are shaded together, each of shape [81].
    """
    one, other = _adjacent_cells()
    cells = np.logical_or.reduce(parts)
    across = cells[one] != cells[other]
    sign = np.where(cells[one], 1, -1)[:, None]
    steps = (paper[one] - paper[other]) * sign
    usual = np.median(steps[across], axis=0)
    size = float(np.abs(usual).max())
    if size < _STEP:
        return False
    alike = np.abs(steps - usual).max(axis=1) < _SIMILAR * size
    even = np.abs(steps[~across]).max(axis=1) < _SIMILAR * size
    each = [float(alike[across & (p[one] | p[other])].mean()) for p in parts]
    return (
        float(alike[across].mean()) >= _ACROSS
        and min(each) >= _EACH
        and float(even.mean()) >= _EVEN
    )


@cache
def _adjacent_cells() -> tuple[Ints, Ints]:
    """All pairs of adjacent cells: the first of each pair, and the second."""
    cells = np.arange(81).reshape(9, 9)
    one = np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()])
    other = np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()])
    return one, other
