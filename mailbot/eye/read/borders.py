"""Measures the lines along the borders between cells: their weight, and their gaps.

Each border is measured in pieces. So what hides a part of a line is noticed, and digits
beside a line, which touch some pieces only, do not count as a thick line.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from mailbot.eye.read.cutting import PATCH
from mailbot.pictures.arrays import Bools, Bytes, Floats, Ints

PIECES = 4
"""Pieces in which the border of a cell is measured."""


@dataclass(frozen=True, slots=True)
class _BorderLimits:
    """When a line is missing; contrasts in levels.

    Measured on drawn photographs with and without things on them, and on photographs
    and screenshots of others: lines in full view have half of the usual contrast or
    more, those under a glare or a coin next to none.
    """

    # Contrast of a piece below which it is missing, as a share of its line's usual one.
    gone: float = 0.35
    # Percentile of a line's pieces that is its usual contrast: more than half of them
    # may be hidden.
    usual: float = 70.0
    # The least usual contrast of a line that tells anything. It must also be so high
    # that blank paper, of which that percentile of the cells' middles is an example,
    # would be missing by far.
    least: float = 4.0
    blank: float = 25.0
    by_far: float = 1.5


_LIMITS = _BorderLimits()

_REACH = 14  # of 48 pixels on either side of a border that are looked at
_OFF = 7  # ... by which a line may lie off it, since a mesh is not exact
_STEP_OFF = 3  # ... and the edge of a shade
_HALF = 2  # pixels from the middle of a line to its side ...
_SIDE = 5  # ... and the width of that side
_SOFT = 3  # pixels of paper beside the edge of a shade
_ALONG = np.linspace(5, PATCH - 5, PIECES + 1).round().astype(int).tolist()


def missing_pieces(patches: Bytes) -> Ints:
    """How many pieces of each cell's four borders are missing, shape [4, N, N].

    The borders are the upper, lower, left and right one. What cannot be told counts as
    seen: the frame, the half borders beside it, and lines that are not drawn or faint.

    Args:
        patches: the cells, shape [N*N, PATCH, PATCH, 3].
    """
    gray = _gray(patches)
    size = len(gray)
    missing = _missing(_profiles(_borders(gray)), _profiles(_middles(gray)))
    if missing.any():  # hardly ever in a photograph, and colours take their time
        missing &= ~_seen_in_colour(patches, size)
    # The mesh may reach beyond the frame: photographs of curled pages by half a cell.
    missing[:, :, 0, : PIECES // 2] = missing[:, :, -1, -PIECES // 2 :] = False
    across, down = missing.sum(axis=-1)
    sides = np.zeros((4, size, size), np.int64)
    sides[0, 1:], sides[1, :-1] = across, across
    sides[2, :, 1:], sides[3, :, :-1] = down.T, down.T
    return sides


def line_weights(patches: Bytes) -> Floats:
    """How dark and how wide the line along each inner border is, shape [2, N-1, N].

    The horizontal lines come first, from top to bottom. A line has its weight all along
    a border; the digits beside it have theirs in some pieces only.

    Args:
        patches: the cells, shape [N*N, PATCH, PATCH, 3].
    """
    profiles = _profiles(_borders(_gray(patches)))
    tones = (_weight(profiles), _weight(255 - profiles))
    dark, paper = max(tones, key=lambda tone: float(np.median(_lasting(tone[0]))))
    return _lasting(dark / np.maximum(paper, 40))


def _gray(patches: Bytes) -> Floats:
    """The lightness of the cells, [N, N, PATCH, PATCH]."""
    size = round(len(patches) ** 0.5)
    gray = patches.astype(np.float32).mean(axis=-1)
    return np.asarray(gray.reshape(size, size, PATCH, PATCH), np.float32)


def _lasting(weights: Floats) -> Floats:
    """The weight that all pieces of a border [..., PIECES] but one have, at least."""
    return np.asarray(np.sort(weights, axis=-1)[..., PIECES // 4], np.float32)


def _weight(profiles: Floats) -> tuple[Floats, Floats]:
    """The sum over each profile of how much darker than its sides the middle is.

    With the lightness of the darker side, to which it is relative.
    """
    aside = slice(_REACH - _OFF, _REACH + _OFF)
    before, after = profiles[..., : aside.start], profiles[..., aside.stop :]
    side = np.minimum(before.max(axis=-1), after.max(axis=-1))[..., None]
    dark = np.maximum(side - profiles[..., aside], 0)
    return np.asarray(dark.sum(axis=-1), np.float32), side[..., 0]


def _missing(borders: Floats, middles: Floats) -> Bools:
    """Which pieces of borders are missing, shape [2, N-1, N, PIECES].

    Args:
        borders: profiles across the borders.
        middles: profiles across the middles of cells, most of which hold no ink.
    """
    lines = np.stack([_line(borders), _line(255 - borders)])
    pieces = lines.reshape(*lines.shape[:3], -1)
    usual = np.percentile(pieces, _LIMITS.usual, axis=-1)
    dark = int(usual.mean(axis=(1, 2)).argmax())  # 1 for light lines on dark paper
    blank = np.percentile(_line(255 - middles if dark else middles), _LIMITS.blank)
    least = max(_LIMITS.by_far * float(blank), _LIMITS.gone * _LIMITS.least)
    gone = _LIMITS.gone * usual[dark]
    contrast = np.maximum(lines[dark], _edge(borders))
    missing: Bools = contrast < np.where(gone > least, gone, 0)[..., None, None]
    return missing


def _seen_in_colour(patches: Bytes, size: int) -> Bools:
    """Along which pieces a line is seen by its colour alone, [2, N-1, N, PIECES].

    Between cells that an app shades, a line may be as light as they are, or lighter in
    one channel and darker in another.
    """
    colours = patches.astype(np.float32).reshape(size, size, PATCH, PATCH, 3)
    seen = np.zeros((2, size - 1, size, PIECES), np.bool_)
    for channel in np.moveaxis(colours, -1, 0):
        contrast = _either(_profiles(_borders(channel)))
        blank = np.percentile(_either(_profiles(_middles(channel))), _LIMITS.blank)
        seen |= contrast > max(_LIMITS.least, _LIMITS.by_far * float(blank))
    return seen


def _either(profiles: Floats) -> Floats:
    """How much each profile's middle is darker, or lighter, than both its sides."""
    return np.maximum(_line(profiles), _line(255 - profiles))


