"""Reads boards in a mirror.

Programs that convert pictures may drop or keep a tag that mirrors them.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.recognise import Recognised, recognise, turn_mesh
from mailbot.eye.read.shapes import least_givens
from mailbot.eye.read.symbols import HAND, PRINT
from mailbot.pictures import Bgr

# Clear digits that a board in a mirror shows at least, and what is no digit of the
# inked cells at most. Of 21 photographs and screens in a mirror each had 3 or more, and
# 0.47 or less; boards of other games had none, or 0.7.
_CLEAR, _SURE = 3, 0.9
_STRANGE = 0.6


def read_mirrored(picture: Bgr, grids: Iterable[Recognised]) -> list[Recognised]:
    """The grids that are read more clearly in a mirror, as they are read there.

    Their meshes run from right to left in the picture.
    """
    likely = (one for one in grids if _may_be_mirrored(one))
    pairs = ((_in_mirror(picture, one.sighting), one) for one in likely)
    return [there for there, here in pairs if there.clear > here.clear]


def _may_be_mirrored(read: Recognised) -> bool:
    """Whether cells that are unclear may hold digits in a mirror.

    Some of those are clear in any case. Typed characters are never mirrored.
    """
    surely = read.probs[:, PRINT.start : HAND.stop].max(axis=1) > _SURE
    held = read.sighting.by_lines and read.filled >= least_givens(read.size) / 2
    return held and surely.sum() >= _CLEAR and read.strange < _STRANGE


def _in_mirror(picture: Bgr, sighting: Sighting) -> Recognised:
    """The reading of cells cut out from right to left, so that each is mirrored.

    The quarter turns that bring them upright turn the picture the other way round.
    """
    mesh = sighting.mesh[:, ::-1]
    read = recognise(picture, replace(sighting, mesh=mesh))
    turned = np.rot90(mesh, -2 * read.turn)
    mesh = turn_mesh(turned, -read.turn % 4, picture.shape[:2])
    return replace(read, mesh=mesh, turn=-read.turn % 4)
