"""The courses of the lines of a lattice that a person drew, each in its own way.

On paper that bends, all lines of a lattice bend alike, which a smooth bend follows
(`bend`). A line drawn without a ruler has a course of its own: it lies beside its
place, slopes, and is bowed.
"""

from functools import cache

import numpy as np

from mailbot.eye.find.lattice import Segments, trace
from mailbot.pictures.arrays import Bools, Doubles, Floats

_FAR = 0.42  # cells from its place within which a line without a course is looked for
_DEGREE = 2  # of the polynomial along a line: it lies beside its place, slopes, bows
_STIFF = 0.1  # what each of these costs, in segments that lie in their places
_ROUNDS = 4  # of fitting again without outliers
_USUAL = 0.03  # cells by which a segment is off its line's course
_FOLLOWS = 0.08  # ... from which on it does not follow it
_MOST = 0.7  # share of a line's segments that must follow, or its course is not known
_LEAST_KNOWN = 0.5  # share of the inner lines: a hand draws all of them
# Cells by which the lines usually are off their places (root of the mean square) from
# which on a hand drew them. In 66 photographs, few of hand-drawn boards, 0.03 at most
# where lattices fit; on drawn boards without a ruler 0.036 at least.
_BY_HAND = 0.035


def trace_drawn(view: Floats, size: int) -> Segments:
    """The segments of an N by N lattice in a view of all lines that are drawn.

    Where a hand may have drawn it, the lines that have no course near their places are
    looked for farther away.
    """
    near = trace(view, size)
    along, known = _fitted(near)
    astray = ~known
    astray[:, [0, -1]] = False
    if not astray.any() or (known.any() and _usual(along[known]) < _BY_HAND):
        return near
    far = trace(view, size, _FAR)
    taken = (astray & _fitted(far)[1])[..., None]
    return Segments(
        offset=np.where(taken, far.offset, near.offset),
        strength=np.where(taken, far.strength, near.strength),
        seen=np.where(taken, far.seen, near.seen),
    )


def courses(segments: Segments) -> Floats:
    """How far each line is off its place at each crossing, along the line.

    Those of the frame are left in their places: the edge of a page or of a screen may
    run beside them. So are all lines of a lattice that was drawn with a ruler.

    Returns:
        Offsets in cells, shape [2, N+1 lines, N+1 crossings], 0 where they are not
        known.
    """
    along, known = _fitted(segments)
    most = known[:, 1:-1].mean() >= _LEAST_KNOWN
    if not most or _usual(along[known]) < _BY_HAND:
        return np.zeros_like(along)
    return along


def _fitted(segments: Segments) -> tuple[Floats, Bools]:
    """The course of each inner line, as in `courses`, and whether it is known.

    The latter has the shape [2, N+1].
    """
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
    known: Bools = follows.mean(axis=2) >= _MOST
    known[:, [0, -1]] = False
    along = np.where(known[..., None], found @ ends.T, 0)
    return along.astype(np.float32), known


def _usual(along: Floats) -> float:
    """How far lines are off their places on average, of offsets [n, N+1], in cells."""
    return float(np.sqrt((along**2).mean(axis=1)).mean())


@cache
def _terms(size: int) -> tuple[Doubles, Doubles]:
    """The terms of the polynomial at the segments of a line, and at its crossings."""
    powers = np.arange(_DEGREE + 1)
    middles = (np.arange(size) + 0.5) / size * 2 - 1
    ends = np.arange(size + 1) / size * 2 - 1
    return middles[:, None] ** powers, ends[:, None] ** powers
