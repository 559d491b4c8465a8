"""Whose hand wrote each digit: the print's or a person's.

Two clusters are looked for among the filled cells, by the colour of the ink, the
weight of the stroke and the network's own opinion (print or hand). Which cluster
holds the givens is for the solver to say; see `belief`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.eye.find.lattice import Floats
from mailbot.eye.read.cutting import PATCH, Cut
from mailbot.eye.read.symbols import HAND, PRINT

_OUTLYING = 15.0  # steps of colour from the cluster's middle
_OPINION = 2.0  # weight of one nat of the network's opinion
_HUE = 60.0  # weight of the ink's hue
_DARK = 30.0  # ... and of its darkness
_INNER = slice(8, -8)  # of 48: pixels inside the lines
_STARTS = (0.15, 0.3, 0.5, 0.7, 0.85)
_LEAST_CELLS = 8
_LEAST_CLUSTER = 2
_HUES = slice(0, 3)  # of the features
_SHIFTS = (0, -1, 1, -2, 2, -3, 3, -4, 4)  # cells that may be on the wrong side
_ODD = 2  # cells that may break the symmetry of a pattern
_LEAST_SPREAD = np.array([1.5, 1.5, 1.5, 1.2, 0.8, 2.0], np.float32)  # of features
_FARTHEST = 40.0  # squared spreads; what one odd feature may count at most

Mask = npt.NDArray[np.bool_]
Rows = TypeVar("Rows", Mask, Floats)


@dataclass(frozen=True, slots=True)
class Apart:
    """How far apart two clusters are: in units of the features, and in spreads."""

    distance: float
    spreads: float


PLAINLY = Apart(11.0, 4.0)
"""What two hands are told by on sight."""

BARELY = Apart(3.0, 2.0)
"""What they are told by where the digits contradict each other otherwise."""


@dataclass(frozen=True, slots=True)
class Split:
    """A way to tell givens from entries: which filled cells are givens, shape [N*N]."""

    givens: Mask
    vote: float
    """How much like print the givens are, against the entries."""


def splits(
    cells: Cut, chances: Floats, filled: Mask, apart: Apart | None = None
) -> list[Split]:
    """The possible ways, the likeliest first; empty where all is of one kind.

    Args:
        cells: the cut cells, N*N.
        chances: the network's probabilities, [N*N, classes].
        filled: which cells hold a digit, [N*N].
        apart: how far apart the two hands must be.
    """
    where = np.flatnonzero(filled)
    if len(where) < _LEAST_CELLS:
        return []
    opinion = _opinion(chances[where])
    hue, dark, area = _inks(cells, where)
    features = np.concatenate(
        [
            _HUE * hue,
            _DARK * dark[:, None],
            np.sqrt(area)[:, None],
            _OPINION * opinion[:, None],
        ],
        axis=1,
    )
    second = _two_clusters(features, apart or PLAINLY)
    if second is None:
        return []
    coloured = np.ptp(hue, axis=1)
    likeness = 60 * dark - 40 * coloured + 12 * opinion
    votes = [
        (float(likeness[givens].mean() - likeness[~givens].mean()), givens)
        for givens in (second, ~second)
    ]
    found = []
    for vote, givens in sorted(votes, key=_first, reverse=True):
        lean = _unlikeliness(features, ~givens) - _unlikeliness(features, givens)
        near = [_among(filled, mask, False) for mask in _near(features, givens, lean)]
        even = even_out(_among(filled, lean, -np.inf), near[0])
        found += [Split(mask, vote) for mask in (*even, *near)]
    return found


def _first(pair: tuple[float, Mask]) -> float:
    return pair[0]


def _among(filled: Mask, values: Rows, otherwise: float) -> Rows:
    """Values of the filled cells as values of all cells."""
    whole = np.full(len(filled), otherwise, values.dtype)
    whole[filled] = values
    return whole


def _near(features: Floats, givens: Mask, lean: Floats) -> Iterator[Mask]:
    """A cluster without what is oddly coloured, and with it; then a few less, or more.

    On a shaded cell the print may look odd, and so may a mistake that an app shows.
    """
    hue = features[:, _HUES]
    off = np.linalg.norm(hue - np.median(hue[givens], axis=0), axis=1)
    lean = np.where(off > _OUTLYING, -np.inf, lean)
    order = np.argsort(-lean, kind="stable")
    count = int((givens & (off <= _OUTLYING)).sum())
    for shift in _SHIFTS:
        if 0 < count + shift < len(order):
            chosen = np.zeros(len(order), np.bool_)
            chosen[order[: count + shift]] = True
            yield chosen
        if shift == 0 and count < givens.sum():
            yield givens


def even_out(lean: Floats, givens: Mask) -> Iterator[Mask]:
    """The givens as a symmetrical pattern, where they nearly are one.

    Four newspaper puzzles in ten have such a pattern, and hardly any one that is only
    nearly symmetrical.

    Args:
        lean: how much likelier each cell is given than written; what is empty is never.
        givens: the givens as they seem to be.
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


