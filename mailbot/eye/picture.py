"""Reads the puzzles in a picture file."""

from dataclasses import replace

import numpy as np

from mailbot.eye.budget import Deadline, EyeOptions
from mailbot.eye.find.network import look_at
from mailbot.eye.sheet import read_sheet
from mailbot.model import Findings, NoteKind, Puzzle, Source, Status, Where
from mailbot.pictures import Bgr, PictureLimits, decode, decode_reduced, measure

_PERHAPS_MIRRORED = (NoteKind.UNCLEAR,)
"""Said of a board whose digits look like none."""

_GLANCE = 1_000_000  # pixels of a picture that is only glanced at


def read_picture(
    data: bytes, part: str = "", options: EyeOptions | None = None
) -> Findings:
    """Every puzzle in a picture.

    Small decorations are ignored: they give neither puzzles nor notes.

    Args:
        data: the file.
        part: the number of the letter's part that it was.
        options: the limits.

    Raises:
        UnreadablePicture: it cannot be decoded.
        TooLarge: over a limit.
        MissingTool: the network or Tesseract is not there.
    """
    options = options or EyeOptions()
    deadline = options.deadline()
    extent = measure(data, options.limits)
    if min(extent) < options.least_side:
        return Findings()
    picture = decode(data, options.limits)
    found = read_sheet(picture, Source.IMAGE, Where(part=part), deadline)
    if any(note.kind in _PERHAPS_MIRRORED for note in found.notes):
        found = _read_mirrored(picture, part, deadline) or found
    scale = max(extent) / max(picture.shape[:2])
    return replace(found, puzzles=tuple(_scaled(one, scale) for one in found.puzzles))


def _read_mirrored(picture: Bgr, part: str, deadline: Deadline) -> Findings | None:
    """What the picture shows in a mirror, if that is a puzzle with one solution.

    Programs that convert pictures may drop or keep a tag that mirrors them.
    """
    mirrored = Bgr(np.ascontiguousarray(picture[:, ::-1]))
    found = read_sheet(mirrored, Source.IMAGE, Where(part=part), deadline)
    if not any(puzzle.status is Status.SOLVED for puzzle in found.puzzles):
        return None
    size = picture.shape[1], picture.shape[0]
    return replace(found, puzzles=tuple(_turned_back(p, size) for p in found.puzzles))


def _turned_back(puzzle: Puzzle, size: tuple[int, int]) -> Puzzle:
    """The puzzle, with its corners where they are in the picture as it was sent.

    Args:
        puzzle: as the mirror shows it.
        size: width and height of the picture.
    """
    where = puzzle.reading.where
    last = size[where.turn % 2] - 1  # of what is upright
    corners, mesh = (
        tuple((round(last - x, 1), y) for x, y in points)
        for points in (where.corners, where.mesh)
    )
    placed = replace(where, corners=corners, mesh=mesh, turn=-where.turn % 4)
    return replace(puzzle, reading=replace(puzzle.reading, where=placed))


def likelihood(data: bytes, limits: PictureLimits) -> float:
    """How likely a picture shows a board, by one look at a small copy of it.

    Raises:
        UnreadablePicture: it cannot be decoded.
        TooLarge: over a limit.
        MissingTool: the network is not there.
    """
    return look_at(decode_reduced(data, _GLANCE, limits)[0]).likely


def _scaled(puzzle: Puzzle, scale: float) -> Puzzle:
    """The puzzle, with its corners in pixels of the file, not of what was decoded."""
    where = puzzle.reading.where
    corners = tuple(
        (round(x * scale, 1), round(y * scale, 1)) for x, y in where.corners
    )
    placed = replace(where, corners=corners)
    return replace(puzzle, reading=replace(puzzle.reading, where=placed))
