"""Finds the thick lines between boxes, and tells by them whether a lattice is in place.

The box lines of a 9x9 run across the whole grid. If such lines do not lie between 3x3
boxes, the lattice is a row or a column off, since the board is cut off: no jigsaw has
thick lines that all run across the whole grid.

Some thick lines may be missed; what is taken for thick lines may be edges of shades and
of digits. The thresholds are set together with those of `variants`.
"""

import numpy as np

from mailbot.eye.read.lines.borders import line_weights
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools

# Which lines are thick, and run across the whole grid.

# Share of strange cells, above which it is another puzzle: crosswords and kakuros
# have thick lines too.
_STRANGE = 0.1
# Share of the lines that are thick.
_THICK = (0.1, 0.5)
# ... and that of the thick lines which run in one direction, at most. Motion blurs
# the lines of one direction only: those of the other then seem thick.
_ONE_DIRECTION = 0.8
# How much darker than thin lines they are at least, relative to these ...
_DARKER = 0.15
# ... and in spreads of both.
_DISTINCT = 4.0
# Share of a line that is thick, if it runs whole across the grid. A lattice that
# reaches a row beyond its board on both sides sees 7 / 9 of it.
_WHOLE = 0.7


def is_row_off(seen: Recognised) -> bool:
    """Whether a lattice is a row or a column off, as its board's box lines tell.

    So it is if two or more of them in a direction are three cells apart elsewhere.
    """
    thick = thick_lines(seen) if seen.size == 9 else None
    if thick is None:
        return False
    places = [np.flatnonzero(lines) + 1 for lines in thick.mean(axis=2) > _WHOLE]
    alike = all(len({*lines % 3}) <= 1 for lines in places)
    return alike and any(len(lines) > 1 and lines[0] % 3 > 0 for lines in places)


def thick_lines(seen: Recognised) -> Bools | None:
    """Which lines are thick: [2, N-1, N]; None if none clearly are."""
    if seen.strange > _STRANGE:
        return None
    strength = line_weights(seen.cells.patches)
    level = np.sort(strength.ravel())
    # Halfway between the paler half of the lines and their darkest fifth.
    cut = float(level[: len(level) // 2].mean() + level[-len(level) // 5 :].mean()) / 2
    thick: Bools = strength > cut
    if not _THICK[0] < thick.mean() < _THICK[1]:
        return None
    if thick.mean(axis=(1, 2)).max() > 2 * _ONE_DIRECTION * thick.mean():
        return None
    step = float(strength[thick].mean() - strength[~thick].mean())
    spread = float(strength[thick].std() + strength[~thick].std()) / 2
    least = max(_DARKER * strength[~thick].mean(), _DISTINCT * spread)
    return thick if step >= least else None
