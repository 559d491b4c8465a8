"""The lattice through linked cells, for boards whose other lines are not seen.

Where a board has no frame, or something lies across it, lattices are bent onto the
lines of a caption, or of what lies there. The cells that are linked have all their
lines, so a lattice is laid through these, and what it is elsewhere follows from them.
"""

from dataclasses import replace

import cv2
import numpy as np

from mailbot.eye.find.cells.placed import SIZE, PlacedCells
from mailbot.eye.find.lines.bending import BentFit, View, mesh_of
from mailbot.eye.find.lines.lattice import Segments, corners_of, trace
from mailbot.eye.find.sighting import Sighting, rank_of
from mailbot.eye.find.surface import surface_through
from mailbot.eye.find.view import drawn_lines, to_picture
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Bools

_LOW = 3  # degree of the polynomial that goes beyond the cells that are known
_SEEN = 0.6  # share of the lines between cells that must be seen ...
_LEAST = 0.9  # ... and of these in their places


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
