"""The cells of a grid as cut out of its picture, and their ink.

The cells are in reading order of the picture as it is: nothing is turned here.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.read import cells
from mailbot.eye.read.cursor import without_cursors
from mailbot.eye.read.paper import light_on, tinted_cells
from mailbot.eye.read.patches import PATCH, cell_extent, cut_patches, cut_squares
from mailbot.pictures.arrays import Bools, Bytes, Floats, median, percentile
from mailbot.pictures.pixels import Bgr, Gray

_LINES = np.ones((5, 5), np.uint8)  # of 48 pixels: wider than a thin line
_RING = np.ones((PATCH, PATCH), np.bool_)
_RING[:5] = _RING[-5:] = _RING[:, :5] = _RING[:, -5:] = False
_RING[10:-10, 10:-10] = False  # inside the lines, outside the digits
_BORDER = np.ones((cells.SIDE, cells.SIDE), np.bool_)
_BORDER[:4] = _BORDER[-4:] = _BORDER[:, :4] = _BORDER[:, -4:] = False
_BORDER[7:-7, 7:-7] = False  # of 32 pixels: inside the lines, outside the digits
_LIGHTNESS = np.array([0.114, 0.587, 0.299], np.float32)
_EVEN = np.full(3, 1 / 3, np.float32)  # the mean of three channels
_INNER = slice(5, -5)  # of 32 pixels: inside the lines
_DARKEST, _MEDIAN, _LIGHTEST = 3, 50, 97  # percentiles of a cell: ink, paper, light ink
_DARK_SIDE, _LIT_SIDE = 10, 90  # percentiles of the paper along a cell's border
_FEWEST = 4  # cells with the strongest ink, at least, which tell that of the grid
_LEAST_LIGHT = 8  # levels; keeps the paper beneath a black shadow finite

# How ink is told from paper and shadow; none is measured alone.

# Share of the grid's ink: the least contrast that is stretched to the full. The
# network is trained with the same share (`tests.workshop.digits.capture`).
_FLOOR = 0.4
# Spread of the paper's tint, in levels, from which on colours do not count: noise,
# and the coarse colours of a JPEG, would pass for ink. It is a percentile over the
# cells: a few may be coloured.
_MOTTLED = 5.0
_MOST_CELLS = 85.0
# ... and how much less it must be for colours to count in full.
_TINGED = 3.0
# How much the strongest channel counts at most against the lightness.
_COLOUR = 0.5
# Share of the light to which it falls along the border of an unevenly lit cell.
_SHADOW = 0.85
# How much stronger the opposite ink of a single inverted cell is than its own ink,
# and its least share of the grid's ink: a selected cell of an app.
_INVERTED = 1.6
_STRONG = 0.5
# Share of the border of such a cell that is as light as its paper. A bold digit may
# cover more than half of a cell, but not of its border.
_BORDERED = 0.75
# Times that the longer sides of a cell are the others, from which on its digits
# may not be drawn out as it is: boards that are square seem so from the side.
_OBLONG = 1.5


@dataclass(frozen=True, slots=True)
class Cut:
    """The cells of one grid: N*N patches in colour, and what the network sees.

    `patches` uint8[N*N, 48, 48, 3] (blue, green, red); `ink` float32[N*N, 32, 32]
    relative to the cell's paper; `normalised` uint8[N*N, 32, 32]; `contrast` is the
    usual strength of the grid's ink.
    """

    patches: Bytes
    ink: Floats
    normalised: Gray
    contrast: float


def cut(picture: Bgr, mesh: Floats, squares: bool = False) -> Cut:
    """Cut the cells between the crossings of a mesh [N+1, N+1, 2].

    Args:
        picture: shape [h, w, 3].
        mesh: where the lines of the grid cross.
        squares: whether to cut squares out of oblong cells, each around the ink.
    """
    patches = cut_squares(picture, mesh) if squares else cut_patches(picture, mesh)
    return measure_ink(without_cursors(patches))


def is_oblong(mesh: Floats) -> bool:
    """Whether the cells of a mesh are far from square, or are seen from the side."""
    low, high = sorted(cell_extent(mesh))
    return high > _OBLONG * low


def measure_ink(patches: Bytes) -> Cut:
    """The cells with these patches [N*N, 48, 48, 3]."""
    ink = cells.relative_ink(_as_dark_ink(patches))
    contrast = float(median(_strongest(cells.contrasts(ink))))
    normalised = cells.stretch(ink, _FLOOR * contrast)
    return Cut(patches, ink, normalised, contrast)


def _as_dark_ink(patches: Bytes) -> Floats:
    """The lightness of the cells [n, 32, 32], inverted where the ink is light.

    A single cell may be the opposite of its grid, such as the selected cell of an app.
    Absolute contrast decides on that: by relative contrast, white cells with faint
    shadows would be inverted.
    """
    tones = _tones_of(patches.astype(np.float32))
    dark = tones.strengths[1] > tones.strengths[0]
    # On dark paper, light ink would be taken for the light between shadows.
    uneven = {} if dark else _uneven(patches)
    if uneven:
        tones = _tones_of(_evenly_lit(patches, uneven))
    own, other = (tones.above, tones.below) if dark else (tones.below, tones.above)
    strong = _STRONG * max(tones.strengths)
    against = (other > _INVERTED * own) & (other > strong)
    against &= _is_bordered(tones.upper if dark else 255 - tones.lower)
    inverted = (against ^ dark)[:, None, None]
    light = np.where(inverted, 255 - tones.upper, tones.lower).astype(np.float32)
    for place, tinted in tinted_cells(patches, np.maximum(own, other)).items():
        light[place] = _small(tinted[None])[0]
    return light


def _is_bordered(light: Floats) -> Bools:
    """Whether the light part of each cell [n, 32, 32] runs along its border, [n]."""
    middle = (_level(light, _LIGHTEST) + _level(light, _DARKEST)) / 2
    border = light[:, _BORDER] > middle[:, None]
    return np.asarray(border.mean(axis=1) > _BORDERED)


@dataclass(frozen=True, slots=True)
class _Tones:
    """The lightness of the cells [n, 32, 32], for dark ink and for light ink.

    `below` and `above` tell how much darker, and lighter, each cell's ink is than its
    paper, in levels, shape [n].
    """

    lower: Floats
    upper: Floats
    below: Floats
    above: Floats

    @property
    def strengths(self) -> tuple[float, float]:
        """The strength of the grid's ink if it is dark, and if it is light."""
        below, above = (_strongest(ink).mean() for ink in (self.below, self.above))
        return float(below), float(above)


