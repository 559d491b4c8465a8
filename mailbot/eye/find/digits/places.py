"""Finds the nine places of a board's rows, or columns, among lines of print.

All boxes are alike: the step from line to line is the same within them, and it is the
same or wider between them, where a rule or a gap may be. So eight lines tell where all
nine are; a row of a puzzle may be empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mailbot.pictures.arrays import Bools, Doubles, Floats

SIZE = 9

_PLACE = np.arange(SIZE)
_RULE = np.column_stack([np.ones(SIZE), _PLACE, _PLACE // 3])
"""Each place is the first one, some steps, and some gaps between boxes."""

_LEAST = 8  # places of nine that are seen
_STEPS = 3  # times that a step is seen, at least
_ALIKE = 0.05  # by which steps differ that are the same, as a share
_NEAR, _OFF = 0.3, 0.12  # steps by which a line may lie off its place: first, at last
_GAP = 0.3  # steps between boxes, beyond the usual one, that are surely a gap
_WIDEST = 1.6  # ... and the most: words of a text stand anywhere
_AHEAD = 4  # lines up to the next place: rules may have numbers, too
_ANCHORS = (4, 3)  # places of which one is seen


@dataclass(frozen=True, slots=True)
class Nine:
    """The middles of nine rows, or columns: float32[9], in pixels.

    `step` is the distance between neighbours in a box, `gap` what is added to it
    between boxes, in pixels; `seen` tells in which places there is print, bool[9].
    """

    middles: Floats
    step: float
    gap: float
    seen: Bools

    @property
    def borders(self) -> Floats:
        """The ten borders: in the middle between neighbours, shape [10]."""
        between = (self.middles[1:] + self.middles[:-1]) / 2
        ends = self.middles[:1] - self.step / 2, self.middles[-1:] + self.step / 2
        return np.concatenate([ends[0], between, ends[1]]).astype(np.float32)

    @property
    def are_told(self) -> bool:
        """Whether enough places are seen, and no other nine could be meant.

        Print in the first and the last one tells that, or gaps between the boxes.
        """
        ends = self.has_gaps or bool(self.seen[0] and self.seen[-1])
        return ends and int(self.seen.sum()) >= _LEAST

    @property
    def has_gaps(self) -> bool:
        """Whether the boxes stand apart from each other."""
        return self.gap > _GAP * self.step


def nine_places(
    print_: Floats, least: int, apart: float, most: float
) -> Iterator[Nine]:
    """The places that fit lines of print, between which there may be other lines.

    Args:
        print_: where lines are, in ascending order, and how many digits each holds,
            shape [n, 2].
        least: how many digits nine lines hold at least. What is scattered, as in the
            photograph of a meadow, has many lines with a digit or two.
        apart: the least distance between two places.
        most: the largest distance between two places in a box.
    """
    if len(print_) < _LEAST:
        return
    lines, digits = print_.T
    steps = np.array(list(_patterns(lines, apart, most))).reshape(-1, 2)
    patterns = steps @ _RULE[:, 1:].T
    off = patterns[:, None] - patterns[:, _ANCHORS, None]
    wanted = lines[:, None] + off[:, :, None]  # by step, anchor, line and place
    nearest = np.searchsorted((lines[1:] + lines[:-1]) / 2, wanted)
    seen = np.abs(lines[nearest] - wanted) < _NEAR * steps[:, 0, None, None, None]
    tried: set[bytes] = set()
    known: set[tuple[int, ...]] = set()
    enough = (digits[nearest] * seen).sum(axis=-1) >= least
    for at in np.argwhere(enough & (seen.sum(axis=-1) >= _LEAST)):
        there, held = nearest[tuple(at)], seen[tuple(at)]
        lattice = np.where(held, there, -1).tobytes()
        if lattice in tried:
            continue
        tried.add(lattice)
        places = _fitted(lines[there], held)
        if places is None or places.step <= apart or not places.are_told:
            continue
        close = _NEAR * steps[at[0], 0]
        key = tuple((places.middles / close).round().tolist())
        if key not in known:
            known.add(key)
            yield places


def _patterns(lines: Floats, low: float, high: float) -> Iterator[tuple[float, float]]:
    """The steps, and gaps between boxes, that there may be between lines."""
    ahead = [lines[n:] - lines[:-n] for n in range(1, _AHEAD + 1)]
    distances = np.sort(np.concatenate(ahead))
    distances = distances[(distances > low) & (distances < (1 + _WIDEST) * high)]
    if not len(distances):
        return
    wider = np.flatnonzero(distances[1:] > (1 + _ALIKE) * distances[:-1]) + 1
    groups = np.split(distances, wider)
    medians = [middle_of(group) for group in groups]
    for step, group in zip(medians, groups, strict=True):
        if len(group) >= _STEPS and step < high:
            for wide in medians:
                if step <= wide < (1 + _WIDEST) * step:
                    yield step, wide - step


def middle_of(ordered: Floats) -> float:
    """The median of numbers in ascending order."""
    half = len(ordered) // 2
    return float(ordered[half] + ordered[~half]) / 2


@lru_cache(maxsize=16)
def _fit(seen: tuple[int, ...]) -> Doubles:
    """What makes lines in those places a first one, a step and a gap: [3, places]."""
    return np.asarray(np.linalg.pinv(_RULE[list(seen)]), np.float64)


def _fitted(lines: Floats, seen: Bools) -> Nine | None:
    """The places that fit nine lines best, of which some are seen; None if none do."""
    first, step, gap = _fit(tuple(np.flatnonzero(seen))) @ lines[seen]
    middles = _RULE @ (first, step, gap)
    off = np.abs(middles - lines)[seen].max()
    if off > _OFF * step or not -_OFF / 2 * step < gap < _WIDEST * step:
        return None
    return Nine(middles.astype(np.float32), float(step), float(gap), seen)
