"""The cells of a grid cut out of the picture, and their ink.

Rows of cells follow reading order of the mesh; nothing is turned here.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from mailbot.eye.read import cells
from mailbot.eye.read.shadow import light_on, shadow_on
from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Bgr, Gray

PATCH = 48
"""Side of a cut cell, in pixels."""

_FLOOR = 0.4  # of the grid's ink: the least contrast that is stretched to the full
_LINES = np.ones((5, 5), np.uint8)  # of 48: wider than a thin line
_RING = np.ones((PATCH, PATCH), np.bool_)
_RING[:5] = _RING[-5:] = _RING[:, :5] = _RING[:, -5:] = False
_RING[10:-10, 10:-10] = False  # inside the lines, outside the digits
_LIGHTNESS = np.array([0.114, 0.587, 0.299], np.float32)
_MOTTLED = 5.0  # spread of the tint of paper from which on colours say nothing
_SHADOW = 0.85  # of the light: what falls below along the border is unevenly lit
_EDGES = 0.4  # of the cells: more are not on the edge of a shadow
_INNER = slice(5, -5)  # of 32: inside the lines


@dataclass(frozen=True, slots=True)
class Cut:
    """The cells of one grid: N*N patches in colour, and what the network sees.

    `patches` uint8[N*N, 48, 48, 3] (blue, green, red); `ink` float32[N*N, 32, 32]
    relative to the cell's paper; `contrast` is the grid's usual ink; `dark` tells
    light ink on dark paper.
    """

    patches: Bytes
    ink: Floats
    normalised: Gray
    contrast: float
    dark: bool


def cut(picture: Bgr, mesh: Floats) -> Cut:
    """Cut the cells between the crossings of a mesh [N+1, N+1, 2]."""
    patches = _unfold(picture, mesh)
    light, dark = _as_dark_ink(patches)
    ink = cells.relative_ink(light)
    strongest = np.sort(cells.contrasts(ink))[-_quarter(len(ink)) :]
    contrast = float(np.median(strongest))
    return Cut(patches, ink, cells.stretch(ink, _FLOOR * contrast), contrast, dark)


def _quarter(count: int) -> int:
    return max(4, count // 4)


def _unfold(picture: Bgr, mesh: Floats) -> Bytes:
    size = len(mesh) - 1
    edges = np.linalg.norm(np.diff(mesh, axis=1), axis=-1)
    shrink = min(1.0, 1.3 * PATCH / max(float(np.median(edges)), 1.0))
    if shrink < 1:
        picture, mesh = _shrunk(picture, mesh, shrink)
    along = _between(size)
    across, down = (
        (along @ mesh[..., axis] @ along.T).astype(np.float32) for axis in (0, 1)
    )
    flat = cv2.remap(
        picture, across, down, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    rows = np.asarray(flat, np.uint8).reshape(size, PATCH, size, PATCH, 3)
    return rows.transpose(0, 2, 1, 3, 4).reshape(size * size, PATCH, PATCH, 3)


@cache
def _between(size: int) -> Floats:
    """How far each pixel of the unfolded picture lies between which crossings.

    Weights [N * PATCH, N + 1]: pixel p lies at (p + 1/2) / PATCH cells. (OpenCV's own
    remapping would round that to 1/32 of a cell.)
    """
    at = (np.arange(size * PATCH) + 0.5) / PATCH
    off = np.abs(at[:, None] - np.arange(size + 1))
    return np.asarray(np.maximum(1 - off, 0), np.float32)


def _shrunk(picture: Bgr, mesh: Floats, scale: float) -> tuple[Bgr, Floats]:
    """The part of the picture under the mesh, averaged down to the patches' size."""
    height, width = picture.shape[:2]
    margin = 0.1 * np.ptp(mesh.reshape(-1, 2), axis=0).max()
    low = np.clip(mesh.min(axis=(0, 1)) - margin, 0, [width - 1, height - 1])
    high = np.clip(mesh.max(axis=(0, 1)) + margin, low + 1, [width, height])
    (left, top), (right, bottom) = low.astype(int), high.astype(int)
    part = picture[top:bottom, left:right]
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    moved = (mesh - np.array([left, top], np.float32)) * np.float32(scale)
    return Bgr(np.asarray(small, np.uint8)), moved.astype(np.float32)


