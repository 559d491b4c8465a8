"""Locates grids in a picture: plausible lattices, the likeliest first."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

import cv2
import numpy as np

from mailbot.eye.budget import NO_DEADLINE, Deadline
from mailbot.eye.find.bending import EXTENT
from mailbot.eye.find.boards import Board, boards
from mailbot.eye.find.fitting import by_certainty, fit_board, fit_outline
from mailbot.eye.find.lattice import UNIT
from mailbot.eye.find.level import levelled
from mailbot.eye.find.network import SIDE as SEEN
from mailbot.eye.find.network import Maps, look_at
from mailbot.eye.find.outlines import outlines
from mailbot.eye.find.sighting import Sighting, rank_of
from mailbot.eye.find.spacing import by_spacing
from mailbot.eye.find.surface import Surface, along_quad, around_quad, is_oblong
from mailbot.eye.find.view import folded, unfold
from mailbot.pictures import Bgr, Gray, in_strongest_channel, to_gray
from mailbot.pictures.arrays import Floats
from mailbot.stopwatch import during

_CLOSE = 0.9  # fit from which on a sure board is not looked at from nearer
_COARSE = 64.0  # pixels of a board that the network sees coarsely ...
_CLEARLY = 0.98  # ... and the fit from which on it is not looked at from nearer
_AROUND = 1.5  # sides of a board: what is looked at then
_LEGIBLE = 60.0  # pixels of a board that is worth that: a part of it may be seen ...
_CLOSER = 3  # ... and how many of a picture are, the largest
_VIEWS = 4  # outlines that the network looks into, the largest
_OBLONG = 4  # oblong ones that it looks along, the largest ...
_ALIKE = 0.06  # ... that differ by more than this, in longest sides of them
_BESIDE = 1.2  # widths of such a one that it sees at a time
_WITHIN = 6  # cells a side, at least, of a board there: any table holds some 4x4
_WHOLE = 9  # cells a side, at least, of what is no part of a board seen in part
_COLOUR = 60  # levels between the channels of a strong colour ...
_COLOURFUL = 0.05  # ... and the share of a colourful picture that has such colours
_APART = 0.75  # fit from which on two boards that touch are two; halves of one had 0.6
_PART = 0.5  # of the longer side: what is looked at where nothing else is sure ...
_SMALL = 0.6  # ... and what a board takes of it at most: larger ones were seen before


@during("find")
def locate(picture: Bgr) -> list[Sighting]:
    """The lattices on the boards that the network sees, the best first.

    Args:
        picture: shape [h, w, 3].

    Raises:
        MissingTool: the network is not there, or OpenCV cannot run it.
    """
    gray, maps = to_gray(picture), look_at(picture)
    return _ranked(_fitted(picture, gray, maps, boards(maps)))


def _fitted(
    picture: Bgr, gray: Gray, maps: Maps, seen: Iterable[Board]
) -> Iterator[Sighting]:
    """The lattices that fit boards, of which the network looks at some from nearer."""
    unsure = 0
    for board in seen:
        halves = list(_fitted(picture, gray, maps, board.halves))
        if halves and all(map(_is_whole, halves)):
            yield from halves
            continue
        fit = fit_board(gray, maps, board)
        if unsure < _CLOSER and _is_unsure(board, fit, maps.scale):
            fit = _from_nearer(picture, board, fit)
            unsure += 1
        if fit:
            yield levelled(gray, fit)


def look_again(
    picture: Bgr, deadline: Deadline = NO_DEADLINE
) -> Iterator[list[Sighting]]:
    """More lattices where no board is seen surely, in some steps, each the best first.

    They are sought in the strongest channel of a colourful picture, where digits stand
    in rows and columns, then within outlines.

    Args:
        picture: shape [h, w, 3].
        deadline: when to stop; then the best so far are returned.
    """
    if _is_colourful(picture):
        yield locate(in_strongest_channel(picture))
    gray = to_gray(picture)
    yield _spaced(gray, deadline)
    yield _in_outlines(picture, gray, deadline)


def _is_colourful(picture: Bgr) -> bool:
    """Whether a part of the picture has colours as strong as those of apps."""
    some = picture[::4, ::4].reshape(-1, 3)
    strongest = some.max(axis=1)
    colour = strongest - some.min(axis=1)
    strong = (colour >= _COLOUR) & (colour >= 0.5 * strongest)
    return bool(strong.mean() > _COLOURFUL)


@during("find")
def _spaced(gray: Gray, deadline: Deadline) -> list[Sighting]:
    return _ranked(by_spacing(gray, deadline))


@during("find")
def _in_outlines(picture: Bgr, gray: Gray, deadline: Deadline) -> list[Sighting]:
    """The lattices within outlines, until one is sure.

    Where none is, the network looks at flat views of the largest outlines, and then
    along oblong ones, such as the screen of a telephone that lies on a table.
    """
    found: list[Sighting] = []
    seen: list[Floats] = []
    for quads in outlines(gray):
        seen += quads
        left = (quad for quad in quads if not deadline.passed())
        found += filter(None, (fit_outline(gray, quad) for quad in left))
        if any(sighting.sure for sighting in found):
            return _ranked(found)
    for surface, around in _views(picture, seen):
        if not deadline.passed():
            within = _in_view(picture, surface, around)
            found += (one for one in within if one.size >= _WITHIN)
        if any(sighting.sure for sighting in found):
            break
    return _ranked(found)


def _views(picture: Bgr, quads: list[Floats]) -> Iterator[tuple[Surface, float]]:
    """The surfaces on which the network looks for a board, and what of each it sees.

    Returns:
        The largest quads, then squares along oblong ones, each with the side of the
        view in sides of the surface.
    """
    largest = sorted(quads, key=cv2.contourArea, reverse=True)
    for quad in largest[:_VIEWS]:
        yield around_quad(quad), 1.0
    for quad in islice(filter(is_oblong, _different(picture, largest)), _OBLONG):
        for square in along_quad(quad):
            yield square, _BESIDE


def _different(picture: Bgr, quads: list[Floats]) -> Iterator[Floats]:
    """Those of the quads that lie within a picture and differ from each other."""
    kept: list[Floats] = []
    end = np.array(picture.shape[1::-1])
    for quad in quads:
        near = _ALIKE * np.ptp(quad, axis=0).max()
        new = all(np.abs(quad - other).max() > near for other in kept)
        if new and (quad >= 0).all() and (quad <= end).all():
            kept.append(quad)
            yield quad


@during("find")
def locate_small(picture: Bgr, deadline: Deadline = NO_DEADLINE) -> list[Sighting]:
    """The lattices on boards that the network sees in parts of a large picture.

    The parts overlap, so that each board lies well inside one of them.

    Args:
        picture: shape [h, w, 3].
        deadline: when to stop; then the best so far are returned.
    """
    gray = to_gray(picture)
    seen = sorted(_seen_in_parts(picture, deadline), key=lambda one: one.off)
    found: list[Sighting] = []
    known: list[Floats] = []
    for one in seen:
        low, high = _bounds(one.board)
        middle = (low + high) / 2
        new = not any(((a < middle) & (middle < b)).all() for a, b in known)
        if new and not deadline.passed():
            fits = list(_fitted(picture, gray, one.maps, [one.board]))
            if all(fit.sure and fit.size >= _WHOLE for fit in fits):
                known.append(np.stack([low, high]))
            found += fits
    return _ranked(found)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A board in a part of the picture, `off` pixels from the middle of that part."""

    maps: Maps
    board: Board
    off: float


