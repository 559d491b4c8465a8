"""Tells boards that share boxes, as in a samurai: five, 21 cells from side to side."""

from collections.abc import Iterable

import numpy as np

from mailbot.eye.find.lines.lattice import (
    corners_of,
    even_crossings,
    even_places,
    trace,
)
from mailbot.eye.find.surface import flat_paper
from mailbot.eye.find.view import drawn_lines
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats

_BESIDE = 6 / 9  # sides of a 9x9 from it to one that has a corner box of it
_DRAWN = 0.85  # fit from which on a lattice is drawn
_PART = 9 / 21  # sides of the whole that a board of it takes ...
_STEP = 6 / 21  # ... and from one that shares a box with another to that other
_INSIDE = 0.9  # of the way to a lattice's corners, which must lie in the picture

_WAYS = tuple((even_crossings(1).reshape(-1, 2) * 2 - 1).astype(np.float32))
_STRAIGHT = tuple(np.concatenate([np.eye(2), -np.eye(2)]).astype(np.float32))
_MIDDLE = np.full(2, 0.5, np.float32)


def shares_a_box(gray: Gray, mesh: Floats) -> bool:
    """Whether one more 9x9 is drawn that has a corner box of the one with this mesh.

    So it is in a samurai. On squared paper lattices are drawn anywhere: straight beside
    the board, too.
    """
    aslant, beside = (
        (_MIDDLE + _BESIDE * way for way in ways) for ways in (_WAYS, _STRAIGHT)
    )
    drawn = any(_is_drawn(gray, mesh, middle, 1.0) for middle in aslant)
    return drawn and not any(_is_drawn(gray, mesh, middle, 1.0) for middle in beside)


def is_around_boards(gray: Gray, mesh: Floats) -> bool:
    """Whether a lattice runs around a samurai: boards in its middle and corners.

    Only its corners tell where they are: its lines lie on some of theirs.
    """
    last = len(mesh) - 1
    whole = mesh[::last, ::last]

    def drawn(ways: Iterable[Floats]) -> int:
        places = (_MIDDLE + _STEP * way for way in ways)
        return sum(_is_drawn(gray, whole, place, _PART) for place in places)

    middle = _is_drawn(gray, whole, _MIDDLE, _PART)
    return middle and drawn(_WAYS) > 1 and not drawn(_STRAIGHT)


def _is_drawn(gray: Gray, mesh: Floats, middle: Floats, side: float) -> bool:
    """Whether the lines of a 9x9 are drawn somewhere beside a lattice, or in it.

    Args:
        gray: the picture.
        mesh: of the lattice, in pixels.
        middle: of the 9x9, in sides of the lattice from its first corner.
        side: of the 9x9, in sides of the lattice.
    """
    size = len(mesh) - 1
    back = (even_places(size) - middle) / np.float32(side) + np.float32(0.5)
    surface = flat_paper(back.reshape(-1, 2).astype(np.float32), mesh.reshape(-1, 2))
    if surface is None:
        return False
    corners = surface.points((corners_of(even_places(1)) - 0.5) * _INSIDE + 0.5)
    if corners.min() < 0 or (corners > gray.shape[::-1]).any():
        return False
    lines = drawn_lines(gray, surface)
    return any(trace(one.weighed, 9).fit > _DRAWN for one in lines)
