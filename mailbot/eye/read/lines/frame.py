"""Finds the gaps in a board's frame: pieces of it that cannot be seen."""

from itertools import pairwise

import numpy as np

from mailbot.eye.read.lines.borders import LEAST_PAPER, ends_of, gray_of
from mailbot.eye.read.lines.pieces import PIECES, middles_of_pieces
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bools, Bytes, Floats, Ints

_DEEP = 5  # pixels of 48 from the board's edge: the inner half of the frame is there
_MIDDLE = slice(12, 36)  # of 48 pixels: more of them are paper than ink
_LEAST = 0.15  # darkness of most of a frame, as a share of the paper's light ...
_GONE = 0.35  # ... and the share of that below which a piece is missing


def frame_gaps(patches: Bytes) -> Ints:
    """Where the frame is missing, y and x in pixels of the board, [2, n].

    Each place is the middle of a missing piece. Where most of a side is missing, none
    of its pieces counts: many boards have no frame.

    Args:
        patches: the cells, shape [N*N, PATCH, PATCH, 3].
    """
    gray = gray_of(patches)
    last = len(gray) * PATCH - 1
    along = middles_of_pieces(len(gray))
    places = []
    for upright, cells in enumerate((gray, gray.transpose(1, 0, 3, 2))):
        for at, side in ((0, cells[0]), (last, cells[-1, :, ::-1])):
            found = along[_missing(side)]
            place = np.stack([np.full_like(found, at), found])
            places.append(place[::-1] if upright else place)
    return np.concatenate(places, axis=1)


def _missing(side: Floats) -> Bools:
    """Which pieces of the frame along a side are missing, [N, PIECES].

    Args:
        side: the lightness of its cells, [N, PATCH, PATCH], each with the frame on top.
    """
    contrast = max(_contrast(side), _contrast(255 - side), key=np.median)
    usual = float(np.median(contrast))
    return np.asarray((contrast < _GONE * usual) & (usual > _LEAST), np.bool_)


def _contrast(side: Floats) -> Floats:
    """How much darker than paper each piece is, as a share of its light."""
    paper = np.median(side[:, _MIDDLE, _MIDDLE], axis=(1, 2))[:, None]
    pieces = [side[:, :_DEEP, a:b].mean(axis=-1) for a, b in pairwise(ends_of(PIECES))]
    darkest = np.stack(pieces, axis=-1).min(axis=1)
    return np.asarray((paper - darkest) / np.maximum(paper, LEAST_PAPER), np.float32)
