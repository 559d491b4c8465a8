"""Tells whether a 9x9 lattice is drawn at a known offset from another lattice.

So the whole board is found of which an 8x8 is a part, the board that a lattice lies
some rows off, and the boards of a samurai, which share boxes.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from mailbot.eye.find.lines.lattice import Segments, even_crossings, even_places, trace
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.find.surface import flat_paper
from mailbot.eye.find.view import drawn_lines
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Doubles, Floats

_PLAUSIBLE = 0.45  # least fit of a lattice that may be drawn
_BESIDE = 6 / 9  # sides of a 9x9 from it to one that has a corner box of it ...
_SHARED = 0.85  # ... and the fit from which on that one is drawn


def grown(gray: Gray, eight: Sighting) -> Iterator[Sighting]:
    """The 9x9 lattices of which an 8x8 may be a part, as far as lines are drawn there.

    The network may miss the outer row and column of a very dark or very small board, or
    of one without a frame.
    """
    for corner in even_crossings(1).reshape(-1, 2):
        nine = _drawn_nine(gray, eight.mesh, (even_crossings(8) + corner) / 9)
        if nine and nine[1].fit > _PLAUSIBLE:
            yield replace(
                eight, size=9, mesh=nine[0], score=nine[1].fit, segments=nine[1]
            )


def moved(gray: Gray, nine: Sighting, down: int, right: int) -> Sighting | None:
    """The flat 9x9 lattice so many rows and columns off another one, if it is drawn."""
    off = np.array([right, down], np.float32)
    other = _drawn_nine(gray, nine.mesh, (even_crossings(9) - off) / 9)
    if other is None or other[1].fit <= _PLAUSIBLE:
        return None
    mesh, segments = other
    return replace(nine, mesh=mesh, score=segments.fit, segments=segments)


def shares_a_box(gray: Gray, mesh: Floats) -> bool:
    """Whether one more 9x9 is drawn that has a corner box of the one with this mesh.

    So it is in a samurai. On squared paper lattices are drawn anywhere: straight beside
    the board, too.
    """
    corners = even_crossings(1).reshape(-1, 2) * 2 - 1
    straight = np.concatenate([np.eye(2), -np.eye(2)])
    aslant, beside = (
        max(_fit_beside(gray, mesh, way) for way in ways)
        for ways in (corners, straight)
    )
    return aslant > _SHARED > beside


def _fit_beside(gray: Gray, mesh: Floats, way: Floats | Doubles) -> float:
    """How well a 9x9 is drawn that lies two thirds of a board off, some way (x, y)."""
    other = _drawn_nine(gray, mesh, even_places(9) - way * _BESIDE)
    return other[1].fit if other else 0.0


def _drawn_nine(
    gray: Gray, mesh: Floats, places: Floats | Doubles
) -> tuple[Floats, Segments] | None:
    """The crossings of a flat 9x9 lattice, and what is drawn of it.

    Args:
        gray: the picture.
        mesh: crossings of another lattice, in pixels.
        places: of these crossings on the 9x9, in its sides.
    """
    known = places.reshape(-1, 2).astype(np.float32)
    surface = flat_paper(known, mesh.reshape(-1, 2))
    if surface is None:
        return None
    segments = (trace(one.weighed, 9) for one in drawn_lines(gray, surface))
    best = max(segments, key=lambda one: one.fit)
    return surface.points(even_places(9)), best
