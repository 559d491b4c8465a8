"""Looks for boards once more, in ways that take their time."""

from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.find.digits.spacing import by_spacing
from mailbot.eye.find.fitting import fit_outline
from mailbot.eye.find.locate import locate
from mailbot.eye.find.nearer import in_view
from mailbot.eye.find.network import look_at
from mailbot.eye.find.outlines import outlines
from mailbot.eye.find.sighting import Sighting, ranked
from mailbot.eye.find.surface import Surface, along_quad, around_quad, is_oblong
from mailbot.pictures import Bgr, Gray, in_strongest_channel, to_gray
from mailbot.pictures.arrays import Floats
from mailbot.stopwatch import during

_COLOUR = 60  # levels between the channels of a strong colour ...
_COLOURFUL = 0.05  # ... and the share of a colourful picture that has such colours
_VIEWS = 4  # outlines that the network looks into, the largest
_OBLONG = 4  # oblong ones that it looks along, the largest ...
_ALIKE = 0.06  # ... that differ by more than this, in longest sides of them
_BESIDE = 1.2  # widths of such a one that it sees at a time
_WITHIN = 6  # cells a side, at least, of a board there: any table holds some 4x4


def look_again(
    picture: Bgr, deadline: Deadline, likely: bool
) -> Iterator[list[Sighting]]:
    """More lattices where no board is seen surely, in some steps, each the best first.

    They are sought where digits stand in rows and columns, then in the strongest
    channel of a colourful picture, then within outlines.

    Args:
        picture: shape [h, w, 3].
        deadline: when a step stops, with the best so far. The second does not look at
            it.
        likely: whether the network sees what may be a board; else only the first step
            is taken.
    """
    gray = to_gray(picture)
    yield _spaced(gray, deadline)
    if likely and _is_colourful(picture):
        strongest = in_strongest_channel(picture)
        yield locate(strongest, look_at(strongest))
    if likely:
        yield _in_outlines(picture, gray, deadline)


def _is_colourful(picture: Bgr) -> bool:
    """Whether a part of the picture has colours as strong as those of apps."""
    some = picture[::4, ::4].reshape(-1, 3)
    strongest = some.max(axis=1)
    colour = strongest - some.min(axis=1)
    strong = (colour >= _COLOUR) & (colour >= 0.5 * strongest)
    return bool(strong.mean() > _COLOURFUL)


@during("find")
def _spaced(gray: Gray, deadline: Deadline) -> list[Sighting]:
    return ranked(by_spacing(gray, deadline))


@during("find")
def _in_outlines(picture: Bgr, gray: Gray, deadline: Deadline) -> list[Sighting]:
    """The lattices within outlines, until one is sure.

    Where none is, the network looks at flat views of the largest outlines, and then
    along oblong ones, such as the screen of a telephone that lies on a table.
    """
    found: list[Sighting] = []
    seen: list[Floats] = []
    for quads in outlines(gray):
        seen += quads
        left = (quad for quad in quads if not deadline.passed())
        found += filter(None, (fit_outline(gray, quad) for quad in left))
        if any(sighting.sure for sighting in found):
            return ranked(found)
    for surface, around in _views(picture, seen):
        if not deadline.passed():
            within = in_view(picture, surface, around)
            found += (one for one in within if one.size >= _WITHIN)
        if any(sighting.sure for sighting in found):
            break
    return ranked(found)


def _views(picture: Bgr, quads: list[Floats]) -> Iterator[tuple[Surface, float]]:
    """The surfaces on which the network looks for a board, and what of each it sees.

    Returns:
        The largest quads, then squares along oblong ones, each with the side of the
        view in sides of the surface.
    """
    largest = sorted(quads, key=cv2.contourArea, reverse=True)
    for quad in largest[:_VIEWS]:
        yield around_quad(quad), 1.0
    for quad in islice(filter(is_oblong, _different(picture, largest)), _OBLONG):
        for square in along_quad(quad):
            yield square, _BESIDE


def _different(picture: Bgr, quads: list[Floats]) -> Iterator[Floats]:
    """Those of the quads that lie within a picture and differ from each other."""
    kept: list[Floats] = []
    end = np.array(picture.shape[1::-1])
    for quad in quads:
        near = _ALIKE * np.ptp(quad, axis=0).max()
        new = all(np.abs(quad - other).max() > near for other in kept)
        if new and (quad >= 0).all() and (quad <= end).all():
            kept.append(quad)
            yield quad
