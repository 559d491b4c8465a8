"""The prefixes that mail programs put before a subject: Re:, AW:, Fwd:."""

import re
from functools import cache

from mailbot.language.commands import commands
from mailbot.language.folders import strings

_TAG = re.compile(
    r"\s*(?:\[([^\[\]\d]{2,24})\]|\{([^{}\d]{2,24})\}|\(([^()\d]{2,24})\)"
    r"|\*{2,5}([^*\d]{2,24})\*{2,5}|([A-ZÀ-Þ][A-ZÀ-Þ-]{2,15}\s?):)\s*"
)
"""What a gateway puts before a subject: [EXTERNAL], {Spam?}, ***SPAM***, EXTERN:."""


def strip_prefixes(subject: str) -> str:
    """A subject without the prefixes of replies and forwards.

    >>> strip_prefixes("AW: Re[2]: Fwd : my sudoku"), strip_prefixes("Indizi: grazie")
    ('my sudoku', 'Indizi: grazie')
    """
    return subject[_prefixes().match(subject).end() :]  # type: ignore[union-attr]


def strip_tags(subject: str) -> str:
    """A subject without prefixes, and without what gateways put before it.

    >>> strip_tags("WG: [EXT] Tipp"), strip_tags("{Spam?} next"), strip_tags("HINT: x")
    ('Tipp', 'next', 'HINT: x')
    """
    while True:
        bare = strip_prefixes(subject)
        tag = _TAG.match(bare)
        words = next(filter(None, tag.groups()), "") if tag else ""
        if not tag or words.strip().lower() in commands():
            return bare
        subject = bare[tag.end() :]


def thread_name(subject: str) -> str:
    """A subject by which letters of one thread are known: no prefixes, no case.

    >>> thread_name("Re: AW:  My  sudoku")
    'my sudoku'
    """
    return " ".join(strip_prefixes(subject).casefold().split())


def is_forward(subject: str) -> bool:
    """Whether the outermost prefix of a subject is that of a forward.

    >>> is_forward("WG: sudoku"), is_forward("Re: Fwd: sudoku")
    (True, False)
    """
    return bool(_forward().match(subject))


@cache
def _prefixes() -> re.Pattern[str]:
    """Always matches at the start, on nothing if there is no prefix."""
    words = {*strings("mail", "reply_prefixes"), *strings("mail", "forward_prefixes")}
    return re.compile(rf"\s*(?:{_prefix(words)})*", re.IGNORECASE)


@cache
def _forward() -> re.Pattern[str]:
    prefixes = _prefix(set(strings("mail", "forward_prefixes")))
    return re.compile(rf"\s*{prefixes}", re.IGNORECASE)


def _prefix(words: set[str]) -> str:
    """The pattern of a prefix, a count of replies behind it: Re[2]:."""
    listed = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return rf"(?:{listed})(?:\[\d{{1,3}}\])?\s?[:：]\s*"
