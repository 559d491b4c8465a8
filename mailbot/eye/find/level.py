"""Levels the lattices of screens: their lines are straight, level and evenly spaced.

A faint line can hardly be told from noise piece by piece, and a lattice that is bent
onto such pieces is crooked. All along a screen it stands out: at most of its pixels the
picture steps there, as it does nowhere between two lines.
"""

from dataclasses import dataclass, replace

import numpy as np

from mailbot.eye.find.lines.courses import is_hand_drawn
from mailbot.eye.find.lines.lattice import Segments, corners_of, trace
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.find.surface import on_quad
from mailbot.eye.find.view import drawn_lines
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats


@dataclass(frozen=True, slots=True)
class _LevelLimits:
    """When lines are level; not measured one by one.

    Looser values level lattices of photographs, which are not quite straight.
    """

    # Fit of a lattice from which on it is not bent by noise. The outlines of cages
    # beside its lines lower that of a killer; it must not be levelled onto these.
    fit: float = 0.8
    # Pixels along a line at which the picture is looked at.
    places: int = 240
    # Levels by which the picture steps at a line, at the median place: at least, as a
    # multiple of the usual step beside lines, and at most. What counts more may be the
    # edge of a bar.
    least: float = 1.0
    clearly: float = 3.0
    most: float = 6.0
    # Share of the lines in each direction that stand out.
    seen: float = 0.8
    # How far the lattice may be off, in cells; and by how much its step, as a share.
    off: float = 0.3
    stretch: float = 0.03
    # Cells by which a line may lie off even spacing: lines between boxes are thick.
    uneven: float = 0.06


_LIMITS = _LevelLimits()
_STEPS = 13  # widths of a cell that are tried
_SHIFT = 0.5  # pixels between the places that are tried


def levelled(gray: Gray, bent: Sighting) -> Sighting:
    """The lattice with level lines near a bent one, if the picture shows such lines.

    Args:
        gray: the picture.
        bent: a lattice; if it fits well, is not a 9x9, or was drawn without a ruler, it
            is left as it is.
    """
    if bent.size != 9 or bent.score > _LIMITS.fit or is_hand_drawn(bent.segments):
        return bent
    low = np.floor(bent.mesh.min(axis=(0, 1)) - 1).astype(int).clip(0)
    high = np.ceil(bent.mesh.max(axis=(0, 1)) + 2).astype(int)
    part = gray[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    x = _level_lines(part, bent.mesh[..., 0].mean(axis=0) - low[0])
    y = _level_lines(part.T, bent.mesh[..., 1].mean(axis=1) - low[1])
    if x is None or y is None:
        return bent
    mesh = np.stack(np.meshgrid(x.places, y.places), axis=-1) + low
    cell = float(np.ptp(x.places)) / bent.size
    if float(np.median(np.abs(mesh - bent.mesh))) > _LIMITS.off * cell:
        return bent
    score = (x.seen + y.seen) / 2
    return replace(
        bent,
        mesh=mesh.astype(np.float32),
        score=score,
        rank=bent.rank + score - bent.score,
        segments=_drawn_on(gray, mesh.astype(np.float32)),
    )


def _drawn_on(gray: Gray, mesh: Floats) -> Segments:
    """The segments of a flat lattice that the picture shows, be they dark or light."""
    surface = on_quad(corners_of(mesh))
    tones = (
        trace(lines.weighed, len(mesh) - 1) for lines in drawn_lines(gray, surface)
    )
    return max(tones, key=lambda segments: segments.fit)


@dataclass(frozen=True, slots=True)
class _Lines:
    """Where parallel lines are, in pixels, and the share of them that stands out."""

    places: Floats
    seen: float


def _level_lines(part: Floats, near: Floats) -> _Lines | None:
    """The evenly spaced upright lines in a part of a picture, near such places."""
    every = -(-len(part) // _LIMITS.places)
    steps = np.abs(part[::every, 2:] - part[::every, :-2])
    if not steps.size or near[-1] <= near[0]:  # the lattice lies on its side
        return None
    profile = np.pad(np.median(steps, axis=0), 1)
    beside = np.pad(profile, 1)
    wide = np.maximum(np.maximum(beside[:-2], beside[2:]), profile)
    count = len(near)
    cell = float(near[-1] - near[0]) / (count - 1)
    middle = float(near.mean())
    cells = cell * np.linspace(1 - _LIMITS.stretch, 1 + _LIMITS.stretch, _STEPS)
    reach = _LIMITS.off * cell
    middles = np.arange(middle - reach, middle + reach, _SHIFT)
    even = np.arange(count) - (count - 1) / 2
    places = middles[:, None, None] + cells[None, :, None] * even
    index = places.round().astype(int)
    inside = (index >= 0) & (index < len(wide))
    strength = np.where(inside, wide[index.clip(0, len(wide) - 1)], 0)
    total = np.minimum(strength, _LIMITS.most).sum(axis=-1)
    best = np.unravel_index(int(total.argmax()), total.shape)
    least = max(_LIMITS.least, _LIMITS.clearly * float(np.median(profile)))
    seen = float((strength[best] > least).mean())
    if seen < _LIMITS.seen:
        return None
    return _Lines(_on_peaks(profile, places[best], _LIMITS.uneven * cell, least), seen)


def _on_peaks(profile: Floats, places: Floats, reach: float, least: float) -> Floats:
    """The places, each moved to the middle of what stands out around it."""
    moved = places.copy()
    at = np.arange(len(profile))
    for line, place in enumerate(places):
        near = (np.abs(at - place) <= max(reach, 2.0)) & (profile > least)
        if near.any():
            moved[line] = np.average(at[near], weights=profile[near])
    return np.asarray(moved, np.float32)
