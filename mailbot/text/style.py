"""The look of an HTML element, which tells printed digits from a person's entries."""

import re
from collections.abc import Mapping

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
