"""The subject of the reply: the only words of the sender that go back."""

import re

_LENGTH = 60
_DEFAULT = "Sudoku"
_UNSHOWN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]+"
)
_PREFIX = re.compile(
    r"^\s*((re|aw|antw|antwort|sv|vs|odp|rif|res|fwd?|wg|vb|vl|tr|rv|enc|pd|doorst|i)"
    r"(\[\d+\])?\s*:\s*)+",
    re.IGNORECASE,
)
_LINK = re.compile(r"\S*(://|www\.)\S*", re.IGNORECASE)


def reply_subject(subject: str) -> str:
    r"""'Re: ' and the letter's subject: on one line, short, without links.

    >>> reply_subject("AW: Re: Help!\r\nBcc: all@example.com")
    'Re: Help! Bcc: all@example.com'
    """
    words = _LINK.sub(" ", _UNSHOWN.sub(" ", subject[:1000]))
    short = _PREFIX.sub("", " ".join(words.split()))
    if len(short) > _LENGTH:
        short = short[:_LENGTH].rstrip() + "…"
    return f"Re: {short or _DEFAULT}"
