"""Reads one decoded picture: finds its grids, reads them and decides on them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import compress

import cv2
import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.certain import is_clear, needs_no_witness
from mailbot.eye.decide.boxes import is_row_off
from mailbot.eye.decide.cover import covered_cells, doubt_covered, mark_covered
from mailbot.eye.decide.reason import is_blurred, reason
from mailbot.eye.decide.variants.drawn import JIGSAW, SAMURAI, drawn_variant
from mailbot.eye.decide.variants.samurai import is_around_boards, shares_a_box
from mailbot.eye.decide.verdict import decide, is_puzzle, is_table
from mailbot.eye.find.lines.lattice import corners_of
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.recognise import Recognised, least_givens, recognise, turn_mesh
from mailbot.eye.read.symbols import HAND, PRINT
from mailbot.eye.read.witness import second_opinion
from mailbot.eye.survey import Survey, survey
from mailbot.model import Findings, Note, NoteKind, Point, Puzzle, Source, Status, Where
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.pictures.arrays import Doubles, Floats

# Which puzzles are wanted; not measured one by one.

# Share of the picture: a printed solution smaller than that is of another day.
_SMALL_PRINT = 0.15
# Pixels of a cell: in smaller ones print and pen are not told apart.
_WRITTEN = 24.0
# Clear digits that a board in a mirror shows at least, and what is no digit of the
# inked cells at most. Of 21 photographs and screens in a mirror each had 3 or more, and
# 0.47 or less; boards of other games had none, or 0.7.
_CLEAR, _SURELY = 3, 0.9
_STRANGE = 0.6


def read_sheet(
    picture: Bgr, source: Source, where: Where, deadline: Deadline
) -> Findings:
    """Every puzzle in a picture.

    Args:
        picture: shape [h, w, 3].
        source: what the picture came from.
        where: the letter's part, and the page of it.
        deadline: when to stop.

    Raises:
        MissingTool: the network or Tesseract is not there.
        MemoryError: OpenCV has not enough memory.
    """
    try:
        return _findings(picture, source, where, deadline)
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem or "bad_alloc" in str(error):
            raise MemoryError(str(error)) from error
        raise


def _findings(
    picture: Bgr, source: Source, where: Where, deadline: Deadline
) -> Findings:
    """What `read_sheet` returns."""
    seen = survey(picture, deadline)
    found = _decided(picture, seen, source, where, deadline)
    if not any(note.kind is NoteKind.UNCLEAR for note in found.notes):
        return found
    mirrored = _read_mirrored(picture, seen.grids)
    if not mirrored:
        return found
    there = replace(seen, grids=mirrored)
    turned = _decided(picture, there, source, where, deadline)
    solved = any(puzzle.status is Status.SOLVED for puzzle in turned.puzzles)
    return turned if solved else found


def _read_mirrored(picture: Bgr, grids: Iterable[Recognised]) -> list[Recognised]:
    """The grids that are read more clearly in a mirror, as they are read there.

    Programs that convert pictures may drop or keep a tag that mirrors them. The
    meshes run from right to left in the picture.
    """
    likely = (one for one in grids if _may_be_mirrored(one))
    pairs = ((_in_mirror(picture, one.sighting), one) for one in likely)
    return [there for there, here in pairs if there.clear > here.clear]


def _may_be_mirrored(read: Recognised) -> bool:
    """Whether cells that are unclear may hold digits in a mirror.

    Some of those are clear in any case. Typed characters are never mirrored.
    """
    surely = read.probs[:, PRINT.start : HAND.stop].max(axis=1) > _SURELY
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


def _decided(
    picture: Bgr, seen: Survey, source: Source, where: Where, deadline: Deadline
) -> Findings:
    """The puzzles and notes on what was seen in a picture."""
    gray = to_gray(picture)
    puzzles: list[Puzzle] = []
    notes: list[Note] = []
    unread: list[Recognised] = []
    samurai = [one for one in seen.grids if _is_of_samurai(gray, one)]
    if samurai:
        notes.append(Note(NoteKind.VARIANT, SAMURAI, where.part))
    alone = [one for one in seen.grids if not any(one is other for other in samurai)]
    for read in _witnessed(alone, deadline):
        puzzle, said = _puzzle_on(read, source, where, deadline)
        notes += said
        if puzzle:
            puzzles.append(puzzle)
        elif _is_board(read):
            unread.append(read)
    if samurai:  # what is open may be a part that is seen amiss
        puzzles = [puzzle for puzzle in puzzles if not _is_open(puzzle)]
    wanted = _wanted(puzzles, picture, bool(unread))
    if not wanted and not notes:
        why = _why_not(unread, seen.cut_off, deadline)
        notes.append(Note(why, part=where.part))
    return Findings(wanted, tuple(notes))


def _witnessed(grids: list[Recognised], deadline: Deadline) -> Iterator[Recognised]:
    """The grids, those after a second opinion whose verdict may depend on it."""
    clear = [needs_no_witness(grid) for grid in grids]
    unclear = [grid for grid, sure in zip(grids, clear, strict=True) if not sure]
    heard = iter(second_opinion(unclear, deadline))
    for grid, sure in zip(grids, clear, strict=True):
        yield grid if sure else next(heard)


def _puzzle_on(
    read: Recognised, source: Source, where: Where, deadline: Deadline
) -> tuple[Puzzle | None, list[Note]]:
    """The puzzle on a board, if it is one to answer, and what is to be said of it.

    Args:
        read: the board.
        source: what the picture came from.
        where: the letter's part, and the page of it.
        deadline: when to stop.
    """
    if is_row_off(read):
        return None, [Note(NoteKind.CUT_OFF, part=where.part)]
    covered = covered_cells(read)
    grid = doubt_covered(read, covered)
    variant = drawn_variant(grid)
    puzzle = decide(grid, source, _place(grid, where), deadline, variant)
    if variant and not _holds(puzzle, variant):
        return None, [Note(NoteKind.VARIANT, variant, where.part)]
    if puzzle is None or _is_in_the_dark(puzzle, read):
        return None, []
    asked = puzzle.status is Status.DOUBTFUL and covered.any()
    notes = [Note(NoteKind.COVERED, part=where.part)] if asked else []
    return replace(puzzle, reading=mark_covered(puzzle.reading, covered)), notes


def _is_of_samurai(gray: Gray, read: Recognised) -> bool:
    """Whether a 9x9 shares a box with another, or lies around some that do."""
    mesh = read.sighting.mesh
    if read.size != 9:
        return False
    return shares_a_box(gray, mesh) or (
        not is_clear(read) and is_around_boards(gray, mesh)
    )


def _is_open(puzzle: Puzzle) -> bool:
    """Whether a 9x9 has no answer, as most boards of a samurai have none alone."""
    answered = puzzle.status in (Status.SOLVED, Status.COMPLETE)
    return puzzle.grid.shape.size == 9 and not answered


def _holds(puzzle: Puzzle | None, variant: str) -> bool:
    """Whether the answer is right by the rules of the variant too.

    A puzzle with one solution by the plain rules has no other by additional rules. A
    jigsaw replaces rules, so its plain solution is wrong.
    """
    if puzzle is None:
        return False
    answered = puzzle.status is Status.SOLVED and variant != JIGSAW
    return answered or puzzle.status is Status.COMPLETE


def _is_in_the_dark(puzzle: Puzzle, read: Recognised) -> bool:
    """Whether a board is too dark to ask about: more digits are doubtful than read."""
    doubtful = set(puzzle.doubtful)
    cells = enumerate(puzzle.reading.cells)
    sure = sum(cell.digit > 0 for where, cell in cells if where not in doubtful)
    return len(doubtful) > sure and reason(read) is NoteKind.TOO_DARK


def _why_not(unread: list[Recognised], cut_off: bool, deadline: Deadline) -> NoteKind:
    """Why no puzzle was read.

    Args:
        unread: the boards that could not be read.
        cut_off: whether a board reaches beyond the picture.
        deadline: for reading.
    """
    if cut_off:
        return NoteKind.CUT_OFF
    if deadline.passed():
        return NoteKind.TIME
    largest = max(unread, key=lambda grid: _area(corners_of(grid.mesh)), default=None)
    return reason(largest) if largest else NoteKind.NO_GRID


def _is_board(read: Recognised) -> bool:
    """Whether a reading that is no puzzle is of a board all the same.

    A lattice fits any table. So one on which the network sees no board counts only if
    it looks like a puzzle, or is a blurred 9x9, which rarely is another table.
    """
    if is_table(read):
        return False
    if read.sighting.sure or is_puzzle(read):
        return True
    return read.size == 9 and is_blurred(read)


def _place(grid: Recognised, where: Where) -> Where:
    mesh = grid.mesh
    return Where(
        part=where.part,
        page=where.page,
        turn=grid.turn,
        corners=tuple(_point(p) for p in corners_of(mesh)),
        mesh=tuple(_point(p) for p in mesh.reshape(-1, 2)),
    )


def _point(place: Floats) -> Point:
    return round(float(place[0]), 1), round(float(place[1]), 1)


def _wanted(puzzles: list[Puzzle], picture: Bgr, unread: bool) -> tuple[Puzzle, ...]:
    """The puzzles without the printed solutions of other days.

    Such a solution is small, or stands beside a puzzle that is still to be solved.

    Args:
        puzzles: all that were read.
        picture: where they were.
        unread: whether it shows another board, which could not be read.
    """
    areas = [_area(np.array(one.reading.where.corners)) for one in puzzles]
    open_ = tuple(
        puzzle
        for puzzle, area in zip(puzzles, areas, strict=True)
        if puzzle.status is not Status.COMPLETE or _is_written_in(puzzle, area)
    )
    least = _SMALL_PRINT * picture.shape[0] * picture.shape[1]
    large = tuple(compress(puzzles, [area > least for area in areas]))
    return open_ or large or (() if unread else tuple(puzzles))


def _area(corners: Floats | Doubles) -> float:
    """The area of a board with such corners [4, 2], in square pixels."""
    return float(cv2.contourArea(corners.astype(np.float32)))


def _is_written_in(puzzle: Puzzle, area: float) -> bool:
    """Whether a person wrote digits in cells large enough to tell that."""
    large = area >= _WRITTEN**2 * len(puzzle.grid.givens)
    return large and any(puzzle.grid.entries)
