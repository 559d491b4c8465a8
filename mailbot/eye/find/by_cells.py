"""Fits the lattice of a board from cell to cell, where its lines alone mislead.

Lines are missing where a board has no frame, or where something lies across it. On
paper that curls strongly they bend more than a lattice is bent at first. Linked cells
have all their lines, whatever the paper does.
"""

from dataclasses import replace

import cv2
import numpy as np

from mailbot.eye.find.boards import Board
from mailbot.eye.find.cells.placed import SIZE, PlacedCells, placed_cells
from mailbot.eye.find.fitting import by_certainty
from mailbot.eye.find.lines.bending import BentFit, View, mesh_of
from mailbot.eye.find.lines.lattice import Segments, corners_of, trace
from mailbot.eye.find.nearer import AROUND, CLOSE, in_view
from mailbot.eye.find.network import Maps
from mailbot.eye.find.sighting import Sighting, rank_of
from mailbot.eye.find.surface import off_flat, surface_through
from mailbot.eye.find.view import drawn_lines, to_picture
from mailbot.pictures import Bgr, Gray
from mailbot.pictures.arrays import Bools

_IN_PLACE = 0.985  # fit from which on all of a lattice is in its places
_CURLED = 0.2  # cells off a flat lattice, from which on paper may curl
_LARGE = 0.3  # of the picture's longer side: a smaller board may be a part of another
_BEYOND = 1.5  # cells of what the network sees that may lie beyond a lattice
_MISSING, _THERE = 0.5, 0.9  # share of the last segments on a side, and of all within
_LOW = 3  # degree of the polynomial that goes beyond the cells that are known
_SEEN = 0.6  # share of the lines between cells that must be seen ...
_LEAST = 0.9  # ... and of these in their places


def fit_by_cells(
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
    if board.extent < _LARGE * max(gray.shape) or not board.is_likely:
        return fit
    if not (_may_curl(fit) or _is_poor(fit) or _is_part(board, fit)):
        return fit
    cells = placed_cells(gray, maps, board)
    through = lattice_through(gray, cells) if cells else None
    if through and _is_safe(through):
        return through
    if cells and (through or _may_curl(fit)):
        fit = _on_curled_paper(picture, cells, fit)
    return through if through and _is_poor(fit) else fit


def _is_safe(through: Sighting) -> bool:
    """Whether a lattice through some cells lies rightly where it goes beyond them.

    So it does on flat paper, unless its lines are not seen there.
    """
    return off_flat(through.mesh) < _CURLED and not _ends_early(through.segments)


def _is_poor(fit: Sighting | None) -> bool:
    """Whether the lattice that fits best may have missed lines, or cells."""
    if fit is None or not fit.sure or fit.size == SIZE - 1:  # best without a frame
        return True
    return fit.size <= SIZE and fit.score < CLOSE


def _is_part(board: Board, fit: Sighting | None) -> bool:
    """Whether a 9x9 takes only a part of what the network sees: maybe two boards."""
    if fit is None or fit.size != SIZE:
        return False
    seen, own = np.ptp(board.bounds, axis=0), np.ptp(fit.mesh, axis=(0, 1))
    return bool((seen - own > _BEYOND * own / SIZE).any())


def _on_curled_paper(
    picture: Bgr, cells: PlacedCells, fit: Sighting | None
) -> Sighting | None:
    """The lattice, or a better one on the surface that cells show."""
    surface = surface_through(*cells.crossings())
    again = in_view(picture, surface, AROUND) if surface else ()
    nines = [one for one in again if one.size == SIZE]
    return max(filter(None, [fit, *nines]), key=by_certainty, default=None)


def _may_curl(fit: Sighting | None) -> bool:
    """Whether paper may curl more than the lattice that fits it best."""
    if fit is None or not fit.sure:
        return True
    if fit.size != SIZE or fit.score >= _IN_PLACE:
        return False
    return off_flat(fit.mesh) >= _CURLED or _ends_early(fit.segments)


def _ends_early(segments: Segments) -> bool:
    """Whether lines that are in their places are missing in the last cells on a side.

    So it is where only the edge of the paper curls.
    """
    held = segments.held[:, 1:-1]
    last = held[..., (0, -1)].mean(axis=1)
    return bool(last.min() < _MISSING and held[..., 1:-1].mean() > _THERE)


def lattice_through(gray: Gray, cells: PlacedCells) -> Sighting | None:
    """The 9x9 lattice through cells.

    Args:
        gray: the picture.
        cells: those that are linked.

    Returns:
        None if it is in doubt which cells these are, or if the lattice does not go
        along the lines around them.
    """
    if not cells.counted:
        return None
    # A crossing at which only one or two cells are known would lie beside its lines.
    wide = replace(cells, cells=cells.cells.widened())
    points, known = wide.crossings()
    surface = surface_through(points, known, None if cells.are_all else _LOW)
    if surface is None:
        return None
    dark = next(drawn_lines(gray, surface))
    view = View(dark.drawn)
    segments = trace(dark.drawn, SIZE)
    score = _share_in_place(segments, known)
    if score < _LEAST:
        return None
    mesh = to_picture(surface, mesh_of(BentFit(SIZE, score, view, segments)))
    area = cv2.contourArea(corners_of(mesh))
    rank = rank_of(score, SIZE, float(area) / gray.size)
    return Sighting(SIZE, score, rank, mesh, segments, sure=True)


def _share_in_place(segments: Segments, known: Bools) -> float:
    """Of the segments between known crossings, the share that is in place.

    If most of them are seen at all, those that are not say nothing.
    """
    between = np.stack([known[:, 1:] & known[:, :-1], (known[1:] & known[:-1]).T])
    seen = segments.seen & between
    if seen.sum() < _SEEN * between.sum() or not seen.any():
        return 0.0
    return float(segments.held[seen].mean())
