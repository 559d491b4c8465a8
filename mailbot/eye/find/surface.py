"""A board's surface: where each place of a board lies in a picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.bend import FLAT, Bend, Places, bent, fit_bend
from mailbot.eye.find.lattice import UNIT, even_crossings
from mailbot.pictures.arrays import Doubles, Floats


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


def around_quad(quad: Floats) -> Surface:
    """A flat square in whose middle a quad [4, 2] of the picture lies, and fills it."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    extent = np.array([sides[0] + sides[2], sides[1] + sides[3]])
    places = (UNIT - 0.5) * (extent / extent.max()) + 0.5
    through = cv2.getPerspectiveTransform(places.astype(np.float32), quad)
    return Surface(FLAT, np.asarray(through, np.float64))


def as_flat(mesh: Floats) -> Floats | None:
    """The crossings [N+1, N+1, 2] of a lattice as if seen from above, in cells.

    None if they lie on a line.
    """
    points = mesh.reshape(-1, 2)
    through, _ = cv2.findHomography(
        points, even_crossings(len(mesh) - 1).reshape(-1, 2)
    )
    if through is None:
        return None
    return Surface(FLAT, np.asarray(through, np.float64)).points(mesh)


def fit_surfaces(
    places: Floats, points: Floats, error: float, stiffness: tuple[float, ...]
) -> tuple[Surface, ...]:
    """Surfaces through places [n, 2] of a board that were seen at points [n, 2].

    Args:
        places: on the board, 0 to 1.
        points: in the picture, in pixels.
        error: pixels by which a point of flat paper may be off.
        stiffness: for each surface what a bend costs, in places: more keeps it flat.

    Returns:
        None of them if the points lie on a line, or fit no board.
    """
    found: object = cv2.findHomography(places, points, cv2.RANSAC, error)[0]
    if found is None:
        return ()
    homography = np.asarray(found, np.float64)
    try:
        back = np.linalg.inv(homography)
    except np.linalg.LinAlgError:
        return ()
    flat = cv2.perspectiveTransform(points[None].astype(np.float64), back)[0]
    moves = np.asarray(flat, np.float64) - places
    known = np.ones(places.shape, np.bool_)
    bends = (fit_bend(places, moves, known, stiff) for stiff in stiffness)
    return tuple(Surface(bend, homography) for bend in bends)
