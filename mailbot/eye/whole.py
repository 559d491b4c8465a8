"""Reads the whole board where a lattice shows a part of it, or lies a row off it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from mailbot.eye.decide.boxes import is_row_off, rows_off
from mailbot.eye.find.offset import grown, moved
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.recognise import Recognised, recognise
from mailbot.pictures import Bgr, to_gray
from mailbot.pictures.arrays import Floats


@dataclass(frozen=True, slots=True)
class _WholeLimits:
    """When a lattice is taken for a part of a board; not measured one by one."""

    # Share of strange digits, such as nines, from which on an 8x8 may be part of a 9x9.
    nines: float = 0.03
    # Fit by which such a 9x9 may be behind another one that holds fewer digits. The row
    # of an app's keys below a board fits less by 0.1: there are no lines around it.
    as_well: float = 0.05
    # Share of a cell by which a lattice may reach beyond the picture.
    slack: float = 0.35


_LIMITS = _WholeLimits()


def whole_board(picture: Bgr, read: Recognised) -> Recognised:
    """The reading, or that of the 9x9 of which an 8x8 with nines is a part."""
    if not _has_nines(read):
        return read
    nines = grown(to_gray(picture), read.sighting)
    wholes = [recognise(picture, s) for s in nines if not is_cut_off(picture, s)]
    fit = max((one.sighting.score for one in wholes), default=0.0) - _LIMITS.as_well
    fitting = [one for one in wholes if one.sighting.score >= fit]
    best = max(fitting, key=lambda one: one.filled, default=read)
    return best if best.filled > read.filled else read


def nines_around(picture: Bgr, read: list[Recognised]) -> list[Sighting]:
    """The 9x9 lattices of which an 8x8 with nines may be what the picture shows."""
    parts = [one.sighting for one in read if _has_nines(one)]
    return [nine for part in parts for nine in grown(to_gray(picture), part)]


def _has_nines(read: Recognised) -> bool:
    """Whether an 8x8 holds what only larger boards do."""
    return read.size == 8 and read.strange > _LIMITS.nines


def in_place(picture: Bgr, read: Recognised) -> Recognised:
    """The reading; where its lattice lies some rows off, that of the board itself.

    The lattice of the board must fit better, and lie in the picture.
    """
    beside = _lattices_beside(picture, read)
    better = (one for one in beside if one.score > read.sighting.score)
    wholes = [recognise(picture, s) for s in better if not is_cut_off(picture, s)]
    placed = (one for one in wholes if not is_row_off(one))
    return max(placed, key=lambda one: one.sighting.score, default=read)


def _lattices_beside(picture: Bgr, read: Recognised) -> Iterator[Sighting]:
    """The lattices whose boxes would lie where the box lines of a board are."""
    off = rows_off(read)
    if not any(off):
        return
    gray = to_gray(picture)
    for rows, columns in product(*[(way, way - 3) if way else (0,) for way in off]):
        down, right = rows, columns
        for _ in range(read.turn):  # as the picture lies before it is turned
            down, right = -right, down
        lattice = moved(gray, read.sighting, down, right)
        if lattice:
            yield lattice


def is_cut_off(picture: Bgr, sighting: Sighting) -> bool:
    """Whether a lattice reaches beyond the picture, by more than some slack."""
    low, high = bounds_of(sighting.mesh)
    slack = _LIMITS.slack * float(np.sqrt(np.prod(high - low))) / sighting.size
    end = np.array(picture.shape[1::-1]) + slack
    return bool((low < -slack).any() or (high > end).any())


def bounds_of(mesh: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest x and y of a mesh."""
    return mesh.min(axis=(0, 1)), mesh.max(axis=(0, 1))
