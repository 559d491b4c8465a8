"""Finds the gaps in a lattice's lines and its frame: pieces that cannot be seen."""

from itertools import pairwise

import numpy as np

from mailbot.eye.read.lines.borders import (
    LEAST_PAPER,
    OFF,
    PIECES,
    REACH,
    borders_of,
    ends_of,
    gray_of,
    middles_of,
    middles_of_pieces,
    profiles_of,
)
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bools, Bytes, Floats, Ints, median, percentile

# When a piece of a line is missing; contrasts in levels.
#
# Measured on drawn photographs with and without things on them, and on photographs
# and screenshots of others: lines in full view have half of the usual contrast or
# more, those under a glare or a coin next to none.

# Contrast of a piece below which it is missing, as a share of its line's usual one, or
# that of most of the frame.
_GONE = 0.35
# Percentile of a line's pieces that is its usual contrast: rings around digits may
# touch nearly half of a faint line. It is at least the share _ALIKE of what most
# lines of that direction have, the percentile _MOST: a slip of paper may hide
# nearly all of a line.
_USUAL = 50.0
_ALIKE = 0.5
_MOST = 25.0
# The least usual contrast of a line that tells anything. It must also be so high
# that blank paper, of which that percentile of the cells' middles is an example,
# would be missing by far.
_LEAST = 4.0
_BLANK = 25.0
_BY_FAR = 1.5
# Share of the borders of which the same piece cannot be seen, from which on nothing
# is drawn there. Drawn things hid a piece of up to 0.2 of them; between discs 0.48
# and more have no line there.
_ANYWHERE = 0.35
# Pixels of 48 by which a piece lies off the course of its line at most: the edge of
# a thing that lies elsewhere is no line.
_ASTRAY = 2
# Cells on either side whose lines tell that course.
_BESIDE = 2
# Share of the line's usual contrast that a border has in a colour, all along, if it
# is seen by that colour alone.
_TINTED = 0.15
# Lightness below which all paper counts as that dark, as a share of most paper's.
# In a shadow lines have less contrast; so have the rims of dark things.
_DARK = 0.5

_STEP_OFF = 3  # pixels of 48 by which the edge of a shade may lie off the border
_HALF = 2  # pixels from the middle of a line to its side ...
_SIDE = 5  # ... and the width of that side
_SOFT = 3  # pixels of paper beside the edge of a shade

_DEEP = 5  # pixels of 48 from the board's edge: the inner half of the frame is there
_MIDDLE = slice(12, 36)  # of 48 pixels: more of them are paper than ink
_FRAME = 0.15  # darkness of most of a frame, as a share of the paper's light


def missing_pieces(patches: Bytes) -> Bools:
    """Which pieces of the inner borders are missing, shape [2, N-1, N, PIECES].

    The horizontal borders come first. Lines that are not drawn, or faint, count as
    seen, and so does a border along all of which there is another line or an edge, as
    between cells that an app shades. Discs side by side leave nothing to be seen at the
    ends of borders: what is missing at the same place of many is not drawn there.

    Args:
        patches: the cells, shape [N*N, PATCH, PATCH, 3].
    """
    contrast, usual = _contrasts(patches)
    missing: Bools = contrast < _GONE * usual
    missing &= missing.mean(axis=(1, 2), keepdims=True) < _ANYWHERE
    if missing.any():  # hardly ever in a photograph, and colours take their time
        across = profiles_of(borders_of(gray_of(patches)), PIECES)
        missing &= ~(_edges(across, usual) | _seen_in_colour(patches, usual))
    return missing


def line_contrast(patches: Bytes) -> float:
    """The usual contrast of the lines between cells, in levels; 0 if it is too faint.

    Args:
        patches: the cells, shape [N*N, PATCH, PATCH, 3].
    """
    return float(median(_contrasts(patches)[1]))


