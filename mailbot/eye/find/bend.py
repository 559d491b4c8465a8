"""The smooth bend of paper that is not flat: a cubic polynomial over the board."""

import numpy as np
import numpy.typing as npt

from mailbot.pictures.arrays import Bools, Doubles

Bend = Doubles
"""Coefficients of the polynomial that moves places (x, y), shape [10, 2]."""

FLAT: Bend = np.zeros((10, 2))

_ROUNDS = 4  # of fitting again without outliers
_USUAL = 0.004  # sides of a board by which places are off the polynomial

Places = npt.NDArray[np.floating]


def bent(places: Places, bend: Bend) -> Doubles:
    """The places [..., 2] of a board, 0 to 1, moved by a bend."""
    if bend is FLAT:
        return places.astype(np.float64)
    flat = places.reshape(-1, 2).astype(np.float64)
    return (flat + _powers(flat) @ bend).reshape(places.shape)


def fit_bend(places: Places, moves: Places, known: Bools, stiff: float) -> Bend:
    """The bend by which places move, fitted robustly against outliers.

    Args:
        places: on the board, 0 to 1, shape [..., 2].
        moves: how far each is moved, in x and y, shape [..., 2].
        known: whether its moves are known, shape [..., 2].
        stiff: what a bend costs, in places that lie still. More keeps flat what was not
            seen.
    """
    basis = _powers(places.reshape(-1, 2).astype(np.float64))
    wanted = moves.reshape(-1, 2).astype(np.float64)
    weights = known.reshape(-1, 2).astype(np.float64)
    return _smooth(basis, wanted.T, weights.T, stiff)


def _powers(places: Doubles) -> Doubles:
    """The terms of a cubic polynomial at places [n, 2]: shape [n, 10]."""
    x, y = np.moveaxis(places * 2 - 1, -1, 0)
    one, xx, yy = np.ones_like(x), x * x, y * y
    xs, ys = (one, x, xx, xx * x), (one, y, yy, yy * y)
    return np.stack([xs[a] * ys[b] for a in range(4) for b in range(4 - a)], axis=-1)


def _smooth(basis: Doubles, wanted: Doubles, known: Doubles, stiff: float) -> Doubles:
    """The coefficients [10, 2] of polynomials with values `wanted` [2, n].

    Args:
        basis: the terms at n places, [n, 10].
        wanted: for x and y.
        known: how well each is known, 0 or 1, [2, n].
        stiff: see `fit_bend`.
    """
    weight, stiffness = known, stiff * np.eye(basis.shape[1])
    found: Doubles = np.zeros((basis.shape[1], 2))
    for _ in range(_ROUNDS):
        weighted = basis.T * (weight[:, None] + 1e-6)
        sums = weighted @ wanted[..., None]
        solved = np.linalg.solve(weighted @ basis + stiffness, sums)
        found = np.asarray(solved[..., 0].T, np.float64)
        off = (wanted - (basis @ found).T) / _USUAL
        weight = np.asarray(known / (1 + off**2), np.float64)
    return found