def _opinion(chances: Floats) -> Floats:
    """The network's log-odds of print against hand, bounded."""
    print_ = chances[:, PRINT].sum(axis=1) + 1e-4
    hand = chances[:, HAND].sum(axis=1) + 1e-4
    return np.asarray(np.clip(np.log(print_ / hand), -5, 5), np.float32)


def _inks(cells: Cut, where: npt.NDArray[np.intp]) -> tuple[Floats, Floats, Floats]:
    """Hue [k, 3], darkness [k] and area [k] of the ink in some cells.

    Hue is how much of the paper's light each channel loses to the ink, relative to
    the channel that loses most: all ones for black on any paper, and for white on
    black. A thin blurred stroke has the hue of a thick one.
    """
    hues, darks, areas = [], [], []
    for cell in where:
        patch = cells.patches[cell, _INNER, _INNER].reshape(-1, 3).astype(np.float32)
        strength = cv2.resize(np.clip(cells.ink[cell], 0, 4), (PATCH, PATCH))
        strength = strength[_INNER, _INNER].ravel()
        most = float(np.percentile(strength, 98))
        on = strength >= 0.6 * most
        paper = np.median(patch[strength <= np.percentile(strength, 40)], axis=0)
        inked = patch[on].mean(axis=0)
        darker = inked.sum() < paper.sum()
        room = paper if darker else 255 - paper
        lost = np.abs(paper - inked) / np.maximum(room, 20)
        darks.append(min(float(lost.mean()), 1.0))
        hues.append(lost / max(float(lost.max()), 0.02))
        areas.append(float(on.sum()))
    return (
        np.array(hues, np.float32),
        np.array(darks, np.float32),
        np.array(areas, np.float32),
    )


def _two_clusters(features: Floats, least: Apart) -> Mask | None:
    """Which rows belong to the second of two clusters, or None if there is but one."""
    best: tuple[float, Mask] | None = None
    for guess in _guesses(features):
        second = _settle(features, guess)
        if second is None:
            continue
        apart = _apart(features, second)
        enough = apart.distance >= least.distance and apart.spreads >= least.spreads
        if enough and (best is None or apart.spreads > best[0]):
            best = apart.spreads, second
    return best[1] if best else None


def _guesses(features: Floats) -> Iterator[Mask]:
    """First guesses: cuts along the widest direction, and along each feature."""
    centred = features - features.mean(axis=0)
    axis = np.linalg.svd(centred, full_matrices=False)[2][0]
    for along in (centred @ axis, *features.T):
        for share in _STARTS:
            yield along > np.quantile(along, share)


def _settle(features: Floats, second: Mask) -> Mask | None:
    """Assign each row to the likelier of two clusters until nothing changes.

    Each cluster has its own spread in each feature, so that a feature in which a
    cluster varies much (a hand's weight) says little about it.
    """
    for _ in range(20):
        if min(second.sum(), (~second).sum()) < _LEAST_CLUSTER:
            return None
        nearer = _unlikeliness(features, second) < _unlikeliness(features, ~second)
        if (nearer == second).all():
            break
        second = nearer
    return second if min(second.sum(), (~second).sum()) >= _LEAST_CLUSTER else None


def _unlikeliness(features: Floats, cluster: Mask) -> Floats:
    """Minus twice the log-likelihood of each row under a cluster, up to a constant."""
    middle, spread = _normal(features[cluster])
    off = np.minimum(((features - middle) / spread) ** 2, _FARTHEST)
    return np.asarray((off + 2 * np.log(spread)).sum(axis=1), np.float32)


def _normal(rows: Floats) -> tuple[Floats, Floats]:
    spread = np.sqrt(rows.var(axis=0) + np.square(_LEAST_SPREAD))
    return rows.mean(axis=0), np.asarray(spread, np.float32)


def _apart(features: Floats, second: Mask) -> Apart:
    one, one_spread = _normal(features[~second])
    two, two_spread = _normal(features[second])
    between = two - one
    spread = np.sqrt((one_spread**2 + two_spread**2) / 2)
    return Apart(
        float(np.linalg.norm(between)), float(np.linalg.norm(between / spread))
    )
