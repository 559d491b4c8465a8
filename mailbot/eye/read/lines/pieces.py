"""The pieces in which the border of a cell is looked at, and where they lie."""

import numpy as np

from mailbot.eye.read.lines.borders import ends_of
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Ints

PIECES = 8
"""Pieces of a border."""


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
