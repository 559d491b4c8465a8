"""Takes the lines of squared paper out of cells that are two of its squares wide.

They run through the middle of the cells, from one border to the other, where digits do
not reach; and they are paler than what was written over them.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.read.cells import level
from mailbot.pictures.arrays import Bytes, Floats


@dataclass(frozen=True, slots=True)
class _SquareLimits:
    """What is a line of the paper, and what was written over it.

    Looser values take strokes for such lines; tighter ones leave lines in the cells,
    which are then read as junk.
    """

    # Share of the ends of lines that are seen beside the middles of the cells.
    seen: float = 0.7
    # The least contrast of a line in levels; and against that of lines which are
    # lighter than the paper, which are its grain.
    least: float = 3.0
    grain: float = 2.0
    # Its contrast at most, as a share of the ink's: what is as dark is a stroke.
    paler: float = 0.75
    # Share of the usual contrast from which on a piece is part of a line, and pixels by
    # which it may lie off the usual place in its row.
    piece: float = 0.4
    off: float = 4.0


_LIMITS = _SquareLimits()

HALVES = (4, 6, 8)
"""Cells a side of lattices that may be every second line of a finer board."""

_PIXELS = np.arange(48)
_ENDS = (slice(4, 12), slice(36, 44))  # of the pixels along a line: beside digits
_AT = (7.5, 39.5)  # their middles
_NEAR = slice(17, 32)  # where a line lies that runs through the middle of a cell
_WIDE = 5  # pixels from the middle of a line to paper beside it
_SIDE, _ASIDE = np.ones((1, 3), np.uint8), 4  # ... that paper, and how far it is
_PAPER, _INK = 70, 3  # percentiles of a cell's lightness
_INNER = slice(7, -7)  # inside the lines of the board
_TURNED = (1, 0, 3, 2, 4)  # axes of a board whose columns are rows


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of the paper that run across a board's cells, one through each.

    `places` float32[N, N, 2] are the pixels from the top of a cell to both ends of its
    line; `darkness` float32[2 * _WIDE + 1, 3] is the share of the paper's light that a
    line takes away, from above it to below it.
    """

    places: Floats
    darkness: Floats


def without_squares(patches: Bytes) -> Bytes:
    """The cells without the lines of squared paper; as they are where there are none.

    Args:
        patches: the cells of a square board, shape [N*N, 48, 48, 3].
    """
    size = round(len(patches) ** 0.5)
    if size in HALVES:
        return patches
    board = patches.reshape(size, size, *patches.shape[1:])
    ruled = _without_lines(board)
    if ruled is board:  # and so in nearly every picture: that saves time
        return patches
    bare = _without_lines(ruled.transpose(_TURNED)).transpose(_TURNED)
    return np.asarray(bare.reshape(patches.shape), np.uint8)


def _without_lines(board: Bytes) -> Bytes:
    """The cells [N, N, 48, 48, 3] without lines across them."""
    lines = _lines(board)
    if lines is None:
        return board
    paper, ink = _tones(board)
    contrast = float(1 - (ink / np.maximum(paper, 1)).mean())
    if float(lines.darkness.mean(axis=1).max()) > _LIMITS.paler * contrast:
        return board
    light = board.astype(np.float32)
    lined = paper * (1 - _taken(lines))
    bare = np.clip((light - ink) / np.maximum(lined - ink, 1.0), 0, 1)
    cleaned = np.clip(light + bare * (paper - lined), 0, 255)
    return np.asarray(cleaned.astype(np.uint8), np.uint8)


def _tones(board: Bytes) -> tuple[Floats, Floats]:
    """The colours of each cell's paper, and of ink there; both [N, N, 1, 1, 3]."""
    inner = board[:, :, _INNER, _INNER].astype(np.float32)
    light = np.moveaxis(inner, -1, 2).reshape(-1, *inner.shape[2:4])
    shape = (*board.shape[:2], 1, 1, 3)
    paper, dark = (level(light, percent).reshape(shape) for percent in (_PAPER, _INK))
    share = (dark / np.maximum(paper, 1)).reshape(-1, 3)
    strongest = np.argsort(share.mean(axis=1))[: len(share) // 4]
    return paper, paper * np.median(share[strongest], axis=0)


def _lines(board: Bytes) -> _Lines | None:
    """The lines across the cells [N, N, 48, 48, 3], if there is one in most of them."""
    ends = np.stack([_profiles(board, end) for end in _ENDS], axis=2)
    profiles = np.asarray(ends.mean(axis=-1), np.float32)
    depths = _depths(profiles)
    place, depth = depths.argmax(axis=-1) + _NEAR.start, depths.max(axis=-1)
    usual = float(np.median(depth))
    grain = float(np.median(_depths(255 - profiles).max(axis=-1)))
    if usual < max(_LIMITS.least, _LIMITS.grain * grain):
        return None
    row = np.median(place, axis=(1, 2), keepdims=True)
    seen = (depth > _LIMITS.piece * usual) & (np.abs(place - row) < _LIMITS.off)
    if seen.mean() < _LIMITS.seen:
        return None
    around = place[seen][:, None] + np.arange(-_WIDE, _WIDE + 1)
    pieces = np.take_along_axis(ends[seen], around[..., None], axis=1)
    beside = np.maximum(pieces[:, :1], pieces[:, -1:])
    darkness = np.median(1 - pieces / np.maximum(beside, 1), axis=0)
    darkness[[0, -1]] = 0
    return _Lines(
        np.where(seen, place, row).astype(np.float32),
        np.maximum(darkness, 0).astype(np.float32),
    )


def _profiles(board: Bytes, end: slice) -> Floats:
    """The colours down each cell, near one of its sides: [N, N, 48, 3]."""
    strip = board[:, :, :, end].reshape(-1, end.stop - end.start, 3)
    mean = cv2.resize(strip, (1, len(strip)), interpolation=cv2.INTER_AREA)
    return np.asarray(mean, np.float32).reshape(*board.shape[:3], 3)


def _depths(profiles: Floats) -> Floats:
    """How much darker than both its sides each place near the middle is."""
    rows = profiles.reshape(-1, profiles.shape[-1])
    paper = np.asarray(cv2.dilate(rows, _SIDE), np.float32).reshape(profiles.shape)
    before, after = (
        paper[..., _NEAR.start + aside : _NEAR.stop + aside]
        for aside in (-_ASIDE, _ASIDE)
    )
    return np.asarray(np.minimum(before, after) - profiles[..., _NEAR], np.float32)


def _taken(lines: _Lines) -> Floats:
    """The share of light that lines across the cells take away: [N, N, 48, 48, 3]."""
    start, end = lines.places[..., 0, None], lines.places[..., 1, None]
    along = (_PIXELS - _AT[0]) / (_AT[1] - _AT[0])
    course = start + (end - start) * along
    off = _PIXELS[:, None] - course[..., None, :]
    across = np.arange(-_WIDE, _WIDE + 1)
    channels = [np.interp(off, across, darkness) for darkness in lines.darkness.T]
    return np.stack(channels, axis=-1).astype(np.float32)
