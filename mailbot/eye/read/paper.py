"""What the paper adds to the cells and nobody wrote: shadows and colours.

`light_on` tells the light on a cell that the edge of a shadow crosses, for `cutting`
to measure its ink against; `tinted_cells` tells ink by its colour where an app shades
cells as dark as their digits.
"""

import cv2
import numpy as np

from mailbot.eye.read import cells
from mailbot.pictures.arrays import Bytes, Floats, median, percentile

_STROKES = np.ones((17, 17), np.uint8)  # of 48 pixels: wider than any stroke or line
_INNER = slice(8, -8)  # of 48 pixels: inside the lines
_STRONGEST = 97  # percentile of a cell's ink that is its strongest: specks are stronger
_SOME = slice(8, -8, 4)  # ... of which these tell the colour of the paper, in less time

# When colour tells more than lightness; levels are 0..255.
#
# Set on drawn apps with shaded cells, a quarter of them dark.

# Levels between the strongest and the weakest channel of the paper, and their
# least share of the strongest: white paper in the light of a lamp has less.
_COLOUR = 60.0
_SHARE = 0.5
# Levels of even paper about its own colour, and its least share of the cell.
_EVEN = 12.0
_GROUND = 0.5
# Levels of ink, and how much of them lightness shows at most.
_TINTED = 30.0
_HIDDEN = 0.6
# Share of the ink's levels from which on a pixel tells its colour.
_FULL = 0.7


def light_on(patch: Bytes) -> Floats:
    """The light on the paper, shape [h, w, 3]: the cell with its strokes closed.

    Args:
        patch: the cell, its ink dark, shape [h, w, 3].
    """
    closed = cv2.morphologyEx(patch, cv2.MORPH_CLOSE, _STROKES)
    return np.asarray(cv2.blur(closed, (3, 3)), np.float32)


def tinted_cells(patches: Bytes, strength: Floats) -> dict[int, Floats]:
    """The cells whose ink is told by colour, with that ink dark on light paper.

    Apps shade cells in colours as dark, or as light, as their digits: in lightness such
    a digit can hardly be seen, while one of the three channels shows it well.

    Each is a lightness 0..255, shape [48, 48]: a pixel is the darker, the farther its
    colour lies from the paper's towards the ink's.

    Args:
        patches: of all cells, shape [n, 48, 48, 3].
        strength: of their ink in lightness, in levels, [n].
    """
    some = patches[:, _SOME, _SOME].reshape(len(patches), -1, 3)
    paper = median(some, axis=1).astype(np.float32)
    strongest = cells.most_channel(paper)
    colour = strongest - cells.least_channel(paper)
    tinted = (colour >= _COLOUR) & (colour >= _SHARE * strongest)
    found = {}
    for place in np.flatnonzero(tinted):
        ink = _ink_by_colour(patches[place] - paper[place], float(strength[place]))
        if ink is not None:
            found[int(place)] = strongest[place] - ink
    return found


def _ink_by_colour(off: Floats, strength: float) -> Floats | None:
    """The ink of a cell in levels, [48, 48]; None if lightness shows it as well.

    Args:
        off: by how much each pixel differs from the paper, [48, 48, 3].
        strength: of the ink in lightness, in levels.
    """
    most = cells.most_channel(np.abs(off))[_INNER, _INNER]
    levels = float(percentile(most, _STRONGEST))
    if (most < _EVEN).mean() < _GROUND:
        return None
    if levels < _TINTED or strength > _HIDDEN * levels:
        return None
    ink = off[_INNER, _INNER][most > _FULL * levels].mean(axis=0)
    return np.asarray(np.clip(off @ ink / (ink @ ink), 0, 1) * levels, np.float32)
