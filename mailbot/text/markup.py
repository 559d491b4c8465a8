"""Makes HTML harmless before it is parsed.

The time of a parser grows with the square of the depth, of the number of attributes of
an element, and of the number of open formatting elements. So every tag is rewritten:
only elements that lay out text stay, with only the attributes that are read, and only
down to a limited depth. Scripts, styles, comments and links are removed. This takes one
pass, linear in the length.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape

BLACK = "black"
"""The name of every colour near black."""

STRIKING = re.compile(r"text-decoration(?:-line)?:[^;]{0,60}line-through")
"""Matches text that is crossed out, in a style without spaces."""

_WEIGHT = re.compile(
    r"\bfont(?:-weight)?\s*:[^;]{0,60}?\b(?:(bold|bolder|[6-9]00)|normal|lighter|[1-5]00)\b"
)
_COLOUR = re.compile(r"(?:^|[;\s])color\s*:\s*([^;!]{1,40})")
_HEX = re.compile(r"#?(?:([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})|([0-9a-f]{3}))")
_RGB = re.compile(r"rgba?\((\d{1,3})[,\s]+(\d{1,3})[,\s]+(\d{1,3})[^)]{0,20}\)")
_INHERITED = {"inherit", "currentcolor", "unset", "revert"}
_BLACK_NAMES = {BLACK, "windowtext", "initial", "canvastext"}
_LONGEST = 4_000
_DARK = 0x40  # of 255, in red, green and blue
_UNSAFE = re.compile(r"[^a-z0-9#(),.%-]")

_PRINTED = re.compile(
    r"(?:^|[\s_-])(?:givens?|fixed|clue|prefilled|preset|locked|original|printed)"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Classes that puzzle sites give to cells with a given."""


def look_of(name: str, attributes: Mapping[str, str]) -> str:
    """The look of an element as attributes, ` weight="bold" colour="#00f"`, or "".

    Args:
        name: of the element.
        attributes: its own; style, class, color, readonly and disabled are read.
    """
    style = attributes.get("style", "")[:_LONGEST].lower()
    weight = _WEIGHT.search(style)
    bold = weight[1] is not None if weight else None
    locked = name == "input" and {"readonly", "disabled"} & attributes.keys()
    if (
        name in ("b", "strong")
        or locked
        or _PRINTED.search(attributes.get("class", ""))
    ):
        bold = True
    written = _COLOUR.search(style)
    colour = parse_colour(
        written[1] if written else attributes.get("color", "").lower()
    )
    looks = "" if bold is None else f' weight="{"bold" if bold else "normal"}"'
    return f'{looks} colour="{colour}"' if colour else looks


def parse_colour(written: str) -> str:
    """A colour in one spelling; "" if it is inherited or not given."""
    plain = " ".join(written.split())
    if plain in _INHERITED:
        return ""
    parts = _HEX.fullmatch(plain)
    if parts:
        shades = [int(s, 16) for s in parts.groups()[:3] if s]
        shades = shades or [int(s * 2, 16) for s in parts[4]]
    else:
        mixed = _RGB.fullmatch(plain)
        shades = [int(s) for s in mixed.groups()] if mixed else []
    if plain in _BLACK_NAMES or (shades and max(shades) <= _DARK):
        return BLACK
    return _UNSAFE.sub("", plain)


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
_STRIKING = ("s", "del", "strike")
_FORMATTING = ("b", "strong", "font")
_CELLS = ("td", "th")
_SKIPPED = re.compile(
    r"head|style|script|template|title|noscript|svg|math|object|select|textarea"
)
"""Elements whose contents are not shown as text."""

_SHALLOW = re.compile(r"br|hr|img|input|p|li|dd|dt|tr|td|th|tbody|thead|tfoot")
"""Elements that are empty, or are closed by the next one of their kind."""

_TAG = re.compile(
    r"<!--(?:>|->)?|<(/?)([a-zA-Z][a-zA-Z0-9:-]*+)"
    r"(?:((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*)>|([^<>]*+)>)|<[!?][^<>]*+>"
)
_ATTRIBUTE = re.compile(
    r"([a-zA-Z-]{1,20})(?:\s*=\s*(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"']++)))?"
)
_READ = re.compile(
    r"href|src|width|height|value|alt|style|class|id|hidden|type|color|readonly|disabled"
)
_REMOTE = re.compile(r"https?://", re.IGNORECASE)
_MAX_STYLE = 4_000
_MAX_FORMATS = 8
_MAX_CELL = 12
"""Characters of a cell's source: a digit or an entity, and spaces around it."""