def _tones_of(fine: Floats) -> _Tones:
    """The tones of patches [n, 48, 48, 3].

    The darkest (or lightest) channel counts up to a half, so that coloured ink is as
    strong as black ink.
    """
    mean = fine @ _LIGHTNESS
    trust = np.float32(_trust_in_colour(fine, mean))
    lower, upper = (
        _small(np.asarray(mean + trust * (extreme - mean), np.float32))
        for extreme in (cells.least_channel(fine), cells.most_channel(fine))
    )
    below = _level(lower, _MEDIAN) - _level(lower, _DARKEST)
    above = _level(upper, _LIGHTEST) - _level(upper, _MEDIAN)
    return _Tones(lower, upper, below, above)


def _strongest(off: Floats) -> Floats:
    """The highest quarter of the values [n]."""
    return np.sort(off)[-max(_FEWEST, len(off) // 4) :]


def _trust_in_colour(fine: Floats, mean: Floats) -> float:
    """How much the strongest channel may count: less where the paper is mottled."""
    inner = slice(8, -8)
    light = mean[:, inner, inner].reshape(len(mean), -1)
    darkest = cells.least_channel(fine[:, inner, inner])
    tint = light - darkest.reshape(len(mean), -1)
    off = np.abs(light - cells.level(light, _MEDIAN)[:, None])
    paper = off <= cells.level(off, _MEDIAN)[:, None]
    count = paper.sum(axis=1)
    middle = (tint * paper).sum(axis=1) / count
    spread = (((tint - middle[:, None]) ** 2 * paper).sum(axis=1) / count) ** 0.5
    mottled = float(percentile(spread, _MOST_CELLS))
    trust = (_MOTTLED - mottled) / _TINGED
    return _COLOUR * float(np.clip(trust, 0, 1))


def _uneven(patches: Bytes) -> dict[int, float]:
    """The cells that the edge of a shadow crosses, with the lightness of their paper.

    A cell is one of them if its paper has two levels along the border, where hardly any
    digit reaches.
    """
    closed = [cv2.morphologyEx(patch, cv2.MORPH_CLOSE, _LINES) for patch in patches]
    ring = np.array(closed)[:, _RING].astype(np.float32) @ _EVEN
    low, high = cells.level(ring, _DARK_SIDE), cells.level(ring, _LIT_SIDE)
    uneven = np.flatnonzero(low < _SHADOW * high)
    return {int(index): float(high[index]) for index in uneven}


def _evenly_lit(patches: Bytes, uneven: dict[int, float]) -> Floats:
    """The patches, with the shadows taken out of the uneven ones.

    Args:
        patches: of all cells.
        uneven: see `_uneven`.
    """
    fine = patches.astype(np.float32)
    for index, high in uneven.items():
        fine[index] *= high / np.maximum(light_on(patches[index]), _LEAST_LIGHT)
    return np.minimum(fine, 255)


def _small(light: Floats) -> Floats:
    """The cells at the size of normalised cells, [n, 32, 32]."""
    side = (cells.SIDE, len(light) * cells.SIDE)
    tall = light.reshape(-1, PATCH)
    small = cv2.resize(tall, side, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32).reshape(-1, cells.SIDE, cells.SIDE)


def _level(light: Floats, percent: float) -> Floats:
    """A percentile of the lightness inside the lines of each cell [n]."""
    return cells.level(light[:, _INNER, _INNER], percent)
