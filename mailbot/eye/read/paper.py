"""What the paper adds to the cells and nobody wrote: shadows and colours.

`shadow_on` tells the light on a cell that the edge of a shadow crosses, for `cutting`
to measure its ink against; `tinted_cells` tells ink by its colour where an app shades
cells as dark as their digits.
"""

from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.eye.read import cells
from mailbot.pictures.arrays import Bytes, Floats

_STROKES = np.ones((17, 17), np.uint8)  # of 48 pixels: wider than any stroke or line
_THIN = np.ones((11, 11), np.uint8)  # of 48 pixels: wider than most strokes
_TURNS = np.deg2rad(np.linspace(-12, 12, 7))
_DARK, _LIT = 5, 95  # percentiles of the light on both sides of an edge
_SHIFTS = np.linspace(-0.16, 0.16, 9)  # of half a cell

# How a straight edge is fitted; lengths in half cells, light as a share of white.
#
# Measured on drawn shadows at five angles, hard and soft (tests/eye/test_ink.py).

# Softness of the edges tried, and of the first fit.
_SPREADS = (0.015, 0.03, 0.06, 0.12)
_USUAL = 0.04
# Distance from the edge within which pixels place it, and rounds of placing it.
_BAND = 0.4
_ROUNDS = 4
# The most that the error of one pixel's light counts: ink is always far off.
_INK = 0.08
# Light by which a straight edge differs at most from the cell with its strokes
# closed, and the percentage of the pixels that do.
_STRAIGHT = 0.04
_MOST = 80.0

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

_Table = npt.NDArray[np.floating]


def light_on(patch: Bytes) -> Floats:
    """The light on the paper, shape [h, w, 3]: the cell with its strokes closed.

    Args:
        patch: the cell, its ink dark, shape [h, w, 3].
    """
    return _closed(patch, _STROKES)


def shadow_on(patch: Bytes) -> Floats:
    """The light on the paper, with the edge of a straight shadow fitted by a line.

    Closing alone would add a digit that touches the edge to the shadow.

    Args:
        patch: the cell, its ink dark, shape [h, w, 3].
    """
    paper, rough = light_on(patch), _closed(patch, _THIN)
    straight = _straight_edge(rough, patch)
    off = np.abs(straight - rough).mean(axis=2)
    is_straight = np.percentile(off, _MOST) < _STRAIGHT * paper.max()
    return straight if is_straight else paper


def _closed(patch: Bytes, strokes: Bytes) -> Floats:
    """The patch with its strokes closed."""
    closed = cv2.morphologyEx(patch, cv2.MORPH_CLOSE, strokes)
    return np.asarray(cv2.blur(closed, (3, 3)), np.float32)


def _straight_edge(paper: Floats, patch: Bytes) -> Floats:
    """The light [h, w, 3] as a slope and one straight edge between two levels."""
    height, width = paper.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].reshape(2, -1)
    plane = np.stack([x, y, np.ones_like(x)], axis=1)
    levels = paper.reshape(-1, 3).astype(np.float64)
    tone, seen = levels.mean(axis=1), patch.reshape(-1, 3).mean(axis=1)
    most = _INK * seen.max()
    some = np.arange(height * width).reshape(height, width)[::3, ::3].ravel()

    def best(lines: _Table, spread: float) -> tuple[float, int]:
        """The least mean error of the light at some pixels, and the line with it."""
        columns = _columns(plane[some], lines, spread)
        error = np.abs(_fit(columns, tone[some, None])[..., 0] - seen[some])
        off = np.minimum(error, most).mean(axis=1)
        return float(off.min()), int(off.argmin())

    rough = _edge(plane, tone)
    lines = np.array([_moved(rough, turn, by) for turn, by in product(_TURNS, _SHIFTS)])
    line = lines[best(lines, _USUAL)[1]][None]
    spread = min(_SPREADS, key=lambda spread: best(line, spread)[0])
    light = _fit(_columns(plane, line, spread), levels)
    return light.reshape(paper.shape).astype(np.float32)


def _columns(plane: _Table, lines: _Table, spread: float) -> _Table:
    """The parts of the light: slope (x, y), level, step at the edge; [lines, n, 4]."""
    # No step is harder, and no exponential overflows.
    steep = np.clip(lines @ plane.T / spread, -30, 30)
    step = 1 / (1 + np.exp(-steep))
    slope = np.broadcast_to(plane, (len(lines), *plane.shape))
    return np.concatenate([slope, step[..., None]], axis=2)


def _fit(columns: _Table, levels: _Table) -> _Table:
    """The levels [n, k] as the best sums of columns [lines, n, 4] (least squares)."""
    across = columns.swapaxes(1, 2)
    by = np.linalg.pinv(across @ columns, hermitian=True) @ (across @ levels)
    return np.asarray(columns @ by)


def _moved(line: _Table, turn: float, shift: float) -> _Table:
    """The line [a, b, c] of a x + b y + c = 0, turned about its middle and shifted."""
    cos, sin = np.cos(turn), np.sin(turn)
    a, b, c = line
    foot = -c * line[:2]
    normal = np.array([a * cos - b * sin, a * sin + b * cos])
    return np.array([*normal, -float(normal @ foot) + shift])


def _edge(plane: _Table, tone: _Table) -> _Table:
    """The line between the lit side (positive) and the dark, with a unit normal.

    It is fitted again and again to the pixels near it.
    """
    middle = (np.percentile(tone, _DARK) + np.percentile(tone, _LIT)) / 2
    lit = np.where(tone > middle, 1.0, -1.0)
    near = np.ones(len(plane), np.bool_)
    line: _Table = np.zeros(plane.shape[1])
    for _ in range(_ROUNDS):
        line = np.linalg.lstsq(plane[near], lit[near], rcond=None)[0]
        line = line / max(float(np.hypot(line[0], line[1])), 1e-6)
        near = np.abs(plane @ line) < _BAND
        if near.sum() < plane.shape[1]:
            break
    return line


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
    paper = np.median(some, axis=1).astype(np.float32)
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
    levels = float(np.percentile(most, _STRONGEST))
    if (most < _EVEN).mean() < _GROUND:
        return None
    if levels < _TINTED or strength > _HIDDEN * levels:
        return None
    ink = off[_INNER, _INNER][most > _FULL * levels].mean(axis=0)
    return np.asarray(np.clip(off @ ink / (ink @ ink), 0, 1) * levels, np.float32)
