"""What `locate` finds: a lattice that may be a grid."""

from dataclasses import dataclass

from mailbot.eye.find.lattice import Segments
from mailbot.pictures.arrays import Floats


@dataclass(frozen=True, slots=True)
class Sighting:
    """A lattice that may be a grid.

    `mesh` are its crossings in pixels of the picture, shape [N+1, N+1, 2]; `score` is
    how well it fits (0..1); `rank` orders rivals by fit, area and how common the size
    is; `part` is true if the lattice goes on beyond its edges, or has no
    size of a sudoku: it is part of something else, such as a table;
    `sure` is true if the network sees a board there, and the lines fit it.
    """

    size: int
    score: float
    rank: float
    mesh: Floats
    segments: Segments
    part: bool = False
    sure: bool = False