def _contrasts(patches: Bytes) -> tuple[Floats, Floats]:
    """The contrast of each piece [2, N-1, N, PIECES], and the usual one of its line.

    That is 0 where nothing can be told: where the middles of cells, most of which hold
    no ink, show as much. In a shadow all that is printed has less contrast.
    """
    gray = gray_of(patches)
    borders = profiles_of(borders_of(gray), PIECES)
    middles = profiles_of(middles_of(gray), PIECES)
    tones = [_depths(borders), _depths(255 - borders)]
    light = int(np.mean([_usual(tone) for tone in tones], axis=(1, 2, 3, 4)).argmax())
    depths = tones[light]
    blank = _depths(255 - middles if light else middles).max(axis=-1)
    if not light:
        paper = _paper(borders)
        most = float(median(paper))
        depths *= most / np.maximum(paper, _DARK * most)[..., None]
    usual = _usual(depths)
    others = percentile(usual, _MOST, axis=1)[:, None]
    usual = np.maximum(usual, _ALIKE * others)
    least = _BY_FAR * float(percentile(blank, _BLANK))
    told = _GONE * usual > max(least, _GONE * _LEAST)
    return _on_course(depths, usual), np.where(told, usual, 0)


def _usual(depths: Floats) -> Floats:
    """The usual contrast of each line, [2, N-1, 1, 1]."""
    pieces = depths.max(axis=-1)
    return percentile(pieces.reshape(*pieces.shape[:2], -1), _USUAL, 2)[..., None, None]


def _on_course(depths: Floats, usual: Floats) -> Floats:
    """The contrast of each piece near the place where its line goes on beside it."""
    size = depths.shape[2]
    cells = median(np.minimum(depths, usual[..., None]), axis=3)
    beside = (_BESIDE,) * 2
    wide = np.pad(cells, ((0, 0), (0, 0), beside, (0, 0)), mode="edge")
    shifts = range(sum(beside) + 1)
    course = np.sum([wide[:, :, shift : shift + size] for shift in shifts], axis=0)
    off = np.abs(np.arange(2 * OFF) - course.argmax(axis=-1)[..., None])
    near = (off <= _ASTRAY)[:, :, :, None]
    return np.asarray(np.where(near, depths, -255).max(axis=-1), np.float32)


def _seen_in_colour(patches: Bytes, usual: Floats) -> Bools:
    """Along which borders a line is seen by its colour alone, [2, N-1, N, 1].

    Between cells that an app shades, a line may be as light as they are, or lighter in
    one channel and darker in another.
    """
    size = round(len(patches) ** 0.5)
    colours = patches.astype(np.float32).reshape(size, size, PATCH, PATCH, 3)
    seen = np.zeros((2, size - 1, size, 1), np.bool_)
    for channel in np.moveaxis(colours, -1, 0):
        contrast = _either(profiles_of(borders_of(channel), PIECES))
        middles = _either(profiles_of(middles_of(channel), PIECES)).max(axis=-1)
        blank = _BY_FAR * float(percentile(middles, _BLANK))
        least = np.maximum(_TINTED * usual, max(_LEAST, blank))
        seen |= _all_along(contrast) > least
    return seen


def _either(profiles: Floats) -> Floats:
    """How much each profile is darker, or lighter, at its middle places than beside."""
    return np.asarray(np.maximum(_depths(profiles), _depths(255 - profiles)))


def _all_along(contrasts: Floats) -> Floats:
    """The least contrast of a border's pieces, where it is highest: [..., 1, 1].

    All pieces are compared at the same place across the border, give or take a pixel.
    So the rim of a thing, which is as dark as a line but runs across the border, has
    next to none.

    Args:
        contrasts: of each piece at each place, [..., PIECES, places].
    """
    wide = np.pad(contrasts, [(0, 0)] * (contrasts.ndim - 1) + [(1, 1)], mode="edge")
    near = np.maximum(np.maximum(wide[..., :-2], wide[..., 2:]), contrasts)
    return np.asarray(near.min(axis=-2).max(axis=-1)[..., None], np.float32)


