"""Holds what a reader returned to what our own code writes.

A reader that a letter has taken over may return any text, page and files. They go out
in our name, so they pass lists of what is allowed; anything else ends the letter:

    page      tags and attributes of our templates; no script, link or remote picture
    text      no address of a page, a host or a person, which mail programs would make
              a link; of a page it is what a person sees, whatever tags and entities
              part it
    pictures  the first and last bytes of the type that they are sent as
    sheet     a PDF file that holds pages and fonts alone, object by object

The lists are those of `compose.templates`, `compose.table` and `pictures.sheet`. Time
is linear in what was returned; a tag that was seen before is not looked at again.
"""

import re
from functools import lru_cache
from html import unescape
from unicodedata import normalize

from mailbot.errors import TooCostly
from mailbot.model import Content

_PARTS = re.compile(
    r"<(/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:=(?:\"[^\"&]*\"|[a-z0-9]+))?)*)>"
)
_ATTRIBUTE = re.compile(r" ([a-z-]+)=?\"?([^\"]*)\"?")
_LISTED_TAGS = """
b body br caption col colgroup div em h1 h2 h3 head html i img li main meta ol p pre s
small span strong style sub sup table tbody td th thead title tr ul wbr
"""
_TAGS = frozenset(_LISTED_TAGS.split())
_WITHIN = re.compile(r"/?(?:b|em|i|small|span|strong|sub|sup|wbr)\b")
"""Tags within a line, which part nothing that a person sees."""
_WORDS = re.compile(r"[A-Za-z0-9 ,=_-]*")
_LISTED_ATTRIBUTES = """
aria-hidden cellpadding cellspacing charset class colspan content dir frame height lang
name role rowspan rules scope span type width
"""
_PLAIN = dict.fromkeys(_LISTED_ATTRIBUTES.split(), _WORDS)
_STYLE = re.compile(r"[A-Za-z0-9 #%.,:;!/-]*")
_ALT = re.compile(r"[^<>]*")
_SOURCE = re.compile(r"cid:puzzle-[1-4]@[A-Za-z0-9.-]+")
_VALUES = {**_PLAIN, "style": _STYLE, "alt": _ALT, "src": _SOURCE}
_META = re.compile(
    r'<meta (?:charset="utf-8"|name="(?:viewport|color-scheme|supported-color-schemes)"'
    r' content="[a-z0-9= ,-]*")>'
)
_SHEET = re.compile(r"<style>([^<]*)</style>")
_RULES = re.compile(r"(?:@media [a-z0-9 ():,-]+\{|[A-Za-z0-9 #%.,:;!/=\[\]{}*()\s-])*")
_OUTSIDE = re.compile(r"url|expression|image|src|content|attr|\(\s*['\"]")
_LINKS = (b"://", b"www.", b"mailto:", b"javascript:")
_NAME_OF_HOST = re.compile(r"\.(?<=[^\W_]\.)[^\W\d_]{2}")

