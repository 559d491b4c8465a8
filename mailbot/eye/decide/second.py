"""Weighs what tells of a second digit in a cell, printed over the one that is read.

Each single sign is weak: the overprint network sees another digit in the cell, the cell
has more ink than its digit has beside the others, and more in one stroke than its digit
has elsewhere. So they add up to one figure.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mailbot.eye.read.overprint.contents import log_odds_of_another
from mailbot.eye.read.overprint.excess import Excess, excesses_of
from mailbot.eye.read.overprint.prints import Looks, Prints
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Floats


@dataclass(frozen=True, slots=True)
class _Weights:
    """What each sign adds to the log-odds that a cell holds another digit as well.

    Fitted together by logistic regression to 1200 cells of drawn pages that hold two
    digits and 11,000 that hold one, each with a digit that gives one solution, too: of
    300 types, 11 to 60 pixels wide, a seventh of them with uneven ink and shadows. A
    network with other weights asks for a new fit.
    """

    none: float = -2.28
    # For the log-odds by the overprint network, clipped to `bounds`.
    seen: float = 1.09
    bounds: tuple[float, float] = (-12.0, 6.0)
    # For the two figures of `Excess`, `heavy` clipped to `heaviest` on either side. If
    # no other cell shows the digit that is read, `alone` counts instead of the second.
    heavy: float = 0.85
    heaviest: float = 4.0
    stroke: float = 3.96
    alone: float = 1.94


_WEIGHTS = _Weights()


def log_odds_of_second(
    seen: Recognised, prints: Prints, cells: Sequence[int], own: Looks
) -> dict[int, Floats]:
    """The log-odds that some cells hold each digit besides the one that is read.

    They are fitted to cells in which either of two digits gives one solution: in any
    other cell two digits are rarer by far.

    Args:
        seen: the grid. Each of the cells shows a digit up to 9.
        prints: its ink.
        cells: those asked for.
        own: what `own_looks` gives.

    Returns:
        For each cell, of no digit and each digit that the grid may hold, up to 9. For
        no digit and for the digit that is read it is -inf.
    """
    if not cells:
        return {}
    digits = seen.log_probs.argmax(axis=1)
    ink = excesses_of(prints, digits, cells, own)
    alone = [int(digits[cell]) for cell in cells]
    others = log_odds_of_another(seen.cells.normalised[list(cells)], alone)
    found = {}
    for cell, there in zip(cells, np.clip(others, *_WEIGHTS.bounds), strict=True):
        by_network = _WEIGHTS.seen * there[: min(seen.size, 9) + 1]
        log_odds = by_network + _log_odds_by_ink(ink[cell])
        log_odds[[0, digits[cell]]] = -np.inf
        found[cell] = log_odds
    return found


def _log_odds_by_ink(excess: Excess) -> float:
    """The log-odds that a cell holds a second digit, by its ink alone."""
    heavy = float(np.clip(excess.heavy, -_WEIGHTS.heaviest, _WEIGHTS.heaviest))
    stroke = excess.stroke
    more = _WEIGHTS.alone if stroke is None else _WEIGHTS.stroke * stroke
    return _WEIGHTS.none + _WEIGHTS.heavy * heavy + more
