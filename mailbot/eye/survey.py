"""Surveys a decoded picture: which grids it shows, each in its best reading.

Finding and reading take turns: what was read decides where to look next.

| look | where | when |
|---|---|---|
| `locate` | all of the picture | always |
| `locate_small` | its parts | unless a large board or table, or hardly any is seen |
| `look_again`, step 1 | digits in rows and columns | while none is certain |
| ... 2 | outlines of connected ink | then, if the network is in doubt |

No look begins after the deadline. In a picture without a board the network sees none in
any part, and the survey ends.
"""

from dataclasses import dataclass
from functools import partial

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
from mailbot.eye.find.boards import sees_large
from mailbot.eye.find.locate import (
    BLANK,
    is_small,
    locate,
    locate_small,
    look_again,
    look_at_parts,
)
from mailbot.eye.find.network import look_at, reaches_edge
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.recognise import Recognised, recognise
from mailbot.pictures import Bgr
from mailbot.pictures.arrays import Floats
from solver import Impossible, Solved

# Which sightings are read, and which grids are kept.
#
# Not measured one by one. Tighter values save time and may lose a grid.

# Sightings that are read, and grids that are kept.
_TRIED = 12
_GRIDS = 6
# Rank by which a sighting is so far behind the best that it is not read.
_FAR_BEHIND = 0.35
# A clean reading settles its place if it is clear, and its lattice fits like this,
# or if it is so far ahead in rank.
_FIT = 0.9
_AHEAD = 0.15
# Share of the smaller lattice from which on two overlap, and cells between their
# middles from which on one may lie on parts of two boards that touch.
_OVERLAP = 0.2
_OFF = 0.7
# Share of a cell by which a lattice may reach beyond the picture.
_SLACK = 0.35
# Share of the picture's longer side from which on a board is what it shows.
_LARGE = 0.5
# Probability of a board from which on more looks are worth their time; and from
# which on in all of the picture they are not, since they are for boards that the
# network does not see well. Of 106 photographs of others seven were solved by them,
# with 0.66 to 0.95 in all of the picture, and 0.85 or more in a part of it.
_LIKELY = 0.8
_SURELY = 0.96


@dataclass(frozen=True, slots=True)
class Survey:
    """What a picture shows.

    `grids` are the grids read, no two in the same place, from top to bottom; `cut_off`
    tells whether a board reaches beyond the picture.
    """

    grids: list[Recognised]
    cut_off: bool = False


def survey(picture: Bgr, deadline: Deadline) -> Survey:
    """Look for lattices and read them; once more if none can be read clearly.

    A board that is small in its picture may be the only one of several that was seen.
    So unless a larger one is read clearly, or a large table is seen, parts of the
    picture are looked at.

    Args:
        picture: shape [h, w, 3].
        deadline: when to stop. If it passes during the first look, the best lattice of
            that look is read all the same; if it has passed before, none is.
    """
    if deadline.passed():
        return Survey([])
    maps = look_at(picture)
    likely = maps.likely
    sightings = locate(picture, maps)
    read = _read_best(picture, sightings, deadline)
    final = partial(_is_final, picture)
    large = [not is_small(picture, one.sighting) for one in read if final(one)]
    seen = any(large) if large else sees_large(maps)
    if likely > BLANK and not seen:
        parts = list(look_at_parts(picture, maps, deadline))
        likely = max([likely, *(one.likely for one in parts)])
        small = _worth_reading(locate_small(picture, parts, deadline), read)
        sightings += small
        read += _read_beside(picture, small, read, deadline)
    again = look_again(picture, deadline, likely > _LIKELY and maps.likely < _SURELY)
    while not any(map(final, read)) and not deadline.passed():
        found = next(again, None)
        if found is None:
            break
        worth = _worth_reading(found, read)
        sightings += worth
        read += _read_best(picture, worth, deadline)
    beyond = [one for one in sightings if one.sure and is_cut_off(picture, one)]
    grids = _chosen([one for one in read if not _is_rest(one, beyond)])
    return Survey(grids, bool(beyond) or reaches_edge(maps, picture.shape))


def _is_final(picture: Bgr, read: Recognised) -> bool:
    """Whether no later look would find more than a reading shows.

    So it is if the network sees a board there whose lines fit, and that takes most of
    the picture: later looks are for boards that it does not see so well. If the cells
    hold no puzzle, it is another table.
    """
    if is_certain(read):
        return True
    extent = float(np.ptp(read.sighting.mesh, axis=(0, 1)).max())
    large = extent > _LARGE * max(picture.shape[:2])
    return large and read.sighting.sure and not is_puzzle(read)


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
    for sighting in whole[:_TRIED]:
        far_behind = sighting.rank < whole[0].rank - _FAR_BEHIND
        if far_behind or (read and deadline.passed()):
            break
        settling = [one for one in read if _settles(one, sighting)]
        if not settling:
            read.append(recognise(picture, sighting))
        elif sighting.sure and all(_may_be_two(one, sighting) for one in settling):
            other = recognise(picture, sighting)
            read += [other] if is_clear_puzzle(other) else []
    return read


def _may_be_two(read: Recognised, sighting: Sighting) -> bool:
    """Whether a reading may be of parts of two boards, where another lattice tells.

    So it may if it has no solution, and the lattice lies some rows or columns off.
    """
    middles = (mesh.mean(axis=(0, 1)) for mesh in (read.mesh, sighting.mesh))
    off = float(np.abs(np.subtract(*middles)).max())
    cell = float(np.ptp(sighting.mesh, axis=(0, 1)).mean()) / sighting.size
    return off > _OFF * cell and isinstance(answer_on(read), Impossible)


def _chosen(read: list[Recognised]) -> list[Recognised]:
    """The best grids, no two in the same place, from top to bottom."""
    chosen: list[Recognised] = []
    for grid in sorted(read, key=_by_merit):
        if not any(_overlap(grid.sighting, other.sighting) for other in chosen):
            chosen.append(grid)
    chosen = chosen[:_GRIDS]
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
    clear = is_clear(read) and read.sighting.score > _FIT
    ahead = read.sighting.rank > sighting.rank + _AHEAD
    if clear or (ahead and read.junk < CLEAN):
        return True
    return read.size == sighting.size and is_puzzle(read)


def _overlap(one: Sighting, other: Sighting) -> bool:
    """Whether two lattices cover the same place, at least in part."""
    low, high = np.array([_bounds_of(one.mesh), _bounds_of(other.mesh)]).swapaxes(0, 1)
    common = np.prod(np.clip(high.min(axis=0) - low.max(axis=0), 0, None))
    return bool(common > _OVERLAP * np.prod(high - low, axis=1).min())


def is_cut_off(picture: Bgr, sighting: Sighting) -> bool:
    """Whether a lattice reaches beyond the picture, by more than some slack."""
    low, high = _bounds_of(sighting.mesh)
    slack = _SLACK * float(np.sqrt(np.prod(high - low))) / sighting.size
    end = np.array(picture.shape[1::-1]) + slack
    return bool((low < -slack).any() or (high > end).any())


def _bounds_of(mesh: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest x and y of a mesh."""
    return mesh.min(axis=(0, 1)), mesh.max(axis=(0, 1))
