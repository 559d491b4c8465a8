"""Whose hand wrote each digit: the print's or a person's.

Two clusters are looked for among the filled cells, by the colour of the ink, the
weight of the stroke and the network's own opinion (print or hand). Which cluster
holds the givens is for the solver to say; see `verdict`.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.reading.cutting import PATCH, Cut
from mailbot.reading.lattice import Floats
from mailbot.reading.symbols import HAND, PRINT

_APART = 2.2  # least distance of the clusters, in their own spreads
_DISTANT = 8.0  # ... and in steps of Lab colour
_OUTLYING = 15.0  # steps of colour from the cluster's middle
_OPINION = 2.0  # weight of one nat of the network's opinion
_EDGE = 8  # of 48: pixels at a cell's border that are left out
_STARTS = (0.15, 0.3, 0.5, 0.7, 0.85)
_LEAST_CELLS = 8

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Split:
    """A way to tell givens from entries: which filled cells are givens, shape [N*N]."""

    givens: Mask
    vote: float
    """How much like print the givens are, against the entries."""


def splits(cells: Cut, chances: Floats, filled: Mask) -> list[Split]:
    """The possible ways, the likeliest first; empty where all is of one kind.

    Args:
        cells: the cut cells, N*N.
        chances: the network's probabilities, [N*N, classes].
        filled: which cells hold a digit, [N*N].
    """
    where = np.flatnonzero(filled)
    if len(where) < _LEAST_CELLS:
        return []
    opinion = _opinion(chances[where])
    ink, paper, weight = _colours(cells, where)
    features = np.concatenate(
        [ink, np.sqrt(weight)[:, None], _OPINION * opinion[:, None]], axis=1
    )
    second = _two_clusters(features)
    if second is None:
        return []
    darkness = np.abs(ink[:, 0] - paper[:, 0]) - 0.5 * np.hypot(ink[:, 1], ink[:, 2])
    likeness = darkness + 8 * opinion
    found = []
    for givens in (second, ~second):
        vote = float(likeness[givens].mean() - likeness[~givens].mean())
        for chosen in _without_outliers(givens, ink):
            mask = np.zeros(len(filled), np.bool_)
            mask[where[chosen]] = True
            found.append(Split(mask, vote))
    found.sort(key=lambda split: -split.vote)
    return found


def _opinion(chances: Floats) -> Floats:
    """The network's log-odds of print against hand, bounded."""
    print_ = chances[:, PRINT].sum(axis=1) + 1e-4
    hand = chances[:, HAND].sum(axis=1) + 1e-4
    return np.asarray(np.clip(np.log(print_ / hand), -5, 5), np.float32)


def _colours(cells: Cut, where: npt.NDArray[np.intp]) -> tuple[Floats, Floats, Floats]:
    """Colour (Lab) of ink and paper, [k, 3] each, and the strokes' area, [k]."""
    inner = slice(_EDGE, -_EDGE)
    inks, papers, weights = [], [], []
    for cell in where:
        lab = cv2.cvtColor(
            cells.patches[cell].astype(np.float32) / 255, cv2.COLOR_BGR2Lab
        )
        strength = cv2.resize(np.clip(cells.ink[cell], 0, 4), (PATCH, PATCH))
        lab, strength = lab[inner, inner].reshape(-1, 3), strength[inner, inner].ravel()
        most = float(np.percentile(strength, 98))
        on, off = strength > 0.7 * most, strength < max(0.2 * most * 0.7, 0.01)
        inks.append(np.median(lab[on], axis=0) if on.any() else np.zeros(3))
        papers.append(np.median(lab[off], axis=0) if off.sum() > 20 else np.zeros(3))
        weights.append(on.sum())
    return (
        np.array(inks, np.float32),
        np.array(papers, np.float32),
        np.array(weights, np.float32),
    )


def _two_clusters(features: Floats) -> Mask | None:
    """Which rows belong to the second of two clusters, or None if there is but one."""
    centred = features - features.mean(axis=0)
    axis = np.linalg.svd(centred, full_matrices=False)[2][0]
    along = centred @ axis
    best: tuple[float, Mask] | None = None
    for share in _STARTS:
        second = _settle(features, along > np.quantile(along, share))
        if second is None:
            continue
        one, two = features[~second].mean(axis=0), features[second].mean(axis=0)
        centres = np.where(second[:, None], two, one)
        spread = float(np.sqrt(((features - centres) ** 2).sum(axis=1).mean())) + 0.5
        distance = float(np.linalg.norm(one - two))
        if distance >= _DISTANT and distance >= _APART * spread:
            best = max(best or (0.0, second), (distance / spread, second), key=_first)
    return best[1] if best else None


def _first(pair: tuple[float, Mask]) -> float:
    return pair[0]


def _settle(features: Floats, second: Mask) -> Mask | None:
    """Two-means from a first guess; None if one cluster swallows the other."""
    for _ in range(20):
        if second.all() or not second.any():
            return None
        one, two = features[~second].mean(axis=0), features[second].mean(axis=0)
        to_one = ((features - one) ** 2).sum(axis=1)
        nearer = ((features - two) ** 2).sum(axis=1) < to_one
        if (nearer == second).all():
            break
        second = nearer
    return second if second.any() and not second.all() else None


def _without_outliers(givens: Mask, ink: Floats) -> list[Mask]:
    """A cluster, and the cluster without what is oddly coloured."""
    middle = np.median(ink[givens], axis=0)
    close = givens & (np.linalg.norm(ink - middle, axis=1) <= _OUTLYING)
    return [givens] if (close == givens).all() else [givens, close]
