"""The words that a person wrote now: above, between and below what is quoted.

Mail programs announce what they quote in every language there is. Common to them is
a line of dashes around words, a row of headers, or a line with a date or an address
that ends in a colon.
"""

import re
from collections.abc import Iterator
from itertools import islice

from mailbot.language.quoting import forward_announcement, sender_header

_MAX_LINES = 80
_MAX_READ = 1_000  # quoted ones included: an answer may stand below them
_MAX_LINE = 400

_QUOTED = re.compile(r"\s*[>|]")
_SIGNATURE = re.compile(r"-- ?$")
_BANNER = re.compile(r"\s*[-=_*]{3,}\s*[^\W\d_]{2}.*[-=_*]{3,}\s*$|\s*_{10,}\s*$")
_ANY_HEADER = re.compile(r"\s*\*?[^\W\d_][\w -]{1,20}\s?:\*?\s.*\S@\S")
_DATED = re.compile(r"\S@\S|\b(?:19|20)\d\d\b|\b\d{1,2}[:.]\d\d\b")


def newest_words(text: str) -> str:
    r"""The lines of a text that are not quoted.

    Where quoting is told but has no signs of its own, all below is quoted.

    >>> newest_words("A hint, please\n\nOn 3 May 2024 Ann wrote:\n> next step?")
    'A hint, please\n'
    """
    own = (line for line, is_own in lines_of(text) if is_own)
    return "\n".join(islice(own, _MAX_LINES))


def lines_of(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a text, and whether each is the person's own, not a quoted one."""
    lines = [line[:_MAX_LINE] for line in text.split("\n", _MAX_READ)[:_MAX_READ]]
    for number, line in enumerate(lines):
        below = [*lines[number + 1 : number + 4], ""]
        announces = _announces(line) or _announces_below(line, below[0])
        if announces and not any(map(_QUOTED.match, below)):
            yield from ((quoted, False) for quoted in lines[number:])
            return
        yield line, not (announces or _QUOTED.match(line))


def _announces(line: str) -> bool:
    """Whether what follows is quoted, or a signature."""
    bare = line.strip()
    if _SIGNATURE.match(line) or _BANNER.match(line) or sender_header().match(line):
        return True
    if _ANY_HEADER.match(line) or (
        len(bare) < 100 and forward_announcement().search(bare)
    ):
        return True
    return bare.endswith(":") and len(bare) > 15 and bool(_DATED.search(bare))


def _announces_below(line: str, following: str) -> bool:
    """Whether an announcement is wrapped: its date on one line, its colon below."""
    bare = following.strip()
    wrapped = bare.endswith(":") and len(bare) < 80 and not _QUOTED.match(following)
    return wrapped and bool(_DATED.search(line)) and bool(re.search(r"[^\W\d_]", line))