def _seen_in_parts(picture: Bgr, deadline: Deadline) -> Iterator[_Seen]:
    side = round(_PART * max(picture.shape[:2]))
    if side < SEEN:  # magnified, the parts would show no more
        return
    height, width = (max(length - side // 2, 1) for length in picture.shape[:2])
    for top in range(0, height, side // 2):
        for left in range(0, width, side // 2):
            if deadline.passed():
                return
            maps = look_at(picture, (left, top), side)
            middle = np.array([left, top]) + side / 2
            for board in boards(maps):
                if _extent(board) < _SMALL * side:
                    off = np.mean(_bounds(board), axis=0) - middle
                    yield _Seen(maps, board, float(np.abs(off).max()))


def is_small(picture: Bgr, sighting: Sighting) -> bool:
    """Whether a board takes so little of the picture that others may be overlooked."""
    extent = float(np.ptp(sighting.mesh, axis=(0, 1)).max())
    return bool(extent < _SMALL * _PART * max(picture.shape[:2]))


def _ranked(found: Iterable[Sighting]) -> list[Sighting]:
    return sorted(found, key=lambda sighting: -sighting.rank)


def _is_unsure(board: Board, fit: Sighting | None, scale: float) -> bool:
    """Whether a board is worth another look, given the lattice that fits it best.

    Args:
        board: what the network sees.
        fit: the lattice.
        scale: pixels of the network's input for each pixel of the picture.
    """
    if fit and fit.sure:
        side = scale * float(np.ptp(fit.mesh, axis=(0, 1)).max())
        if fit.score > (_CLOSE if side > _COARSE else _CLEARLY):
            return False
    return _extent(board) >= _LEGIBLE


def _is_whole(half: Sighting) -> bool:
    """Whether what may be half of a board is a board itself."""
    return half.sure and half.size >= _WHOLE and half.score > _APART


def _extent(board: Board) -> float:
    """The longer side of the rectangle around a board, in pixels."""
    low, high = _bounds(board)
    return float((high - low).max())


def _bounds(board: Board) -> tuple[Floats, Floats]:
    """The least and the greatest x and y of a board's corners, in pixels."""
    corners = board.sides.points(UNIT)
    return corners.min(axis=0), corners.max(axis=0)


def _from_nearer(picture: Bgr, board: Board, fit: Sighting | None) -> Sighting | None:
    """What fits a board best if it is looked at unfolded, and then from nearer.

    Args:
        picture: shape [h, w, 3].
        board: where it lies.
        fit: the best lattice so far.
    """
    middle, side = board.sides.points(UNIT).mean(axis=0), _extent(board)
    (low, high), best = _bounds(board), fit
    around = around_quad((low + UNIT * (high - low)).astype(np.float32))
    for surface in (board.sides, around):
        for again in _in_view(picture, surface, _AROUND):
            off = float(np.abs(again.mesh.mean(axis=(0, 1)) - middle).max())
            alike = fit is None or not fit.sure or fit.size == again.size
            if off < side / 4 and alike:
                best = max(filter(None, (best, again)), key=by_certainty)
        if best and best.sure and best.score > _CLOSE and best is not fit:
            break
    return best


def _in_view(picture: Bgr, surface: Surface, around: float) -> Iterator[Sighting]:
    """The lattices on boards that the network sees in a flat view of a surface.

    Args:
        picture: shape [h, w, 3].
        surface: where to look.
        around: the side of the view, in sides of the surface.
    """
    view = unfold(picture, surface, around)
    gray, maps = to_gray(view), look_at(view)
    for board in boards(maps):
        corners = board.outline.points(UNIT)
        if corners.min() < 0 or corners.max() > EXTENT:
            continue  # more of the board lies beyond the view
        fit = fit_board(gray, maps, board)
        if fit is None:
            continue
        mesh = folded(fit.mesh, surface, around)
        area = cv2.contourArea(mesh[(0, 0, -1, -1), (0, -1, -1, 0)])
        share = float(area) / (picture.shape[0] * picture.shape[1])
        yield replace(fit, mesh=mesh, rank=rank_of(fit.score, fit.size, share))
