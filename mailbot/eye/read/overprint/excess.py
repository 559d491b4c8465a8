"""How far a cell's ink exceeds that of its digit, beside what other prints do.

A second digit adds ink to a cell. Uneven ink, light and focus do so, too, but not to
one cell only: so each figure is in units of what the grid's other cells show.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.read.overprint.prints import Looks, Prints, toned, usual_of
from mailbot.pictures.arrays import Bools, Floats, Ints

_INK = (0.71, 1.0, 0.99, 1.01, 1.02, 1.13, 0.76, 1.25, 1.12)
"""Ink of the digits 1 to 9, in multiples of their mean; in 265 types, to 0.06."""
_SHADE = 0.2  # of the grid's usual ink: a shadow's edge in a cell is no darker
_STROKE = 1.5  # pixels: the spread by which ink is smoothed to find what a stroke adds
_FAINT = 0.02  # of the grid's usual ink: what a stroke adds counts as that at least
_INKED = 0.4  # of the grid's usual ink: a stroke is at least as dark ...
_FLANK = np.ones((5, 5), np.uint8)  # ... and its soft sides reach no further
_CLEAR = 0.01  # share of a cell with pale ink beside its strokes: up to that, and ...
_DIRTIER = 2.0  # ... up to this multiple of other cells' share, no shadow lies on it
_ALIKE = 0.05  # least deviation of the ink's logarithm: that of the most even prints
_LEAST = 1e-3  # ink: keeps the logarithm of none finite


@dataclass(frozen=True, slots=True)
class Excess:
    """How far the ink of a cell exceeds that of the digit that is read.

    `heavy` compares all of it with the ink of the other cells and their digits, in
    standard deviations of these. `stroke` is the strongest ink that the cell has beyond
    the digit as other cells show it, as the logarithm of its ratio to what nine in ten
    prints stay below; None if no other cell shows that digit, or few prints tell. Both
    are 0 in a cell on which a shadow lies: that makes all ink darker.
    """

    heavy: float
    stroke: float | None


def excesses_of(
    prints: Prints, digits: Ints, cells: Iterable[int], own: Looks
) -> dict[int, Excess]:
    """The excess of the ink of some cells.

    Args:
        prints: the ink of the grid.
        digits: the grid as read, shape [N*N].
        cells: those asked for. Each shows a digit up to 9.
        own: what `own_looks` gives.
    """
    heavy, shaded = _heaviness(prints, digits), _shaded(prints)
    strokes = {cell: ink_beyond(prints, cell, look) for cell, look in own.items()}
    usual = usual_of(strokes)
    found = {}
    for cell in cells:
        digit = int(digits[cell])
        for look in () if cell in own else prints.looks(cell, [digit]).values():
            strokes[cell] = ink_beyond(prints, cell, look)
        lit = 0.0 if shaded[cell] else 1.0
        stroke = None
        if usual is not None and cell in strokes:
            ratio = max(strokes[cell], _FAINT) / max(usual, _FAINT)
            stroke = lit * float(np.log(ratio))
        found[cell] = Excess(lit * float(heavy[cell]), stroke)
    return found


def _heaviness(prints: Prints, digits: Ints) -> Floats:
    """How heavy each cell is for its digit, in deviations of the others, [N*N].

    The figure of a cell without a digit means nothing.
    """
    strong = np.maximum(prints.smooth - _SHADE, 0).sum(axis=(1, 2))
    ink = np.log(strong + _LEAST) - np.log(_INK)[np.minimum(digits, len(_INK)) - 1]
    single = (prints.shown > 0) & (prints.shown <= len(_INK))
    others = single & ~np.eye(len(digits), dtype=np.bool_)
    count = np.maximum(others.sum(axis=1), 1)
    mean = others @ ink / count
    spread = np.sqrt(np.maximum(others @ ink**2 / count - mean**2, 0))
    return np.asarray((ink - mean) / np.maximum(spread, _ALIKE), np.float32)


def _shaded(prints: Prints) -> Bools:
    """The cells with far more pale ink where no stroke is near than others have."""
    strokes = np.asarray(prints.ink > _INKED, np.uint8)
    near = np.stack([cv2.dilate(cell, _FLANK) for cell in strokes])
    pale = ((prints.ink > 0) & (near == 0)).mean(axis=(1, 2))
    usual = usual_of(dict(enumerate(pale[prints.shown > 0]))) or 0.0
    return np.asarray(pale > max(_CLEAR, _DIRTIER * usual), np.bool_)


def ink_beyond(prints: Prints, cell: int, look: Floats) -> float:
    """The strongest ink that a cell has beyond a digit, smoothed as wide as a stroke.

    Args:
        prints: the ink of the grid.
        cell: the cell.
        look: how the digit looks.
    """
    beyond = prints.smooth[cell] - toned(look, prints.smooth[cell])
    return float(cv2.GaussianBlur(beyond, (0, 0), _STROKE).max())
