"""Surveys a decoded picture: which grids it shows, each in its best reading.

Finding and reading take turns: what was read decides where to look next.

| look | where | when |
|---|---|---|
| `locate` | all of the picture | always |
| `locate_small` | one part after another | unless a large board is certain |
| `look_again`, step 1 | its strongest channel | if colourful, and none is certain |
| ... 2 | borders of shades, on boards seen | while none is certain |
| ... 3 | digits in rows and columns | while none is certain |
| ... 4 | such digits, on boards unfolded | while none is certain |
| ... 5 | outlines of connected ink | while none is certain |

No look begins after the deadline.

Each lattice is read by `_read`, in this order: as it lies; the whole 9x9 if it is a
part of one, or lies some rows off; hollow digits filled, or digits moved to the middles
of their cells; the blur of a moving camera taken back. A moved lattice is kept if its
lines fit better, each other reading if it is better than the one before. A lattice that
was found by its characters is only read as it lies.
"""

from dataclasses import dataclass

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.certain import (
    CLEAN,
    answer_on,
    is_certain,
    is_clear,
    is_clear_puzzle,
    is_part,
)
from mailbot.eye.decide.verdict import is_puzzle
from mailbot.eye.find.again import look_again
from mailbot.eye.find.locate import is_small, locate, locate_small
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.centring import centred
from mailbot.eye.read.hollow import filled
from mailbot.eye.read.motion import steadied
from mailbot.eye.read.recognise import Recognised, recognise
from mailbot.eye.whole import (
    bounds_of,
    in_place,
    is_cut_off,
    nines_around,
    whole_board,
)
from mailbot.pictures import Bgr
from solver import Impossible, Solved


@dataclass(frozen=True, slots=True)
class _SurveyLimits:
    """Which sightings are read, and which grids are kept.

    Not measured one by one. Tighter values save time and may lose a grid.
    """

    # Sightings that are read, and grids that are kept.
    tried: int = 12
    grids: int = 6
    # Rank by which a sighting is so far behind the best that it is not read.
    far_behind: float = 0.35
    # A clean reading settles its place if it is clear, and its lattice fits like this,
    # or if it is so far ahead in rank.
    fit: float = 0.9
    ahead: float = 0.15
    # Clearness above which moving digits can gain nothing.
    surely: float = -0.005
    # Least clearness of a reading whose digits were moved, and its most junk: pieces of
    # lines that were moved as digits left 0.003 or more in photographs.
    moved: float = -0.01
    spotless: float = 0.0025
    # Probability of a digit that such a second reading must not change.
    sure_digit: float = 0.99
    # Share of the smaller lattice from which on two overlap, and cells between their
    # middles from which on one may lie on parts of two boards that touch.
    overlap: float = 0.2
    off: float = 0.7


_LIMITS = _SurveyLimits()


def survey(picture: Bgr, deadline: Deadline) -> tuple[list[Sighting], list[Recognised]]:
    """Look for lattices and read them; once more if none can be read clearly.

    A board that is small in its picture may be the only one of several that was seen.
    So unless a larger one is read clearly, parts of the picture are looked at.

    Args:
        picture: shape [h, w, 3].
        deadline: when to stop. If it passes during the first look, the best lattice of
            that look is read all the same; if it has passed before, none is.

    Returns:
        All lattices, and the grids read: no two in the same place, top to bottom. Some
        lattices are never read: the 9x9 boards of which an 8x8 may be a part. They tell
        whether a board is cut off.
    """
    sightings = [] if deadline.passed() else locate(picture)
    read = _read_best(picture, sightings, deadline)
    if all(is_small(picture, one.sighting) for one in read if is_certain(one)):
        small = _worth_reading(locate_small(picture, deadline), read)
        sightings += small
        read += _read_beside(picture, small, read, deadline)
    again = look_again(picture, deadline)
    while not any(map(is_certain, read)) and not deadline.passed():
        found = next(again, None)
        if found is None:
            break
        more = _worth_reading(found, read)
        sightings += more
        read += _read_best(picture, more, deadline)
    sightings += nines_around(picture, read)
    beyond = [one for one in sightings if one.sure and is_cut_off(picture, one)]
    return sightings, _chosen([one for one in read if not _is_rest(one, beyond)])


def _is_rest(read: Recognised, beyond: list[Sighting]) -> bool:
    """Whether a reading is of what the picture shows of a board that is cut off.

    Args:
        read: the reading, whose lattice does not reach beyond the picture.
        beyond: lattices that surely do.
    """
    fit, size = read.sighting.score, read.size
    better = (one for one in beyond if one.size > size or one.score > fit)
    rest = any(_overlap(read.sighting, one) for one in better)
    return rest and not (is_clear(read) and isinstance(answer_on(read), Solved))


def _read_beside(
    picture: Bgr, small: list[Sighting], read: list[Recognised], deadline: Deadline
) -> list[Recognised]:
    """Read small boards beside those that are certain, if they are certain as well."""
    certain = [one for one in read if is_certain(one)]
    places = [one.sighting for one in certain]
    others = [s for s in small if not any(_overlap(s, place) for place in places)]
    beside = _read_best(picture, others, deadline)
    return [one for one in beside if is_certain(one) or not certain]


