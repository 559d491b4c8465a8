"""Straightens lattices that something beside or above a board has bent.

The edge of a telephone or of a page close to the frame draws the outer lines of a
lattice to itself, and a finger over a corner the lines there. All other crossings lie
as on flat paper, so a flat lattice is fitted to as many of them as agree.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from mailbot.eye.find.lines.bending import BentFit, View, mesh_of
from mailbot.eye.find.lines.lattice import Segments, crossings, even_places, trace
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.find.surface import Surface, flat_paper
from mailbot.eye.find.view import drawn_lines, to_picture
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Bools, Floats

# When a lattice is flat; measured on drawn photographs of telephones.

# Fit of a bent lattice from which on it is kept.
_FIT = 0.9
# Fit of a flat one from which on it is surely that of a board.
_SURE = 0.8
# How much worse a flat lattice may fit: a bend always fits a little better.
_BEHIND = 0.03
# Share of a cell, or of a box, by which a crossing may lie off a flat lattice.
_OFF = 0.06
# Crossings that must be seen to move a lattice.
_SEEN = 8

# Sizes of the lattices by which the surface is moved before its own: twice that of the
# boxes, whose lines are sought three times as far from their places as those of cells.
_BOXES = {9: (3, 3)}
_ROUNDS = 3  # of fitting the lattice itself


def straightened(gray: Gray, bent: Sighting) -> Sighting:
    """The flat lattice near a bent one, if it fits better or nearly as well.

    Args:
        gray: the picture.
        bent: a lattice; if it fits well, or was drawn without a ruler, it is left as it
            is.
    """
    if bent.score >= _FIT:
        return bent
    flat = max(_flat(gray, bent), key=lambda one: one.score, default=bent)
    return flat if flat.score > bent.score - _BEHIND else bent


def _flat(gray: Gray, bent: Sighting) -> Iterator[Sighting]:
    """Flat lattices, each moved to where the lines of the last one are seen."""
    size = bent.size
    known = np.ones((size + 1, size + 1), np.bool_)
    surface = _through(even_places(size), bent.mesh, known)
    for moved in (*_BOXES.get(size, ()), *[size] * _ROUNDS):
        if surface is None:
            return
        views = [(View(one.weighed), one.drawn) for one in drawn_lines(gray, surface)]
        view, drawn = max(views, key=lambda one: one[0].fit(size))
        fit = BentFit(size, view.fit(size), view, trace(drawn, size))
        yield replace(
            bent,
            mesh=to_picture(surface, mesh_of(fit)),
            score=fit.score,
            rank=bent.rank + fit.score - bent.score,
            segments=fit.segments,
            sure=bent.sure or (size == 9 and fit.score > _SURE),
        )
        surface = _moved(surface, view.trace(moved), moved)


def _moved(surface: Surface, segments: Segments, size: int) -> Surface | None:
    """The flat surface through the crossings of a lattice that are seen."""
    shift, seen = crossings(segments)
    places = even_places(size)
    points = surface.points(places + shift / np.float32(size))
    return _through(places, points, np.asarray(seen.all(axis=-1), np.bool_))


def _through(places: Floats, points: Floats, known: Bools) -> Surface | None:
    """The flat surface on which most places [N+1, N+1, 2] lie at their points.

    Args:
        places: crossings of a lattice, 0 to 1.
        points: where they lie in the picture, in pixels.
        known: which of them count, [N+1, N+1].
    """
    if known.sum() < _SEEN:
        return None
    side = float(np.linalg.norm(points[0, 0] - points[0, -1])) / (len(points) - 1)
    return flat_paper(places[known], points[known], _OFF * side)
