"""Parts rows of features into two clusters, each with a mean and a spread of its own.

The rows are the filled cells of a grid, and the features those of their ink (`ink`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mailbot.pictures.arrays import Bools, Floats, percentile

_LEAST_SPREAD = np.array([1.5, 1.5, 1.5, 1.2, 0.8, 2.0], np.float32)
"""Spread of each feature that a cluster has at least: three hues, darkness, weight of
the stroke, opinion. Less would part a cluster of few cells by chance."""

# How rows are parted into clusters; not measured one by one.

# Fewest rows of a cluster.
_CLUSTER = 2
# Shares of the cells in the first guess of a cluster.
_STARTS = (0.15, 0.3, 0.5, 0.7, 0.85)
# Squared spreads that one odd feature of a cell may count at most.
_FARTHEST = 40.0
# Rounds of assigning rows to clusters. It bounds the time.
_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Apart:
    """How far apart two clusters are: in units of the features, and in spreads."""

    distance: float
    spreads: float


def two_clusters(features: Floats, least: Apart) -> Bools | None:
    """Which rows belong to the second of two clusters, [k]; None if there is only one.

    Args:
        features: of each row, shape [k, 6].
        least: how far apart the two must be.
    """
    best: tuple[float, Bools] | None = None
    known: set[bytes] = set()
    for guess in _guesses(features):
        second = _settle(features, guess, known)
        if second is None:
            continue
        apart = _apart(features, second)
        enough = apart.distance >= least.distance and apart.spreads >= least.spreads
        if enough and (best is None or apart.spreads > best[0]):
            best = apart.spreads, second
    return best[1] if best else None


def _guesses(features: Floats) -> Iterator[Bools]:
    """First guesses: cuts along the widest direction, and along each feature."""
    centred = features - features.mean(axis=0)
    axis = np.linalg.svd(centred, full_matrices=False)[2][0]
    for along in (centred @ axis, *features.T):
        for share in _STARTS:
            yield along > percentile(along, 100 * share)


def _settle(features: Floats, second: Bools, known: set[bytes]) -> Bools | None:
    """Assign each row to the likelier of two clusters until nothing changes.

    None if one of them gets too few cells, or if another guess has led to the same two
    clusters before (`known`): it has led to the same end. Each cluster has its own
    spread in each feature: one that varies much within a cluster, such as the weight of
    a hand's strokes, says little.
    """
    passed: set[bytes] = set()
    for _ in range(_ROUNDS):
        parted = (second ^ second[0]).tobytes()  # the same for both orders of the two
        few = min(second.sum(), (~second).sum()) < _CLUSTER
        if few or parted in known - passed:
            return None
        passed.add(parted)
        known.add(parted)
        nearer = unlikeliness(features, second) < unlikeliness(features, ~second)
        if (nearer == second).all():
            break
        second = nearer
    return second if min(second.sum(), (~second).sum()) >= _CLUSTER else None


def unlikeliness(features: Floats, cluster: Bools) -> Floats:
    """Minus twice the log-likelihood of each row under a cluster, up to a constant."""
    middle, spread = _normal(features[cluster])
    off = np.minimum(((features - middle) / spread) ** 2, _FARTHEST)
    return np.asarray((off + 2 * np.log(spread)).sum(axis=1), np.float32)


def _normal(rows: Floats) -> tuple[Floats, Floats]:
    """The mean and the spread of each feature."""
    spread = np.sqrt(rows.var(axis=0) + np.square(_LEAST_SPREAD))
    return rows.mean(axis=0), np.asarray(spread, np.float32)


def _apart(features: Floats, second: Bools) -> Apart:
    one, one_spread = _normal(features[~second])
    two, two_spread = _normal(features[second])
    between = two - one
    spread = np.sqrt((one_spread**2 + two_spread**2) / 2)
    return Apart(
        float(np.linalg.norm(between)), float(np.linalg.norm(between / spread))
    )
