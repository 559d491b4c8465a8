"""Kinds of puzzles that we do not solve, told by what is drawn on the grid.

They are declined by name: solved as plain ones they have several solutions, or a
wrong one. Only asked where a plain reading has no clear solution.
"""

import numpy as np
import numpy.typing as npt

from mailbot.reading.lattice import Floats
from mailbot.reading.recognise import Recognised
from solver import Shape

_SIDE = 32  # of a cell's ink
_NEAR_CORNERS = np.r_[5:10, 22:27]  # along a diagonal, outside of a digit
_ASIDE = 6  # pixels beside the diagonal, where there must be nothing
_DRAWN = 0.06  # relative ink of a thin line
_MOST = 0.75  # of the cells on both diagonals
_FEW = 0.2  # ... and of the others
_CAGE = slice(3, 6)  # of 32: where the dashes around cages run
_CAGED = 0.7  # of the cells that have dashes on a side
_THICKER = 0.15  # how much darker than thin lines thick ones are at least
_DISTINCT = 4.0  # ... in their spreads
_REGULAR, _IRREGULAR = 0.75, 0.08  # share of thick lines between boxes, and inside
_SHADED = 6.0  # levels of lightness


def drawn_variant(seen: Recognised) -> str:
    """The name of the kind ("diagonal", "jigsaw", "hyper", "killer"), or ""."""
    if seen.size != 9:
        return ""
    if _has_diagonals(seen.cells.ink):
        return "diagonal"
    if _has_cages(seen.cells.ink):
        return "killer"
    if _has_extra_boxes(seen.cells.patches):
        return "hyper"
    return "jigsaw" if _has_irregular_boxes(seen) else ""


def _has_diagonals(ink: Floats) -> bool:
    size = round(len(ink) ** 0.5)
    falling = _is_crossed(ink)
    rising = _is_crossed(ink[:, :, ::-1])
    row, column = np.divmod(np.arange(len(ink)), size)
    down, up = row == column, row + column == size - 1
    on = min(float(falling[down].mean()), float(rising[up].mean()))
    off = max(float(falling[~down].mean()), float(rising[~up].mean()))
    return on >= _MOST and off <= _FEW


def _is_crossed(ink: Floats) -> npt.NDArray[np.bool_]:
    """Which cells a line crosses from the top left to the bottom right."""
    at = _NEAR_CORNERS
    above = ink[:, at, np.minimum(at + _ASIDE, _SIDE - 1)]
    below = ink[:, np.minimum(at + _ASIDE, _SIDE - 1), at]
    line = np.maximum.reduce([ink[:, at, at + shift] for shift in (-1, 0, 1)])
    clear = np.median(line - np.maximum(above, below), axis=1)
    crossed: npt.NDArray[np.bool_] = clear > _DRAWN
    return crossed


def _has_cages(ink: Floats) -> bool:
    """Dashes a little inside the cells' borders: ink and gaps by turns."""
    caged = np.zeros(len(ink), np.bool_)
    for turned in (np.rot90(ink, k, axes=(1, 2)) for k in range(4)):
        strip = turned[:, _CAGE, 7:-7].max(axis=1)
        inked = strip > 2 * _DRAWN
        changes = (inked[:, 1:] != inked[:, :-1]).sum(axis=1)
        caged |= (inked.mean(axis=1) > 0.35) & (changes >= 3)
    return float(caged.mean()) >= _CAGED


def _has_extra_boxes(patches: npt.NDArray[np.uint8]) -> bool:
    """Four shaded boxes between the usual ones."""
    paper = np.median(patches[:, 8:-8, 8:-8].reshape(len(patches), -1, 3), axis=1)
    light = paper.mean(axis=1)
    row, column = np.divmod(np.arange(len(patches)), 9)
    inside = (row % 4 > 0) & (column % 4 > 0)
    between = abs(float(light[inside].mean() - light[~inside].mean()))
    spread = max(float(light[inside].std()), float(light[~inside].std()))
    return between > _SHADED and between > 3 * spread


def _has_irregular_boxes(seen: Recognised) -> bool:
    strength = seen.sighting.segments.strength[:, 1:-1]
    level = np.sort(strength.ravel())
    cut = float(level[: len(level) // 2].mean() + level[-len(level) // 5 :].mean()) / 2
    thick = strength > cut
    if not 0.1 < thick.mean() < 0.5:
        return False
    step = float(strength[thick].mean() - strength[~thick].mean())
    spread = float(strength[thick].std() + strength[~thick].std()) / 2
    if step < _THICKER * strength[~thick].mean() or step < _DISTINCT * spread:
        return False
    usual = Shape(3, 3).box_width
    between = np.arange(1, 9) % usual == 0
    regular = float(thick[:, between].mean())
    return regular < _REGULAR and float(thick[:, ~between].mean()) > _IRREGULAR
