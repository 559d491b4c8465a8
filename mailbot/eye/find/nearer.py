"""Looks at boards once more, unfolded along the surface on which they may lie."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from mailbot.eye.find.boards import Board, boards
from mailbot.eye.find.fitting import by_certainty, fit_board
from mailbot.eye.find.lines.bending import EXTENT
from mailbot.eye.find.lines.lattice import UNIT, corners_of
from mailbot.eye.find.network import look_at
from mailbot.eye.find.sighting import Sighting, rank_of
from mailbot.eye.find.surface import Surface, on_quad
from mailbot.eye.find.view import to_picture, unfold
from mailbot.pictures import Bgr, to_gray

CLOSE = 0.9
"""Fit from which on a sure board is not looked at from nearer."""

# Likeness below which what is seen from nearer is no board. The 32 boards of others
# that were found so had 1.5 or more, spreadsheets 1.4 or less.
_CLEARLY = 1.45
# Likeness from which on it is one however much it looked like one from afar, and by how
# much less it does at most. Drawn boards in pale print lost up to 0.045.
_VERY, _LESS = 1.6, 0.05
_CENTRAL = 0.4  # sides of a board by which it may seem elsewhere from nearer

AROUND = 1.5
"""Side of the view of a board, in sides of the board."""


def from_nearer(picture: Bgr, board: Board, fit: Sighting | None) -> Sighting | None:
    """What fits a board best if it is looked at unfolded, and then from nearer.

    Args:
        picture: shape [h, w, 3].
        board: where it lies.
        fit: the best lattice so far.
    """
    middle, side = board.sides.points(UNIT).mean(axis=0), board.extent
    (low, high), best = board.bounds, fit
    least = max(_CLEARLY, min(board.likeness - _LESS, _VERY))
    square = (low + high) / 2 + (UNIT - 0.5) * (high - low).max()
    around = on_quad(square.astype(np.float32))
    for surface in (board.sides, around):
        for again in in_view(picture, surface, AROUND, _CENTRAL, least):
            off = float(np.abs(again.mesh.mean(axis=(0, 1)) - middle).max())
            alike = fit is None or not fit.sure or fit.size == again.size
            if off < side / 4 and alike:
                best = max(filter(None, (best, again)), key=by_certainty)
        if best and best.sure and best.score > CLOSE and best is not fit:
            break
        if board.likeness < _VERY:  # only what looks much like one may be two in one
            break
    return best


def in_view(
    picture: Bgr,
    surface: Surface,
    around: float,
    central: float = 1.0,
    least: float = _CLEARLY,
) -> Iterator[Sighting]:
    """The lattices on boards that the network sees in a flat view of a surface.

    Args:
        picture: shape [h, w, 3].
        surface: where to look.
        around: the side of the view, in sides of the surface.
        central: how far the middle of a board may be from that of the view, in sides of
            the surface.
        least: likeness below which what is seen there is no board.
    """
    view = unfold(picture, surface, around)
    gray, maps = to_gray(view), look_at(view)
    for board in boards(maps):
        if board.likeness < least:
            continue
        corners = board.outline.points(UNIT)
        if corners.min() < 0 or corners.max() > EXTENT:
            continue  # more of the board lies beyond the view
        if np.abs(corners.mean(axis=0) - EXTENT / 2).max() > central * EXTENT / around:
            continue
        fit = fit_board(gray, maps, board)
        if fit is None:
            continue
        mesh = to_picture(surface, fit.mesh, around)
        area = cv2.contourArea(corners_of(mesh))
        share = float(area) / (picture.shape[0] * picture.shape[1])
        yield replace(fit, mesh=mesh, rank=rank_of(fit.score, fit.size, share))
