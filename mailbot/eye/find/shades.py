"""Finds boards whose boxes are told by shades alone: no lines are drawn.

The borders of shades are drawn as lines, and a lattice of boxes is fitted to these.
Some may be missing: if five boxes are shaded in a cross, and the middle one differs
from the others, 16 sides of 24 are there. Fewer, as of a cross of one shade, are not
enough. Colours that differ may be equally light. So steps are those of the channel that
changes most, and relative to the light, so that a shadow hides no border.
"""

import cv2
import numpy as np

from mailbot.eye.find.boards import Board
from mailbot.eye.find.lines.bending import (
    View,
    flattened,
    mesh_of,
    settle,
    settle_outline,
)
from mailbot.eye.find.lines.lattice import UNIT, even_places, trace
from mailbot.eye.find.network import Maps
from mailbot.eye.find.sighting import Sighting, rank_of
from mailbot.eye.find.spread import surface_through
from mailbot.eye.find.straight import straightened
from mailbot.eye.find.surface import Surface
from mailbot.eye.find.view import drawn_lines, lines_of, to_picture
from mailbot.pictures import Bgr, Gray
from mailbot.pictures.arrays import Floats

_BOXES = 3  # a side of a board
_LEAST = 0.55  # fit of the lattice of boxes: drawn crosses have 0.6
_WORTH = 0.65  # ... of which this share is the fit of a 9x9 whose cells are not seen

_BESIDE = 0.2  # of the board's side, around it
_SIDE = 670.0  # pixels to which that part is made smaller
_STROKES = np.ones((13, 13), np.uint8)  # pixels there: wider than strokes of digits
_SMOOTH = 2.0  # pixels there, by which noise is blurred
_STRONG = 0.05  # step of the light, as a share of it, that makes a black line ...
_GRAIN = 2.0  # ... beyond so many times the usual one, that of paper and of noise


def by_shades(picture: Bgr, maps: Maps, board: Board) -> Sighting | None:
    """The 9x9 lattice whose boxes the shades on a board show, or None.

    Args:
        picture: shape [h, w, 3].
        maps: what the network says about it.
        board: where it may lie.
    """
    gray = outlined(picture, board)
    fits = (_on_boxes(gray, maps, surface) for surface in board.surfaces)
    return max(filter(None, fits), key=lambda fit: fit.score, default=None)


def _on_boxes(gray: Gray, maps: Maps, start: Surface) -> Sighting | None:
    """The 9x9 lattice whose boxes fit the lines, beginning at a surface."""
    lines = next(lines_of(gray, maps, start))
    bent = settle(settle_outline(View(lines.weighed)), _BOXES)
    seen = trace(flattened(lines.drawn, bent.view.bend), _BOXES)
    if seen.fit < _LEAST:
        return None
    mesh = to_picture(start, mesh_of(bent))
    boxes = straightened(gray, Sighting(_BOXES, seen.fit, 0.0, mesh, seen))
    surface = surface_through(boxes.mesh, np.ones(boxes.mesh.shape[:2], np.bool_))
    if surface is None:
        return None
    segments = trace(next(drawn_lines(gray, surface)).drawn, 9)
    area = float(cv2.contourArea(surface.points(UNIT))) / gray.size
    score = _WORTH * boxes.score
    mesh = surface.points(even_places(9))
    return Sighting(9, score, rank_of(score, 9, area), mesh, segments)


def outlined(picture: Bgr, board: Board) -> Gray:
    """White paper on which the borders of shades on a board are dark lines.

    Args:
        picture: shape [h, w, 3].
        board: where it may lie.

    Returns:
        As large as the picture; white further than _BESIDE from the board.
    """
    paper = np.full(picture.shape[:2], 255, np.uint8)
    low, high = board.bounds
    beside, end = _BESIDE * (high - low).max(), paper.shape[::-1]
    left, top = np.clip(low - beside, 0, end).astype(int)
    right, bottom = np.clip(high + beside, 0, end).astype(int)
    part = picture[top:bottom, left:right]
    if part.size:
        paper[top:bottom, left:right] = _borders(Bgr(part))
    return Gray(paper)


def _borders(picture: Bgr) -> Gray:
    """The borders of shades in a picture, dark on white."""
    height, width = picture.shape[:2]
    scale = min(1.0, _SIDE / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, _STROKES)
    light = np.log(np.maximum(closed.astype(np.float32), 16))
    steps = _steps(np.asarray(cv2.GaussianBlur(light, (0, 0), _SMOOTH), np.float32))
    ink = np.clip((steps - _GRAIN * np.median(steps)) / _STRONG, 0, 1)
    drawn = np.asarray(255 * (1 - ink), np.uint8)
    full = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_LINEAR)
    return Gray(np.asarray(full, np.uint8))


def _steps(light: Floats) -> Floats:
    """How much the light changes within the blur around each pixel."""
    across, down = (
        cv2.Sobel(light, cv2.CV_32F, *way, scale=_SMOOTH / 4)
        for way in ((1, 0), (0, 1))
    )
    return np.asarray(np.hypot(across, down).max(axis=-1), np.float32)
