"""Cleans the words of a stranger that a reply repeats: a subject, a file name."""

import re

from mailbot.language.subjects import strip_prefixes

_LENGTH = 60
_DEFAULT = "Sudoku"
_UNSHOWN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]+"
)
_LINK = re.compile(r"\S*(://|www\.)\S*", re.IGNORECASE)


def reply_subject(subject: str) -> str:
    r"""'Re: ' and the letter's subject: on one line, short, without links.

    >>> reply_subject("AW: Re: Help!\r\nBcc: all@example.com")
    'Re: Help! Bcc: all@example.com'
    """
    return f"Re: {clean_words(strip_prefixes(_shown(subject))) or _DEFAULT}"


def clean_words(words: str) -> str:
    """A stranger's words, fit to be shown: on one line, short, without links."""
    short = " ".join(_LINK.sub(" ", _shown(words)).split())
    return short if len(short) <= _LENGTH else short[:_LENGTH].rstrip() + "…"


def _shown(words: str) -> str:
    """The first words, without invisible characters and those that turn the line."""
    return " ".join(_UNSHOWN.sub(" ", words[:1000]).split())
