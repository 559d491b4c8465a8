"""The blobs of ink in a picture, dark ones and light ones, and which may be digits.

A blob is all ink that hangs together. Blobs are rows of an array [n, 5]: the middle's x
and y, the width, the height and the inked area, in pixels of the picture at some scale.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from mailbot.pictures.arrays import Bytes, Floats, percentile
from mailbot.pictures.pixels import Gray

_SIDE = 2048  # longer side, in pixels, of the largest picture that is looked at
_LARGER = 1.4  # how much a picture is enlarged, at most
_COARSE, _AROUND = 4, 51  # every fourth pixel, of so many a side, tells the paper
_INK = 16  # levels between ink and paper, at least ...
_STRONG, _OF_IT = 99.5, 0.5  # ... and this share of a percentile: ink on tiles or discs
_SHORTEST = 7  # pixels of a digit
_SLIM, _WIDE = 0.2, 1.1  # width of a digit, in heights; an upright stroke is slimmer
_FULL = 0.8  # share of its box that a digit inks, at most: bars and cells fill theirs


def scale_of(gray: Gray) -> float:
    """How much a picture [h, w] is enlarged before blobs are sought in it."""
    return float(min(_SIDE / max(gray.shape), _LARGER))


def blobs_by_tone(gray: Gray, scale: float) -> Iterator[Floats]:
    """The blobs that are darker than the paper, then those that are lighter.

    Args:
        gray: shape [h, w].
        scale: how much the picture is enlarged.
    """
    size = tuple(max(1, round(scale * side)) for side in gray.shape[::-1])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    fine = Gray(np.asarray(cv2.resize(gray, size, interpolation=way), np.uint8))
    small = fine[::_COARSE, ::_COARSE].copy()
    around = min(_AROUND, (min(small.shape) - 1) // 2 * 2 + 1)  # odd
    coarse = cv2.medianBlur(small, around)
    paper = cv2.resize(coarse, size, interpolation=cv2.INTER_NEAREST)
    for off in (cv2.subtract(paper, fine), cv2.subtract(fine, paper)):
        strong = float(percentile(off[::_COARSE, ::_COARSE], _STRONG))
        yield _blobs(np.asarray(off > max(_INK, _OF_IT * strong), np.uint8))


def digits_among(blobs: Floats) -> Floats:
    """The blobs that may be digits."""
    wide, high, area = blobs[:, 2:].T
    slim = (wide > _SLIM * high) & (wide < _WIDE * high) & (high >= _SHORTEST)
    return np.asarray(blobs[slim & (area < _FULL * wide * high)], np.float32)


def _blobs(mask: Bytes) -> Floats:
    """All that hangs together: middle x and y, width, height and area; [n, 5]."""
    # This algorithm finds what the default one does, in two thirds of its time at most.
    label = cv2.connectedComponentsWithStatsWithAlgorithm
    stats = label(mask, 8, cv2.CV_32S, cv2.CCL_BBDT)[2]
    x, y, wide, high, area = stats[1:].T.astype(np.float32)
    return np.stack([x + wide / 2, y + high / 2, wide, high, area], axis=1)
