"""Measures the lines along the borders between cells: how dark and how wide they are.

Each border is measured in pieces. So digits beside a line, which touch some pieces
only, do not count as a thick line; and what hides a part of a line is noticed (`gaps`).
"""

from itertools import pairwise

import numpy as np

from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bytes, Floats, Ints, median

REACH = 14
"""Pixels of 48 on either side of a border that are looked at."""
OFF = 7
"""... by which a line may lie off it, since a mesh is not exact."""
LEAST_PAPER = 40
"""Lightness of paper, at least: so darkness as a share of it stays finite on black."""
PIECES = 8
"""Pieces of a border in which what hides it is noticed."""

_CROSSING = 5  # pixels of 48 at each end of a border: the lines across it lie there
_WEIGHED = 4  # pieces of a border whose weights are compared


def line_weights(patches: Bytes) -> Floats:
    """How dark and how wide the line along each inner border is, shape [2, N-1, N].

    The horizontal lines come first, from top to bottom. A line has its weight all along
    a border; the digits beside it have theirs in some pieces only.

    Args:
        patches: the cells, shape [N*N, PATCH, PATCH, 3].
    """
    profiles = profiles_of(borders_of(gray_of(patches)), _WEIGHED)
    tones = (_weight(profiles), _weight(255 - profiles))
    dark, paper = max(tones, key=lambda tone: float(median(_lasting(tone[0]))))
    return _lasting(dark / np.maximum(paper, LEAST_PAPER))


def gray_of(patches: Bytes) -> Floats:
    """The lightness of the cells, [N, N, PATCH, PATCH]."""
    size = round(len(patches) ** 0.5)
    blue, green, red = (patches[..., channel] for channel in range(3))
    gray = (blue.astype(np.float32) + green + red) / 3
    return np.asarray(gray.reshape(size, size, PATCH, PATCH), np.float32)


def _lasting(weights: Floats) -> Floats:
    """The weight that all pieces of a border [..., pieces] but one have, at least."""
    return np.asarray(np.sort(weights, axis=-1)[..., _WEIGHED // 4], np.float32)


def _weight(profiles: Floats) -> tuple[Floats, Floats]:
    """How much darker than its darker side each profile's middle is, and that side.

    Returns:
        The sum of the differences over the pixels of the middle, and the lightness of
        the side, both in levels, shape [...].
    """
    aside = slice(REACH - OFF, REACH + OFF)
    before, after = profiles[..., : aside.start], profiles[..., aside.stop :]
    side = np.minimum(before.max(axis=-1), after.max(axis=-1))[..., None]
    dark = np.maximum(side - profiles[..., aside], 0)
    return np.asarray(dark.sum(axis=-1), np.float32), side[..., 0]


def borders_of(gray: Floats) -> Floats:
    """The strips around all inner borders, [2, N-1 lines, N, 2 * REACH, PATCH]."""
    before, after = slice(-REACH, None), slice(REACH)
    across = np.concatenate([gray[:-1, :, before], gray[1:, :, after]], axis=2)
    down = np.concatenate([gray[:, :-1, :, before], gray[:, 1:, :, after]], axis=3)
    return np.stack([across, down.transpose(1, 0, 3, 2)])


def middles_of(gray: Floats) -> Floats:
    """Strips of the same size through the middles of cells, [2, N, N, ...]."""
    within = slice(PATCH // 2 - REACH, PATCH // 2 + REACH)
    across, down = gray[:, :, within], gray[:, :, :, within]
    return np.stack([across, down.transpose(1, 0, 3, 2)])


def profiles_of(strips: Floats, pieces: int) -> Floats:
    """The lightness across each piece of the strips, [..., pieces, 2 * REACH]."""
    ends = ends_of(pieces)
    across = [strips[..., a:b].mean(axis=-1) for a, b in pairwise(ends)]
    return np.stack(across, axis=-2)


def ends_of(pieces: int) -> list[int]:
    """Where the pieces of a border begin and end, in pixels of 48 along it."""
    ends = np.linspace(_CROSSING, PATCH - _CROSSING, pieces + 1)
    return [round(float(end)) for end in ends]


def places_of_pieces(size: int) -> Ints:
    """The middle of each piece, y and x in pixels of the board: [2, 2, N-1, N, PIECES].

    Args:
        size: N.
    """
    line = np.arange(1, size)[:, None, None] * PATCH
    flat, upright = np.broadcast_arrays(line, middles_of_pieces(size)[None])
    places = np.stack([[flat, upright], [upright, flat]])
    return np.asarray(places.transpose(1, 0, 2, 3, 4), np.int64)


def middles_of_pieces(size: int) -> Ints:
    """Where along a line its pieces have their middles, in pixels: [N, PIECES].

    Args:
        size: N.
    """
    ends = np.array(ends_of(PIECES))
    middles = np.arange(size)[:, None] * PATCH + (ends[:-1] + ends[1:]) // 2
    return np.asarray(middles, np.int64)
