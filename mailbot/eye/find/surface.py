"""A board's surface: where each place of a board lies in a picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.lines.bend import FLAT, Bend, Places, bent, fit_bend
from mailbot.eye.find.lines.lattice import UNIT, even_crossings, even_places
from mailbot.pictures.arrays import Bools, Doubles, Floats

_TRIES = 200  # of four points each: enough if four in ten are seen rightly
_LEAST = 16  # crossings through which a surface is laid
# The degree of the polynomial by which it bends, from so many crossings on, and what a
# bend costs, in places that lie still.
_DEGREES = (80, 6), (60, 5), (40, 4), (0, 3)
_STIFF = 0.003


@dataclass(frozen=True, slots=True)
class Surface:
    """Maps places on a board, [..., 2], x and y from 0 to 1, into a picture.

    A bend moves the places on the board, then `homography` float64[3, 3] brings them
    into pixels.
    """

    bend: Bend
    homography: Doubles

    def points(self, places: Places) -> Floats:
        """The points of the picture where those places lie, in pixels."""
        flat = bent(places, self.bend).reshape(1, -1, 2)
        through = cv2.perspectiveTransform(flat, self.homography)
        return np.asarray(through, np.float32).reshape(places.shape)

    def is_near(self, other: "Surface", most: float) -> bool:
        """Whether no place is off another surface by more than a share of its side."""
        own, others = (one.points(even_places(3)) for one in (self, other))
        side = float(np.ptp(own, axis=(0, 1)).max())
        return float(np.abs(own - others).max()) < most * side


def flat_paper(
    places: Places, points: Floats, error: float | None = None
) -> Surface | None:
    """The flat surface on which places of a board lie at points of a picture.

    Args:
        places: x and y, 0 to 1 on the board, [n, 2].
        points: in pixels, [n, 2].
        error: pixels by which a point may be off; what is off by more does not count.
            By default every point counts.

    Returns:
        None if too few of them agree, or if they lie on a line.
    """
    way, most = (0, 0.0) if error is None else (cv2.RANSAC, error)
    fit = cv2.findHomography(places, points, way, most, maxIters=_TRIES)
    found: object = fit[0]
    return None if found is None else Surface(FLAT, np.asarray(found, np.float64))


def curved(
    flat: Surface,
    places: Floats,
    points: Floats,
    known: Bools,
    stiff: float,
    degree: int = 3,
) -> Surface | None:
    """A flat surface, bent so that places of the board lie at points of a picture.

    Args:
        flat: the surface.
        places: 0 to 1, [..., 2].
        points: in pixels, [..., 2].
        known: which of them count, [...].
        stiff: what a bend costs, in places: more keeps it flat.
        degree: of the polynomial by which it bends.

    Returns:
        None if the board would be seen as a line.
    """
    try:
        back = np.linalg.inv(flat.homography)
    except np.linalg.LinAlgError:
        return None
    seen = points.reshape(1, -1, 2).astype(np.float64)
    unbent = np.asarray(cv2.perspectiveTransform(seen, back)).reshape(places.shape)
    both = np.repeat(known[..., None], 2, axis=-1)
    bend = fit_bend(places, unbent - places, both, stiff, degree)
    return Surface(bend, flat.homography)


def on_quad(quad: Floats, places: Floats = UNIT) -> Surface:
    """The flat surface whose places [4, 2], by default its corners, are a quad's."""
    through = cv2.getPerspectiveTransform(places, quad)
    return Surface(FLAT, np.asarray(through, np.float64))


def as_flat(mesh: Floats) -> Floats | None:
    """The crossings [N+1, N+1, 2] of a lattice as if seen from above, in cells.

    None if they lie on a line.
    """
    even = even_crossings(len(mesh) - 1)
    back = flat_paper(mesh.reshape(-1, 2), even.reshape(-1, 2))
    return back.points(mesh) if back else None


def off_flat(mesh: Floats) -> float:
    """How far the crossings of a mesh lie off a flat lattice at most, in cells."""
    flat = as_flat(mesh)
    if flat is None:
        return np.inf
    return float(np.abs(flat - even_crossings(len(mesh) - 1)).max())


def surface_through(
    points: Floats, known: Bools, degree: int | None = None
) -> Surface | None:
    """The surface on which the crossings of a lattice lie at their points, where known.

    Args:
        points: in pixels, [N+1, N+1, 2].
        known: [N+1, N+1].
        degree: of the polynomial by which it bends, 3 to 6; by default, the more are
            known, the higher. A low one goes astray less beyond what is known.

    Returns:
        None if too few are known, or they lie on a line.
    """
    places = even_places(len(points) - 1)
    count = int(known.sum())
    if count < _LEAST:
        return None
    flat = flat_paper(places[known], points[known])
    if flat is None:
        return None
    usual = next(degree for least, degree in _DEGREES if count >= least)
    return curved(flat, places, points, known, _STIFF, degree or usual)