_SPECK = re.compile(r"\s*[0-9]{1,2}(?:px)?\s*")
_MAX_ATTRIBUTES = 60
_HIDING = re.compile(r"display:none|visibility:hidden|max-height:0(?![.\d])|mso-hide")
_KEEPING = re.compile(r"white-space(?:-collapse)?:(?:pre|break-spaces)")
_QUOTING = re.compile(r"gmail_quote|yahoo_quoted|protonmail_quote|moz-forward")
_QUOTING_REST = re.compile(r"divRplyFwdMsg|appendonsend")
"""Outlook in a browser or on a telephone: what follows such an element is quoted."""


class Markup:
    """A page as harmless HTML, and the addresses of its links and pictures.

    `html` holds only known elements, with these attributes: `hidden` if the element is
    invisible or crossed out within a text, `struck` if it is crossed out otherwise,
    `pre` if its blanks and line ends are kept, `quote` if it is quoted (with the value
    "rest": what follows it is quoted too), `value` if it shows one, `weight` and
    `colour` if its style sets them. Of formatting elements (b, font) only the look of a
    cell's text is left.
    """

    def __init__(self, html: str) -> None:
        self.links: list[str] = []
        self._depth = 0
        self._formats: list[tuple[str, str]] | None = None  # open in a cell, if in one
        self.html = "".join(self._write(html))

    def _write(self, html: str) -> Iterator[str]:
        place = 0
        for _ in range(MAX_TAGS):
            tag = _TAG.search(html, place)
            if tag is None:
                break
            yield self._text(html[place : tag.start()])
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
        yield self._text(html[place:])

    def _text(self, words: str) -> str:
        """A text, escaped; the text of a cell gets its look as a span around it."""
        words = words.replace("<", "&lt;")
        if not self._formats or len(words) > _MAX_CELL or not words.strip():
            return words
        looks = "".join(look for _, look in reversed(self._formats))
        return f"<span{looks}>{words}</span>"

    def _tag(self, name: str, closing: bool, rest: str) -> str:
        if name in _STRIKING:
            name, rest = "span", "hidden"
        name = "span" if name in _AS_SPANS else name
        if not _KEPT.fullmatch(name):
            self._pass(name, closing, rest)
            return ""
        if name in _CELLS or name == "table":
            self._formats = [] if name in _CELLS and not closing else None
        if name == "img":
            self._keep_picture(_attributes(rest))
        if not _SHALLOW.fullmatch(name):
            self._depth = max(self._depth - 1, 0) if closing else self._depth + 1
        if closing:
            return f"</{name}>"
        return f"<{name}{_kept_attributes(name, rest) if rest.strip('/ ') else ''}>"

    def _pass(self, name: str, closing: bool, rest: str) -> None:
        """Leave an element out, but keep its link and the look of its text."""
        if name == "a" and not closing:
            self._keep_link(_attributes(rest).get("href", ""))
        if name not in _FORMATTING or self._formats is None:
            return
        if not closing and len(self._formats) < _MAX_FORMATS:
            self._formats.append((name, look_of(name, _attributes(rest))))
        elif name in (opened for opened, _ in self._formats):
            while self._formats.pop()[0] != name:
                continue

    def _keep_link(self, link: str) -> None:
        if _REMOTE.match(link) and len(self.links) < MAX_LINKS:
            self.links.append(link)

    def _keep_picture(self, attributes: dict[str, str]) -> None:
        """Keep the address of a remote picture, unless it is a tracking pixel."""
        sides = (attributes.get("width", ""), attributes.get("height", ""))
        if not any(_SPECK.fullmatch(side) for side in sides):
            self._keep_link(attributes.get("src", ""))


def _behind(html: str, end: str, start: int) -> int:
    found = html.find(end, start)
    return len(html) if found < 0 else found + len(end)


def _behind_element(html: str, name: str, start: int) -> int:
    """The offset behind the end tag of a skipped element; a body ends a head, too."""
    ends = rf"</{name}\b[^<>]*>" + (r"|(?=<body\b)" if name == "head" else "")
    found = re.compile(ends, re.IGNORECASE).search(html, start)
    return found.end() if found else len(html)


def _attributes(rest: str) -> dict[str, str]:
    """The attributes that are read; the first one counts if a name is repeated."""
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
    style = found.get("style", "")[:_MAX_STYLE].lower().replace(" ", "")
    kept = ""
    if "hidden" in found or _HIDING.search(style) or found.get("type") == "hidden":
        kept += " hidden"
    if STRIKING.search(style):
        kept += " hidden" if name == "span" else " struck"
    kept += look_of(name, found)
    kept += " pre" if _KEEPING.search(style) else ""
    marks = f"{found.get('class', '')} {found.get('id', '')}"
    if name == "blockquote" or _QUOTING.search(marks):
        kept += " quote"
    elif _QUOTING_REST.search(marks):
        kept += ' quote="rest"'
    shown = found.get({"input": "value", "img": "alt"}.get(name, ""), "")
    return f'{kept} value="{escape(shown[:40])}"' if shown else kept
