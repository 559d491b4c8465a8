"""Links in a letter: they are never followed, but some hold a puzzle.

Sudoku sites put the cells into the query or the fragment (`bd=53..7...`). If a link
leads to a picture, the reply asks the sender to attach it.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from urllib.parse import unquote, urlsplit

from mailbot.judge import judge, reading_of
from mailbot.model import Puzzle, Source, Status, Where
from solver import find

MAX_LINKS = 100

_LINK = re.compile(r"(?:https?://|www\.)[^\s<>\"]{3,4000}", re.IGNORECASE)
_VALUE = re.compile(r"[^/?&#=;]+")
_CELLS = re.compile(r"[0-9A-Pa-pxX._*\-,/|: ]{16,1300}")
_SHORTEST = 36
_NODES = 100
_PICTURE = re.compile(r"\.(?:jpe?g|png|heic|webp|gif|pdf|bmp|tiff?)$", re.IGNORECASE)
_SHARES = (
    "share.icloud.com",
    "icloud.com",
    "photos.app.goo.gl",
    "photos.google.com",
    "drive.google.com",
    "docs.google.com",
    "dropbox.com",
    "db.tt",
    "1drv.ms",
    "onedrive.live.com",
    "sharepoint.com",
    "wetransfer.com",
    "we.tl",
    "imgur.com",
    "ibb.co",
    "flickr.com",
    "flic.kr",
    "box.com",
    "prnt.sc",
    "postimg.cc",
)
"""Sites where people share pictures instead of attaching them."""


def links_of(text: str) -> tuple[str, ...]:
    """The links of a text, in order."""
    found = (match[0].rstrip(".,;:!?)]}'") for match in _LINK.finditer(text))
    return tuple(dict.fromkeys(found))[:MAX_LINKS]


def without_links(text: str) -> str:
    """The text with its links replaced by spaces, so that its length stays."""
    return _LINK.sub(lambda link: " " * len(link[0]), text)


def read_links(links: Iterable[str], part: str = "") -> Iterator[Puzzle]:
    """The puzzles within links.

    Digits that break the rules are taken for a number, not for a puzzle with a slip.
    """
    for link in links:
        for value in _values(link):
            for found in find(value):
                where = Where(part=part)
                reading = reading_of(found.grid, Source.LINK, where, found.symbols)
                puzzle = judge(reading, nodes=_NODES)
                if puzzle.status in (Status.SOLVED, Status.AMBIGUOUS):
                    yield puzzle


def leads_to_picture(links: Iterable[str]) -> bool:
    """Whether a link leads to a picture, or to a site where people share them."""
    return any(map(_is_share, links))


def _is_share(link: str) -> bool:
    try:
        parts = urlsplit(link)
        host = (parts.hostname or "").lower()
    except ValueError:
        return False
    shared = any(host == share or host.endswith(f".{share}") for share in _SHARES)
    return shared or bool(_PICTURE.search(parts.path))


def _values(link: str) -> Iterator[str]:
    """The values in a link, and in a link wrapped by it, that may be grids."""
    inner = [unquote(v) for v in _VALUE.findall(link) if "%3A%2F%2F" in v.upper()]
    for value in (
        *_VALUE.findall(link),
        *chain.from_iterable(map(_VALUE.findall, inner)),
    ):
        plain = unquote(value)
        if len(plain) >= _SHORTEST and _CELLS.fullmatch(plain):
            yield plain
