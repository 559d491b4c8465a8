"""The words that a person wrote now: above, between and below what is quoted.

Mail programs announce what they quote in every language there is. Common to them is
a line of dashes around words, a row of headers, or a line with a date or an address
that ends in a colon.

What is forwarded often has no signs of its own. Some programs tell where it ends; the
others leave the cursor below it, so that its last lines may be the person's own. So may
lines be that stand apart below a signature.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache

from mailbot.language.quoting import (
    forward_announcement,
    forward_end,
    sender_header,
)
from mailbot.marker import MARK

_MAX_LINES = 80
_MAX_READ = 1_000  # quoted ones included: an answer may stand below them
_MAX_LINE = 400

_QUOTED = re.compile(
    r"\s*(?:>|\|(?![\W\d_]{6,}\|[.,;]?\s*$|(?:[^|A-Za-z]*\|){3}[\W\d_]*$))"
)
"""The sign before a quoted line; a row of a grid stands between two such strokes, or
has one between all its cells."""

_SIGNATURE = re.compile(r"-- ?$")
_BANNER = re.compile(r"\s*[-=_*]{3,}\s*[^\W\d_]{2}.*[-=_*]{3,}\s*$")
_UNDERLINE = re.compile(r"\s*_{10,}\s*$")
"""What Outlook writes above the headers of what it quotes, and a gateway below the
first paragraph, which warns of the letter."""

_ANY_HEADER = re.compile(r"\s*\*?[^\W\d_][\w -]{1,20}\s?:\*?\s.*\S@\S")
_ROW = re.compile(r"^(?=.*[\d.|#])[\W\d_xX]{8,}$")
"""A row of cells, or the frame of a grid."""

_MOST_BELOW = 6
"""Lines with words at the end of a forward that may be the person's own."""

_MIME_HEADER = re.compile(r"^\s*(?:MIME-Version|Content-[\w-]+)\s?:", re.IGNORECASE)
_DATED = re.compile(r"\S@\S|\b(?:19|20)\d\d\b|\b\d{1,2}[:.]\d\d\b")


class Whose(Enum):
    """Whose words a line holds; MAYBE_OWN ones may be the person's or somebody's."""

    OWN = auto()
    QUOTED = auto()
    MAYBE_OWN = auto()


def newest_words(text: str) -> str:
    r"""The lines of a text that are the person's own.

    >>> newest_words("A hint, please\n\nOn 3 May 2024 Ann wrote:\n> next step?")
    'A hint, please\n'
    """
    own = [line for line, is_own in lines_of(text) if is_own]
    return "\n".join(both_ends(own, _MAX_LINES))


def both_ends(lines: list[str], most: int) -> list[str]:
    """The first and the last ones of too many lines.

    What a person asks may stand below all that a program printed.
    """
    last = most // 4
    return lines if len(lines) <= most else [*lines[: most - last], *lines[-last:]]


def words_below(text: str) -> str:
    r"""The lines below a signature or a forward that may be the person's own.

    >>> words_below("---- Forwarded message ----\nFrom: Ann\n\n53..7....\n\nA hint?")
    'A hint?'
    """
    lines = (line for line, whose in attribute(text) if whose is Whose.MAYBE_OWN)
    return "\n".join(lines).strip()


def lines_of(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a text, and whether each is the person's own for certain."""
    return ((line, whose is Whose.OWN) for line, whose in attribute(text))


@lru_cache(maxsize=4)  # several rooms ask for the same words
def attribute(text: str) -> tuple[tuple[str, Whose], ...]:
    """The lines of a text, and whose each is.

    Where quoting is told but has no signs of its own, all below is quoted, up to a line
    that tells its end.
    """
    return tuple(_attributed(text))


def _attributed(text: str) -> Iterator[tuple[str, Whose]]:
    lines = [line[:_MAX_LINE] for line in both_ends(text.split("\n"), _MAX_READ)]
    number = 0
    while number < len(lines):
        below = [*lines[number + 1 : number + 4], ""]
        line = lines[number]
        ends = forward_end().match(line)
        announces = not ends and (_announces(line) or _announces_below(line, below[0]))
        if _UNDERLINE.match(line):
            announces = not all(map(str.strip, lines[:number]))
        if announces and not any(map(_QUOTED.match, below)):
            is_signature = bool(_SIGNATURE.match(line))
            taken = _end_of_signature if is_signature else _end_of_forward
            end = number + taken(lines[number:])
            yield from _unmarked(lines[number:end], end == len(lines))
            number = end
            continue
        quoted = bool(ends or announces or _QUOTED.match(line))
        quoted = quoted or _leads_the_quote(lines[:number], line, below)
        yield line, Whose.QUOTED if quoted else Whose.OWN
        number += 1


def _leads_the_quote(above: Sequence[str], line: str, below: Sequence[str]) -> bool:
    """Whether a line below the person's words leads to the first that is quoted.

    A short date may stand in it, or none: Some time ago, Sudoku wrote:
    """
    follows = next(filter(str.strip, below[:2]), "").lstrip().startswith(">")
    apart = bool(above) and not above[-1].strip()
    leads = follows and apart and line.rstrip().endswith(":")
    return leads and any(map(str.strip, above)) and not any(map(_QUOTED.match, above))


def _end_of_signature(lines: Sequence[str]) -> int:
    """How many lines a signature has, with what stands apart below it."""
    for count, line in enumerate(lines[1:], 1):
        if _QUOTED.match(line) or _announces(line):
            return count
    return len(lines)


def _end_of_forward(lines: Sequence[str]) -> int:
    """How many lines a forward has, with the line that tells its end."""
    for count, line in enumerate(lines[1:], 2):
        if forward_end().match(line):
            return count
    return len(lines)


def _unmarked(lines: Sequence[str], is_last: bool) -> Iterator[tuple[str, Whose]]:
    """The lines of a signature or a forward, without a sign of quoting before them.

    The last ones may be the person's own: those that are set apart from a signature,
    and those below the last row of cells of a forward, or at its end.
    """
    is_signature = bool(_SIGNATURE.match(lines[0]))
    first = len(lines)
    if is_signature:
        blank = (n for n, line in enumerate(lines) if not line.strip())
        first = next(blank, first)
    elif any(MARK in line for line in lines):
        first = _end_of_ours(lines)
    else:
        first = _first_below(lines[:-1] if not is_last else lines)
    for number, line in enumerate(lines):
        quoted = number < first or forward_end().match(line) or _QUOTED.match(line)
        yield line, Whose.QUOTED if quoted else Whose.MAYBE_OWN


def _end_of_ours(lines: Sequence[str]) -> int:
    """The number of the line below a reply of ours: one paragraph follows its mark."""
    marks = (number for number, line in enumerate(lines) if MARK in line)
    below = range(max(marks) + 1, len(lines))
    ends = [n - 1 for n in below if lines[n].strip() and not lines[n - 1].strip()]
    return ends[1] if len(ends) > 1 else len(lines)


def _first_below(lines: Sequence[str]) -> int:
    """The number of the first line of a forward that may stand below it.

    Behind the last row of cells, if there are some, and near the end; a signature at
    the end is left out.
    """
    start, told = 1, 0
    signs = (_ROW, sender_header(), _ANY_HEADER, _MIME_HEADER)
    for number, line in enumerate(lines):
        if any(sign.match(line) for sign in signs):
            start = number + 1
    for number in range(len(lines) - 1, start - 1, -1):
        told += bool(lines[number].strip())
        if told > _MOST_BELOW:
            return number + 1
    return start


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
