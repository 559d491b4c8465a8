"""Fits lattices of all sizes to a board that the network sees."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

import cv2
import numpy as np

from mailbot.eye.find.boards import Board
from mailbot.eye.find.lines.bending import (
    BentFit,
    View,
    flattened,
    mesh_of,
    own_share,
    settle,
    settle_outline,
)
from mailbot.eye.find.lines.lattice import (
    UNIT,
    Segments,
    corners_of,
    crossings,
    even_places,
    trace,
)
from mailbot.eye.find.network import Maps
from mailbot.eye.find.sighting import Sighting, rank_of
from mailbot.eye.find.surface import Surface, flat_paper, off_flat, on_quad
from mailbot.eye.find.view import Lines, drawn_lines, lines_of, to_picture
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Bools, Floats

# Fit from which on a lattice is worth being moved onto the lines. Of 638 that were
# moved in pictures of others, those that began below ended at 0.69 or less, and those
# of 9x9 at 0.37, which is not read.
_LIKELY = 0.3
_FINER = 0.6  # ... of four by four, from which on finer lattices may lie on them
_PLAUSIBLE = 0.45  # least fit of what is read at all
_HOPELESS = 0.4  # fit below which other sizes than 9, and flat lattices, get nowhere
_OWN = 0.1  # share of the lines, beyond that of a random lattice, that is its own
_IN_PART = 0.6  # least fit of a lattice in a quad, where the network sees no board
_THIRDS = 0.5  # ... and least fit, as it is, of the lines around its boxes
_SURE = 0.8  # fit that ends the search ...
_ALMOST_ALL = 0.45  # ... or the share of the view's lines that is the lattice's own ...
_IMPLIED = 0.25  # ... with the fit, where only some lines of a board are drawn
_BY_BOXES = 0.65  # worth of a lattice's fit that only its boxes have
_MOSTLY_OWN = 0.3  # of the lines, for other sizes than 9
_FRAMELESS = (8, 10)  # what may fit a 9x9 without a frame, or with a double one ...
_SURER, _MORE_OWN = 0.9, 0.4  # ... unless it fits as well as this
_WARPED = 0.35  # cells off a flat one by which noise bent a lattice that fits badly

# When a lattice is flat; measured on drawn photographs of telephones.

# Fit of a bent lattice from which on it is kept.
_STRAIGHT = 0.9
# How much worse a flat lattice may fit: a bend always fits a little better.
_BEHIND = 0.03
# Share of a cell, or of a box, by which a crossing may lie off a flat lattice.
_OFF = 0.06
# Crossings that must be seen to move a lattice.
_SEEN = 8

# Sizes of the lattices by which the surface is moved before its own: twice that of the
# boxes, whose lines are sought three times as far from their places as those of cells.
_BOXES = {9: (3, 3)}
_ROUNDS = 3  # of fitting the lattice itself


def fit_board(gray: Gray, maps: Maps, board: Board) -> Sighting | None:
    """The lattice that fits the lines of a board, or None.

    Args:
        gray: the picture.
        maps: what the network says about it, or about a part of it.
        board: where the board may lie.
    """
    best = _best_fit(gray, maps, board)
    return straightened(gray, best) if best else None


def _best_fit(gray: Gray, maps: Maps, board: Board) -> Sighting | None:
    """The lattice that fits best, on any surface with the likeliest map of its lines.

    If none fits, those on the likeliest surface with the other maps of its lines. What
    hardly looks like a board is only tried there, with the likeliest map.
    """
    likeliest, *others = board.surfaces
    line_maps = lines_of(gray, maps, likeliest)
    first = [(likeliest, next(line_maps))]
    if not board.is_likely:
        return _best_on(first, gray.size)
    further = ((one, next(lines_of(gray, maps, one))) for one in others)
    best = _best_on(chain(first, further), gray.size)
    while best is None and (lines := next(line_maps, None)):
        best = _best_on([(likeliest, lines)], gray.size)
    return best


def _best_on(views: Iterable[tuple[Surface, Lines]], pixels: int) -> Sighting | None:
    """The lattice that fits the lines of a surface best, or the first that surely does.

    Args:
        views: surfaces, with the lines in their views.
        pixels: of the picture.
    """
    best: Sighting | None = None
    for surface, lines in views:
        for sighting in _on_lines(lines, surface, pixels):
            if sighting.sure and sighting.score > _SURE:
                return sighting
            best = max(filter(None, (best, sighting)), key=by_certainty)
    return best


def fit_outline(gray: Gray, quad: Floats) -> Sighting | None:
    """The 9x9 that fits the lines drawn in a quad [4, 2] of the picture, or None.

    The quad may lie askew on the board. So if a lattice fits in part, its own outline
    is tried, too.
    """
    best = _fit_quad(gray, quad)
    if best is None or best.score < _IN_PART:
        return None
    best = straightened(gray, best)
    if best.sure:
        return best
    own = corners_of(best.mesh)
    return max(filter(None, (best, _fit_quad(gray, own))), key=by_certainty)


def _fit_quad(gray: Gray, quad: Floats) -> Sighting | None:
    surface = on_quad(quad)
    best: Sighting | None = None
    for lines in drawn_lines(gray, surface):
        if View(lines.weighed).fit(3) < _THIRDS:
            continue
        for sighting in _on_lines(lines, surface, gray.size, other_sizes=False):
            if sighting.sure and sighting.score > _SURE:
                return sighting
            unsure = replace(sighting, sure=False)  # the network sees no lines here
            best = max(filter(None, (best, unsure)), key=by_certainty)
    return best


def by_certainty(sighting: Sighting) -> tuple[bool, float]:
    """Orders lattices in one place."""
    return sighting.sure, sighting.score


def _on_lines(
    lines: Lines, surface: Surface, pixels: int, other_sizes: bool = True
) -> Iterator[Sighting]:
    """The lattices that fit the lines in a view: a 9x9 plausibly, others surely.

    A few lines can be bent onto crooked ones of a 9x9, and fit them better than it. So
    how much of the lattice is seen counts times its share of all lines.
    """
    area = float(cv2.contourArea(surface.points(UNIT))) / pixels
    if not area:
        return
    nine = 0.0
    for fit in _settled(lines.weighed, other_sizes):
        if fit.score < (_IMPLIED if fit.size == 9 else _PLAUSIBLE):
            continue
        own = own_share(fit)
        if fit.size == 9:
            nine = max(nine, fit.score * own)
        sure = _is_sure(fit, own) and fit.score * own >= nine
        if not sure and (fit.size != 9 or fit.score < _PLAUSIBLE or own < _OWN):
            continue
        drawn = trace(flattened(lines.drawn, fit.view.bend), fit.size)
        mesh = to_picture(surface, mesh_of(replace(fit, segments=drawn)))
        if not sure and fit.score < _IN_PART and off_flat(mesh) > _WARPED:
            continue
        rank = rank_of(fit.score, fit.size, area)
        yield Sighting(fit.size, fit.score, rank, mesh, drawn, sure=sure)


def _is_sure(fit: BentFit, own: float) -> bool:
    """Whether no other lattice need be tried on a board.

    Args:
        fit: the lattice.
        own: the share of the lines, beyond that of a random lattice, that is its own.
    """
    if fit.size == 9:
        return fit.score > _SURE or (own > _ALMOST_ALL and fit.score > _IMPLIED)
    if fit.size in _FRAMELESS:
        return fit.score > _SURER and own > _MORE_OWN
    return fit.score > _SURE and own > _MOSTLY_OWN


def _settled(lines: Floats, other_sizes: bool) -> Iterator[BentFit]:
    """Lattices of all sizes on the lines in a view: 9x9, then the finest first.

    Those of fewer cells fit the lines of finer ones, too.
    """
    view = _start(View(lines))
    nine = settle(view, 9, _IMPLIED) if _is_likely(view, 9) else None
    if nine:
        yield nine
    if (not nine or nine.score < _PLAUSIBLE) and view.fit(3) >= _THIRDS:
        yield _by_boxes(view)
    if not other_sizes:
        return
    quarters = settle(view, 4) if _is_likely(view, 4) else None
    if quarters and quarters.score > _FINER:  # finer lattices begin where these lie
        yield from (settle(quarters.view, n, _HOPELESS) for n in (16, 12, 8))
    likely = (size for size in (10, 6) if _is_likely(view, size))
    yield from (settle(view, size, _HOPELESS) for size in likely)
    if quarters:
        yield quarters


def _is_likely(view: View, size: int) -> bool:
    return view.fit(size) > _LIKELY


def _by_boxes(view: View) -> BentFit:
    """The 9x9 lattice whose boxes fit; its own lines need not be seen."""
    boxes = settle(view, 3)
    return BentFit(9, _BY_BOXES * boxes.score, boxes.view, boxes.view.trace(9))


def _start(view: View) -> View:
    """Where lattices begin: bent like the outline of a board, or flat."""
    outline = settle_outline(view)
    return view if view.fit(9) > outline.fit(9) else outline


def straightened(gray: Gray, bent: Sighting) -> Sighting:
    """The flat lattice near a bent one, if it fits better or nearly as well.

    The edge of a telephone or of a page close to the frame draws the outer lines of a
    lattice to itself, and a finger over a corner the lines there. All other crossings
    lie as on flat paper, so a flat lattice is fitted to as many of them as agree.

    Args:
        gray: the picture.
        bent: a lattice; if it fits well, or was drawn without a ruler, it is left as it
            is.
    """
    if bent.score >= _STRAIGHT:
        return bent
    flat = max(_flat(gray, bent), key=lambda one: one.score, default=bent)
    return flat if flat.score > bent.score - _BEHIND else bent


def _flat(gray: Gray, bent: Sighting) -> Iterator[Sighting]:
    """Flat lattices, each moved to where the lines of the last one are seen."""
    size = bent.size
    known = np.ones((size + 1, size + 1), np.bool_)
    surface = _through(even_places(size), bent.mesh, known)
    for moved in (*_BOXES.get(size, ()), *[size] * _ROUNDS):
        if surface is None:
            return
        views = [(View(one.weighed), one.drawn) for one in drawn_lines(gray, surface)]
        view, drawn = max(views, key=lambda one: one[0].fit(size))
        fit = BentFit(size, view.fit(size), view, trace(drawn, size))
        yield replace(
            bent,
            mesh=to_picture(surface, mesh_of(fit)),
            score=fit.score,
            rank=bent.rank + fit.score - bent.score,
            segments=fit.segments,
            sure=bent.sure or (size == 9 and fit.score > _SURE),
        )
        if fit.score < _HOPELESS:
            return
        surface = _moved(surface, view.trace(moved), moved)


def _moved(surface: Surface, segments: Segments, size: int) -> Surface | None:
    """The flat surface through the crossings of a lattice that are seen."""
    shift, seen = crossings(segments)
    places = even_places(size)
    points = surface.points(places + shift / np.float32(size))
    return _through(places, points, np.asarray(seen.all(axis=-1), np.bool_))


def _through(places: Floats, points: Floats, known: Bools) -> Surface | None:
    """The flat surface on which most places [N+1, N+1, 2] lie at their points.

    Args:
        places: crossings of a lattice, 0 to 1.
        points: where they lie in the picture, in pixels.
        known: which of them count, [N+1, N+1].
    """
    if known.sum() < _SEEN:
        return None
    side = float(np.linalg.norm(points[0, 0] - points[0, -1])) / (len(points) - 1)
    return flat_paper(places[known], points[known], _OFF * side)
