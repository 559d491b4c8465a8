"""Locates grids in a picture: plausible lattices, the likeliest first."""

from collections.abc import Iterator

import numpy as np

from mailbot.eye.budget import NO_DEADLINE, Deadline
from mailbot.eye.find.boards import Board, boards
from mailbot.eye.find.fitting import fit_board
from mailbot.eye.find.lattice import UNIT
from mailbot.eye.find.network import SIDE as SEEN
from mailbot.eye.find.network import Maps, look_at
from mailbot.eye.find.search import search
from mailbot.eye.find.sighting import Sighting
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.stopwatch import during

_SMALL = 0.6  # of the network's input: smaller boards are looked at once more
_AROUND = 1.5  # sides of a board: what is looked at once more
_LEGIBLE = 100.0  # pixels of a board that is worth that
_TILES = 0.5  # of the longer side: a tile, where the whole picture shows no board


@during("find")
def locate(picture: Bgr) -> list[Sighting]:
    """The lattices on the boards that the network sees, the best first.

    Args:
        picture: shape [h, w, 3].

    Raises:
        MissingTool: the network is not there, or OpenCV cannot run it.
    """
    return _ranked(_sightings(picture, to_gray(picture), look_at(picture)))


@during("find")
def look_again(picture: Bgr, deadline: Deadline = NO_DEADLINE) -> list[Sighting]:
    """More lattices, the best first, where those of the first look cannot be read.

    All lines of the picture are searched; where they show nothing, the network looks at
    one part of the picture after another. Several lattices may lie in the same place.

    Args:
        picture: shape [h, w, 3].
        deadline: when to stop; then the best so far are returned.
    """
    gray = to_gray(picture)
    found = search(gray, deadline)
    for corner, side in _parts(picture):
        if found or deadline.passed():
            break
        found += _sightings(picture, gray, look_at(picture, corner, side))
    return _ranked(found)


def _ranked(found: list[Sighting]) -> list[Sighting]:
    return sorted(found, key=lambda sighting: -sighting.rank)


def _parts(picture: Bgr) -> Iterator[tuple[tuple[int, int], int]]:
    """Overlapping squares of a picture: each one's corner (x, y) and side."""
    height, width = picture.shape[:2]
    side = round(_TILES * max(height, width))
    if side < SEEN / 2:
        return
    for top in range(0, max(height - side // 2, 1), side // 2):
        for left in range(0, max(width - side // 2, 1), side // 2):
            yield (left, top), side


def _sightings(picture: Bgr, gray: Gray, maps: Maps) -> list[Sighting]:
    """The lattices on the boards that the network sees."""
    found = []
    for board in boards(maps):
        fits = fit_board(gray, maps, board)
        if not any(fit.sure for fit in fits):
            fits += _closer(picture, gray, maps, board)
        found += fits
    return found


def _closer(picture: Bgr, gray: Gray, maps: Maps, board: Board) -> list[Sighting]:
    """What fits a small board where the network looks at the part around it."""
    corners = board.outline.points(UNIT)
    low, high = corners.min(axis=0), corners.max(axis=0)
    side = float((high - low).max())
    if side * maps.scale > _SMALL * SEEN or side < _LEGIBLE:
        return []
    left, top = (max(0, round(float(v))) for v in (low + high - _AROUND * side) / 2)
    near = look_at(picture, (left, top), round(_AROUND * side))
    middle = corners.mean(axis=0)
    for other in boards(near):
        off = other.outline.points(UNIT).mean(axis=0) - middle
        if float(np.abs(off).max()) < side / 4:
            return fit_board(gray, near, other)
    return []
