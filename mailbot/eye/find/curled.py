"""Finds the surface of a board on paper that curls strongly, from cell to cell."""

from collections.abc import Iterator

import numpy as np

from mailbot.eye.find.cells.placed import PlacedCells
from mailbot.eye.find.spread import followed, through
from mailbot.eye.find.surface import Surface
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats


def curled_surfaces(
    gray: Gray, cells: PlacedCells | None, mesh: Floats | None
) -> Iterator[Surface]:
    """The surfaces on which a 9x9 may lie: by its cells, then by what was found of it.

    Args:
        gray: the picture.
        cells: those that are linked, if they are enough.
        mesh: the crossings of the lattice that was found, in pixels, [10, 10, 2].
    """
    for surface in _surfaces(gray, cells, mesh):
        if surface:
            yield surface


def _surfaces(
    gray: Gray, cells: PlacedCells | None, mesh: Floats | None
) -> Iterator[Surface | None]:
    if cells:
        points, known = cells.crossings()
        surface = through(points, known)
        yield surface
        if surface:
            yield followed(gray, points, known)
    if mesh is not None:
        yield followed(gray, mesh, np.ones(mesh.shape[:2], np.bool_))
