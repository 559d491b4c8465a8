"""Searches the lines and the cells of a picture for lattices."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.find import lattice
from mailbot.eye.find.blobs import cell_masks, fields_of_cells, quads_of_cells
from mailbot.eye.find.frames import WIDTH, Quad, frames, line_masks, sides
from mailbot.eye.find.lattice import UNIT, Fit
from mailbot.eye.find.mesh import mesh_of
from mailbot.eye.find.sighting import Sighting
from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Gray

SIZES = (9, 6, 4, 8, 10, 12, 16)

Starts = tuple[tuple[int, float], ...]
"""The sizes to try on a quad, each with the least fit that is worth settling."""

_BOX = 3
_FAIR = 0.3  # fit from which on a quad is worth settling
_STARTS = (*((size, _FAIR) for size in SIZES), (_BOX, 0.7))
"""A single box may grow to the whole grid."""

_CUT_OUT = tuple((size, 0.6) for size in SIZES if size > 6)
"""For a picture cropped to the grid. Smaller grids would fit any picture's edges."""

_WINDOWS = 8  # of those on cells that hang together, the likeliest
_PAD = 24  # pixels around the picture, for boards cut close to their frame
_NEAR_BY, _INSET = 31, 20  # pixels whose median is paper, and how far inside
_DIM, _DAYLIGHT = 180.0, 230.0  # lightness of the brightest parts
_PLAUSIBLE = 0.45  # least fit of what is read at all
_SURE = 0.85  # no need for light lines on dark, cells, or all of the thresholds
_PERFECT = 0.97  # no need for another threshold at all
_MISSED = 0.6  # fit of lines between those of a lattice that missed them
_LEVELS = 3
_LARGE = 0.08  # of the picture; what is smaller ends no search
_EDGE = 0.3  # darkness of the line at the picture's edge
_DUSK = 110  # lightness of a picture that may be dark on purpose


def search(gray: Gray, deadline: Deadline) -> list[Sighting]:
    """All plausible lattices, the best first; several may lie in the same place.

    Args:
        gray: the picture, shape [h, w].
        deadline: when to stop; then the best so far are returned.
    """
    scale = WIDTH / max(gray.shape)
    small = _at_work_size(gray, scale)
    found = _search(small, deadline)
    if (_best(found) < _SURE or np.median(small) < _DUSK) and not deadline.passed():
        found += _search(Gray(255 - small), deadline)
    found.sort(key=lambda candidate: -candidate.rank)
    return [
        _sighting(candidate, scale)
        for candidate in found
        if candidate.fit.score > _PLAUSIBLE
    ]


def is_cut_short(gray: Gray) -> bool:
    """Whether a grid's cells reach the edge, with too few of them in a direction."""
    small = _at_work_size(gray, WIDTH / max(gray.shape))
    return any(
        field.is_cut_short(small.shape, _PAD)
        for tone in (small, Gray(255 - small))
        for field in fields_of_cells(cell_masks(tone))
    )


@dataclass(frozen=True, slots=True)
class _Candidate:
    fit: Fit
    rank: float
    area: float
    part: bool


