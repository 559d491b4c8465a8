"""Finds boards without any line, by the places of their digits.

Nine rows and nine columns of digits of one height are a board, however far apart they
are, if each place holds one digit at most.
"""

from collections.abc import Iterator
from operator import itemgetter

import cv2
import numpy as np

from mailbot.eye.find.lattice import Segments
from mailbot.eye.find.outlines import dark_mask, shrunk
from mailbot.eye.find.sighting import Sighting, rank_of
from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Gray

_SIZE = 9
_THRESHOLD = (41, 8, 1.0)
_MOST_LINES = 11  # rows or columns: a title may be as tall as digits
_LEAST_DIGITS = 17
_SHORTEST = 7  # pixels of a digit
_HEIGHTS = 0.2  # by which the heights of digits differ, as a share
_SLIM, _WIDE = 0.2, 1.1  # width of a digit, in heights; an upright stroke is slimmer
_APART = 0.6  # heights between rows or columns, at least
_UNEVEN = 2.6  # the widest step between rows or columns, in narrowest ones
_SCORE = 0.5  # what such a lattice is worth beside one with lines


def by_spacing(gray: Gray) -> Iterator[Sighting]:
    """The 9x9 lattice whose places hold most digits of a picture: dark, then light."""
    small = shrunk(gray)
    scale = np.float32(max(gray.shape) / max(small.shape))
    for tone in (small, Gray(255 - small)):
        found = _fitting(_digits(dark_mask(tone, *_THRESHOLD)))
        _, mesh = max(found, key=itemgetter(0), default=(0, None))
        if mesh is not None:
            yield _sighting(mesh * scale, gray.size)


def _fitting(digits: Floats) -> Iterator[tuple[int, Floats]]:
    """The number of digits [n, 3] in a lattice, and its crossings [10, 10, 2]."""
    for rows in _nines(digits[:, 1], digits[:, 2]):
        within = digits[(digits[:, 1] > rows[0]) & (digits[:, 1] < rows[-1])]
        for columns in _nines(within[:, 0], within[:, 2]):
            count = _places(within, rows, columns)
            if count >= _LEAST_DIGITS:
                mesh = np.stack(np.meshgrid(columns, rows), axis=-1)
                yield count, mesh.astype(np.float32)


def _digits(mask: Bytes) -> Floats:
    """What may be digits of the commonest height: middle x and y, height; [n, 3]."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    x, y, wide, high, _ = stats[1:].T.astype(np.float32)
    slim = (wide > _SLIM * high) & (wide < _WIDE * high) & (high >= _SHORTEST)
    blobs = np.stack([x + wide / 2, y + high / 2, high], axis=1)[slim]
    if not len(blobs):
        return np.zeros((0, 3), np.float32)
    tall = np.sort(blobs[:, 2])
    alike = np.searchsorted(tall, tall * (1 + _HEIGHTS)) - np.arange(len(tall))
    least = tall[alike.argmax()]
    same = (blobs[:, 2] >= least) & (blobs[:, 2] <= least * (1 + _HEIGHTS))
    return np.asarray(blobs[same], np.float32)


def _nines(middles: Floats, heights: Floats) -> Iterator[Floats]:
    """The ten borders of nine rows, or columns, one after the other.

    Args:
        middles: of the digits, along one direction, shape [n].
        heights: of the digits, shape [n].
    """
    if len(middles) < _LEAST_DIGITS:
        return
    ordered, apart = np.sort(middles), _APART * float(heights.mean())
    groups = np.split(ordered, np.flatnonzero(np.diff(ordered) > apart) + 1)
    lines = np.array([group.mean() for group in groups if np.ptp(group) < apart])
    if len(lines) > _MOST_LINES:
        return
    for first in range(len(lines) - _SIZE + 1):
        nine = lines[first : first + _SIZE]
        steps = np.diff(nine)
        if steps.max() < _UNEVEN * steps.min():
            between = (nine[1:] + nine[:-1]) / 2
            ends = nine[0] - steps.min() / 2, nine[-1] + steps.min() / 2
            yield np.concatenate([ends[:1], between, ends[1:]]).astype(np.float32)


def _places(digits: Floats, rows: Floats, columns: Floats) -> int:
    """How many places hold a digit; 0 if one holds several."""
    down = np.searchsorted(rows, digits[:, 1]) - 1
    across = np.searchsorted(columns, digits[:, 0]) - 1
    inside = (across >= 0) & (across < _SIZE)
    places = (down * _SIZE + across)[inside].tolist()
    return len(places) if len(set(places)) == len(places) else 0


def _sighting(mesh: Floats, pixels: int) -> Sighting:
    """A lattice of which no line is seen."""
    none = np.zeros((2, _SIZE + 1, _SIZE), np.float32)
    low, high = mesh[0, 0], mesh[-1, -1]
    rank = rank_of(_SCORE, _SIZE, float(np.prod(high - low)) / pixels)
    return Sighting(_SIZE, _SCORE, rank, mesh, Segments(none, none, none > 0))
