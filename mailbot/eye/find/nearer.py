"""Looks at boards once more, unfolded along the surface on which they may lie."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from mailbot.eye.find.boards import Board, boards
from mailbot.eye.find.by_cells import lattice_through
from mailbot.eye.find.cells.placed import placed_cells
from mailbot.eye.find.curled import curled_surfaces
from mailbot.eye.find.fitting import by_certainty, fit_board
from mailbot.eye.find.lines.bending import EXTENT
from mailbot.eye.find.lines.courses import is_drawn
from mailbot.eye.find.lines.lattice import UNIT, Segments, corners_of
from mailbot.eye.find.network import Maps, look_at
from mailbot.eye.find.sighting import Sighting, rank_of
from mailbot.eye.find.surface import Surface, around_quad, off_flat
from mailbot.eye.find.view import folded, unfold
from mailbot.pictures import Bgr, Gray, to_gray

WHOLE = 9
"""Cells a side, at least, of what is no part of a board seen in part."""

CLOSE = 0.9
"""Fit from which on a sure board is not looked at from nearer."""

_IN_PLACE = 0.985  # fit from which on all of a lattice is in its places
_CURLED = 0.2  # cells off a flat lattice, from which on paper may curl
_LARGE = 0.3  # of the picture's longer side: a smaller board may be a part of another
_MISSING, _THERE = 0.5, 0.9  # share of the last segments on a side, and of all within
_BEYOND = 1.5  # cells of what the network sees that may lie beyond a lattice
_AROUND = 1.5  # sides of a board: what is looked at


def whole_fit(
    picture: Bgr, gray: Gray, maps: Maps, board: Board, fit: Sighting | None
) -> Sighting | None:
    """The lattice, or a better one found from cell to cell.

    Where the paper may curl, cells show its surface. Where lines are missing, as where
    a board has no frame, they tell where the others lie.

    Args:
        picture: shape [h, w, 3].
        gray: the same picture in gray.
        maps: what the network says about it, or about a part of it.
        board: where it lies.
        fit: the best lattice so far.
    """
    if board.extent < _LARGE * max(gray.shape):
        return fit
    if not _may_curl(fit) and not _may_be_better(board, fit):
        return fit
    cells = placed_cells(gray, maps, board)
    through = lattice_through(gray, cells) if cells else None
    if through and _is_safe(through):
        return through
    if through or _may_curl(fit):
        mesh = fit.mesh if fit and fit.size == WHOLE else None
        fit = _curled_fit(picture, curled_surfaces(gray, cells, mesh), fit)
    return through if through and _may_be_better(board, fit) else fit


def _is_safe(through: Sighting) -> bool:
    """Whether a lattice through some cells lies rightly where it goes beyond them.

    So it does on flat paper, unless its lines are not seen there.
    """
    return off_flat(through.mesh) < _CURLED and not _ends_early(through.segments)


def _may_be_better(board: Board, fit: Sighting | None) -> bool:
    """Whether the lattice that fits best may have missed lines, or cells.

    So it may if it takes only a part of what the network sees: that may be two boards.
    """
    if fit is None or not fit.sure or fit.size < WHOLE:
        return True
    seen, own = np.ptp(board.bounds, axis=0), np.ptp(fit.mesh, axis=(0, 1))
    beyond = (seen - own > _BEYOND * own / fit.size).any()
    return bool(fit.size == WHOLE and (fit.score < CLOSE or beyond))


def _curled_fit(
    picture: Bgr, surfaces: Iterator[Surface], fit: Sighting | None
) -> Sighting | None:
    """The lattice, or a better one on one of these surfaces."""
    best = fit
    for surface in surfaces:
        again = in_view(picture, surface, _AROUND)
        nines = [one for one in again if one.size == WHOLE]
        best = max(filter(None, [best, *nines]), key=by_certainty, default=None)
        if best and best.sure and best.score >= _IN_PLACE:
            break
    return best


def _may_curl(fit: Sighting | None) -> bool:
    """Whether paper may curl more than the lattice that fits it best."""
    if fit is None or not fit.sure:
        return True
    if fit.size != WHOLE or fit.score >= _IN_PLACE or is_drawn(fit.segments):
        return False
    return off_flat(fit.mesh) >= _CURLED or _ends_early(fit.segments)


def _ends_early(segments: Segments) -> bool:
    """Whether lines that are in their places are missing in the last cells on a side.

    So it is where only the edge of the paper curls.
    """
    held = segments.held[:, 1:-1]
    last = held[..., (0, -1)].mean(axis=1)
    return bool(last.min() < _MISSING and held[..., 1:-1].mean() > _THERE)


def from_nearer(picture: Bgr, board: Board, fit: Sighting | None) -> Sighting | None:
    """What fits a board best if it is looked at unfolded, and then from nearer.

    Args:
        picture: shape [h, w, 3].
        board: where it lies.
        fit: the best lattice so far.
    """
    middle, side = board.sides.points(UNIT).mean(axis=0), board.extent
    (low, high), best = board.bounds, fit
    around = around_quad((low + UNIT * (high - low)).astype(np.float32))
    for surface in (board.sides, around):
        for again in in_view(picture, surface, _AROUND):
            off = float(np.abs(again.mesh.mean(axis=(0, 1)) - middle).max())
            alike = fit is None or not fit.sure or fit.size == again.size
            if off < side / 4 and alike:
                best = max(filter(None, (best, again)), key=by_certainty)
        if best and best.sure and best.score > CLOSE and best is not fit:
            break
    return best


def in_view(picture: Bgr, surface: Surface, around: float) -> Iterator[Sighting]:
    """The lattices on boards that the network sees in a flat view of a surface.

    Args:
        picture: shape [h, w, 3].
        surface: where to look.
        around: the side of the view, in sides of the surface.
    """
    view = unfold(picture, surface, around)
    gray, maps = to_gray(view), look_at(view)
    for board in boards(maps):
        corners = board.outline.points(UNIT)
        if corners.min() < 0 or corners.max() > EXTENT:
            continue  # more of the board lies beyond the view
        fit = fit_board(gray, maps, board)
        if fit is None:
            continue
        mesh = folded(fit.mesh, surface, around)
        area = cv2.contourArea(corners_of(mesh))
        share = float(area) / (picture.shape[0] * picture.shape[1])
        yield replace(fit, mesh=mesh, rank=rank_of(fit.score, fit.size, share))