_ENDS = {
    "image/png": (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"),
    "image/jpeg": (b"\xff\xd8\xff", b"\xff\xd9"),
}

_LISTED_NAMES = b"""
ASCII85Decode Author BaseFont Catalog Contents Count CreationDate Creator Encoding F1 F2
F3 F4 False Filter FlateDecode Font Helvetica Helvetica-Bold ID ImageB ImageC ImageI
Info Keywords Kids Length MediaBox ModDate Name PDF Page PageMode Pages Parent ProcSet
Producer Resources Root Rotate Size Subject Subtype Text Title Trans Trapped Type Type1
UseNone WinAnsiEncoding
"""
_NAMES = frozenset(_LISTED_NAMES.split())
_NAME = re.compile(rb"/([^\s<>()\[\]{}/%]*)")
_HEAD = re.compile(rb"%PDF-1\.[0-9]\n(?:%[^\n]*\n)*")
_OBJECT = re.compile(
    rb"([0-9]{1,5}) 0 obj\n((?:(?!endobj|stream)[\x00-\xff])*)"
    rb"(?:stream\n((?:(?!endstream)[!-~\s])*)endstream\n)?endobj\n"
)
_XREF = re.compile(
    rb"xref\n0 [0-9]+\n0000000000 65535 f \n((?:[0-9]{10} 00000 n \n)*)trailer\n"
    rb"((?:(?!stream|obj\n)[\x00-\xff])*)startxref\n[0-9]+\n%%EOF\n?"
)


def check(content: Content) -> None:
    """Check all that a reader returned for a reply.

    Raises:
        TooCostly: it holds something that our own code never writes.
    """
    for page in filter(None, (content.html, content.last_html)):
        _check_page(page)
    for text in (content.text, content.last_text):
        if _has_address(text):
            raise _broken("an address in the text")
    for picture in content.pictures:
        first, last = _ENDS[picture.content_type]
        if not (picture.data.startswith(first) and picture.data.endswith(last)):
            raise _broken(f"a picture that is no {picture.content_type}")
    if content.sheet and not _is_sheet(content.sheet):
        raise _broken("a document that is no page to print")


def _check_page(page: str) -> None:
    before, *pieces = page.split("<")
    parts = {piece: piece.partition(">") for piece in set(pieces)}
    tags = {part[:2] for part in parts.values()}
    if before or ("!DOCTYPE html", ">") not in tags or not all(end for _, end in tags):
        raise _broken("a page that is not ours")
    for tag, end in tags - {("!DOCTYPE html", ">")}:
        if not _is_ours(f"<{tag}{end}"):
            raise _broken(f"a page with {tag[:40]!r}")
    sheets = _SHEET.findall(page)
    if len(sheets) != page.count("<style") or not all(map(_is_style, sheets)):
        raise _broken("a page with a style that is not ours")
    text_of = {
        piece: " " * (not _WITHIN.match(piece)) + part[2] * (part[0] != "style")
        for piece, part in parts.items()
    }
    shown = "".join([text_of[piece] for piece in pieces])
    if _has_link(page) or _has_address(unescape(shown)):
        raise _broken("a page with an address")


@lru_cache(maxsize=4096)
def _is_ours(tag: str) -> bool:
    """Whether a tag and all its attributes are among those of our pages."""
    found = _PARTS.fullmatch(tag)
    if not found or found[2] not in _TAGS:
        return False
    if found[2] == "meta":
        return bool(_META.fullmatch(tag))
    attributes = _ATTRIBUTE.findall(found[3])
    return all(
        name in _VALUES
        and _VALUES[name].fullmatch(value)
        and (name != "src" or found[2] == "img")
        for name, value in attributes
    )


def _has_link(text: str) -> bool:
    lower = text.encode("utf-8", "replace").lower()  # ASCII alone, which is quick
    return any(link in lower for link in _LINKS)


def _has_address(text: str) -> bool:
    # Full-width letters, and each dot that IDNA knows, are as good as others.
    text = normalize("NFKC", text).replace("\u3002", ".")
    return "@" in text or bool(_NAME_OF_HOST.search(text)) or _has_link(text)


@lru_cache(maxsize=64)
def _is_style(rules: str) -> bool:
    return bool(_RULES.fullmatch(rules)) and not _OUTSIDE.search(rules.lower())


def _is_sheet(data: bytes) -> bool:
    """Whether a PDF file holds known names alone, and all that its table points to."""
    head = _HEAD.match(data)
    place, offsets, seen = head.end() if head else 0, dict[int, int](), list[bytes]()
    while found := _OBJECT.match(data, place):
        offsets[int(found[1])] = place
        seen.append(found[2])
        place = found.end()
    table = _XREF.fullmatch(data, place)
    if not (head and table):
        return False
    listed = [int(line[:10]) for line in table[1].splitlines()]
    whole = [offsets.get(number) for number in range(1, len(offsets) + 1)]
    return listed == whole and _NAMES.issuperset(
        _NAME.findall(b" ".join((*seen, table[2])))
    )


def _broken(what: str) -> TooCostly:
    return TooCostly(f"broke its process: it returned {what}")
