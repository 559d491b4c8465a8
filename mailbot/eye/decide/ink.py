"""Tells givens from entries by their ink, or by the ground beneath them.

The filled cells are parted into two clusters by the colour of the ink, the weight of
the stroke and the network's own opinion (print or hand). Which cluster holds the givens
is decided by the solver, in `belief`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.eye.decide.clusters import Apart, two_clusters, unlikeliness
from mailbot.eye.read.cells import level
from mailbot.eye.read.cutting import Cut
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import least_givens
from mailbot.eye.read.symbols import HAND, PRINT
from mailbot.pictures.arrays import Bools, Floats, median

_INNER = slice(8, -8)  # of 48 pixels: inside the lines
AROUND = np.zeros((PATCH, PATCH), np.bool_)
"""The pixels of a cell inside the lines and around bold digits: its ground."""
AROUND[_INNER, _INNER] = True
AROUND[13:-13, 13:-13] = False
_SIZE = PATCH, PATCH
_HUES = slice(0, 3)  # of the features

# How ink and the network's opinion are compared; none of these is measured.
_STRONGEST = 98  # percentile of a cell's ink that is its strongest: specks are stronger
_FULL = 0.6  # share of that from which on a pixel shows the ink's colour
_PAPER = 40  # percentile of a cell's ink up to which pixels show the paper's colour
_MOST_INK = 4.0  # of the paper's light: that of light ink on dark paper has no bound
_LEAST_ROOM = 20  # levels; keeps the share of light that ink takes from black finite
_LEAST_LOST = 0.02  # share of the paper's light; keeps the hue of invisible ink finite
_LEAST_PROB = 1e-4  # keeps the log-odds of print against hand finite ...
_MOST_OPINION = 5.0  # ... and no cell's opinion counts for more nats

Values = TypeVar("Values", Bools, Floats)


# No weight is measured alone. More weight for the hue parts coloured entries sooner,
# but also print on shaded cells. The opinion counts 12 in the likeness, not 8 as once,
# so that print and hand count for more than the colour.
_HUE, _DARK, _OPINION = 60.0, 30.0, 2.0  # in what is clustered
_LIKENESS = -40.0, 60.0, 12.0  # of these, in how much like print a cluster is

# Strokes that a program draws are alike, so their darkness and width count for more.
_DRAWN_DARK, _DRAWN_WIDTH = 150.0, 4.6
_FAINT = 0.2  # share of the strongest ink that is not counted for a stroke's width

# How cells are split into givens and entries; not measured one by one.

# Fewest filled cells that are parted.
_CELLS = 8
# Distance in hue (0 to _HUE) from the median of a cluster, from which on
# a cell is oddly coloured: shaded by the press, or marked by an app.
_OUTLYING = 15.0
# Cells by which a cluster is tried smaller or larger, in this order.
_SHIFTS = (0, -1, 1, -2, 2, -3, 3, -4, 4)
# Share of the smaller cluster whose digits are found in the other, too.
_SHARED = 0.5
# Cells that may break the symmetry of the givens' pattern.
_ODD = 2

# How grounds tell givens from entries, in levels and cells.
_SAME, _OTHER = 7.0, 14.0  # levels by which grounds are alike at most, differ at least
_LIT_SAME, _LIT_OTHER = 12.0, 24.0  # ... where the light on the board is uneven
_ROUNDS, _SPREAD = 3, 3.0  # of fitting the light; medians off it that are of a ground
_EMPTY_CELLS = 8  # empty cells, at least, that tell their ground ...
_THIRD = 0.35  # of the filled cells off that ground, those on a third one at most
_ODD_GROUND = 0.06  # ... and the share of cells that may lie on another: a cursor's

PLAINLY = Apart(11.0, 4.0)
"""Clusters so far apart are two inks. Less would part the givens of plain puzzles."""

BARELY = Apart(3.0, 2.0)
"""Clusters so far apart may be two inks, where the digits contradict otherwise."""

DRAWN = Apart(0.0, 4.6)
"""Clusters so far apart are strokes of two kinds, as bold digits are beside others. In
fourteen newspaper photographs chance parts them by 4.3 spreads at most."""


@dataclass(frozen=True, slots=True)
class Split:
    """A way to tell givens from entries.

    `givens` tells which of the filled cells are givens, shape [N*N]; `vote` how much
    more the givens look like print than the entries do. `by_ground` tells that they lie
    on another ground than the entries, which leaves no doubt.
    """

    givens: Bools
    vote: float
    by_ground: bool = False


def find_splits(
    cells: Cut, probs: Floats, filled: Bools, apart: Apart = PLAINLY
) -> list[Split]:
    """The possible ways to tell givens from entries, the likeliest first.

    An empty list if all digits are of one kind.

    Args:
        cells: the cut cells, N*N.
        probs: the network's probabilities, [N*N, classes].
        filled: which cells hold a digit, [N*N].
        apart: how far apart the two clusters must be. `DRAWN` compares strokes alone.
    """
    where = np.flatnonzero(filled)
    if len(where) < _CELLS or (apart is DRAWN and filled.all()):
        return []
    on_grounds = givens_by_ground(cells, filled)
    if on_grounds and not on_grounds[0][filled].all():
        return [Split(givens, np.inf, by_ground=True) for givens in on_grounds]
    opinion = _opinion(probs[where])
    hue, dark, area, width = _inks(cells, where)
    weighted = _HUE * hue, _DARK * dark, np.sqrt(area), _OPINION * opinion
    if apart is DRAWN:
        weighted = 0 * hue, _DRAWN_DARK * dark, _DRAWN_WIDTH * width, 0 * opinion
    features = np.column_stack(weighted)
    second = two_clusters(features, apart)
    if second is None or _are_other_digits(probs[where], second):
        return []
    coloured = np.ptp(hue, axis=1)
    likeness = np.stack([coloured, dark, opinion], axis=1) @ _LIKENESS
    ahead = float(likeness[second].mean() - likeness[~second].mean())
    likelier = second if ahead > 0 else ~second
    found = []
    for vote, givens in ((abs(ahead), likelier), (-abs(ahead), ~likelier)):
        lean = unlikeliness(features, ~givens) - unlikeliness(features, givens)
        near = [_among(filled, mask, False) for mask in _near(features, givens, lean)]
        even = even_out(_among(filled, lean, -np.inf), near[0])
        found += [Split(mask, vote) for mask in (*even, *near)]
    return found


def _are_other_digits(probs: Floats, second: Bools) -> bool:
    """Whether two clusters hold other digits: a 1 may be thinner than other digits."""
    digits = (probs[:, PRINT] + probs[:, HAND]).argmax(axis=1)
    fewer = second if second.mean() < 0.5 else ~second
    return bool(np.isin(digits[fewer], digits[~fewer]).mean() < _SHARED)


def _among(filled: Bools, values: Values, otherwise: float) -> Values:
    """The values of the filled cells, and another value for all other cells, [N*N]."""
    whole = np.full(len(filled), otherwise, values.dtype)
    whole[filled] = values
    return whole


def _near(features: Floats, givens: Bools, lean: Floats) -> Iterator[Bools]:
    """Variants of a cluster of givens, likely ones first, each of shape [k].

    First the cluster without its oddly coloured cells, then with them (print on a
    shaded cell looks odd, and so does a mistake that an app marks), then with those of
    the other cluster (a cursor's), then with a few cells less or more.
    """
    hue = features[:, _HUES]
    middles = (median(hue[mask], axis=0) for mask in (givens, ~givens))
    off, other = (np.linalg.norm(hue - m, axis=1) > _OUTLYING for m in middles)
    order = np.argsort(-np.where(off, -np.inf, lean), kind="stable")
    count = int((givens & ~off).sum())
    for shift in _SHIFTS:
        if 0 < count + shift < len(order):
            chosen = np.zeros(len(order), np.bool_)
            chosen[order[: count + shift]] = True
            yield chosen
        if shift == 0:
            odd = givens & off, ~givens & off & other
            yield from (givens | more for more in odd if more.any())


def even_out(lean: Floats, givens: Bools) -> Iterator[Bools]:
    """The givens as a symmetrical pattern, if they nearly form one.

    Four newspaper puzzles in ten have a symmetrical pattern; hardly any puzzle has one
    that is only nearly symmetrical.

    Args:
        lean: how much likelier each cell is a given than an entry, shape [N*N]; minus
            infinity where it is empty.
        givens: the givens as they seem to be, shape [N*N].
    """
    size = math.isqrt(len(givens))
    places = np.arange(size * size).reshape(size, size)
    turned = places[::-1, ::-1]
    mirrors = (turned, places[:, ::-1], places[::-1], places.T, turned.T)
    partners = [mirror.ravel() for mirror in mirrors]
    odd = [givens != givens[partner] for partner in partners]
    if not all(cells.any() for cells in odd):
        return
    for partner, cells in zip(partners, odd, strict=True):
        if cells.sum() <= _ODD:
            yield np.where(cells, lean + lean[partner] > 0, givens)


def _opinion(probs: Floats) -> Floats:
    """The network's log-odds of print against hand, bounded."""
    print_ = probs[:, PRINT].sum(axis=1) + _LEAST_PROB
    hand = probs[:, HAND].sum(axis=1) + _LEAST_PROB
    odds = np.log(print_ / hand)
    return np.asarray(np.clip(odds, -_MOST_OPINION, _MOST_OPINION), np.float32)


def _inks(cells: Cut, where: npt.NDArray[np.intp]) -> tuple[Floats, ...]:
    """Hue [k, 3], darkness, area and stroke width in pixels, each [k], of cells' ink.

    Hue is how much of the paper's light the ink takes from each channel (blue, green,
    red), relative to the channel that loses most: all ones for black ink on any paper
    and for white on black. So a thin blurred stroke has the hue of a thick one.
    """
    inks = (cv2.resize(np.clip(cells.ink[at], 0, _MOST_INK), _SIZE) for at in where)
    strengths = np.array(list(inks), np.float32)[:, _INNER, _INNER]
    most, blank = level(strengths, _STRONGEST), level(strengths, _PAPER)
    hues, darks, areas = [], [], []
    for at, strength, full, none in zip(where, strengths, most, blank, strict=True):
        patch = cells.patches[at, _INNER, _INNER].astype(np.float32)
        on = strength >= _FULL * full
        paper = median(patch[strength <= none], axis=0)
        inked = patch[on].mean(axis=0)
        room = paper if inked.sum() < paper.sum() else 255 - paper
        lost = np.abs(paper - inked) / np.maximum(room, _LEAST_ROOM)
        darks.append(min(float(lost.mean()), 1.0))
        hues.append(lost / max(float(lost.max()), _LEAST_LOST))
        areas.append(float(on.sum()))
    found = hues, darks, areas, _widths(strengths, most)
    return tuple(np.array(values, np.float32) for values in found)


def _widths(strengths: Floats, most: Floats) -> Floats:
    """The mean width of strokes [k], in pixels: twice their ink, by what bounds it.

    Args:
        strengths: of the ink in each cell, [k, h, w].
        most: the strongest ink of each, [k].
    """
    full = np.clip(strengths / np.maximum(most, _LEAST_LOST)[:, None, None], 0, 1)
    full[full < _FAINT] = 0
    slopes = np.hypot(*np.gradient(full, axis=(1, 2))).sum(axis=(1, 2))
    return np.asarray(2 * full.sum(axis=(1, 2)) / np.maximum(slopes, 1), np.float32)


def givens_by_ground(cells: Cut, filled: Bools) -> list[Bools]:
    """Which filled cells may be givens, each [N*N]; empty if grounds do not tell.

    Some programs print givens on grey, and entries in the same ink on the ground of
    empty cells. Where shades decorate a board, or mark a row, they lie under empty
    cells as well. The few cells on a third ground (a clash's) count as entries first;
    then each is tried as a given, since a cursor may lie on one, and all of them are.

    Args:
        cells: the cut cells, N*N.
        filled: which cells hold a digit, [N*N].
    """
    empty = ~filled
    if empty.sum() < _EMPTY_CELLS:
        return []
    ground = median(cells.patches[:, AROUND], axis=1)
    plain = ground - median(ground[empty], axis=0)
    givens = _by_ground(plain, ground, filled, _SAME, _OTHER)
    if givens:
        return givens
    lit = ground - _lit(ground, empty, 2)
    others = filled & (np.abs(lit).max(axis=1) >= _LIT_OTHER)
    usual = ground - _lit(ground, others, 1) if others.any() else lit
    return _by_ground(lit, usual, filled, _LIT_SAME, _LIT_OTHER)


def _lit(ground: Floats, known: Bools, degree: int) -> Floats:
    """How some cells' ground would look in all cells: the light may be uneven.

    Args:
        ground: that of each cell, [N*N, 3].
        known: the cells of that ground, [N*N]; what is unlike the most of them is not.
        degree: of the polynomial that the light follows, 1 or 2.
    """
    y, x = np.divmod(np.arange(len(ground)), math.isqrt(len(ground)))
    powers = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
    terms = np.stack([x**i * y**j for i, j in powers], axis=1).astype(np.float32)
    light = ground
    for _ in range(_ROUNDS):
        light = terms @ np.linalg.lstsq(terms[known], ground[known], rcond=None)[0]
        off = np.abs(ground - light).max(axis=1)
        known = off <= max(_SPREAD * float(median(off[known])), _SAME)
    return np.asarray(light, np.float32)


def _by_ground(
    off: Floats, ground: Floats, filled: Bools, same: float, other: float
) -> list[Bools]:
    """What may be the givens, each [N*N], if no empty cell lies on their ground.

    Args:
        off: how far the ground of each cell is off that of the empty ones, [N*N, 3].
        ground: the grounds of cells that are off, in the same light, [N*N, 3].
        filled: which cells hold a digit.
        same: levels by which two grounds are alike at most.
        other: levels by which they differ at least.
    """
    empty, far = ~filled, np.abs(off).max(axis=1)
    marked = empty & (far > same)  # with the row, column and box of a cursor
    if marked.sum() > 1:
        shade = median(off[marked], axis=0)
        far = np.minimum(far, np.abs(off - shade).max(axis=1))
    others, entries = filled & (far >= other), filled & (far <= same)
    between = (filled & ~others & ~entries).sum() > _ODD_GROUND * filled.sum()
    if (far[empty] > same).mean() > _ODD_GROUND or between or not others.any():
        return []
    usual = median(ground[others], axis=0)
    givens = others & (np.abs(ground - usual).max(axis=1) < other)
    enough = givens.sum() >= least_givens(round(len(filled) ** 0.5))
    third = filled & ~entries & ~givens
    if not enough or third.sum() > _THIRD * others.sum():
        return []
    alone = np.eye(len(filled), dtype=np.bool_)[third]
    together = [third] if len(alone) > 1 else []
    return [givens, *(givens | more for more in (*alone, *together))]
