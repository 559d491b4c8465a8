"""Finds quadrilaterals in a picture that may be the outline of a grid.

Quads are float32[4, 2], clockwise from the corner nearest the top left.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Gray

Quad = Floats
Points = Floats

WIDTH = 1024
"""The longer side, in pixels, of the pictures that the thresholds below are for."""

_THRESHOLDS = (
    # block, offset, thickened by, blurred by
    (41, 8, 0, 1.2),
    (25, 5, 3, 1.0),
    (71, 12, 0, 1.5),
    (31, 3, 3, 2.0),
    (101, 18, 0, 1.0),
    (19, 7, 0, 0.8),
    (51, 5, 5, 1.5),
)
_INKED = 97  # percent of pixels that are paler than full lines
_SHARES = (0.5, 0.25)  # of the darkness of lines
_LEAST_SHARE = 0.15  # of the picture's shorter side, for what hangs together
_LEAST_AREA = 0.02  # of the picture
_MOST = 6


def frames(gray: Gray, lines: Points) -> Iterator[list[Quad]]:
    """Candidates at one threshold after another, the likely ones first.

    Args:
        gray: the picture.
        lines: how much darker than its paper each pixel is; hard shadows have no edge
            there.
    """
    least = _LEAST_AREA * gray.size
    for mask in _masks(gray, lines):
        quads = [*_outlines(mask), *_contours(mask)]
        yield [quad for quad in quads if _plausible(quad, least)]


def _masks(gray: Gray, lines: Points) -> Iterator[Bytes]:
    in_shadow = line_masks(lines)
    for block, offset, thicker, blur in _THRESHOLDS:
        mask = dark_mask(gray, block, offset, blur)
        if thicker:
            mask = _mask(cv2.dilate(mask, np.ones((thicker, thicker), np.uint8)))
        yield mask
        yield from islice(in_shadow, 1)


def line_masks(lines: Points) -> Iterator[Bytes]:
    """255 where a pixel is about as dark, relative to its paper, as lines are.

    Args:
        lines: how much darker than its paper each pixel is.
    """
    dark = float(np.percentile(lines, _INKED))
    for share in _SHARES:
        yield _mask((lines > share * dark) * 255)


def dark_mask(gray: Gray, block: int, offset: int, blur: float) -> Bytes:
    """255 where a pixel is darker than its surroundings."""
    smooth = cv2.GaussianBlur(gray, (0, 0), blur)
    return _mask(
        cv2.adaptiveThreshold(
            smooth,
            255,
            cv2.ADAPTIVE_THRESH_GAUSSIAN_C,
            cv2.THRESH_BINARY_INV,
            block,
            offset,
        )
    )


def in_order(points: Points) -> Quad:
    """Four corners, clockwise from the one nearest the top left."""
    middle = points.mean(axis=0)
    angle = np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0])
    around = points[np.argsort(angle)]
    first = int(around.sum(axis=1).argmin())
    return np.asarray(np.roll(around, -first, axis=0), np.float32)


def sides(quad: Quad) -> Floats:
    """The lengths of the four sides."""
    edges = quad - np.roll(quad, -1, axis=0)
    return np.asarray(np.linalg.norm(edges, axis=1), np.float32)


def _outlines(mask: Bytes) -> Iterator[Quad]:
    """Quads around connected ink, the largest first."""
    least = _LEAST_SHARE * min(mask.shape)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    wide = (stats[:, cv2.CC_STAT_WIDTH] > least) & (
        stats[:, cv2.CC_STAT_HEIGHT] > least
    )
    area = stats[:, cv2.CC_STAT_WIDTH] * stats[:, cv2.CC_STAT_HEIGHT]
    chosen = [i for i in np.argsort(-area) if i and wide[i]]
    for i in chosen[:_MOST]:
        x, y, w, h = stats[i, :4]
        part = (labels[y : y + h, x : x + w] == i).astype(np.uint8)
        outer, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        largest = max(outer, key=cv2.contourArea)
        yield _fit_quad(largest) + np.array([x, y], np.float32)


def _contours(mask: Bytes) -> Iterator[Quad]:
    """Quads around the largest contours, such as the inside of a frame."""
    found, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    large = [c for c in found if cv2.contourArea(c) > 3 * _LEAST_AREA * mask.size]
    large.sort(key=cv2.contourArea, reverse=True)
    for contour in large[: _MOST - 1]:
        yield _fit_quad(contour)


def _fit_quad(contour: Sequence[object] | npt.NDArray[np.generic]) -> Quad:
    """The quad nearest to a contour, else the smallest rectangle around it."""
    hull = cv2.convexHull(np.asarray(contour))
    around = cv2.arcLength(hull, True)
    for share in np.linspace(0.01, 0.12, 23):
        simpler = cv2.approxPolyDP(hull, share * around, True)
        if len(simpler) == 4:
            return in_order(simpler.reshape(4, 2).astype(np.float32))
        if len(simpler) < 4:
            break
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    return in_order(np.asarray(box, np.float32))


def _plausible(quad: Quad, least: float) -> bool:
    length = sides(quad)
    return cv2.contourArea(quad) >= least and length.min() >= 0.25 * length.max()


def _mask(values: npt.NDArray[np.generic]) -> Bytes:
    return np.asarray(values, np.uint8)
