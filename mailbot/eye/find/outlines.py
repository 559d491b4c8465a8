"""Finds quadrilaterals in a picture that may be the outline of a board.

Quads are float32[4, 2], clockwise from the corner nearest the top left.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Gray

Quad = Floats

_SIDE = 1024  # longer side, in pixels, of the pictures that the values below are for
_THRESHOLDS = (
    # block, offset, blurred by, thickened to
    (41, 8, 1.2, 1),
    (25, 5, 1.0, 3),
)
_LEAST_SHARE = 0.15  # of the picture's shorter side, for what hangs together
_LEAST_AREA = 0.02  # of the picture
_SQUARE = 0.6  # length of the shortest side of a quad, in longest ones, at least
_MOST = 6  # outlines of ink, and of blank paper, at a threshold
_SAME = 0.012  # of a quad's longest side: two quads that differ by less are one
_SIMPLER = np.linspace(0.01, 0.12, 23)  # shares of an outline, to leave corners out


def outlines(gray: Gray) -> Iterator[list[Quad]]:
    """Quads in pixels of a picture, the likely ones first.

    They lie around connected dark ink, and around blank paper within it, as the inside
    of a frame is.
    """
    small = shrunk(gray)
    scale = np.float32(max(gray.shape) / max(small.shape))
    known: list[Quad] = []
    for block, offset, blur, thicker in _THRESHOLDS:
        mask = _dark_mask(small, block, offset, blur)
        mask = np.asarray(cv2.dilate(mask, np.ones((thicker, thicker))), np.uint8)
        quads = [quad for quad in _quads(mask) if _is_new(quad, known)]
        known += quads
        yield [np.asarray(quad * scale, np.float32) for quad in quads]


def shrunk(gray: Gray) -> Gray:
    """The picture at the size that thresholds are for."""
    scale = _SIDE / max(gray.shape)
    size = tuple(max(1, round(scale * side)) for side in gray.shape[::-1])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return Gray(np.asarray(cv2.resize(gray, size, interpolation=way), np.uint8))


def _dark_mask(gray: Gray, block: int, offset: int, blur: float) -> Bytes:
    """255 where a pixel is darker, by an offset, than those in the block around it."""
    mean, dark = cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY_INV
    smooth = cv2.GaussianBlur(gray, (0, 0), blur)
    mask = cv2.adaptiveThreshold(smooth, 255, mean, dark, block, offset)
    return np.asarray(mask, np.uint8)


def quad_around(outline: Sequence[object] | npt.NDArray[np.generic]) -> Quad:
    """The quad nearest to an outline, else the smallest rectangle around it."""
    hull = cv2.convexHull(np.asarray(outline))
    length = cv2.arcLength(hull, True)
    simpler = (cv2.approxPolyDP(hull, share * length, True) for share in _SIMPLER)
    quad = next((q for q in simpler if len(q) <= 4), hull)
    if len(quad) != 4:
        quad = cv2.boxPoints(cv2.minAreaRect(hull))
    points = np.asarray(quad, np.float32).reshape(4, 2)
    middle = points.mean(axis=0)
    angle = np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0])
    around = points[np.argsort(angle)]
    return np.roll(around, -int(around.sum(axis=1).argmin()), axis=0)


def _quads(mask: Bytes) -> Iterator[Quad]:
    """Quads around connected ink and around blank paper, the largest first."""
    least = _LEAST_SHARE * min(mask.shape)
    found, levels = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if not found:  # then there are no levels either
        return
    holes = np.asarray(levels).reshape(-1, 4)[:, 3] >= 0
    order = sorted(range(len(found)), key=lambda i: -cv2.contourArea(found[i]))
    for wanted in (False, True):
        chosen = [i for i in order if holes[i] == wanted]
        for i in chosen[:_MOST]:
            if min(cv2.boundingRect(found[i])[2:]) < least:
                continue
            quad = quad_around(found[i])
            length = _sides(quad)
            fair = length.min() >= _SQUARE * length.max()
            if fair and cv2.contourArea(quad) >= _LEAST_AREA * mask.size:
                yield quad


def _is_new(quad: Quad, known: list[Quad]) -> bool:
    near = _SAME * _sides(quad).max()
    return not any(np.abs(other - quad).max() < near for other in known)


def _sides(quad: Quad) -> Floats:
    """The lengths of the four sides."""
    return np.asarray(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1))
