"""Follows a lattice from its best part outwards, over paper that is strongly curled.

Where paper curls away, crossings that were found lie beside the lines, or are missing.
So only those count around which all lines lie in their places. The next ones are
expected where these lead to, and moved onto the lines seen there. A surface through all
of these is unfolded, and shows more crossings in their places than the last one did,
until all of them are.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.lines.lattice import (
    Segments,
    crossings,
    even_places,
    share_at_crossings,
    trace,
)
from mailbot.eye.find.surface import Surface, curved, flat_paper
from mailbot.eye.find.view import drawn_lines
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Bools, Floats


@dataclass(frozen=True, slots=True)
class _SpreadLimits:
    """How a lattice is followed; chosen on drawn pages that curl strongly."""

    # Cells by which a segment in its place may be off, and the share of the segments at
    # a crossing that must be in their places.
    steady: float = 0.07
    share: float = 0.7
    # Crossings that the best part has at least.
    least: int = 16
    # Pixels of a board's side: larger pictures are made smaller, for speed.
    side: float = 900.0
    # Surfaces that are tried, and those after which the best part must have grown.
    tried: int = 24
    idle: int = 4
    # The degree of the polynomial by which a surface bends, from so many crossings on,
    # and what a bend costs, in places that lie still.
    degrees: tuple[tuple[int, int], ...] = ((80, 6), (60, 5), (40, 4), (0, 3))
    stiff: float = 0.003
    # Darkness up to which a line counts: at first, then in multiples of that of a thin
    # line, which is as dark as the segment at the percentile `thin`; at least `faint`.
    # Thick lines and digits would hide the thin ones.
    first: float = 0.3
    pale: float = 1.5
    thin: float = 30.0
    faint: float = 0.02
    # Where the next crossing is expected if three in a row bend: between straight on,
    # 0, and bending on, 1. Noise makes three bend, too.
    bending: float = 0.7


@dataclass(frozen=True, slots=True)
class _Step:
    """A surface, and which crossings lie in their places on it: [N+1, N+1]."""

    surface: Surface
    placed: Bools

    @property
    def count(self) -> int:
        """How many crossings lie in their places."""
        return int(self.placed.sum())


_LIMITS = _SpreadLimits()
_RING = np.ones((3, 3), np.uint8)
_WAYS = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]
_BEHIND = 3  # crossings that tell where the next one is expected


def followed(gray: Gray, points: Floats, known: Bools) -> Surface | None:
    """The surface on which most crossings of a lattice are in their places.

    Args:
        gray: the picture.
        points: where crossings are, in pixels, [N+1, N+1, 2].
        known: for which of them that is known, [N+1, N+1].

    Returns:
        None if too few crossings are in their places to follow them.
    """
    scale = min(1.0, _LIMITS.side / max(_extent(points[known]), 1.0))
    way = cv2.INTER_AREA
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=way)
    shift = (scale - 1) / 2  # the middle of the first pixel
    start = points * np.float32(scale) + np.float32(shift)
    best: _Step | None = None
    since = 0
    for step in _steps(Gray(np.asarray(small, np.uint8)), start, known):
        since += 1
        if best is None or step.count > best.count:
            best, since = step, 0
        if since > _LIMITS.idle:
            break
    if best is None or best.count < _LIMITS.least:
        return None
    back = np.array([[1, 0, -shift], [0, 1, -shift], [0, 0, scale]]) / scale
    return Surface(best.surface.bend, back @ best.surface.homography)


def _extent(points: Floats) -> float:
    """The longer side of the rectangle around points [n, 2], in pixels."""
    return float(np.ptp(points, axis=0).max())


def _steps(gray: Gray, points: Floats, known: Bools) -> Iterator[_Step]:
    """Surfaces, each through what the one before it shows."""
    size = len(points) - 1
    tone, darkest = 0, _LIMITS.first
    for turn in range(_LIMITS.tried):
        surface = surface_through(points, known)
        if surface is None:
            return
        tones = [
            trace(np.minimum(one.drawn, np.float32(darkest)), size)
            for one in drawn_lines(gray, surface)
        ]
        if not turn:  # whether lines are dark or light
            tone = max(range(len(tones)), key=lambda one: tones[one].fit)
        segments = tones[tone]
        step = _Step(surface, _best_part(segments))
        yield step
        if step.count < _LIMITS.least or _is_whole(step.placed):
            return
        darkest = max(_LIMITS.pale * _darkness(segments), _LIMITS.faint)
        shift, seen = crossings(segments)
        points = surface.points(
            even_places(size) + np.where(seen, shift, 0) / np.float32(size)
        )
        held = step.placed
        if turn % 2:  # those beside them were expected by the step before
            beside = cv2.dilate(held.astype(np.uint8), _RING) > 0
            held = held | (beside & seen.any(axis=-1))
        points, known = _led_on(points, held)


def _darkness(segments: Segments) -> float:
    """How dark the thin lines of a lattice are."""
    return float(np.percentile(segments.strength, _LIMITS.thin))


def _best_part(segments: Segments) -> Bools:
    """The largest part of the crossings around which lines are in place, [N+1, N+1]."""
    steady = segments.seen & (np.abs(segments.offset) < _LIMITS.steady)
    along = share_at_crossings(steady)
    placed = (along[0] + along[1].T) / 2 > _LIMITS.share
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        placed.astype(np.uint8), connectivity=4
    )
    stats[0, cv2.CC_STAT_AREA] = 0  # what is not placed
    return np.asarray(placed & (labels == stats[:, cv2.CC_STAT_AREA].argmax()))


def _is_whole(placed: Bools) -> bool:
    """Whether each cell, in the lattice or beside it, has a crossing in its place.

    A cell beside the lattice has two crossings of it, or one at its corner.
    """
    off = np.pad(~placed, 1, constant_values=True)
    cells = off[1:, 1:] & off[1:, :-1] & off[:-1, 1:] & off[:-1, :-1]
    return not cells.any()


def _led_on(points: Floats, known: Bools) -> tuple[Floats, Bools]:
    """The points, with those beside known ones where these lead to.

    Args:
        points: crossings [N+1, N+1, 2], in pixels.
        known: which of them are known.

    Returns:
        The points, and which of them are known or expected.
    """
    edge, (height, width) = (_BEHIND, _BEHIND), known.shape
    wide, held = np.pad(points, (edge, edge, (0, 0))), np.pad(known, _BEHIND)
    total, weights = np.zeros_like(points), np.zeros(known.shape, np.float32)
    for dy, dx in _WAYS:
        rows, columns = (_BEHIND + np.arange(1, _BEHIND + 1) * way for way in (dy, dx))
        behind = [
            np.s_[y : y + height, x : x + width]
            for y, x in zip(rows, columns, strict=True)
        ]
        one, two, three = (wide[at] for at in behind)
        near, far, farther = (held[at] for at in behind)
        bend = np.float32(_LIMITS.bending) * (one - 2 * two + three)
        expected = 2 * one - two + np.where(farther[..., None], bend, 0)
        weight = (~known & near & far) * np.float32(0.5 if dy and dx else 1)
        total += expected * weight[..., None]
        weights += weight
    new = weights > 0
    led = points.copy()
    led[new] = total[new] / weights[new][:, None]
    return led, np.asarray(known | new, np.bool_)


def surface_through(
    points: Floats, known: Bools, degree: int | None = None
) -> Surface | None:
    """The surface on which the crossings of a lattice lie at their points, where known.

    Args:
        points: in pixels, [N+1, N+1, 2].
        known: [N+1, N+1].
        degree: of the polynomial by which it bends, 3 to 6; by default, the more are
            known, the higher. A low one goes astray less beyond what is known.

    Returns:
        None if too few are known, or they lie on a line.
    """
    places = even_places(len(points) - 1)
    count = int(known.sum())
    if count < _LIMITS.least:
        return None
    flat = flat_paper(places[known], points[known])
    if flat is None:
        return None
    usual = next(degree for least, degree in _LIMITS.degrees if count >= least)
    return curved(flat, places, points, known, _LIMITS.stiff, degree or usual)
