"""Finds the surfaces of boards in what the network says about a picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np

from mailbot.eye.find.bend import FLAT
from mailbot.eye.find.lattice import UNIT
from mailbot.eye.find.network import COARSE, CORE, SIDE, Maps
from mailbot.eye.find.outlines import quad_around
from mailbot.eye.find.surface import Surface, fit_surfaces
from mailbot.pictures.arrays import Bools

_INSIDE = 0.5  # probability from which on a pixel belongs to a board
_SURELY = 0.85  # ... that falls between boards which touch
_HALF = 0.2  # of boards that touch, in one piece: what each of them has at least
_BRIDGE = np.ones((3, 3), np.uint8)  # wider than what joins boards that touch
_LEAST = 25  # coarse pixels of a board: five a side
_SAMPLED = 700  # pixels that a surface is fitted to at most
_ERROR = 1.2  # coarse pixels by which a place may be off on flat paper
_STIFF = 60.0  # of flat paper: the network bends places a little to the middle
_LOOSE = 0.5  # of paper that is curled
_MOST = 8  # boards of a picture, the largest first
_TAUGHT = ((UNIT - 0.5) * 2 * CORE + 0.5).astype(np.float32)  # the inside's corners


@dataclass(frozen=True, slots=True)
class Board:
    """The surfaces on which a board may lie, in pixels of the picture.

    `outline` goes through the corners of what the network sees of the board, `places`
    through the places on the board that it sees: first flat paper, then curled. They
    are missing if these places fit no board.
    """

    outline: Surface
    places: tuple[Surface, ...]

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """All of them, the likeliest first."""
        return (*self.places[:1], self.outline, *self.places[1:])


def boards(maps: Maps) -> Iterator[Board]:
    """The boards that the network sees, the largest first."""
    seen = _pieces(maps.inside > _INSIDE)
    for whole in islice(seen, _MOST):
        pieces = list(_pieces(whole & (maps.inside > _SURELY), _HALF * whole.sum()))
        for piece in pieces if len(pieces) > 1 else [whole]:
            yield Board(_by_outline(maps, piece), _by_places(maps, piece))


def _pieces(mask: Bools, least: float = _LEAST) -> Iterator[Bools]:
    """The parts of a mask that hang together by more than a bridge, largest first."""
    open_ = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _BRIDGE)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(open_, connectivity=4)
    area = stats[:, cv2.CC_STAT_AREA]
    for label in np.argsort(-area):
        if label and area[label] >= least:
            yield labels == label


def _by_places(maps: Maps, mask: Bools) -> tuple[Surface, ...]:
    """The surfaces through the places that the network sees: flat, then curled."""
    rows, columns = np.nonzero(mask)
    step = -(-len(rows) // _SAMPLED)
    rows, columns = rows[::step], columns[::step]
    pixel = SIDE / COARSE / maps.scale
    points = (np.stack([columns, rows], axis=1) + 0.5) * pixel + maps.corner
    return fit_surfaces(
        maps.place[rows, columns],
        points.astype(np.float32),
        _ERROR * pixel,
        (_STIFF, _LOOSE),
    )


def _by_outline(maps: Maps, mask: Bools) -> Surface:
    """Flat paper through the four corners of the inside that the network sees."""
    # Twice as large, the outline runs through the edges of pixels, not their middles.
    twice = np.kron(mask, np.ones((2, 2))).astype(np.uint8)
    outlines, _ = cv2.findContours(twice, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    corners = quad_around(max(outlines, key=cv2.contourArea).astype(np.float32))
    pixel = SIDE / COARSE / maps.scale
    points = (corners + 0.5) / 2 * pixel + maps.corner
    through = cv2.getPerspectiveTransform(_TAUGHT, points.astype(np.float32))
    return Surface(FLAT, np.asarray(through, np.float64))
