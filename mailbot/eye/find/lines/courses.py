"""The courses of the lines of a lattice that a person drew, each in its own way.

On paper that bends, all lines of a lattice bend alike, which a smooth bend follows
(`bend`). A line drawn without a ruler has a course of its own: it lies beside its
place, slopes, and is bowed.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from mailbot.eye.find.lines.lattice import REACH, Segments, trace
from mailbot.eye.find.lines.order import trace_in_order
from mailbot.pictures.arrays import Bools, Doubles, Floats, Ints

_DEGREE = 2  # of the polynomial along a line: it lies beside its place, slopes, bows
_STIFF = 0.1  # what each of these costs, in segments that lie in their places
_ROUNDS = 4  # of fitting again without outliers
_USUAL = 0.03  # cells by which a segment is off its line's course
_FOLLOWS = 0.08  # ... from which on it does not follow it
# Strength of a line, as a share of the usual one, below which it is a line of squared
# paper, and that of the lattice lies elsewhere. Thin printed lines are the usual ones.
_FAINT = 0.35
# Lines of squared paper are pale, and darker digits beside them pass for lines. So
# darkness counts up to `_PALE` times that of a thin line only. A thin line is as dark
# as the segment at the percentile `_THIN` of all, since six lines of ten are thin.
_PALE = 1.5
_THIN = 30
# Cells by which the lines turn on average from one segment to the next, from which on
# no hand drew them. On dark screens of killers the outlines of cages beside faint lines
# pass for lines that jump from side to side: 0.046 or more there; on boards drawn by
# hand 0.037 or less.
_ROUGH = 0.042
_MOST = 0.7  # share of a line's segments that must follow, or its course is not known
_LEAST_KNOWN = 0.5  # share of the inner lines: a hand draws all of them
# Cells by which the lines usually are off their places (root of the mean square) from
# which on a hand drew them. In 66 photographs, few of hand-drawn boards, 0.03 at most
# where lattices fit; on drawn boards without a ruler 0.036 at least.
_BY_HAND = 0.035


def trace_drawn(
    view: Floats, size: int, thick: Callable[[], Floats] | None = None
) -> Segments:
    """The segments of an N by N lattice in a view of all lines that are drawn.

    Lines that a hand may have drawn are followed wherever they run, all of a direction
    at once. A line of squared paper that is seen in place of one of them is none.

    Args:
        view: the lines.
        size: N.
        thick: gives the view in which lines as thick as those of a felt-tip are seen,
            if there is one.
    """
    near = _without_faint(trace(view, size))
    fitted = _fitted(near)
    if fitted.known.any() and not fitted.by_hand:
        return near
    pale = _without_digits(view, size, near)
    if (_fitted(pale).count >= fitted.count).all():
        near, fitted = pale, _fitted(pale)
    if fitted.is_ruled:
        return near
    far = trace_in_order(thick() if thick else view, size)
    followed = _fitted(far)
    taken = (followed.count >= fitted.count).all() and _roughness(far) < _ROUGH
    return far if taken else near


def _without_faint(segments: Segments) -> Segments:
    """The segments, with no faint line of squared paper taken for a line."""
    return replace(segments, seen=segments.seen & ~_is_faint(segments)[..., None])


def _without_digits(view: Floats, size: int, near: Segments) -> Segments:
    """The segments seen if nothing counts as much darker than a thin line."""
    usual = float(np.percentile(near.strength, _THIN))
    pale = trace(np.minimum(view, _PALE * usual), size)
    return _without_faint(replace(pale, strength=near.strength))


def _roughness(segments: Segments) -> float:
    """How much the inner lines turn from one segment to the next, in cells."""
    return float(np.abs(np.diff(segments.offset[:, 1:-1], n=2, axis=2)).mean())


def _is_faint(segments: Segments) -> Bools:
    """Which lines are seen, but so faintly that they are the paper's, [2, N+1]."""
    strength = segments.strength.mean(axis=2)
    usual = np.median(strength, axis=1, keepdims=True)
    there = segments.seen.mean(axis=2) >= _MOST
    return np.asarray(there & (strength < _FAINT * usual))