def _worth_reading(found: list[Sighting], read: list[Recognised]) -> list[Sighting]:
    """The lattices of a later look that may be better than what was read before.

    Without a frame, or with a very thick one, lines fit an 8x8 best. So if an earlier
    look is sure of a size, only lattices of that size are. If all that it is sure of
    may be parts of boards, only sure lattices are.
    """
    sure = [one for one in read if one.sighting.sure]
    sizes = {one.size for one in sure if not is_part(one)}
    if sizes:
        return [sighting for sighting in found if sighting.size in sizes]
    return [sighting for sighting in found if sighting.sure or not sure]


def _read_best(
    picture: Bgr, sightings: list[Sighting], deadline: Deadline
) -> list[Recognised]:
    """Read the best sightings, but none whose place a reading before it settles."""
    read: list[Recognised] = []
    whole = [s for s in sightings if not is_cut_off(picture, s)]
    for sighting in whole[: _LIMITS.tried]:
        far_behind = sighting.rank < whole[0].rank - _LIMITS.far_behind
        if far_behind or (read and deadline.passed()):
            break
        settling = [one for one in read if _settles(one, sighting)]
        if not settling:
            read.append(_read(picture, sighting))
        elif sighting.sure and all(_may_be_two(one, sighting) for one in settling):
            other = _read(picture, sighting)
            read += [other] if is_clear_puzzle(other) else []
    return read


def _may_be_two(read: Recognised, sighting: Sighting) -> bool:
    """Whether a reading may be of parts of two boards, where another lattice tells.

    So it may if it has no solution, and the lattice lies some rows or columns off.
    """
    middles = (mesh.mean(axis=(0, 1)) for mesh in (read.mesh, sighting.mesh))
    off = float(np.abs(np.subtract(*middles)).max())
    cell = float(np.ptp(sighting.mesh, axis=(0, 1)).mean()) / sighting.size
    return off > _LIMITS.off * cell and isinstance(answer_on(read), Impossible)


def _read(picture: Bgr, sighting: Sighting) -> Recognised:
    """What a lattice holds, its digits moved and sharpened where that helps."""
    seen = recognise(picture, sighting)
    if not sighting.by_lines:  # its digits stand in the middle, beside no line
        return seen
    seen = in_place(picture, whole_board(picture, seen))
    return steadied(picture, _redrawn(picture, seen))


def _redrawn(picture: Bgr, read: Recognised) -> Recognised:
    """The reading, or that of hollow digits filled, or of digits moved to the middle.

    The second reading must be a clear puzzle with one solution, and hold what the first
    is sure of. Pieces of lines would be moved as well, and pass for a 1. So then all of
    it must be spotless.
    """
    if read.size != 9 or (read.clear > _LIMITS.surely and is_puzzle(read)):
        return read
    full = filled(picture, read)
    if full and is_clear_puzzle(full) and _holds(full, read):
        return full
    again = centred(picture, read)
    spotless = again.clear > _LIMITS.moved and again.junk < _LIMITS.spotless
    if spotless and is_clear_puzzle(again) and _holds(again, read):
        return again
    return read


def _holds(read: Recognised, other: Recognised) -> bool:
    """Whether a reading has all digits that another one is sure of, if these can be."""
    if isinstance(answer_on(other), Impossible):
        return True
    if read.turn != other.turn:  # upright is where digits are read
        return not is_puzzle(other)
    log_probs, digits = other.log_probs, other.log_probs.argmax(axis=1)
    sure = (digits > 0) & (log_probs.max(axis=1) > np.log(_LIMITS.sure_digit))
    return bool((read.log_probs.argmax(axis=1) == digits)[sure].all())


def _chosen(read: list[Recognised]) -> list[Recognised]:
    """The best grids, no two in the same place, from top to bottom."""
    chosen: list[Recognised] = []
    for grid in sorted(read, key=_by_merit):
        if not any(_overlap(grid.sighting, other.sighting) for other in chosen):
            chosen.append(grid)
    chosen = chosen[: _LIMITS.grids]
    return sorted(chosen, key=lambda grid: float(grid.mesh[..., 1].min()))


def _by_merit(read: Recognised) -> tuple[bool, bool, float]:
    """Orders readings, the best first."""
    return is_part(read), not is_clear_puzzle(read), -read.quality


def _settles(read: Recognised, sighting: Sighting) -> bool:
    """Whether a sighting need not be read, given a reading that overlaps it.

    So it is if the reading is clean and clear, clean and far ahead, or as large and
    like a puzzle.
    """
    if not _overlap(read.sighting, sighting):
        return False
    if not sighting.by_lines:  # others may be as good, in a text
        return is_clear_puzzle(read)
    clear = is_clear(read) and read.sighting.score > _LIMITS.fit
    ahead = read.sighting.rank > sighting.rank + _LIMITS.ahead
    if clear or (ahead and read.junk < CLEAN):
        return True
    return read.size == sighting.size and is_puzzle(read)


def _overlap(one: Sighting, other: Sighting) -> bool:
    """Whether two lattices cover the same place, at least in part."""
    low, high = np.array([bounds_of(one.mesh), bounds_of(other.mesh)]).swapaxes(0, 1)
    common = np.prod(np.clip(high.min(axis=0) - low.max(axis=0), 0, None))
    return bool(common > _LIMITS.overlap * np.prod(high - low, axis=1).min())
