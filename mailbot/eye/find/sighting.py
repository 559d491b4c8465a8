"""What `locate` finds: a lattice that may be a grid."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mailbot.eye.find.lines.lattice import Segments
from mailbot.pictures.arrays import Floats

_SMALLER = 0.12  # fit by which a lattice e times smaller is behind; not measured
_FEW_CELLS = 0.06  # ... and one of so many fewer cells a side; not measured


@dataclass(frozen=True, slots=True)
class Characters:
    """Digits that are known by their places, not by the lines around them.

    `middles` float32[N, N, 2] are the middles of the places, `room` float32[2] the
    width and height that each has for itself, `height` that of a digit: all in pixels
    of the picture.
    """

    middles: Floats
    room: Floats
    height: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """A lattice that may be a grid.

    `mesh` are its crossings in pixels of the picture, shape [N+1, N+1, 2]; `score` is
    how well it fits (0..1); `rank` orders rivals by fit, area and how common the size
    is; `sure` is true if the network sees a board there, and the lines fit it. Where
    the lattice was found by its digits, `characters` tells where these stand.
    """

    size: int
    score: float
    rank: float
    mesh: Floats
    segments: Segments
    sure: bool = False
    characters: Characters | None = None

    @property
    def by_lines(self) -> bool:
        """Whether it was found by its lines, so that a missing one tells something.

        A lattice that is known by its characters may have no lines at all.
        """
        return self.characters is None


def rank_of(score: float, size: int, area: float) -> float:
    """The rank of a lattice, by its fit, its size N and its share of the picture.

    A lattice that covers half as much must fit better by 0.08, and one of a few cells,
    which fit the lines of larger boards too, by up to 0.05 than a 9x9.
    """
    usual = 0.0 if size == 9 else _FEW_CELLS * np.log(size / 9)
    return float(score + _SMALLER * np.log(max(area, 1e-6)) + usual)


def ranked(found: Iterable[Sighting]) -> list[Sighting]:
    """The lattices, the best first."""
    return sorted(found, key=lambda sighting: -sighting.rank)
