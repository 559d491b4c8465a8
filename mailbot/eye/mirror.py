"""Reads boards in a mirror.

Programs that convert pictures may drop or keep a tag that mirrors them.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from mailbot.eye.find.lines.lattice import Segments
from mailbot.eye.find.sighting import Characters, Sighting
from mailbot.eye.read.recognise import Recognised, recognise
from mailbot.eye.read.shapes import least_givens
from mailbot.eye.read.symbols import HAND, PRINT
from mailbot.model import Point, Puzzle
from mailbot.pictures import Bgr
from mailbot.pictures.arrays import Floats

# Clear digits that a board in a mirror shows at least, and what is no digit of the
# inked cells at most. Of 21 photographs and screens in a mirror each had 3 or more, and
# 0.47 or less; boards of other games had none, or 0.7.
_CLEAR, _SURE = 3, 0.9
_STRANGE = 0.6

_Value = TypeVar("_Value", bound=np.generic)


def mirror(picture: Bgr) -> Bgr:
    """The picture [h, w, 3] with left and right exchanged."""
    return Bgr(np.ascontiguousarray(picture[:, ::-1]))


def read_mirrored(mirrored: Bgr, grids: Iterable[Recognised]) -> list[Recognised]:
    """The grids that are read more clearly in the mirror, as they are read there.

    Args:
        mirrored: the picture in the mirror.
        grids: as they were read in the picture itself.
    """
    width = mirrored.shape[1]
    likely = filter(_may_be_mirrored, grids)
    pairs = ((recognise(mirrored, _flip(one.sighting, width)), one) for one in likely)
    return [there for there, here in pairs if there.clear > here.clear]


def _may_be_mirrored(read: Recognised) -> bool:
    """Whether cells that are unclear may hold digits in a mirror.

    Some of those are clear in any case.
    """
    surely = read.probs[:, PRINT.start : HAND.stop].max(axis=1) > _SURE
    held = read.filled >= least_givens(read.size) / 2
    return held and surely.sum() >= _CLEAR and read.strange < _STRANGE


def turn_back(puzzle: Puzzle, picture: Bgr) -> Puzzle:
    """The puzzle, with its places where they are in the picture, not in the mirror.

    Args:
        puzzle: as the mirror shows it.
        picture: shape [h, w, 3].
    """
    where = puzzle.reading.where
    last = picture.shape[1 - where.turn % 2] - 1  # of what is upright
    corners, mesh = (_across(points, last) for points in (where.corners, where.mesh))
    placed = replace(where, corners=corners, mesh=mesh, turn=-where.turn % 4)
    return replace(puzzle, reading=replace(puzzle.reading, where=placed))


def _across(points: tuple[Point, ...], last: int) -> tuple[Point, ...]:
    return tuple((round(last - x, 1), y) for x, y in points)


def _flip(sighting: Sighting, width: int) -> Sighting:
    """The lattice as it lies in the mirror of a picture of that width."""
    seen, characters = sighting.segments, sighting.characters
    offset = _exchange(seen.offset) * np.array([1, -1], np.float32)[:, None, None]
    segments = Segments(offset, _exchange(seen.strength), _exchange(seen.seen))
    if characters:
        middles = _flip_points(characters.middles, width)
        characters = Characters(middles, characters.room, characters.height)
    mesh = _flip_points(sighting.mesh, width)
    return replace(sighting, mesh=mesh, segments=segments, characters=characters)


def _flip_points(points: Floats, width: int) -> Floats:
    """Points [n, m, 2] of a picture of that width, each row from left to right."""
    x, y = points[:, ::-1, 0], points[:, ::-1, 1]
    return np.stack([width - 1 - x, y], axis=-1).astype(np.float32)


def _exchange(values: npt.NDArray[_Value]) -> npt.NDArray[_Value]:
    """Values of segments [2, N+1, N], with left and right exchanged."""
    return np.stack([values[0, :, ::-1], values[1, ::-1]])