def _depths(profiles: Floats) -> Floats:
    """How much darker than both its sides each profile is at its middle places.

    A place on a slope, which has a darker one right beside it, counts less.
    """
    count = profiles.shape[-1] - _SIDE + 1
    windows = [profiles[..., at : at + count] for at in range(_SIDE)]
    side = np.maximum.reduce(windows)
    before = side[..., REACH - OFF - _HALF - _SIDE :][..., : 2 * OFF]
    after = side[..., REACH - OFF + _HALF + 1 :][..., : 2 * OFF]
    least = np.minimum(profiles[..., :-1], profiles[..., 1:])
    next_to = np.minimum(least[..., :-1], least[..., 1:])[..., REACH - OFF - 1 :]
    middle = profiles[..., REACH - OFF : REACH + OFF]
    slope = middle - next_to[..., : 2 * OFF]
    return np.asarray(np.minimum(before, after) - middle - slope, np.float32)


def _paper(profiles: Floats) -> Floats:
    """The lightness beside each profile's line, on the darker side."""
    before, after = profiles[..., : REACH - OFF], profiles[..., REACH + OFF :]
    return np.asarray(np.minimum(before.max(axis=-1), after.max(axis=-1)), np.float32)


def _edges(profiles: Floats, usual: Floats) -> Bools:
    """Along which borders there is a step: shaded cells may end without a line.

    A step that is part of a slope counts less: round things get lighter or darker on
    both sides of it as well.
    """
    count = 2 * REACH - _SOFT + 1
    soft = np.mean([profiles[..., at : at + count] for at in range(_SOFT)], axis=0)
    before = np.arange(2 * _STEP_OFF) + REACH - _STEP_OFF - _HALF - _SOFT
    after = before + 2 * _HALF + _SOFT
    step = np.abs(soft[..., before] - soft[..., after])
    step -= np.abs(soft[..., before] - soft[..., before - _SOFT])
    step -= np.abs(soft[..., after] - soft[..., after + _SOFT])
    return np.asarray(_all_along(step) >= _GONE * usual, np.bool_)


def frame_gaps(patches: Bytes) -> Ints:
    """Where the frame is missing, y and x in pixels of the board, [2, n].

    Each place is the middle of a missing piece. Where most of a side is missing, none
    of its pieces counts: many boards have no frame.

    Args:
        patches: the cells, shape [N*N, PATCH, PATCH, 3].
    """
    gray = gray_of(patches)
    last = len(gray) * PATCH - 1
    along = middles_of_pieces(len(gray))
    places = []
    for upright, cells in enumerate((gray, gray.transpose(1, 0, 3, 2))):
        for at, side in ((0, cells[0]), (last, cells[-1, :, ::-1])):
            found = along[_missing(side)]
            place = np.stack([np.full_like(found, at), found])
            places.append(place[::-1] if upright else place)
    return np.concatenate(places, axis=1)


def _missing(side: Floats) -> Bools:
    """Which pieces of the frame along a side are missing, [N, PIECES].

    Args:
        side: the lightness of its cells, [N, PATCH, PATCH], each with the frame on top.
    """
    contrast = max(_contrast(side), _contrast(255 - side), key=median)
    usual = float(median(contrast))
    return np.asarray((contrast < _GONE * usual) & (usual > _FRAME), np.bool_)


def _contrast(side: Floats) -> Floats:
    """How much darker than paper each piece is, as a share of its light."""
    paper = median(side[:, _MIDDLE, _MIDDLE].reshape(len(side), -1), 1)[:, None]
    pieces = [side[:, :_DEEP, a:b].mean(axis=-1) for a, b in pairwise(ends_of(PIECES))]
    darkest = np.stack(pieces, axis=-1).min(axis=1)
    return np.asarray((paper - darkest) / np.maximum(paper, LEAST_PAPER), np.float32)
