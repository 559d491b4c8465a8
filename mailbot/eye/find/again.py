"""Looks for boards once more, in ways that take their time."""

from collections.abc import Iterator

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.find.digits.spacing import by_spacing
from mailbot.eye.find.fitting import fit_outline
from mailbot.eye.find.locate import locate
from mailbot.eye.find.network import look_at
from mailbot.eye.find.outlines import outlines
from mailbot.eye.find.sighting import Sighting, ranked
from mailbot.pictures import Bgr, Gray, in_strongest_channel, to_gray
from mailbot.stopwatch import during

_COLOUR = 60  # levels between the channels of a strong colour ...
_COLOURFUL = 0.05  # ... and the share of a colourful picture that has such colours


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
        yield _in_outlines(gray, deadline)


def _is_colourful(picture: Bgr) -> bool:
    """Whether a part of the picture has colours as strong as those of apps."""
    some = np.moveaxis(picture[::4, ::4], -1, 0).copy()  # by channel, which is fast
    high = some.max(axis=0)
    colour = high - some.min(axis=0)
    strong = (colour >= _COLOUR) & (colour >= 0.5 * high)
    return bool(strong.mean() > _COLOURFUL)


@during("find")
def _spaced(gray: Gray, deadline: Deadline) -> list[Sighting]:
    return ranked(by_spacing(gray, deadline))


@during("find")
def _in_outlines(gray: Gray, deadline: Deadline) -> list[Sighting]:
    """The lattices within outlines, until one is sure."""
    found: list[Sighting] = []
    for quads in outlines(gray):
        left = (quad for quad in quads if not deadline.passed())
        found += filter(None, (fit_outline(gray, quad) for quad in left))
        if any(sighting.sure for sighting in found):
            break
    return ranked(found)
