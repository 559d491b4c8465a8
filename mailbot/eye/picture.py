"""Reads the puzzles in a picture file."""

from mailbot.eye.budget import EyeOptions
from mailbot.eye.sheet import read_sheet
from mailbot.model import Findings, Source, Where
from mailbot.pictures import decode, measure


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
    if min(measure(data, options.limits)) < options.least_side:
        return Findings()
    picture = decode(data, options.limits)
    return read_sheet(picture, Source.IMAGE, Where(part=part), deadline)