def _at_work_size(gray: Gray, scale: float) -> Gray:
    """The picture at the size and lightness that the thresholds are for, padded."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    fy, fx = (max(scale, 1 / side) for side in gray.shape)  # a pixel is left at least
    small = cv2.resize(gray, None, fx=fx, fy=fy, interpolation=way)
    light = max(float(np.percentile(small, 98)), 1.0)
    if light < _DIM:  # the thresholds are made for daylight
        small = cv2.convertScaleAbs(small, alpha=_DAYLIGHT / light)
    return _padded(Gray(np.asarray(small, np.uint8)))


def _padded(small: Gray) -> Gray:
    """Pad the picture with the local paper colour.

    So a dark edge of the picture is not taken for a line of a grid.
    """
    inset = min(_INSET, (min(small.shape) - 1) // 2)  # a frame may be the very edge
    inner = (slice(inset, side - inset) for side in small.shape)
    paper = cv2.medianBlur(small, _NEAR_BY)[tuple(inner)]
    around = (_PAD + inset,) * 4
    padded = cv2.copyMakeBorder(paper, *around, cv2.BORDER_REPLICATE)
    padded[_PAD:-_PAD, _PAD:-_PAD] = small
    return Gray(np.asarray(padded, np.uint8))


def _search(gray: Gray, deadline: Deadline) -> list[_Candidate]:
    """The lattices of dark lines on light paper, by outlines first, then by cells."""
    lines = line_map(gray)
    found = list(_fits(_with_edges(lines), _whole(gray), _CUT_OUT))
    tried: list[Quad] = []
    for level, proposals in enumerate(_proposals(gray, lines, found)):
        for quad, starts in proposals:
            if deadline.passed():
                return found
            if not _known(quad, tried):
                tried.append(quad)
                found += _fits(lines, quad, starts)
        if _best(found) >= (_PERFECT if level < _LEVELS else _SURE):
            break
    return found


def _proposals(
    gray: Gray, lines: Floats, found: list[_Candidate]
) -> Iterator[list[tuple[Quad, Starts]]]:
    """Quads to try, cheap and likely ones first; by cells only if no grid is found."""
    for quads in frames(gray, lines):
        yield [(quad, _STARTS) for quad in quads]
    yield [(_whole(gray), _STARTS)]
    for masks in (cell_masks(gray), line_masks(lines)):
        if _best(found) < _SURE:
            for windows in quads_of_cells(masks, SIZES):
                windows.sort(key=lambda window: -_first_fit(lines, *window))
                yield [(quad, ((size, _FAIR),)) for quad, size in windows[:_WINDOWS]]


def _first_fit(lines: Floats, quad: Quad, size: int) -> float:
    """How well a lattice fits a quad before it is moved."""
    start = np.asarray(cv2.getPerspectiveTransform(UNIT, quad), np.float64)
    return lattice.trace(lattice.unfold(lines, start), size).fit


def _whole(gray: Gray) -> Quad:
    """The picture itself, without its padding."""
    h, w = gray.shape
    inside = UNIT * np.array([w - 2 * _PAD, h - 2 * _PAD], np.float32)
    return np.asarray(inside + _PAD, np.float32)


def _with_edges(lines: Floats) -> Floats:
    """The lines, with the picture's edges as lines: a grid cropped along its frame."""
    marked = lines.copy()
    for edge in (_PAD, -_PAD - 1):
        marked[edge - 1 : edge + 1, _PAD:-_PAD] = np.maximum(
            marked[edge - 1 : edge + 1, _PAD:-_PAD], _EDGE
        )
        marked[_PAD:-_PAD, edge - 1 : edge + 1] = np.maximum(
            marked[_PAD:-_PAD, edge - 1 : edge + 1], _EDGE
        )
    return marked


def line_map(gray: Gray) -> Floats:
    """How much darker than its surroundings each pixel is, 0..1."""
    smooth = cv2.GaussianBlur(gray, (0, 0), 1.0)
    reach = round(max(gray.shape) / 60) | 1
    paper = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    paper = cv2.GaussianBlur(paper.astype(np.float32), (0, 0), 2.0)
    return np.asarray(
        np.clip((paper - smooth) / np.maximum(paper, 20), 0, 1), np.float32
    )


def _fits(lines: Floats, quad: Quad, starts: Starts) -> Iterator[_Candidate]:
    """The lattices of every size that fit a quad well enough."""
    start = np.asarray(cv2.getPerspectiveTransform(UNIT, quad), np.float64)
    view = lattice.unfold(lines, start)
    for size, least in starts:
        if lattice.trace(view, size).fit < least:
            continue
        fit = lattice.grow(lines, lattice.settle(lines, start, size), max(SIZES))
        if fit.size <= _BOX or _is_halved(lines, fit):
            continue
        part = fit.size not in SIZES or (fit.size != 9 and lattice.goes_on(lines, fit))
        area = _area(fit) / lines.size
        yield _Candidate(fit, rank_of(fit.score, fit.size, area), area, part)


def rank_of(score: float, size: int, area: float) -> float:
    """The rank of a lattice, by its fit, its size N and its share of the picture."""
    usual = 0.0 if size == 9 else 0.06 * np.log(size / 9)
    return float(score + 0.12 * np.log(max(area, 1e-6)) + usual)


def _is_halved(lines: Floats, fit: Fit) -> bool:
    """Whether a multiple of the size fits too: then the lines between were missed."""
    if fit.size not in (4, 6, 8):
        return False
    view = lattice.unfold(lines, fit.homography)
    finer = range(2 * fit.size, max(SIZES) + 1, fit.size)
    return any(lattice.trace(view, size).fit > _MISSED for size in finer)


def _area(fit: Fit) -> float:
    return float(cv2.contourArea(lattice.project(UNIT, fit.homography)))


def _best(found: list[_Candidate]) -> float:
    """The best fit of a large lattice that may end the search."""
    scores = (
        one.fit.score
        for one in found
        if one.area > _LARGE and not one.part and one.fit.size > 4
    )
    return max(scores, default=0.0)


def _known(quad: Quad, tried: list[Quad]) -> bool:
    near = 0.012 * sides(quad).max()
    return any(np.abs(other - quad).max() < near for other in tried)


def _sighting(candidate: _Candidate, scale: float) -> Sighting:
    fit = candidate.fit
    mesh = ((mesh_of(fit) - _PAD) / scale).astype(np.float32)
    return Sighting(
        fit.size, fit.score, candidate.rank, mesh, fit.segments, candidate.part
    )
