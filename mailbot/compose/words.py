"""The subject of a reply: all that goes back of the sender's words.

Only a proven sender's words go back, since only they surely reach the person who wrote
them. What could lead somewhere else is taken out: links, domains, addresses.
"""

import re

from mailbot.charset import visible_text
from mailbot.language.catalogue import language_of
from mailbot.language.subjects import strip_prefixes

_READ = 1000
_LENGTH = 60
_DOTS = "[.\u2024\u3002\ufe52\uff0e\uff61]"
_BREAK = re.compile(r"[\s\x00-\x1f\x85\u2028\u2029]+")
_LEADS_AWAY = re.compile(
    rf"//|\\\\|www{_DOTS}|@|\uff20|\ufe6b|::"  # a link, a share, an address
    r"|\b(?:https?|ftp|mailto|tel|sms|javascript|data|file):"
    rf"|[^\W_]{_DOTS}(?:[^\W\d_]{{2}}|xn--)"  # a domain: evil.test
    rf"|\d(?:{_DOTS}\d{{1,3}}){{3}}",  # 192.0.2.1
    re.IGNORECASE,
)
"""Found in a word that leads somewhere else."""


def our_subject(language: str) -> str:
    """The subject of a reply that repeats nothing of the sender's.

    >>> our_subject("de")
    'Das Sudoku'
    """
    return language_of(language).gettext("Your Sudoku")


def reply_subject(subject: str, language: str, *, proven: bool) -> str:
    r"""The subject of a reply.

    Args:
        subject: the letter's.
        language: the code of the reply's language.
        proven: whether the sender is; else nothing of their words goes back.

    >>> reply_subject("AW: Re: Help!\r\nBcc: all@example.com", "en", proven=True)
    'Re: Help! Bcc:'
    >>> reply_subject("Help!", "en", proven=False)
    'Your Sudoku'
    """
    shown = visible_text(_BREAK.sub(" ", subject[:_READ])).strip() if proven else ""
    kept = (w for w in strip_prefixes(shown).split() if not _LEADS_AWAY.search(w))
    words = " ".join(kept)
    if len(words) > _LENGTH:
        words = words[: _LENGTH - 1].rstrip() + "…"
    return f"Re: {words}" if words else our_subject(language)
