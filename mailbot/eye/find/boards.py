"""Finds the surfaces of boards in what the network says about a picture."""

from collections.abc import Iterator

import cv2
import numpy as np

from mailbot.eye.find.network import COARSE, SIDE, Maps
from mailbot.eye.find.surface import Surface, fit_surface
from mailbot.pictures.arrays import Bools

_INSIDE = 0.5  # probability from which on a pixel belongs to a board
_LEAST = 25  # coarse pixels of a board: five a side
_SAMPLED = 700  # pixels that a surface is fitted to at most
_ERROR = 1.2  # coarse pixels by which a place may be off on flat paper
_STIFF = 60.0  # of a surface: the network bends places a little to the middle
_MOST = 8  # boards of a picture, the largest first


def surfaces(maps: Maps) -> Iterator[Surface]:
    """The surfaces of the boards, in pixels of the picture, the largest first."""
    mask = (maps.inside > _INSIDE).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    area = stats[:, cv2.CC_STAT_AREA]
    for label in np.argsort(-area)[: _MOST + 1]:
        if label and area[label] >= _LEAST:
            surface = _fit(maps, labels == label)
            if surface:
                yield surface


def _fit(maps: Maps, mask: Bools) -> Surface | None:
    rows, columns = np.nonzero(mask)
    step = -(-len(rows) // _SAMPLED)
    rows, columns = rows[::step], columns[::step]
    pixel = SIDE / COARSE / maps.scale
    points = (np.stack([columns, rows], axis=1) + 0.5) * pixel + maps.corner
    return fit_surface(
        maps.place[rows, columns], points.astype(np.float32), _ERROR * pixel, _STIFF
    )
