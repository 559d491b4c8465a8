"""Links in a letter: they are never followed, but some hold a puzzle.

Sudoku sites put the cells into the query or the fragment (`bd=53..7...`). If a link
leads to a picture, the reply asks the sender to attach it.
"""

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from urllib.parse import unquote, urlsplit

from mailbot.judge import judge, reading_of
from mailbot.model import Findings, Note, Puzzle, Source, Status
from mailbot.text.named import read_saves
from solver import find

MAX_LINKS = 100

_LINK = re.compile(r"(?:https?://|www\.)[^\s<>\"]{3,4000}", re.IGNORECASE)
_VALUE = re.compile(r"[^/?&#=;]+")
_CELLS = re.compile(r"[0-9A-Pa-pxX._*\-,/|: ]{16,1300}")
_SHORTEST = 36
_NODES = 100
_DEEPEST = 8
_DEFENDED = re.compile(r"urldefense\.\w{2,10}/v3/__(\S{8,4000}?)__;")
_DASHED = re.compile(r"https?-3A__", re.IGNORECASE)
_CODED = re.compile(r"aHR0c[A-Za-z0-9+/_%-]{10,4000}=*")  # http in base64
_CLOUD = re.compile(r"/(?:index\.php/)?s/[\w-]{8,64}/?")
"""The path of a shared file on a cloud server of one's own (Nextcloud, ownCloud)."""

_PICTURE = re.compile(r"\.(?:jpe?g|png|heic|webp|gif|pdf|bmp|tiff?)$", re.IGNORECASE)
_SHARES = re.compile(
    r"(?:.*\.)?(?:icloud\.com|photos\.app\.goo\.gl|(?:photos|drive|docs)\.google\.com"
    r"|dropbox\.com|db\.tt|1drv\.ms|onedrive\.live\.com|sharepoint\.com|wetransfer\.com"
    r"|we\.tl|imgur\.com|ibb\.co|flickr\.com|flic\.kr|box\.com|prnt\.sc|postimg\.cc)"
)
"""Sites where people share pictures instead of attaching them."""


def links_of(text: str) -> tuple[str, ...]:
    """The links of a text, in order."""
    found = (match[0].rstrip(".,;:!?)]}'") for match in _LINK.finditer(text))
    return tuple(dict.fromkeys(found))[:MAX_LINKS]


def without_links(text: str) -> str:
    """The text with its links replaced by spaces, so that its length stays."""
    return _LINK.sub(lambda link: " " * len(link[0]), text)


def read_links(links: Iterable[str]) -> Findings:
    """The puzzles within links.

    Digits that break the rules are taken for a number, not for a puzzle with a slip.
    """
    puzzles: list[Puzzle] = []
    notes: list[Note] = []
    for link in links:
        unwrapped = _unwrapped(link)
        saves = [read_saves(one, Source.LINK) for one in unwrapped]
        puzzles += [puzzle for save in saves for puzzle in save.puzzles]
        notes += [note for save in saves for note in save.notes]
        if not any(save.puzzles or save.notes for save in saves):
            puzzles += _read_values(unwrapped)
    return Findings(tuple(puzzles), tuple(dict.fromkeys(notes)))


def _read_values(links: Sequence[str]) -> Iterator[Puzzle]:
    """The puzzles in values of a link, and of links that are wrapped in it."""
    values = chain.from_iterable(map(_VALUE.findall, links))
    for plain in dict.fromkeys(map(unquote, values)):
        if len(plain) < _SHORTEST or not _CELLS.fullmatch(plain):
            continue
        for found in find(plain):
            reading = reading_of(found.grid, Source.LINK, symbols=found.symbols)
            puzzle = judge(reading, nodes=_NODES)
            if puzzle.status in (Status.SOLVED, Status.AMBIGUOUS):
                yield puzzle


def leads_to_picture(link: str) -> bool:
    """Whether a link leads to a picture, or to a site where people share them."""
    try:
        parts = urlsplit(link)
        host = (parts.hostname or "").lower()
    except ValueError:
        return False
    path = _CLOUD.fullmatch(parts.path) or _PICTURE.search(parts.path)
    return bool(path or _SHARES.fullmatch(host))


def _unwrapped(link: str) -> list[str]:
    """A link, and those that are wrapped in it: gateways rewrite links, some twice."""
    found = [link]
    for wrapped in found:  # it grows, up to the greatest depth
        if len(found) <= _DEEPEST:
            inner = (_inner(value) for value in (wrapped, *_VALUE.findall(wrapped)))
            found += [one for one in inner if one and one not in found]
    return found


def _inner(value: str) -> str:
    """The link that a value of a link, or the whole link, has in it; "" if none."""
    defended = _DEFENDED.search(value)
    if defended:
        return defended[1]
    if _DASHED.match(value):  # urldefense v2: -XX for %XX, _ for a slash
        return unquote(value.replace("-", "%").replace("_", "/"))
    if "%3A%2F%2F" in value.upper() or "%253A%252F" in value.upper():
        return unquote(value)
    if _CODED.match(value):
        code = unquote(value).translate(str.maketrans("-_", "+/"))
        with suppress(ValueError):
            plain = b64decode(code + "=" * (-len(code) % 4)).decode("ascii", "replace")
            return plain if _LINK.match(plain) else ""
    return ""