def _borders(gray: Floats) -> Floats:
    """The strips around all inner borders, [2, N-1 lines, N, 2 * _REACH, PATCH]."""
    before, after = slice(-_REACH, None), slice(_REACH)
    across = np.concatenate([gray[:-1, :, before], gray[1:, :, after]], axis=2)
    down = np.concatenate([gray[:, :-1, :, before], gray[:, 1:, :, after]], axis=3)
    return np.stack([across, down.transpose(1, 0, 3, 2)])


def _middles(gray: Floats) -> Floats:
    """Strips of the same size through the middles of cells, [2, N, N, ...]."""
    within = slice(PATCH // 2 - _REACH, PATCH // 2 + _REACH)
    across, down = gray[:, :, within], gray[:, :, :, within]
    return np.stack([across, down.transpose(1, 0, 3, 2)])


def _profiles(strips: Floats) -> Floats:
    """The lightness across each piece of the strips, [..., PIECES, 2 * _REACH]."""
    pieces = [strips[..., a:b].mean(axis=-1) for a, b in pairwise(_ALONG)]
    return np.stack(pieces, axis=-2)


def _line(profiles: Floats) -> Floats:
    """How much darker than both its sides the middle of each profile is."""
    depths = [
        np.minimum(
            profiles[..., at - _HALF - _SIDE : at - _HALF].max(axis=-1),
            profiles[..., at + _HALF + 1 : at + _HALF + 1 + _SIDE].max(axis=-1),
        )
        - profiles[..., at]
        for at in range(_REACH - _OFF, _REACH + _OFF)
    ]
    return np.asarray(np.maximum.reduce(depths), np.float32)


def _edge(profiles: Floats) -> Floats:
    """The step in the middle of each profile: shaded cells may end without a line."""
    steps = [
        profiles[..., at - _HALF - _SOFT : at - _HALF].mean(axis=-1)
        - profiles[..., at + _HALF : at + _HALF + _SOFT].mean(axis=-1)
        for at in range(_REACH - _STEP_OFF, _REACH + _STEP_OFF)
    ]
    return np.asarray(np.abs(steps).max(axis=0), np.float32)
