"""Reads one decoded picture: finds its grids, reads them and decides on them."""

from dataclasses import dataclass, replace
from itertools import compress

import cv2
import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.boxes import is_row_off
from mailbot.eye.decide.cover import covered_cells, doubt, mark_covered
from mailbot.eye.decide.drawn import JIGSAW, SAMURAI, drawn_variant
from mailbot.eye.decide.overprint import doubt_overprints
from mailbot.eye.decide.reason import is_blurred, reason
from mailbot.eye.decide.table import is_table
from mailbot.eye.decide.verdict import decide, is_puzzle
from mailbot.eye.find.cells import is_cut_short
from mailbot.eye.find.fitting import shares_a_box
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.witness import second_opinion
from mailbot.eye.survey import is_cut_off, survey
from mailbot.model import Findings, Note, NoteKind, Point, Puzzle, Source, Status, Where
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.pictures.arrays import Floats


@dataclass(frozen=True, slots=True)
class _SheetLimits:
    """Which puzzles are wanted; not measured one by one."""

    # Share of the picture: a printed solution smaller than that is of another day.
    small_print: float = 0.15
    # Pixels of a cell: in smaller ones print and pen are not told apart.
    written: float = 24.0


_LIMITS = _SheetLimits()


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
    """
    gray = to_gray(picture)
    puzzles: list[Puzzle] = []
    notes: list[Note] = []
    samurai = False
    sightings, seen = survey(picture, deadline)
    for read in map(doubt_overprints, second_opinion(seen, deadline)):
        if is_row_off(read):
            notes.append(Note(NoteKind.CUT_OFF, part=where.part))
            continue
        covered = covered_cells(read)
        grid = doubt(read, covered)
        variant = drawn_variant(grid)
        puzzle = decide(grid, source, _place(grid, where), deadline, variant)
        samurai |= _is_open(puzzle) and shares_a_box(gray, read.sighting.mesh)
        if variant and not _holds(puzzle, variant):
            notes.append(Note(NoteKind.VARIANT, variant, where.part))
        elif puzzle and not _is_in_the_dark(puzzle, read):
            reading = mark_covered(puzzle.reading, covered)
            puzzles.append(replace(puzzle, reading=reading))
            if puzzle.status is Status.DOUBTFUL and covered.any():
                notes.append(Note(NoteKind.COVERED, part=where.part))
    if samurai:
        puzzles = [puzzle for puzzle in puzzles if not _is_open(puzzle)]
        notes.append(Note(NoteKind.VARIANT, SAMURAI, where.part))
    wanted = _wanted(puzzles, picture)
    if not wanted and not notes:
        cut_off = any(s.sure and is_cut_off(picture, s) for s in sightings)
        why = _why_not(gray, seen, cut_off, deadline)
        notes.append(Note(why, part=where.part))
    return Findings(wanted, tuple(notes))


def _is_open(puzzle: Puzzle | None) -> bool:
    """Whether a 9x9 has no answer, as most boards of a samurai have none alone."""
    if puzzle is None or puzzle.grid.shape.size != 9:
        return False
    return puzzle.status not in (Status.SOLVED, Status.COMPLETE)


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


def _why_not(
    gray: Gray, seen: list[Recognised], cut_off: bool, deadline: Deadline
) -> NoteKind:
    """Why no puzzle was read.

    Args:
        gray: the picture.
        seen: the grids as read, none of which is a puzzle.
        cut_off: whether a board surely reaches beyond the picture.
        deadline: for reading.
    """
    if cut_off:
        return NoteKind.CUT_OFF
    if deadline.passed():
        return NoteKind.TIME
    if is_cut_short(gray):
        return NoteKind.CUT_OFF
    boards = [grid for grid in seen if _is_board(grid)]
    largest = max(boards, key=lambda grid: np.ptp(grid.mesh), default=None)
    return reason(largest) if largest else NoteKind.NO_GRID


def _is_board(read: Recognised) -> bool:
    """Whether a reading that is no puzzle is of a board all the same.

    A sharp table of another kind fits a lattice, too; a smeared 9x9 hardly is one.
    """
    if is_table(read):
        return False
    smeared = read.size == 9 and is_blurred(read)
    return read.sighting.sure or is_puzzle(read) or smeared


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
    """The puzzles without the printed solutions of other days.

    Such a solution is small, or stands beside a puzzle that is still to be solved.
    """
    areas = [_area(puzzle) for puzzle in puzzles]
    open_ = tuple(
        puzzle
        for puzzle, area in zip(puzzles, areas, strict=True)
        if puzzle.status is not Status.COMPLETE or _is_written_in(puzzle, area)
    )
    least = _LIMITS.small_print * picture.shape[0] * picture.shape[1]
    return open_ or tuple(compress(puzzles, [area > least for area in areas]))


def _area(puzzle: Puzzle) -> float:
    """Of the board, in square pixels."""
    return float(cv2.contourArea(np.array(puzzle.reading.where.corners, np.float32)))


def _is_written_in(puzzle: Puzzle, area: float) -> bool:
    """Whether a person wrote digits in cells large enough to tell that."""
    large = area >= _LIMITS.written**2 * len(puzzle.grid.givens)
    return large and any(puzzle.grid.entries)
