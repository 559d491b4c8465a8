"""Locates grids in a picture: all plausible lattices, the likeliest first."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from mailbot.eye.budget import NO_DEADLINE, Deadline
from mailbot.eye.find.bending import (
    BentFit,
    flattened,
    mesh_of,
    settle,
    settle_outline,
    share_of_lines,
)
from mailbot.eye.find.boards import surfaces
from mailbot.eye.find.lattice import UNIT, trace
from mailbot.eye.find.network import SIDE as SEEN
from mailbot.eye.find.network import Maps, look_at
from mailbot.eye.find.search import SIZES, rank_of, search
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.find.surface import Surface
from mailbot.eye.find.view import lines_of, to_picture
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.pictures.arrays import Floats
from mailbot.stopwatch import during

_PLAUSIBLE = 0.45  # least fit of what is read at all
_CLEAR = 0.85  # fit from which on a 9x9 needs no second look
_MOST = 0.5  # share of the lines that belongs to the lattice at least
_SURE, _WHOLE = 0.8, 0.6  # fit and share of the lines that end the search ...
_IMPLIED, _NEARLY = 0.25, 0.68  # ... of a lattice some of whose lines are not drawn
_SMALL = 0.6  # of the network's input: smaller boards are looked at once more
_AROUND = 1.5  # sides of a board: what is looked at once more
_LEGIBLE = 100.0  # pixels of a board that is worth that
_TILES = 0.5  # of the longer side: a tile, where the whole picture shows no board


@during("find")
def locate(picture: Bgr, deadline: Deadline = NO_DEADLINE) -> list[Sighting]:
    """All plausible lattices, the best first; several may lie in the same place.

    Args:
        picture: shape [h, w, 3].
        deadline: when to stop; then the best so far are returned.

    Raises:
        MissingTool: the network is not there, or OpenCV cannot run it.
    """
    gray = to_gray(picture)
    found = search(gray, deadline)
    if not _has_usual_board(found) and not deadline.passed():
        found = _with_boards(found, _sightings(picture, gray, look_at(picture)))
    for corner, side in [] if found else _tiles(picture):
        if deadline.passed():
            break
        found += _sightings(picture, gray, look_at(picture, corner, side))
    return sorted(found, key=lambda sighting: -sighting.rank)


def _has_usual_board(found: list[Sighting]) -> bool:
    """Whether the best lattice is a clear 9x9."""
    best = max(found, key=lambda sighting: sighting.rank, default=None)
    return bool(best and best.size == 9 and best.score > _CLEAR and not best.part)


def _with_boards(found: list[Sighting], boards: list[Sighting]) -> list[Sighting]:
    """All sightings; without those of another size where a board is sure.

    Without a frame, or with a very thick one, lines fit an 8x8 best.
    """
    sizes = {board.size for board in boards if board.sure}
    return boards + [s for s in found if not sizes or s.size in sizes]


def _tiles(picture: Bgr) -> Iterator[tuple[tuple[int, int], int]]:
    """Overlapping squares of a picture: the corner (x, y) of each, and its side."""
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
    for surface in surfaces(maps):
        near, seen = _closer(picture, maps, surface)
        area = _area(seen) / gray.size
        if not area:
            continue
        lines = lines_of(gray, near, seen)
        for fit, share in _fits(lines.weighed):
            drawn = trace(flattened(lines.drawn, fit.bend), fit.size)
            rank = rank_of(fit.score, fit.size, area)
            mesh = to_picture(seen, mesh_of(fit))
            board = Sighting(fit.size, fit.score, rank, mesh, drawn)
            found.append(replace(board, sure=_is_sure(fit, share)))
    return found


def _closer(picture: Bgr, maps: Maps, surface: Surface) -> tuple[Maps, Surface]:
    """A small board as the network sees it in the part of the picture around it."""
    corners = surface.points(UNIT)
    low, high = corners.min(axis=0), corners.max(axis=0)
    side = float((high - low).max())
    if side * maps.scale > _SMALL * SEEN or side < _LEGIBLE:
        return maps, surface
    left, top = (max(0, round(float(v))) for v in (low + high - _AROUND * side) / 2)
    near = look_at(picture, (left, top), round(_AROUND * side))
    middle = surface.points(np.array([0.5, 0.5]))
    for other in surfaces(near):
        off = other.points(np.array([0.5, 0.5])) - middle
        if float(np.abs(off).max()) < side / 4:
            return near, other
    return maps, surface


def _fits(lines: Floats) -> Iterator[tuple[BentFit, float]]:
    """The lattices that fit the lines in a view, and their share of the lines."""
    outline = settle_outline(lines)
    for size in SIZES:
        fit = settle(lines, size, outline)
        share = share_of_lines(lines, fit)
        if _is_sure(fit, share) or (fit.score > _PLAUSIBLE and share > _MOST):
            yield fit, share
        if _is_sure(fit, share):
            return


def _is_sure(fit: BentFit, share: float) -> bool:
    """Whether a lattice fits lines that are drawn, or has nearly all implied lines."""
    return (fit.score > _SURE and share > _WHOLE) or (
        fit.score > _IMPLIED and share > _NEARLY
    )


def _area(surface: Surface) -> float:
    """The area of a board in pixels of the picture."""
    return float(cv2.contourArea(surface.points(UNIT)))
