"""Weighs whether a thin thing hides a stroke of a printed digit.

The digit then looks like another one: the wire of a paper clip across a 6 leaves a 5.
Each single sign is weak: the network thinks of the other digit, too; that digit, as
other cells show it, covers the cell's ink; the digit that is read covers it badly; the
lines beside the cell are weak where the thing crosses them. So they add up to one
figure.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mailbot.eye.find.lines.courses import is_hand_drawn
from mailbot.eye.read.lines.gaps import weakest_lines
from mailbot.eye.read.overprint.excess import ink_beyond
from mailbot.eye.read.overprint.prints import Looks, Prints, usual_of
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Floats


@dataclass(frozen=True, slots=True)
class _Weights:
    """What each sign adds to the log-odds that another digit is hidden in part.

    Fitted together by logistic regression to 146 cells of drawn boards that wires,
    slips, rims of glasses and the like made other digits of, and to 9000 pairs of a
    digit that is read right and one that gives a solution as well.
    """

    none: float = 1.05
    # For each nat by which the network finds the other digit less likely; more than
    # `most_behind` nats count as that many.
    behind: float = -0.57
    most_behind: float = 9.0
    # For the strongest ink that the cell has beyond the other digit; more than
    # `most_beyond` counts as that much, and hardly any cell has less than
    # `least_beyond`. If no cell shows the other digit, `unseen` counts instead.
    beyond: float = -9.03
    least_beyond: float = 0.1
    most_beyond: float = 0.8
    unseen: float = -3.24
    # For the logarithm of the misfit of the digit that is read, in multiples of what
    # nine prints in ten stay below, clipped to `misfits`. If no other cell shows that
    # digit, `alone` counts instead.
    misfit: float = 0.5
    misfits: tuple[float, float] = (-0.7, 2.0)
    alone: float = 1.93
    # For the share of a line's usual contrast that the weakest line beside lacks.
    weak: float = 2.33


@dataclass(frozen=True, slots=True)
class _HiddenLimits:
    """Where the signs tell something."""

    # Share of its usual contrast that the weakest line beside a cell lacks, exceeded by
    # a quarter of the cells, up to which lines are even enough. Where a picture is
    # blurred or coarse, all of them are weak somewhere: so they are in a quarter of the
    # photographs, and in most at JPEG quality 8. Four of these were asked about with
    # 0.25. Of the 146 cells that the signs are fitted to, 17 are on such boards.
    uneven: float = 0.2


_WEIGHTS, _LIMITS = _Weights(), _HiddenLimits()


@dataclass(frozen=True, slots=True)
class Hiding:
    """What tells of hidden strokes in the cells of a grid.

    `log_odds` holds for each cell the part of the log-odds that does not depend on the
    other digit.
    """

    log_probs: Floats
    prints: Prints
    log_odds: dict[int, float]

    def cells_with(self, least: float) -> set[int]:
        """The cells in which a digit may have log-odds above a bound.

        The bound is compared with the most that they can be: the ink beyond the other
        digit, which is slow to measure, is taken as the least possible.
        """
        digits = np.sort(self.log_probs[:, 1:], axis=1)
        behind = np.minimum(digits[:, -1] - digits[:, -2], _WEIGHTS.most_behind)
        most = _WEIGHTS.behind * behind + _WEIGHTS.beyond * _WEIGHTS.least_beyond
        return {
            cell for cell, known in self.log_odds.items() if known + most[cell] > least
        }

    def log_odds_of(self, cell: int, others: Iterable[int]) -> dict[int, float]:
        """The log-odds that a cell shows a part of each of some other digits."""
        others = list(others)
        looks = self.prints.looks(cell, others)
        return {
            digit: self.log_odds[cell]
            + _WEIGHTS.behind * min(self._behind(cell, digit), _WEIGHTS.most_behind)
            + self._beyond(cell, digit, looks)
            for digit in others
        }

    def _behind(self, cell: int, digit: int) -> float:
        return float(self.log_probs[cell].max() - self.log_probs[cell, digit])

    def _beyond(self, cell: int, digit: int, looks: Looks) -> float:
        if digit not in looks:
            return _WEIGHTS.unseen
        ink = ink_beyond(self.prints, cell, looks[digit])
        return _WEIGHTS.beyond * min(ink, _WEIGHTS.most_beyond)


def hiding_in(
    seen: Recognised, prints: Prints, cells: Iterable[int], own: Looks
) -> Hiding:
    """What tells of hidden strokes in some cells of a grid.

    Nothing is told where no lines are drawn, or all are uneven.

    Args:
        seen: the grid.
        prints: its ink.
        cells: those asked for. Each shows a digit up to 9.
        own: what `own_looks` gives.
    """
    misfits = prints.misfits(own)
    usual = usual_of(misfits)
    lattice = seen.sighting
    if not lattice.by_lines:
        return Hiding(seen.log_probs, prints, {})
    lines = weakest_lines(seen.cells.shown, is_hand_drawn(lattice.segments))
    lacking = 1 - np.clip(lines, 0, 1)
    uneven = np.percentile(lacking, 75) > _LIMITS.uneven
    log_odds = {}
    for cell in () if uneven else cells:
        fit = _WEIGHTS.alone
        if usual is not None and cell in misfits:
            off = np.log(max(misfits[cell], 1e-6) / usual)
            fit = _WEIGHTS.misfit * float(np.clip(off, *_WEIGHTS.misfits))
        log_odds[cell] = _WEIGHTS.none + fit + _WEIGHTS.weak * float(lacking[cell])
    return Hiding(seen.log_probs, prints, log_odds)
