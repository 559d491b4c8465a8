"""Unfolds a board: a square view of it, and the lines in that view."""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.bending import KNOTS, spread
from mailbot.eye.find.lattice import MARGIN, SIDE
from mailbot.eye.find.network import FINE, Maps
from mailbot.eye.find.network import SIDE as SEEN
from mailbot.eye.find.surface import Surface
from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Gray

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


def lines_of(gray: Gray, maps: Maps, surface: Surface) -> Lines:
    """The lines in the view of a board.

    Lines drawn in the picture are sharp, but digits have lines, too; the network's are
    coarse, and only the lattice's. So each weighs the other.
    """
    x, y = _points(surface)
    drawn = _drawn_lines(_unfolded(gray, x, y))
    pixel = maps.scale * FINE / SEEN
    likely = cv2.remap(
        maps.lines,
        ((x - maps.corner[0]) * pixel - 0.5).astype(np.float32),
        ((y - maps.corner[1]) * pixel - 0.5).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    weighed = (np.minimum(drawn, _DARK) + _IMPLIED) * (likely + _DOUBT)
    return Lines(drawn, np.asarray(weighed, np.float32))


def to_picture(surface: Surface, mesh: Floats) -> Floats:
    """Points [..., 2] of a view, in pixels, as points of the picture."""
    return surface.points((mesh - MARGIN) / SIDE)


def _points(surface: Surface) -> tuple[Floats, Floats]:
    """The points (x, y) of the picture for each pixel of the view."""
    knots = np.linspace(-MARGIN, SIDE + MARGIN, KNOTS) / SIDE
    points = surface.points(np.stack(np.meshgrid(knots, knots), axis=-1))
    return spread(points[..., 0]), spread(points[..., 1])


def _unfolded(gray: Gray, x: Floats, y: Floats) -> Gray:
    """The picture at those points; shrunk first, so that no pixel is skipped."""
    step = float(np.median(np.hypot(np.diff(x, axis=1), np.diff(y, axis=1))))
    shrink = int(max(1, round(step)))
    if shrink > 1:
        height, width = (max(1, side // shrink) for side in gray.shape)
        gray = Gray(
            np.asarray(
                cv2.resize(gray, (width, height), interpolation=cv2.INTER_AREA),
                np.uint8,
            )
        )
        half, scale = np.float32(0.5), np.float32(1 / shrink)
        x, y = (x + half) * scale - half, (y + half) * scale - half
    flat = cv2.remap(gray, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Gray(np.asarray(flat, np.uint8))


def _drawn_lines(view: Gray) -> Floats:
    """How much darker, or lighter, than its surroundings each pixel is, 0..1."""
    smooth = cv2.GaussianBlur(view, (0, 0), 1.0)
    brush = np.ones((_REACH, _REACH), np.uint8)
    light = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, brush)
    dark = cv2.morphologyEx(smooth, cv2.MORPH_OPEN, brush)
    off = np.maximum(
        cv2.GaussianBlur(light, (0, 0), 2.0).astype(np.float32) - smooth,
        smooth - cv2.GaussianBlur(dark, (0, 0), 2.0).astype(np.float32),
    )
    bright = np.maximum(cv2.blur(light, (31, 31)).astype(np.float32), 40)
    return np.asarray(np.clip(off / bright, 0, 1), np.float32)
