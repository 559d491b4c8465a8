"""Finds the surfaces of boards in what the network says about a picture."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise

import cv2
import numpy as np

from mailbot.eye.find.lines.bend import fit_bend
from mailbot.eye.find.lines.lattice import UNIT
from mailbot.eye.find.network import COARSE, CORE, INPUT_SIDE, Maps
from mailbot.eye.find.outlines import quad_around
from mailbot.eye.find.surface import Surface, curved, flat_paper, on_quad
from mailbot.pictures.arrays import Bools, Doubles, Floats, percentile

_INSIDE = 0.5  # probability from which on a pixel belongs to a board
_SURELY = 0.85  # ... and below which it falls between two boards that touch
_HALF = 0.2  # of boards that touch, in one piece: what each of them has at least
_PAIR = 1.7, 2.3  # lengths of two such boards side by side, in widths
_FULL = 0.85  # ... and what the network sees of the rectangle around them, at least
_END = 2  # percent of its pixels beyond either end of what the network sees
_LARGE = 0.25  # of the square that is looked at: of a wide picture, half or more
_BRIDGE = np.ones((3, 3), np.uint8)  # wider than what joins boards that touch
_LEAST = 25  # coarse pixels of a board: five a side
_SAMPLED = 700  # pixels that a surface is fitted to at most
_ERROR = 1.2  # coarse pixels by which a place may be off on flat paper
_STIFF = 60.0  # of flat paper: the network bends places a little to the middle
_LOOSE = 0.5  # of paper that is curled
_MOST = 8  # boards of a picture, the largest first
_SAME = 0.02  # sides by which surfaces differ at most on which the same lattices fit
_ALONG = np.linspace(0, 1, 12)  # along a side of what the network sees
# Likeness below which little is spent on a board: tables have less. Of 135 boards in
# photographs of others one had 1.12, the next 1.16 and 1.33, and all were found fast.
_FAIRLY = 1.4
# Likeness up to which only the two likeliest surfaces are tried. Of 100 pictures of
# others, the others helped one, of 1.59; tables and games have up to 1.65.
_VERY = 1.65
_INNER = np.stack(np.meshgrid(*[np.linspace(0.02, 0.98, 64)] * 2), -1).reshape(-1, 2)
_TAUGHT = ((UNIT - 0.5) * 2 * CORE + 0.5).astype(np.float32)  # the inside's corners


@dataclass(frozen=True, slots=True)
class Board:
    """The surfaces on which a board may lie, in pixels of the picture.

    `outline` goes through the corners of what the network sees of the board, `places`
    through the places on the board that it sees: first flat paper, then curled. They
    are missing if these places fit no board. `sides` goes along the four sides of what
    it sees, for paper that is curled strongly. Where hardly a board is seen, none of
    these is curled. What is twice as long as wide may be two boards that touch, its
    `halves`. `likeness` is how much it looks like a board.
    """

    outline: Surface
    places: tuple[Surface, ...]
    sides: Surface
    likeness: float
    halves: "tuple[Board, ...]" = ()

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """Those that differ, the likeliest first."""
        chosen: list[Surface] = []
        every = (*self.places[:1], self.outline, *self.places[1:], self.sides)
        for surface in every if self.likeness > _VERY else every[:2]:
            if not any(surface.is_near(one, _SAME) for one in chosen):
                chosen.append(surface)
        return tuple(chosen)

    @property
    def bounds(self) -> tuple[Floats, Floats]:
        """The least and the greatest x and y of the corners, in pixels."""
        corners = self.sides.points(UNIT)
        return corners.min(axis=0), corners.max(axis=0)

    @property
    def extent(self) -> float:
        """The longer side of the rectangle around the corners, in pixels."""
        return float(np.ptp(self.bounds, axis=0).max())

    @property
    def is_likely(self) -> bool:
        """Whether it looks so much like a board that it is worth some time."""
        return self.likeness > _FAIRLY

    def off(self, corner: tuple[int, int], side: int) -> float:
        """How far it is from the middle of a square with that corner, in pixels."""
        return float(np.abs(np.mean(self.bounds, axis=0) - corner - side / 2).max())


def boards(maps: Maps, most: float = 1.0) -> Iterator[Board]:
    """The boards that the network sees, the largest first.

    Args:
        maps: what it says.
        most: the longest side that counts, as a share of what the network looks at.
    """
    seen = _pieces(maps.inside > _INSIDE)
    for whole in islice(seen, _MOST):
        if np.ptp(np.argwhere(whole), axis=0).max() > most * COARSE:
            continue
        if _is_pair(whole):
            halves = tuple(_board(maps, half) for half in _halves(whole))
            yield replace(_board(maps, whole), halves=halves)
            continue
        pieces = list(_pieces(whole & (maps.inside > _SURELY), _HALF * whole.sum()))
        for piece in pieces if len(pieces) > 1 else [whole]:
            yield _board(maps, piece)


def sees_large(maps: Maps) -> bool:
    """Whether what may be one board takes most of what the network looks at."""
    largest = next(_pieces(maps.inside > _INSIDE), None)
    return largest is not None and bool(largest.mean() > _LARGE)


def _board(maps: Maps, mask: Bools) -> Board:
    """The board that the network sees in a mask."""
    outline = _outline(maps, mask)
    flat = on_quad(quad_around(outline), _TAUGHT)
    bent = _by_places(maps, mask)
    places = tuple(islice(bent, 1))
    likeness = maps.likeness((*places, flat)[0].points(_INNER))
    if likeness <= _FAIRLY:
        return Board(flat, places, flat, likeness)
    return Board(flat, (*places, *bent), _by_sides(outline, flat), likeness)


def _pieces(mask: Bools, least: float = _LEAST) -> Iterator[Bools]:
    """The parts of a mask that hang together by more than a bridge, largest first."""
    open_ = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _BRIDGE)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(open_, connectivity=4)
    area = stats[:, cv2.CC_STAT_AREA]
    for label in np.argsort(-area):
        if label and area[label] >= least:
            yield labels == label


def _is_pair(mask: Bools) -> bool:
    """Whether what the network sees may be two boards of a size that touch."""
    axes = _axes(mask)
    along, across = percentile(axes, 100 - _END, 1) - percentile(axes, _END, 1)
    full = mask.sum() > _FULL * along * across
    return bool(full and _PAIR[0] * across < along < _PAIR[1] * across)


def _halves(mask: Bools) -> tuple[Bools, Bools]:
    """The halves of an oblong mask."""
    along, _ = _axes(mask)
    first = np.zeros_like(mask)
    first[mask] = along < (percentile(along, _END) + percentile(along, 100 - _END)) / 2
    return first, mask & ~first


def _axes(mask: Bools) -> Doubles:
    """How far each pixel lies along a mask and across it, shape [2, n]."""
    points = np.argwhere(mask)
    points = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(points.T @ points)
    return np.asarray(axes.T[::-1] @ points.T, np.float64)


def _by_places(maps: Maps, mask: Bools) -> Iterator[Surface]:
    """The surfaces through the places that the network sees: flat, then curled."""
    rows, columns = np.nonzero(mask)
    step = -(-len(rows) // _SAMPLED)
    rows, columns = rows[::step], columns[::step]
    pixel = INPUT_SIDE / COARSE / maps.scale
    points = (np.stack([columns, rows], axis=1) + 0.5) * pixel + maps.corner
    seen = maps.place[rows, columns], points.astype(np.float32)
    flat, known = flat_paper(*seen, _ERROR * pixel), np.ones(len(rows), np.bool_)
    if flat:
        bent = (curved(flat, *seen, known, stiff) for stiff in (_STIFF, _LOOSE))
        yield from filter(None, bent)


def _outline(maps: Maps, mask: Bools) -> Floats:
    """The outline of a board in the picture, in pixels, shape [n, 2]."""
    # Twice as large, the outline runs through the edges of pixels, not their middles.
    twice = np.kron(mask, np.ones((2, 2))).astype(np.uint8)
    outlines, _ = cv2.findContours(twice, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    longest = np.asarray(max(outlines, key=cv2.contourArea), np.float32)
    pixel = INPUT_SIDE / COARSE / maps.scale
    points = (longest.reshape(-1, 2) + 0.5) / 2 * pixel + maps.corner
    return points.astype(np.float32)


def _by_sides(outline: Floats, flat: Surface) -> Surface:
    """Curled paper whose sides run along an outline [n, 2]: a Coons patch of them.

    Args:
        outline: of what the network sees.
        flat: paper through the corners of the outline.
    """
    back = np.linalg.inv(flat.homography)
    seen = cv2.perspectiveTransform(outline[None].astype(np.float64), back)[0]
    sides = _sides(np.asarray(seen, np.float64))
    if sides is None:
        return flat
    top, right, bottom, left = sides
    across, down = _ALONG[None, :, None], _ALONG[:, None, None]
    ruled_down = (1 - down) * top + down * bottom
    ruled_across = (1 - across) * left[:, None] + across * right[:, None]
    upper = (1 - across) * top[0] + across * top[-1]
    lower = (1 - across) * bottom[0] + across * bottom[-1]
    patch = ruled_down + ruled_across - (1 - down) * upper - down * lower
    even = np.stack(np.meshgrid(_ALONG, _ALONG), axis=-1)
    places = (even - 0.5) * 2 * CORE + 0.5
    known = np.ones(places.shape, np.bool_)
    return Surface(fit_bend(places, patch - places, known, _LOOSE), flat.homography)


def _sides(outline: Doubles) -> tuple[Doubles, Doubles, Doubles, Doubles] | None:
    """The top, right, bottom and left side of an outline, from left and from above.

    Each is cut into parts of the same length, shape
    [len(_ALONG), 2]. None if the corners
    do not come one after the other.
    """
    x, y = outline.T
    ends = [int(v.argmin()) for v in (x + y, y - x, -x - y, x - y)]
    turned = np.roll(outline, -ends[0], axis=0)
    after = [(end - ends[0]) % len(outline) for end in ends[1:]]
    if after[0] > after[2]:  # anticlockwise
        turned = np.roll(turned[::-1], 1, axis=0)
        after = [len(outline) - end for end in after]
    stops = [0, *after, len(outline)]
    if np.diff(stops).min() < 2:
        return None
    closed = np.concatenate([turned, turned[:1]])
    top, right, bottom, left = (
        _evenly(closed[start : end + 1]) for start, end in pairwise(stops)
    )
    return top, right, bottom[::-1], left[::-1]


def _evenly(line: Doubles) -> Doubles:
    """Points of a line [n, 2] that part it into pieces of the same length."""
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
    gone = np.concatenate([[0], np.cumsum(steps)])
    return np.stack([np.interp(_ALONG * gone[-1], gone, v) for v in line.T], axis=1)
