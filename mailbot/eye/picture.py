"""Pictures and documents in, puzzles out: the eye's front door."""

from mailbot.eye.budget import EyeOptions
from mailbot.eye.pdf import is_pdf, read_pdf
from mailbot.eye.sheet import read_sheet
from mailbot.model import Findings, Source, Where
from mailbot.pictures import decode, measure

__all__ = ["EyeOptions", "read_picture"]


def read_picture(
    data: bytes, part: str = "", options: EyeOptions | None = None
) -> Findings:
    """Every puzzle in a picture or a PDF.

    Small decorations are passed over in silence: no puzzles and no notes.

    Args:
        data: the file.
        part: the number of the letter's part that it was.
        options: limits.

    Raises:
        UnreadablePicture: it cannot be decoded.
        TooLarge: over a limit.
        MissingTool: the network or Tesseract is not there.
    """
    options = options or EyeOptions()
    if is_pdf(data):
        return read_pdf(data, part, options)
    deadline = options.deadline()
    if min(measure(data, options.limits)) < options.least_side:
        return Findings()
    picture = decode(data, options.limits)
    return read_sheet(picture, Source.IMAGE, Where(part=part), deadline)
