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
    fitted = [
        _smooth(basis, wanted[:, axis], weights[:, axis], stiff) for axis in (0, 1)
    ]
    return np.stack(fitted, axis=1)


def _powers(places: Doubles) -> Doubles:
    """The terms of a cubic polynomial at places [n, 2]: shape [n, 10]."""
    x, y = np.moveaxis(places * 2 - 1, -1, 0)
    return np.stack([x**a * y**b for a in range(4) for b in range(4 - a)], axis=-1)


def _smooth(basis: Doubles, wanted: Doubles, known: Doubles, stiff: float) -> Doubles:
    """The coefficients of a polynomial with values `wanted` [n] where `known` [n]."""
    weight: Doubles = known
    found: Doubles = np.zeros(basis.shape[1])
    for _ in range(_ROUNDS):
        weighted = basis.T * (weight + 1e-6)
        stiffened = weighted @ basis + stiff * np.eye(basis.shape[1])
        found = np.asarray(np.linalg.solve(stiffened, weighted @ wanted), np.float64)
        off = (wanted - basis @ found) / _USUAL
        weight = np.asarray(known / (1 + off**2), np.float64)
    return found
