"""Finds the crossings of a lattice on paper that is not flat."""

from functools import cache

import numpy as np

from mailbot.eye.find.lattice import Fit, crossings, even_crossings, project
from mailbot.pictures.arrays import Bools, Doubles, Floats

_CLOSE = 0.06  # cells between a crossing and the smooth surface, if it was seen well


def mesh_of(fit: Fit) -> Floats:
    """The crossings of the lattice in pixels, shape [N+1, N+1, 2].

    Each lies on a smooth surface fitted to the crossings seen, moved towards where it
    was seen itself if that is near.
    """
    shift, seen = crossings(fit.segments)
    surface = _surface(fit.size)
    smooth = np.stack(
        [_follow(surface, shift[..., k], seen[..., k]) for k in range(2)], axis=-1
    )
    rest = shift - smooth
    close = seen & (np.abs(rest) < _CLOSE)
    places = even_crossings(fit.size) + smooth + np.where(close, 0.7 * rest, 0)
    return project(places / fit.size, fit.homography)


@cache
def _surface(size: int) -> Doubles:
    """Cubic polynomials over the crossings, shape [(N+1)**2, 10]."""
    x, y = np.moveaxis(even_crossings(size).astype(np.float64) / size * 2 - 1, -1, 0)
    powers = [x**a * y**b for a in range(4) for b in range(4 - a)]
    return np.stack(powers, axis=-1).reshape((size + 1) ** 2, -1)


def _follow(surface: Doubles, shift: Floats, seen: Bools) -> Floats:
    """A smooth surface through shifts [N+1, N+1], fitted robustly against outliers."""
    wanted = shift.ravel().astype(np.float64)
    known = seen.ravel().astype(np.float64)
    weight, smooth = known, np.zeros_like(wanted)
    for _ in range(4):
        weighted = surface.T * (weight + 1e-6)
        smooth = surface @ np.linalg.solve(
            weighted @ surface + 0.01 * np.eye(surface.shape[1]), weighted @ wanted
        )
        weight = known / (1 + ((wanted - smooth) / 0.03) ** 2)
    return smooth.reshape(shift.shape).astype(np.float32)
