"""Finds diagonals that are drawn as lines."""

import numpy as np

from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bools, Floats

_ROW, _COLUMN = np.divmod(np.arange(81), 9)
DIAGONALS = (_ROW == _COLUMN, _ROW + _COLUMN == 8)
"""The cells of the falling diagonal, and of the rising one; each of shape [81]."""

# Diagonals drawn as lines.

# Ink, as a share of the grid's, of a line. A thin dashed line has about this much.
_DRAWN = 0.06
# Share of the diagonal's cells that a line crosses at least; digits hide some.
_ON = 0.75
# Share of all other cells that seem crossed at most.
_OFF = 0.2

_ENDS = np.r_[7:15, 33:41]  # of 48 pixels along a diagonal: outside of a digit
_ASIDE = (6, 7, 8)  # pixels beside a diagonal, where a line leaves paper


def has_diagonals(ink: Floats) -> bool:
    """Whether lines cross the cells of both diagonals, and hardly any other cell.

    Args:
        ink: of each cell's pixels, 1 for that of digits, shape [81, 48, 48].
    """
    falling, rising = _is_crossed(ink), _is_crossed(ink[:, :, ::-1])
    down, up = DIAGONALS
    on = min(float(falling[down].mean()), float(rising[up].mean()))
    off = max(float(falling[~down].mean()), float(rising[~up].mean()))
    return on >= _ON and off <= _OFF


def _is_crossed(ink: Floats) -> Bools:
    """The cells that a full or dashed line crosses from the top left corner, [81]."""

    def beside(shift: int) -> Floats:
        return ink[:, _ENDS, np.clip(_ENDS + shift, 0, PATCH - 1)]

    line = np.maximum.reduce([beside(shift) for shift in (-1, 0, 1)])
    sides = [beside(shift) for step in _ASIDE for shift in (step, -step)]
    clear = line - np.median(sides, axis=0)
    crossed: Bools = clear.mean(axis=1) > _DRAWN
    return crossed