def courses(segments: Segments) -> Floats:
    """How far each line is off its place at each crossing, along the line.

    A line of the frame is left in its place unless it lies far from it: the edge of a
    page or of a screen may run beside it. So are all lines of a lattice that was drawn
    with a ruler.

    Returns:
        Offsets in cells, shape [2, N+1 lines, N+1 crossings], 0 where they are not
        known.
    """
    fitted = _fitted(segments)
    if not fitted.is_hand_drawn:
        return np.zeros_like(fitted.along)
    return fitted.along if segments.along is None else segments.along


def is_hand_drawn(segments: Segments) -> bool:
    """Whether a lattice was drawn without a ruler, and most of its lines are seen."""
    return _fitted(segments).is_hand_drawn


def fit_along(segments: Segments) -> float:
    """How much of a lattice is seen, each line along its own course: 0..1.

    The line that is seen least counts most. It is 0 for a lattice that was drawn with a
    ruler.
    """
    fitted = _fitted(segments)
    if not fitted.is_hand_drawn:
        return 0.0
    return float(0.8 * fitted.share.mean() + 0.2 * fitted.share.min())


@dataclass(frozen=True, slots=True)
class _Fitted:
    """The courses of the lines: `along` as in `courses`.

    `share` tells how much of each line follows its course, `known` whether that is
    enough; both have the shape [2, N+1].
    """

    along: Floats
    share: Floats
    known: Bools

    @property
    def count(self) -> Ints:
        """How many courses of inner lines are known in each direction, [2]."""
        return np.asarray(self.known[:, 1:-1].sum(axis=1), np.int64)

    @property
    def by_hand(self) -> bool:
        """Whether the known lines are so far off their places that a hand drew them."""
        off = np.sqrt((self.along[self.known] ** 2).mean(axis=1))
        return bool(off.mean() >= _BY_HAND)

    @property
    def is_ruled(self) -> bool:
        """Whether most courses are known, and no hand drew the lattice."""
        return self.known[:, 1:-1].mean() >= _MOST and not self.by_hand

    @property
    def is_hand_drawn(self) -> bool:
        """Whether a hand drew the lattice, and most of its courses are known."""
        return self.known[:, 1:-1].mean() >= _LEAST_KNOWN and self.by_hand


def _fitted(segments: Segments) -> _Fitted:
    """Fit a course to each line, by reweighted least squares as in `bend`."""
    middles, ends = _terms(segments.offset.shape[2])
    offset = segments.offset.astype(np.float64)
    seen = segments.seen.astype(np.float64)
    weight, off = seen, offset
    found = np.zeros((*offset.shape[:2], _DEGREE + 1))
    for _ in range(_ROUNDS):
        weighted = weight[..., None] * middles
        square = np.einsum("abnk,nl->abkl", weighted, middles)
        square += _STIFF * np.eye(_DEGREE + 1)
        sums = np.einsum("abnk,abn->abk", weighted, offset)
        found = np.linalg.solve(square, sums[..., None])[..., 0]
        off = offset - found @ middles.T
        weight = seen / (1 + (off / _USUAL) ** 2)
    follows = segments.seen & (np.abs(off) < _FOLLOWS)
    share = follows.mean(axis=2)
    known: Bools = share >= _MOST
    known[:, [0, -1]] &= np.abs(found[:, [0, -1], 0]) > REACH
    along = np.where(known[..., None], found @ ends.T, 0)
    return _Fitted(along.astype(np.float32), share.astype(np.float32), known)


@cache
def _terms(size: int) -> tuple[Doubles, Doubles]:
    """The terms of the polynomial at the segments of a line, and at its crossings."""
    powers = np.arange(_DEGREE + 1)
    middles = (np.arange(size) + 0.5) / size * 2 - 1
    ends = np.arange(size + 1) / size * 2 - 1
    return middles[:, None] ** powers, ends[:, None] ** powers
