"""The smooth bend of paper that is not flat: a polynomial over the board."""

import numpy as np
import numpy.typing as npt

from mailbot.pictures.arrays import Bools, Doubles

Bend = Doubles
"""Coefficients of the polynomial that moves places (x, y), shape [k, 2].

It is of the third degree if k is 10, of the next ones if k is 15, 21 or 28.
"""

FLAT: Bend = np.zeros((10, 2))

_DEGREES = {10: 3, 15: 4, 21: 5, 28: 6}  # by the number of coefficients
_ROUNDS = 4  # of fitting again without outliers
_USUAL = 0.004  # sides of a board by which places are off the polynomial

Places = npt.NDArray[np.floating]


def bent(places: Places, bend: Bend) -> Doubles:
    """The places [..., 2] of a board, 0 to 1, moved by a bend."""
    if bend is FLAT:
        return places.astype(np.float64)
    flat = places.reshape(-1, 2).astype(np.float64)
    return (flat + _terms(flat, _DEGREES[len(bend)]) @ bend).reshape(places.shape)


def fit_bend(
    places: Places, moves: Places, known: Bools, stiff: float, degree: int = 3
) -> Bend:
    """The bend by which places move, fitted by least squares.

    They are reweighted in each round so that outliers count less (Cauchy weights).

    Args:
        places: on the board, 0 to 1, shape [..., 2].
        moves: how far each is moved, in x and y, shape [..., 2].
        known: whether its moves are known, shape [..., 2].
        stiff: what a bend costs, in places that lie still. More keeps flat what was not
            seen.
        degree: of the polynomial, 3 to 6.
    """
    basis = _terms(places.reshape(-1, 2).astype(np.float64), degree)
    wanted = moves.reshape(-1, 2).astype(np.float64).T
    weight = counted = known.reshape(-1, 2).astype(np.float64).T
    stiffness = stiff * np.eye(basis.shape[1])
    found: Doubles = np.zeros((basis.shape[1], 2))
    for _ in range(_ROUNDS):
        weighted = basis.T * (weight[:, None] + 1e-6)
        sums = weighted @ wanted[..., None]
        solved = np.linalg.solve(weighted @ basis + stiffness, sums)
        found = np.asarray(solved[..., 0].T, np.float64)
        off = (wanted - (basis @ found).T) / _USUAL
        weight = np.asarray(counted / (1 + off**2), np.float64)
    return found


def _terms(places: Doubles, degree: int) -> Doubles:
    """The terms of a polynomial of that degree at places [n, 2]: shape [n, k].

    Those of the third degree are powers, for speed. Of higher degrees, powers would be
    too much alike to be told apart.
    """
    x, y = np.moveaxis(places * 2 - 1, -1, 0)
    if degree == 3:
        xs, ys = ([np.ones_like(v), v, v * v, v * v * v] for v in (x, y))
    else:
        xs, ys = [np.ones_like(x), x], [np.ones_like(y), y]
        for _ in range(2, degree + 1):  # Chebyshev's; numpy's own take a MB to load
            xs.append(2 * x * xs[-1] - xs[-2])
            ys.append(2 * y * ys[-1] - ys[-2])
    orders = range(degree + 1)
    pairs = [(a, b) for a in orders for b in orders[: degree + 1 - a]]
    return np.stack([xs[a] * ys[b] for a, b in pairs], axis=-1)
