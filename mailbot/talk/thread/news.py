"""Parts of an answer that bring something new to read."""

import re

from mailbot.charset import decode_text
from mailbot.files import PartKind, kind_of
from mailbot.marker import MARK
from mailbot.model import Part
from mailbot.text.html import read_page
from solver import parse_all

_LOGO_BYTES = 10_000
_TEXT_BYTES = 100_000  # of an attached text that are looked at
_OUR_PICTURE = re.compile(r"(puzzle-\d+|image\d{3})\.\w+", re.IGNORECASE)
"""As we name it, and as Outlook does when it quotes it."""


def is_news(part: Part) -> bool:
    """Whether a part may hold a new puzzle: no logo, nothing of ours sent back."""
    kind = kind_of(part)
    if kind in (PartKind.TEXT, PartKind.HTML):  # mail programs add such parts too
        text = decode_text(part.data[:_TEXT_BYTES])
        page = read_page(text).text if kind is PartKind.HTML else text
        return MARK not in page and bool(parse_all(page))
    large = len(part.data) > _LOGO_BYTES
    shown = kind in (PartKind.PICTURE, PartKind.PDF) and large
    ours = _OUR_PICTURE.fullmatch(part.filename)
    return kind is PartKind.DOCUMENT or (shown and not ours)