def _as_dark_ink(patches: Bytes) -> tuple[Floats, bool]:
    """Lightness of the cells [n, 32, 32] with ink made dark, and whether it was light.

    A cell may go against its grid, such as a selected one; absolute contrast decides,
    because relative contrast would turn white cells with faint shadows.
    """
    tones = _tones_of(patches.astype(np.float32))
    dark = tones.is_dark
    # Light ink on dark paper would be taken for the light between shadows.
    uneven = {} if dark else _uneven(patches)
    if uneven:
        tones = _tones_of(_evenly_lit(patches, uneven))
    own, other = (tones.above, tones.below) if dark else (tones.below, tones.above)
    strong = max(tones.dark_ink, tones.light_ink)
    against = (other > 1.6 * own) & (other > 0.5 * strong)
    turned = (against ^ dark)[:, None, None]
    return np.where(turned, 255 - tones.upper, tones.lower).astype(np.float32), dark


@dataclass(frozen=True, slots=True)
class _Tones:
    """The cells in two ways, lightness [n, 32, 32]: for dark ink, and for light ink.

    `below` and `above` tell how far each cell's ink lies off its paper, shape [n].
    """

    lower: Floats
    upper: Floats
    below: Floats
    above: Floats

    @property
    def dark_ink(self) -> float:
        """How strong the grid's ink is if it is dark."""
        return _strongest(self.below)

    @property
    def light_ink(self) -> float:
        """How strong the grid's ink is if it is light."""
        return _strongest(self.above)

    @property
    def is_dark(self) -> bool:
        """Whether light ink stands on dark paper."""
        return self.light_ink > self.dark_ink


def _tones_of(fine: Floats) -> _Tones:
    """The tones of patches [n, 48, 48, 3].

    The darkest (or lightest) channel counts up to a half, so that coloured ink is
    strong.
    """
    mean = fine @ _LIGHTNESS
    trust = _trust_in_colour(fine, mean)
    lower = _small(mean + trust * (fine.min(axis=3) - mean))
    upper = _small(mean + trust * (fine.max(axis=3) - mean))
    below = _middle(lower) - _share(lower, 3)
    above = _share(upper, 97) - _middle(upper)
    return _Tones(lower, upper, below, above)


def _strongest(off: Floats) -> float:
    """The usual value in the quarter of cells with most."""
    return float(np.sort(off)[-_quarter(len(off)) :].mean())


def _trust_in_colour(fine: Floats, mean: Floats) -> float:
    """How much the channels' differences may count: less where the paper is mottled.

    Noise, and the coarse colours of a JPEG, would pass for ink.
    """
    inner = slice(8, -8)
    light = mean[:, inner, inner].reshape(len(mean), -1)
    tint = light - fine[:, inner, inner].min(axis=3).reshape(len(mean), -1)
    off = np.abs(light - np.median(light, axis=1, keepdims=True))
    paper = off <= np.median(off, axis=1, keepdims=True)
    count = paper.sum(axis=1)
    middle = (tint * paper).sum(axis=1) / count
    spread = (((tint - middle[:, None]) ** 2 * paper).sum(axis=1) / count) ** 0.5
    mottled = float(np.percentile(spread, 85))
    return 0.5 * float(np.clip((_MOTTLED - mottled) / 3, 0, 1))


def _uneven(patches: Bytes) -> dict[int, float]:
    """The cells that the edge of a shadow runs through, and how light they are beside.

    If the paper has two levels along the cell's border, where hardly a digit reaches,
    that is a shadow.
    """
    uneven: dict[int, float] = {}
    for index, patch in enumerate(patches):
        without_lines = cv2.morphologyEx(patch, cv2.MORPH_CLOSE, _LINES)
        ring = np.sort(without_lines.mean(axis=2)[_RING])
        low, high = (float(ring[round(p * (len(ring) - 1))]) for p in (0.1, 0.9))
        if low < _SHADOW * high:
            uneven[index] = high
    return uneven


def _evenly_lit(patches: Bytes, uneven: dict[int, float]) -> Floats:
    """The patches, the uneven ones without their shadows."""
    fine = patches.astype(np.float32)
    light = shadow_on if len(uneven) < _EDGES * len(patches) else light_on
    for index, high in uneven.items():
        fine[index] *= high / np.maximum(light(patches[index]), 8)
    return np.minimum(fine, 255)


def _small(light: Floats) -> Floats:
    side = (cells.SIDE, cells.SIDE)
    return np.stack([cv2.resize(p, side, interpolation=cv2.INTER_AREA) for p in light])


def _share(light: Floats, percent: float) -> Floats:
    inner = light[:, _INNER, _INNER].reshape(len(light), -1)
    return np.percentile(inner, percent, axis=1).astype(np.float32)


def _middle(light: Floats) -> Floats:
    return _share(light, 50)
