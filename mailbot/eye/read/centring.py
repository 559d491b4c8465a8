"""Moves digits to the middle of their cells, where they stand elsewhere.

Spreadsheets set digits at the right, and grids that are typed have wide cells whose
digits lie anywhere between the lines. The network knows digits in the middle of square
cells.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.read.cutting import Cut, measure_ink
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised, turn_cells, without_signs
from mailbot.eye.read.upright import turned_order
from mailbot.pictures.arrays import Bools, Bytes, Floats
from mailbot.pictures.pixels import Bgr


@dataclass(frozen=True, slots=True)
class _CentringLimits:
    """Which digits are moved, and how they are scaled; not measured one by one."""

    # Ink of a stroke, as a share of the grid's.
    inked: float = 0.35
    # Pixels of 32 along the border in which all ink is a line's ...
    border: int = 2
    # ... and those in which a piece of ink is part of a line, if it lies there wholly
    # and is at least this share of the side long.
    lines: int = 6
    long: float = 0.75
    # Extent below which what reaches into a corner is part of a crossing.
    crossing: int = 9
    # Least extent of a digit, in pixels of 32, and most pixels of a speck.
    least: int = 5
    specks: int = 2
    # Height of the usual digit afterwards, in pixels, and how much it may be scaled.
    height: float = 26.0
    scales: tuple[float, float] = (0.6, 2.0)
    # Extent of a digit afterwards at most.
    most: float = 44.0


_LIMITS = _CentringLimits()


def centred(picture: Bgr, seen: Recognised) -> Recognised:
    """What a board holds if its digits are moved to the middle of their cells."""
    back = turned_order(seen.size, -seen.turn)
    cells = turn_cells(seen.cells, back, -seen.turn)
    moved = measure_ink(_moved(cells, _aspect(seen.sighting.mesh)), cells.shown)
    return without_signs(moved, seen.sighting, picture.shape[:2])


def _aspect(mesh: Floats) -> float:
    """The width of the cells of a mesh, in their heights."""
    across, down = (
        np.linalg.norm(np.diff(mesh, axis=axis), axis=-1).mean() for axis in (1, 0)
    )
    return float(across / down)


def _moved(cells: Cut, aspect: float) -> Bytes:
    """The patches [n, 48, 48, 3], each with its digit alone, in the middle."""
    boxes = [_box(ink > _LIMITS.inked * cells.contrast) for ink in cells.ink]
    extents = np.array([box[2:] - box[:2] for box in boxes if box is not None])
    if not len(extents):
        return cells.patches
    down = np.clip(_LIMITS.height / np.median(extents[:, 1]), *_LIMITS.scales)
    most = _LIMITS.most / extents.max(axis=0)
    scale = np.minimum([down * aspect, down], most)
    pairs = zip(cells.patches, boxes, strict=True)
    return np.array([_alone(patch, box, scale) for patch, box in pairs])


def _box(inked: Bools) -> Floats | None:
    """Where the digit of a cell lies in its patch: left, top, right, bottom.

    Args:
        inked: which pixels of the cell hold ink, shape [32, 32].
    """
    side, border, lines = len(inked), _LIMITS.border, _LIMITS.lines
    inner = np.zeros(inked.shape, np.uint8)
    within = slice(border, side - border)
    inner[within, within] = inked[within, within]
    stats = cv2.connectedComponentsWithStats(inner, connectivity=8)[2][1:]
    low, extent = stats[:, :2], stats[:, 2:4]
    high = low + extent
    beside = (high <= lines) | (low >= side - lines)
    long = extent >= _LIMITS.long * (side - 2 * border)
    flat = extent < _LIMITS.least
    line = (beside & (long | flat)[:, ::-1]).any(axis=1)
    at_edge = (low <= border) | (high >= side - border)
    corner = at_edge.all(axis=1) & (extent < _LIMITS.crossing).all(axis=1)
    kept = ~line & ~corner & (stats[:, 4] > _LIMITS.specks)
    if not kept.any():
        return None
    box = np.concatenate([low[kept].min(axis=0), high[kept].max(axis=0)])
    if box[3] - box[1] < _LIMITS.least:
        return None
    return np.asarray(box * (PATCH / side), np.float32)


def _alone(patch: Bytes, box: Floats | None, scale: Floats) -> Bytes:
    """A patch with what lies in its box in the middle, scaled, and paper around it."""
    paper = np.median(patch.reshape(-1, 3), axis=0)
    alone = np.full(patch.shape, paper, np.uint8)
    if box is None:
        return alone
    left, top = np.maximum(np.floor(box[:2]).astype(int) - 1, 0)
    right, bottom = np.ceil(box[2:]).astype(int) + 1
    alone[top:bottom, left:right] = patch[top:bottom, left:right]
    middle = (box[:2] + box[2:]) / 2 - 0.5
    shift = (PATCH - 1) / 2 - scale * middle
    matrix = np.column_stack([np.diag(scale), shift])
    return np.asarray(
        cv2.warpAffine(alone, matrix, (PATCH, PATCH), borderValue=paper.tolist()),
        np.uint8,
    )
