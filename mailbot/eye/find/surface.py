"""A board's surface: where each place of a board lies in a picture."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.lines.bend import FLAT, Bend, Places, bent, fit_bend
from mailbot.eye.find.lines.lattice import UNIT, even_crossings
from mailbot.pictures.arrays import Doubles, Floats

_OBLONG = 1.3  # times that the longer sides of an oblong quad are the others
_STEP = 0.3  # sides of a square from one to the next along a quad, about


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
    extent = _extent(quad)
    places = (UNIT - 0.5) * (extent / extent.max()) + 0.5
    through = cv2.getPerspectiveTransform(places.astype(np.float32), quad)
    return Surface(FLAT, np.asarray(through, np.float64))


def is_oblong(quad: Floats) -> bool:
    """Whether a quad [4, 2] is clearly longer in one direction than in the other."""
    across, along = sorted(_extent(quad))
    return bool(along > _OBLONG * across)


def along_quad(quad: Floats) -> Iterator[Surface]:
    """Flat squares as wide as a quad [4, 2], one after the other along its longer side.

    They overlap. On a telephone's screen, a board is as wide as one of them.
    """
    width, height = _extent(quad)
    upright = quad if height >= width else np.roll(quad, -1, axis=0)
    length = max(width, height) / min(width, height)
    corners = (UNIT * (1, length)).astype(np.float32)
    through = np.asarray(cv2.getPerspectiveTransform(corners, upright), np.float64)
    for start in np.linspace(0, length - 1, round((length - 1) / _STEP) + 1):
        place = np.array([[1, 0, 0], [0, 1, start], [0, 0, 1]])
        yield Surface(FLAT, through @ place)


def _extent(quad: Floats) -> Floats:
    """The width and the height of a quad [4, 2], each the mean of two sides."""
    top, right, bottom, left = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return np.array([top + bottom, right + left], np.float32) * np.float32(0.5)


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


def off_flat(mesh: Floats) -> float:
    """How far the crossings of a mesh lie off a flat lattice at most, in cells."""
    flat = as_flat(mesh)
    if flat is None:
        return np.inf
    return float(np.abs(flat - even_crossings(len(mesh) - 1)).max())


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
