"""Looks for boards once more, in ways that take their time."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

import cv2
import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.find.boards import Board, boards
from mailbot.eye.find.digits.alignment import along_digits
from mailbot.eye.find.digits.spacing import by_spacing
from mailbot.eye.find.fitting import fit_outline
from mailbot.eye.find.lines.lattice import corners_of
from mailbot.eye.find.locate import locate
from mailbot.eye.find.nearer import in_view
from mailbot.eye.find.network import Maps, look_at
from mailbot.eye.find.outlines import outlines
from mailbot.eye.find.shades import by_shades
from mailbot.eye.find.sighting import Sighting, rank_of, ranked
from mailbot.eye.find.surface import Surface, along_quad, around_quad, is_oblong
from mailbot.eye.find.view import folded, unfold
from mailbot.pictures import Bgr, Gray, in_strongest_channel, to_gray
from mailbot.pictures.arrays import Floats
from mailbot.stopwatch import during

_COLOUR = 60  # levels between the channels of a strong colour ...
_COLOURFUL = 0.05  # ... and the share of a colourful picture that has such colours
_BOARDS = 3  # boards whose shades and digits are looked at, the largest
_VIEWS = 4  # outlines that the network looks into, the largest
_OBLONG = 4  # oblong ones that it looks along, the largest ...
_ALIKE = 0.06  # ... that differ by more than this, in longest sides of them
_BESIDE = 1.2  # widths of such a one that it sees at a time
_WITHIN = 6  # cells a side, at least, of a board there: any table holds some 4x4


def look_again(picture: Bgr, deadline: Deadline) -> Iterator[list[Sighting]]:
    """More lattices where no board is seen surely, in some steps, each the best first.

    They are sought in the strongest channel of a colourful picture, by the shades of
    boxes, where digits stand in rows and columns, where they do so on a board that is
    unfolded, then within outlines.

    Args:
        picture: shape [h, w, 3].
        deadline: when a step stops, with the best so far. The first two do not look at
            it.
    """
    if _is_colourful(picture):
        yield locate(in_strongest_channel(picture))
    gray = to_gray(picture)
    maps = look_at(picture)
    seen = list(islice(boards(maps), _BOARDS))
    yield _by_shades(picture, maps, seen)
    yield _spaced(gray, deadline)
    yield _spaced_on_boards(picture, seen, deadline)
    yield _in_outlines(picture, gray, deadline)


def _is_colourful(picture: Bgr) -> bool:
    """Whether a part of the picture has colours as strong as those of apps."""
    some = picture[::4, ::4].reshape(-1, 3)
    strongest = some.max(axis=1)
    colour = strongest - some.min(axis=1)
    strong = (colour >= _COLOUR) & (colour >= 0.5 * strongest)
    return bool(strong.mean() > _COLOURFUL)


@during("find")
def _by_shades(picture: Bgr, maps: Maps, seen: Iterable[Board]) -> list[Sighting]:
    """The lattices whose boxes are told by shades, on boards that the network sees."""
    fits = (by_shades(picture, maps, board) for board in seen)
    return ranked(fit for fit in fits if fit)


@during("find")
def _spaced(gray: Gray, deadline: Deadline) -> list[Sighting]:
    return ranked(by_spacing(gray, deadline))


@during("find")
def _spaced_on_boards(
    picture: Bgr, seen: Iterable[Board], deadline: Deadline
) -> list[Sighting]:
    """The lattices of digits on boards that the network sees, unfolded.

    A photographed board may have no lines, and shades that are all equally light.
    """
    found = []
    for board in seen:
        for rough in (*board.places[:1], board.outline):
            surface = along_digits(to_gray(unfold(picture, rough, 1.0)), rough)
            view = to_gray(unfold(picture, surface, 1.0))
            for one in by_spacing(view, deadline):
                mesh = folded(one.mesh, surface, 1.0)
                share = cv2.contourArea(corners_of(mesh)) / picture[..., 0].size
                rank = rank_of(one.score, one.size, share)
                found.append(replace(one, mesh=mesh, rank=rank, characters=None))
    return ranked(found)


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
