"""HTML made harmless before it is parsed.

A parser's time grows with the square of the depth, of the attributes of one element
and of the formatting left open. So every tag is written anew: only elements that lay
out text, with only the attributes that we read, never deeper than a bound; scripts,
styles, comments and links go. One pass, linear in the length.
"""

import re
from collections.abc import Iterator
from html import escape, unescape

MAX_DEPTH = 300
MAX_LINKS = 200
MAX_TAGS = 30_000

BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|center|dd|div|dl|dt|fieldset|figure|footer"
    r"|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul"
)
"""Elements that begin and end a line."""

_KEPT = re.compile(BLOCKS.pattern + "|br|img|input|span|td|th")
_AS_SPANS = ("button", "label", "output")
_SKIPPED = re.compile(
    r"head|style|script|template|title|noscript|svg|math|object|select|textarea"
)
"""Elements whose contents nobody sees as text."""

_SHALLOW = re.compile(r"br|hr|img|input|p|li|dd|dt|tr|td|th|tbody|thead|tfoot")
"""Elements that hold nothing, or that the next of their kind closes."""

_TAG = re.compile(
    r"<!--(?:>|->)?|<(/?)([a-zA-Z][a-zA-Z0-9:-]*+)"
    r"(?:((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>|([^<>]*+)>)|<[!?][^<>]*+>"
)
_ATTRIBUTE = re.compile(
    r"([a-zA-Z-]{1,20})(?:\s*=\s*(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"']++)))?"
)
_READ = re.compile(r"href|src|width|height|value|alt|style|class|id|hidden|type")
_REMOTE = re.compile(r"https?://", re.IGNORECASE)
_SPECK = re.compile(r"\s*[0-9]{1,2}(?:px)?\s*")
_MAX_ATTRIBUTES = 60
_HIDING = re.compile(r"display:none|visibility:hidden|max-height:0(?![.\d])|mso-hide")
_QUOTING = re.compile(
    r"gmail_quote|yahoo_quoted|protonmail_quote|moz-forward|divRplyFwdMsg|appendonsend"
)


class Markup:
    """A page in harmless HTML, and where its links go, those of pictures included.

    `html` holds only known elements; `hidden` on what nobody sees, `quote` on what
    was quoted, `value` and `alt` where they are shown.
    """

    def __init__(self, html: str) -> None:
        self.links: list[str] = []
        self._depth = 0
        self.html = "".join(self._write(html))

    def _write(self, html: str) -> Iterator[str]:
        place = 0
        for _ in range(MAX_TAGS):
            tag = _TAG.search(html, place)
            if tag is None:
                break
            yield html[place : tag.start()].replace("<", "&lt;")
            place = tag.end()
            name = (tag[2] or "").lower()
            if tag[0].startswith("<!--"):
                place = _behind(html, "-->", tag.start() + 4)
            elif _SKIPPED.fullmatch(name) and not tag[1]:
                place = _behind_element(html, name, place)
            elif name:
                yield self._tag(name, bool(tag[1]), tag[3] or tag[4] or "")
            if self._depth > MAX_DEPTH:
                return
        yield html[place:].replace("<", "&lt;")

    def _tag(self, name: str, closing: bool, rest: str) -> str:
        name = "span" if name in _AS_SPANS else name
        if not _KEPT.fullmatch(name):
            if name == "a" and not closing:
                self._keep_link(_attributes(rest).get("href", ""))
            return ""
        if name == "img":
            self._keep_picture(_attributes(rest))
        if not _SHALLOW.fullmatch(name):
            self._depth = max(self._depth - 1, 0) if closing else self._depth + 1
        if closing:
            return f"</{name}>"
        return f"<{name}{_kept_attributes(name, rest) if rest.strip('/ ') else ''}>"

    def _keep_link(self, link: str) -> None:
        if _REMOTE.match(link) and len(self.links) < MAX_LINKS:
            self.links.append(link)

    def _keep_picture(self, attributes: dict[str, str]) -> None:
        """Note a picture that is not in the letter; specks count readers."""
        sides = (attributes.get("width", ""), attributes.get("height", ""))
        if not any(_SPECK.fullmatch(side) for side in sides):
            self._keep_link(attributes.get("src", ""))


def _behind(html: str, end: str, start: int) -> int:
    found = html.find(end, start)
    return len(html) if found < 0 else found + len(end)


def _behind_element(html: str, name: str, start: int) -> int:
    """Behind the end tag of an element that is skipped; a head also ends at a body."""
    ends = rf"</{name}\b[^<>]*>" + (r"|(?=<body\b)" if name == "head" else "")
    found = re.compile(ends, re.IGNORECASE).search(html, start)
    return found.end() if found else len(html)


def _attributes(rest: str) -> dict[str, str]:
    """The attributes that we read, the first of each name."""
    found: dict[str, str] = {}
    for count, match in enumerate(_ATTRIBUTE.finditer(rest)):
        name = match[1].lower()
        if name not in found and _READ.fullmatch(name):
            found[name] = unescape(match[2] or match[3] or match[4] or "")
        if count > _MAX_ATTRIBUTES:
            break
    return found


def _kept_attributes(name: str, rest: str) -> str:
    found = _attributes(rest)
    style = found.get("style", "").lower().replace(" ", "")
    kept = ""
    if "hidden" in found or _HIDING.search(style) or found.get("type") == "hidden":
        kept += " hidden"
    marks = f"{found.get('class', '')} {found.get('id', '')}"
    if name == "blockquote" or _QUOTING.search(marks):
        kept += " quote"
    shown = found.get({"input": "value", "img": "alt"}.get(name, ""), "")
    return f'{kept} value="{escape(shown[:40])}"' if shown else kept
