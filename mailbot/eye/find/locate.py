"""Locates grids in a picture: plausible lattices, the likeliest first."""

from collections.abc import Iterable

import numpy as np

from mailbot.eye.budget import NO_DEADLINE, Deadline
from mailbot.eye.find.boards import Board, boards
from mailbot.eye.find.fitting import fit_board, fit_outline
from mailbot.eye.find.lattice import UNIT
from mailbot.eye.find.network import SIDE as SEEN
from mailbot.eye.find.network import Maps, look_at
from mailbot.eye.find.outlines import outlines
from mailbot.eye.find.sighting import Sighting
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.stopwatch import during

_SMALL = 0.6  # of the network's input: smaller boards are looked at once more
_AROUND = 1.5  # sides of a board: what is looked at once more
_LEGIBLE = 100.0  # pixels of a board that is worth that
_PART = 0.5  # of the longer side: what is looked at where nothing else is found


@during("find")
def locate(picture: Bgr) -> list[Sighting]:
    """The lattices on the boards that the network sees, the best first.

    Args:
        picture: shape [h, w, 3].

    Raises:
        MissingTool: the network is not there, or OpenCV cannot run it.
    """
    gray, maps = to_gray(picture), look_at(picture)
    found = (_fit(picture, gray, maps, board) for board in boards(maps))
    return _ranked(filter(None, found))


@during("find")
def look_again(
    picture: Bgr, deadline: Deadline = NO_DEADLINE, *, closer: bool = True
) -> list[Sighting]:
    """More lattices, the best first, where no board is seen surely.

    They are sought within outlines, and else where the network sees boards in a part of
    the picture.

    Args:
        picture: shape [h, w, 3].
        deadline: when to stop; then the best so far are returned.
        closer: whether to look at parts.
    """
    gray = to_gray(picture)
    found = _in_outlines(gray, deadline)
    if closer and not found:
        found = _in_parts(picture, gray, deadline)
    return _ranked(found)


def _in_outlines(gray: Gray, deadline: Deadline) -> list[Sighting]:
    """The lattices within outlines, until one is sure."""
    found: list[Sighting] = []
    for quads in outlines(gray):
        left = (quad for quad in quads if not deadline.passed())
        found += filter(None, (fit_outline(gray, quad) for quad in left))
        if any(sighting.sure for sighting in found):
            break
    return found


def _in_parts(picture: Bgr, gray: Gray, deadline: Deadline) -> list[Sighting]:
    """The lattices on boards that the network sees in a part of a large picture."""
    found: list[Sighting] = []
    side = round(_PART * max(gray.shape))
    if side < 1.5 * SEEN:
        return found
    height, width = (max(length - side // 2, 1) for length in gray.shape)
    for top in range(0, height, side // 2):
        for left in range(0, width, side // 2):
            if not deadline.passed():
                maps = look_at(picture, (left, top), side)
                fits = (_fit(picture, gray, maps, board) for board in boards(maps))
                found += filter(None, fits)
    return found


def _ranked(found: Iterable[Sighting]) -> list[Sighting]:
    return sorted(found, key=lambda sighting: -sighting.rank)


def _fit(picture: Bgr, gray: Gray, maps: Maps, board: Board) -> Sighting | None:
    """What fits a board; a small one is looked at from nearer if that is not sure."""
    fit = fit_board(gray, maps, board)
    if fit and fit.sure:
        return fit
    return _fit_closer(picture, gray, maps, board) or fit


def _fit_closer(picture: Bgr, gray: Gray, maps: Maps, board: Board) -> Sighting | None:
    """What fits a small board where the network looks at the part around it."""
    corners = board.outline.points(UNIT)
    low, high = corners.min(axis=0), corners.max(axis=0)
    side = float((high - low).max())
    if side * maps.scale > _SMALL * SEEN or side < _LEGIBLE:
        return None
    left, top = (max(0, round(float(v))) for v in (low + high - _AROUND * side) / 2)
    near = look_at(picture, (left, top), round(_AROUND * side))
    middle = corners.mean(axis=0)
    for other in boards(near):
        off = other.outline.points(UNIT).mean(axis=0) - middle
        if float(np.abs(off).max()) < side / 4:
            return fit_board(gray, near, other)
    return None
