"""Tells givens from entries by the ground of their cells.

Some programs print givens on grey, and entries in the same ink on the ground of empty
cells. Where shades decorate a board, or mark a row, they lie under empty cells as well.
The few cells on a third ground (a cursor's, a clash's) count as entries: if they are
givens, the others have the same solution or several, and then it is asked.
"""

import numpy as np

from mailbot.eye.read.cutting import Cut
from mailbot.eye.read.shapes import least_givens
from mailbot.pictures.arrays import Bools

_INNER = slice(8, -8)  # of 48 pixels: inside the lines
_SAME, _OTHER = 7.0, 14.0  # levels by which grounds are alike at most, differ at least
_EMPTY = 8  # empty cells, at least, that tell their ground ...
_THIRD = 0.35  # of the filled cells off that ground, those on a third one at most
_ODD = 0.06  # ... and the share of them that may lie on another: a cursor's


def givens_by_ground(cells: Cut, filled: Bools) -> Bools | None:
    """Which filled cells are givens, [N*N]; None if their grounds do not tell.

    Args:
        cells: the cut cells, N*N.
        filled: which cells hold a digit, [N*N].
    """
    empty = ~filled
    if empty.sum() < _EMPTY:
        return None
    inner = cells.patches[:, _INNER, _INNER].reshape(len(filled), -1, 3)
    ground = np.median(inner, axis=1)
    off = np.abs(ground - np.median(ground[empty], axis=0)).max(axis=1)
    others, entries = filled & (off >= _OTHER), filled & (off <= _SAME)
    told = (off[empty] > _SAME).mean() <= _ODD
    told &= (filled & ~others & ~entries).sum() == 0 and entries.any()
    if not told or not others.any():
        return None
    usual = np.median(ground[others], axis=0)
    givens = others & (np.abs(ground - usual).max(axis=1) < _OTHER)
    enough = givens.sum() >= least_givens(round(len(filled) ** 0.5))
    third = others & ~givens
    few = third.sum() <= _THIRD * others.sum()
    return np.asarray(givens, np.bool_) if enough and few else None
