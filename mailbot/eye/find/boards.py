"""Finds the surfaces of boards in what the network says about a picture."""

from collections.abc import Iterator

import cv2
import numpy as np

from mailbot.eye.find.lattice import UNIT
from mailbot.eye.find.network import COARSE, CORE, SIDE, Maps
from mailbot.eye.find.surface import Surface, fit_surface
from mailbot.pictures.arrays import Bools

_INSIDE = 0.5  # probability from which on a pixel belongs to a board
_LEAST = 25  # coarse pixels of a board: five a side
_SAMPLED = 700  # pixels that a surface is fitted to at most
_ERROR = 1.2  # coarse pixels by which a place may be off on flat paper
_STIFF = 60.0  # of a surface: the network bends places a little to the middle
_OVERLAPPING = 1.4  # times a board: what is larger is several boards in one
_MOST = 8  # boards of a picture, the largest first


def surfaces(maps: Maps) -> Iterator[Surface]:
    """The surfaces of the boards, in pixels of the picture, the largest first."""
    mask = (maps.inside > _INSIDE).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    area = stats[:, cv2.CC_STAT_AREA]
    for label in np.argsort(-area)[: _MOST + 1]:
        if label and area[label] >= _LEAST:
            surface = _fit(maps, labels == label)
            if surface and area[label] < _OVERLAPPING * _pixels(surface, maps):
                yield surface


def _pixels(surface: Surface, maps: Maps) -> float:
    """The coarse pixels of the inside of a board, as the network is taught it."""
    inside = (UNIT - 0.5) * 2 * CORE + 0.5
    area = float(cv2.contourArea(surface.points(inside)))
    return area * (maps.scale * COARSE / SIDE) ** 2


def _fit(maps: Maps, mask: Bools) -> Surface | None:
    rows, columns = np.nonzero(mask)
    step = -(-len(rows) // _SAMPLED)
    rows, columns = rows[::step], columns[::step]
    pixel = SIDE / COARSE / maps.scale
    points = (np.stack([columns, rows], axis=1) + 0.5) * pixel + maps.corner
    return fit_surface(
        maps.place[rows, columns], points.astype(np.float32), _ERROR * pixel, _STIFF
    )
