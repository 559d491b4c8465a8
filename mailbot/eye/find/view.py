"""Unfolds a board: a square view of it, and the lines in that view."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.lines.bending import KNOTS, STEP, sampled, spread
from mailbot.eye.find.lines.lattice import MARGIN, SIDE
from mailbot.eye.find.network import FINE, INPUT_SIDE, Maps
from mailbot.eye.find.surface import Surface
from mailbot.pictures.arrays import Bytes, Floats, median
from mailbot.pictures.pixels import Bgr, Gray

_REACH = 13  # pixels: wider than a line
_IMPLIED = 0.05  # darkness of a line that is not drawn
_DARK = np.float32(0.3)  # darkness that counts at most: digits are darker than lines
_DOUBT = 0.02  # weight of lines where the network sees none


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines in the view of a board, each float32[EXTENT, EXTENT], 0 to 1.

    `drawn` are all that the picture shows, `weighed` those of the lattice.
    """

    drawn: Floats
    weighed: Floats


def lines_of(gray: Gray, maps: Maps, surface: Surface) -> Iterator[Lines]:
    """Three maps of the lines in the view of a board, the likeliest first.

    Lines are dark on light paper or light on dark: the likelier tone comes first, then
    the other one. Where none are drawn, only the network sees them, in the third map.
    Drawn lines are sharp, but digits have lines, too; the network's are coarse, and
    only the lattice's. So each weighs the other.
    """
    points = surface.points(KNOTS)
    pixel = maps.scale * FINE / INPUT_SIDE
    likely = sampled(maps.lines, spread((points - maps.corner) * pixel - 0.5))
    dark, light = _tones(gray, points)
    if _share_of(dark, likely) < _share_of(light, likely):
        dark, light = light, dark
    for drawn in (dark, light):
        weighed = (np.minimum(drawn, _DARK) + _IMPLIED) * (likely + _DOUBT)
        yield Lines(drawn, np.asarray(weighed, np.float32))
    yield Lines(dark, likely)


def drawn_lines(gray: Gray, surface: Surface) -> Iterator[Lines]:
    """The lines in a view that the picture shows: dark ones, then light ones."""
    for drawn in _tones(gray, surface.points(KNOTS)):
        yield Lines(drawn, np.asarray(np.minimum(drawn, _DARK), np.float32))


def unfold(picture: Bgr, surface: Surface, around: float) -> Bgr:
    """A square view of a board, in which its side is 1 / `around` of the view's."""
    return Bgr(_unfolded(picture, surface.points((KNOTS - 0.5) * around + 0.5)))


def to_picture(surface: Surface, mesh: Floats, around: float = 1.0) -> Floats:
    """Points [..., 2] of such a view, in pixels, as points of the picture."""
    return surface.points(((mesh - MARGIN) / SIDE - 0.5) * around + 0.5)


def _unfolded(picture: Bytes, points: Floats) -> Bytes:
    """The view through points at KNOTS of a picture [h, w] or [h, w, 3]."""
    across = np.diff(points, axis=1).reshape(-1, 2)
    step = float(median(np.hypot(across[:, 0], across[:, 1]))) / STEP
    if step > 1:  # a smaller picture, so that no pixel is skipped
        picture, corner = _around(picture, points, 2 * step)
        height, width = (max(1, round(side / step)) for side in picture.shape[:2])
        scale = np.divide((width, height), picture.shape[1::-1], dtype=np.float32)
        smaller = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        picture = np.asarray(smaller, np.uint8)
        points = (points - corner + np.float32(0.5)) * scale - np.float32(0.5)
    way, beyond = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    found: object = cv2.remap(picture, spread(points), None, way, borderMode=beyond)  # type: ignore[call-overload]
    return np.asarray(found, np.uint8)


def _around(picture: Bytes, points: Floats, rim: float) -> tuple[Bytes, Floats]:
    """The part of a picture around points [..., 2], and its top left pixel, x and y.

    It is all of the picture unless the points lie in less than half of it.
    """
    last = np.subtract(picture.shape[1::-1], 1)
    low, high = points.min(axis=(0, 1)) - rim, points.max(axis=(0, 1)) + rim
    left, top = np.clip(low, 0, last).astype(np.int64)
    right, bottom = np.clip(high, 0, last).astype(np.int64) + 1
    part = picture[top:bottom, left:right]
    if part.size > picture.size / 2:
        return picture, np.zeros(2, np.float32)
    return part, np.array([left, top], np.float32)


def _tones(gray: Gray, points: Floats) -> Iterator[Floats]:
    """How much darker than its surroundings each pixel is, then how much lighter.

    Args:
        gray: the picture.
        points: those of the view at KNOTS.
    """
    view = Gray(_unfolded(gray, points))
    smooth = cv2.GaussianBlur(view, (0, 0), 1.0)
    brush = np.ones((_REACH, _REACH), np.uint8)
    high = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, brush)
    bright = np.maximum(cv2.blur(high, (31, 31)), 40)

    def share(off: object) -> Floats:
        part = np.asarray(cv2.divide(np.asarray(off), bright, dtype=cv2.CV_32F))
        return np.asarray(np.minimum(part, np.float32(1), out=part), np.float32)

    yield share(cv2.subtract(cv2.GaussianBlur(high, (0, 0), 2.0), smooth))  # 0 at least
    low = cv2.morphologyEx(smooth, cv2.MORPH_OPEN, brush)
    yield share(cv2.subtract(smooth, cv2.GaussianBlur(low, (0, 0), 2.0)))


def _share_of(drawn: Floats, likely: Floats) -> float:
    """The share of the drawn lines that the network takes for the lattice's."""
    counted = np.minimum(drawn, _DARK)
    return float((counted * likely).sum() / max(float(counted.sum()), 1e-6))
