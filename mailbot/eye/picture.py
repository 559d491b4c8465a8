"""Reads the puzzles in a picture file."""

from dataclasses import replace

from mailbot.eye.budget import EyeOptions
from mailbot.eye.find.network import look_at
from mailbot.eye.sheet import read_sheet
from mailbot.model import Findings, Puzzle, Source, Where
from mailbot.pictures import PictureLimits, decode, decode_reduced, measure

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
    scale = max(extent) / max(picture.shape[:2])
    return replace(found, puzzles=tuple(_scaled(one, scale) for one in found.puzzles))


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
