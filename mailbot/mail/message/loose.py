"""A FILE that somebody names on the command line, as a letter."""

import re
from contextlib import suppress
from pathlib import PurePath

from mailbot.charset import decode_text
from mailbot.errors import BadLetter
from mailbot.files import PartKind, kind_of
from mailbot.mail.message import letter as letters
from mailbot.model import Envelope, Letter, Part

_HEADER = re.compile(rb"(?:From [^\n]+\n)?[A-Za-z][A-Za-z0-9-]*:[^\n]*\n")


def letter_of(data: bytes, name: str) -> Letter:
    """A FILE as a letter, so that everything is read in one way.

    A mail is parsed, text and HTML become the body, and anything else an attachment.
    """
    # A person who names a file means it to be read: as text, unless it is known better.
    part = Part("1", "text/plain", PurePath(name).name, data)
    kind = kind_of(part)
    is_mail = _HEADER.match(data) and kind not in (PartKind.PICTURE, PartKind.PDF)
    if is_mail or name.lower().endswith(".eml"):
        with suppress(BadLetter):
            return letters.parse(data)
    match kind:
        case PartKind.TEXT:
            return Letter(Envelope(None), text=decode_text(data))
        case PartKind.HTML:
            return Letter(Envelope(None), html=decode_text(data))
        case _:
            return Letter(Envelope(None), parts=(part,))
