"""Tells whether one more 9x9 shares a box with a board, as in a samurai."""

import numpy as np

from mailbot.eye.find.lines.lattice import even_crossings, even_places, trace
from mailbot.eye.find.surface import flat_paper
from mailbot.eye.find.view import drawn_lines
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Doubles, Floats

_BESIDE = 6 / 9  # sides of a 9x9 from it to one that has a corner box of it ...
_SHARED = 0.85  # ... and the fit from which on that one is drawn


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
    places = (even_places(9) - way * _BESIDE).reshape(-1, 2).astype(np.float32)
    surface = flat_paper(places, mesh.reshape(-1, 2))
    if surface is None:
        return 0.0
    return max(trace(one.weighed, 9).fit for one in drawn_lines(gray, surface))
