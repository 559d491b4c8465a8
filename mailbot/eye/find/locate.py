"""Locates grids in a picture: plausible lattices, the likeliest first.

There are three looks: at all of it, at its parts, and again in ways that take time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import itemgetter

import cv2
import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.find.boards import Board, boards
from mailbot.eye.find.by_cells import fit_by_cells
from mailbot.eye.find.digits.spacing import by_spacing
from mailbot.eye.find.fitting import fit_board, fit_outline
from mailbot.eye.find.lines.lattice import corners_of
from mailbot.eye.find.nearer import CLOSE, from_nearer
from mailbot.eye.find.network import INPUT_SIDE, Maps, look_at
from mailbot.eye.find.outlines import outlines
from mailbot.eye.find.sighting import Sighting, ranked
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.pictures.arrays import Floats
from mailbot.stopwatch import during

_COARSE = 64.0  # pixels of a board that the network sees coarsely ...
_CLEARLY = 0.98  # ... and the fit from which on it is not looked at from nearer
_LEGIBLE = 60.0  # pixels of a board that is worth that: a part of it may be seen ...
_CLOSER = 3  # ... and how many of those that are fitted together, the largest first
_HARDLY = 1.1  # likeness below which it is no board
_WHOLE = 9  # cells a side, at least, of what is no part of a board
_APART = 0.75  # fit from which on two boards that touch are two; halves of one had 0.6
_BESIDE = 0.9, 1.08  # ... and how far apart their middles are, in sides of a board
BLANK = 0.1
"""Probability of a board in all of a picture, or in a part of it, below which there is
none: of 105 photographs of others all had 0.24 or more; logos, terminals and noise had
0.08 or less."""
_PART = 0.5  # of the longer side: what is looked at where nothing else is sure ...
_SMALL = 0.6  # ... and what a board takes of it at most: larger ones were seen before


@during("find")
def locate(picture: Bgr, maps: Maps) -> list[Sighting]:
    """The lattices on the boards that the network sees, the best first.

    Args:
        picture: shape [h, w, 3].
        maps: what the network says about it.
    """
    return ranked(_fitted(picture, to_gray(picture), maps, boards(maps)))


def _fitted(
    picture: Bgr, gray: Gray, maps: Maps, seen: Iterable[Board]
) -> Iterator[Sighting]:
    """The lattices that fit boards, of which the network looks at some from nearer."""
    unsure = 0
    for board in seen:
        halves = list(_fitted(picture, gray, maps, board.halves))
        if _are_boards(halves):
            yield from halves
            continue
        if board.likeness < _HARDLY:
            continue
        fit = fit_board(gray, maps, board)
        fit = fit_by_cells(picture, gray, maps, board, fit)
        rivals = [fit]
        if unsure < _CLOSER and _is_unsure(board, fit, maps.scale):
            nearer = from_nearer(picture, board, fit)
            unsure += 1
            if nearer is not fit:  # what fits worse may be read better, if none is sure
                rivals = [nearer] if nearer and nearer.sure else [nearer, fit]
        yield from filter(None, rivals)


@during("find")
def look_at_parts(picture: Bgr, seen: Maps, deadline: Deadline) -> Iterator[Maps]:
    """What the network says about the parts of a large picture.

    The parts overlap, so that each small board lies well inside one of them.

    Args:
        picture: shape [h, w, 3].
        seen: what it says about all of it; a part in which it sees nothing is left out.
        deadline: when to stop.
    """
    side = _part_of(picture)
    if side < INPUT_SIDE:  # magnified, the parts would show no more
        return
    height, width = (max(length - side // 2, 1) for length in picture.shape[:2])
    small, scale = _reduced(picture)
    for top in range(0, height, side // 2):
        for left in range(0, width, side // 2):
            if deadline.passed():
                return
            if seen.likely_in((left, top), side) < BLANK:
                continue
            corner = round(scale * left), round(scale * top)
            maps = look_at(small, corner, round(scale * side))
            yield replace(maps, corner=(left, top), scale=scale * maps.scale)


def _reduced(picture: Bgr) -> tuple[Bgr, float]:
    """The picture, no larger than its parts need it, and by what it was scaled."""
    scale = min(1.0, 2 * INPUT_SIDE / _part_of(picture))
    size = [max(1, round(scale * length)) for length in picture.shape[1::-1]]
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return Bgr(np.asarray(small, np.uint8)), scale


@during("find")
def locate_small(
    picture: Bgr, parts: Iterable[Maps], deadline: Deadline
) -> list[Sighting]:
    """The lattices on boards that the network sees in parts of a large picture.

    Args:
        picture: shape [h, w, 3].
        parts: what it says about them.
        deadline: when to stop; then the best so far are returned.
    """
    gray, side = to_gray(picture), _part_of(picture)
    seen = [
        (board.off(maps.corner, side), maps, board)
        for maps in parts
        for board in boards(maps, _SMALL)
        if board.extent < _SMALL * side
    ]
    found: list[Sighting] = []
    known: list[Floats] = []
    for _, maps, board in sorted(seen, key=itemgetter(0)):
        low, high = board.bounds
        middle = (low + high) / 2
        new = not any(((a < middle) & (middle < b)).all() for a, b in known)
        if new and not deadline.passed():
            fits = list(_fitted(picture, gray, maps, [board]))
            if all(fit.sure and fit.size >= _WHOLE for fit in fits):
                known.append(np.stack([low, high]))
            found += fits
    return ranked(found)


def look_again(
    picture: Bgr, deadline: Deadline, likely: bool
) -> Iterator[list[Sighting]]:
    """More lattices where no board is seen surely, in two steps, each the best first.

    They are sought where digits stand in rows and columns, then within outlines.

    Args:
        picture: shape [h, w, 3].
        deadline: when a step stops, with the best so far.
        likely: whether the network sees what may be a board; else only the first step
            is taken.
    """
    gray = to_gray(picture)
    yield _spaced(gray, deadline)
    if likely:
        yield _in_outlines(gray, deadline)


@during("find")
def _spaced(gray: Gray, deadline: Deadline) -> list[Sighting]:
    return ranked(by_spacing(gray, deadline))


@during("find")
def _in_outlines(gray: Gray, deadline: Deadline) -> list[Sighting]:
    """The lattices within outlines, until one is sure."""
    found: list[Sighting] = []
    for quads in outlines(gray):
        left = (quad for quad in quads if not deadline.passed())
        found += filter(None, (fit_outline(gray, quad) for quad in left))
        if any(sighting.sure for sighting in found):
            break
    return ranked(found)


def _part_of(picture: Bgr) -> int:
    """The side of the parts that are looked at, in pixels."""
    return int(_PART * max(picture.shape[:2]))


def is_small(picture: Bgr, sighting: Sighting) -> bool:
    """Whether a board takes so little of the picture that others may be overlooked."""
    extent = float(np.ptp(sighting.mesh, axis=(0, 1)).max())
    return bool(extent < _SMALL * _PART * max(picture.shape[:2]))


def _is_unsure(board: Board, fit: Sighting | None, scale: float) -> bool:
    """Whether a board is worth another look, given the lattice that fits it best.

    Args:
        board: what the network sees.
        fit: the lattice.
        scale: pixels of the network's input for each pixel of the picture.
    """
    if fit and fit.sure:
        side = scale * float(np.ptp(fit.mesh, axis=(0, 1)).max())
        if fit.score > (CLOSE if side > _COARSE else _CLEARLY):
            return False
    return board.extent >= _LEGIBLE and board.is_likely


def _are_boards(halves: list[Sighting]) -> bool:
    """Whether what may be the halves of a board are boards that touch."""
    if len(halves) != 2 or not all(map(_is_whole, halves)):
        return False
    one, other = (half.mesh.mean(axis=(0, 1)) for half in halves)
    side = np.mean([np.sqrt(cv2.contourArea(corners_of(h.mesh))) for h in halves])
    return bool(_BESIDE[0] * side < np.linalg.norm(one - other) < _BESIDE[1] * side)


def _is_whole(half: Sighting) -> bool:
    """Whether what may be half of a board is a board itself."""
    return half.sure and half.size >= _WHOLE and half.score > _APART
