"""One picture, already decoded: every grid in it, read and judged."""

import cv2
import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.drawn import JIGSAW, drawn_variant
from mailbot.eye.decide.verdict import decide
from mailbot.eye.find.locate import Sighting, is_cut_short, locate
from mailbot.eye.read.recognise import Recognised, recognise
from mailbot.eye.read.witness import second_opinion
from mailbot.model import Findings, Note, NoteKind, Point, Puzzle, Source, Status, Where
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.pictures.arrays import Floats

_MOST_GRIDS = 6
_MOST_TRIED = 12
_FAR_BEHIND = 0.35  # in rank: not worth reading
_SMALL_PRINT = 0.15  # of the picture: a solved grid this small is not what was sent
_SLACK = 0.35  # of a cell that a lattice may reach beyond the picture
_BEHIND = 0.15  # ... behind another in the same place that holds no junk
_CLEAN = 0.01  # share of junk
_CLEAR = -0.03  # mean log-probability: what lies in the same place need not be read


def read_sheet(
    picture: Bgr, source: Source, where: Where, deadline: Deadline
) -> Findings:
    """Every puzzle in a picture.

    Args:
        picture: shape [h, w, 3].
        source: what it came from.
        where: the part and page that it came from.
        deadline: when to stop.

    Raises:
        MissingTool: the network or Tesseract is not there.
    """
    gray = to_gray(picture)
    sightings = locate(gray, deadline)
    puzzles: list[Puzzle] = []
    notes: list[Note] = []
    for grid in second_opinion(survey(picture, sightings, deadline), deadline):
        variant = drawn_variant(grid)
        puzzle = decide(grid, source, _place(grid, where), deadline, variant)
        if variant and not _holds(puzzle, variant):
            notes.append(Note(NoteKind.VARIANT, variant, where.part))
        elif puzzle:
            puzzles.append(puzzle)
    wanted = _wanted(puzzles, picture)
    if not wanted and not notes:
        notes.append(Note(_why_not(gray, deadline), part=where.part))
    return Findings(wanted, tuple(notes))


def _holds(puzzle: Puzzle | None, variant: str) -> bool:
    """Whether the answer is right for the variant too.

    What has one solution by the plain rules has no other one by more rules. Other boxes
    are other rules.
    """
    if puzzle is None:
        return False
    answered = puzzle.status is Status.SOLVED and variant != JIGSAW
    return answered or puzzle.status is Status.COMPLETE


def survey(
    picture: Bgr, sightings: list[Sighting], deadline: Deadline
) -> list[Recognised]:
    """The grids of a picture, no two in the same place, top to bottom."""
    read: list[Recognised] = []
    whole = [s for s in sightings if not s.part and not is_cut_off(picture, s)]
    for sighting in whole[:_MOST_TRIED]:
        if sighting.rank < whole[0].rank - _FAR_BEHIND or (read and deadline.passed()):
            break
        if not any(_settles(other, sighting) for other in read):
            read.append(recognise(picture, sighting))
    read.sort(key=lambda grid: -grid.quality)
    chosen: list[Recognised] = []
    for grid in read:
        if not any(_overlap(grid.sighting, other.sighting) for other in chosen):
            chosen.append(grid)
    chosen = chosen[:_MOST_GRIDS]
    return sorted(chosen, key=lambda grid: float(grid.mesh[..., 1].min()))


def is_cut_off(picture: Bgr, sighting: Sighting) -> bool:
    """Whether a lattice reaches beyond the picture."""
    height, width = picture.shape[:2]
    slack = _SLACK * _cell(sighting)
    low, high = _low(sighting.mesh), _high(sighting.mesh)
    return bool(
        (low < -slack).any() or (high > np.array([width, height]) + slack).any()
    )


def _why_not(gray: Gray, deadline: Deadline) -> NoteKind:
    """Why nothing was read."""
    if deadline.passed():
        return NoteKind.TIME
    return NoteKind.CUT_OFF if is_cut_short(gray) else NoteKind.NO_GRID


def _cell(sighting: Sighting) -> float:
    """The side of a cell in pixels."""
    return float(np.sqrt(_extent(sighting.mesh))) / sighting.size


def _settles(read: Recognised, sighting: Sighting) -> bool:
    """Whether a place needs no other reading: read well, or the same lattice again."""
    if not _overlap(read.sighting, sighting):
        return False
    plain = read.junk < _CLEAN
    if plain and read.clear > _CLEAR and read.sighting.score > 0.9:
        return True
    if plain and read.sighting.rank > sighting.rank + _BEHIND:
        return True
    return read.size == sighting.size


def _overlap(one: Sighting, other: Sighting) -> bool:
    """Whether two lattices cover, in part, the same place."""
    low = np.maximum(_low(one.mesh), _low(other.mesh))
    high = np.minimum(_high(one.mesh), _high(other.mesh))
    common = float(np.prod(np.clip(high - low, 0, None)))
    return common > 0.2 * min(_extent(one.mesh), _extent(other.mesh))


def _low(mesh: Floats) -> Floats:
    return np.asarray(mesh.min(axis=(0, 1)), np.float32)


def _high(mesh: Floats) -> Floats:
    return np.asarray(mesh.max(axis=(0, 1)), np.float32)


def _extent(mesh: Floats) -> float:
    return float(np.prod(_high(mesh) - _low(mesh)))


def _place(grid: Recognised, where: Where) -> Where:
    mesh = grid.mesh
    corners = (mesh[0, 0], mesh[0, -1], mesh[-1, -1], mesh[-1, 0])
    return Where(
        part=where.part,
        page=where.page,
        turn=grid.turn,
        corners=tuple(_point(p) for p in corners),
        mesh=tuple(_point(p) for p in mesh.reshape(-1, 2)),
    )


def _point(place: Floats) -> Point:
    return round(float(place[0]), 1), round(float(place[1]), 1)


def _wanted(puzzles: list[Puzzle], picture: Bgr) -> tuple[Puzzle, ...]:
    """Without the printed solutions of other days.

    They stand small on the page, or beside a puzzle that is still to be solved.
    """
    open_ = tuple(p for p in puzzles if not _is_printed_solution(p))
    if open_:
        return open_
    least = _SMALL_PRINT * picture.shape[0] * picture.shape[1]
    return tuple(p for p in puzzles if _area(p.reading.where) > least)


def _is_printed_solution(puzzle: Puzzle) -> bool:
    return puzzle.status is Status.COMPLETE and not any(puzzle.grid.entries)


def _area(where: Where) -> float:
    return float(cv2.contourArea(np.array(where.corners, np.float32)))
