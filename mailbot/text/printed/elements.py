"""Tables in any markup of elements: XML and HTML of every vocabulary, and BBCode.

The cells are those elements that are as many as a grid has, whatever they are called.
What stands around them in the tree (rows, bodies) tells the rows where it can.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from mailbot.text.printed.squares import Row, Table, cut

_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*)((?:\s[^<>]*?)?)(/?)>")
_BB_TAG = re.compile(
    r"\[(/?)([a-z]{1,12}|\*)((?:=[^\[\]]{0,40})?)(/?)\]", re.IGNORECASE
)
_VOID = {"br", "hr", "col", "img", "input", "meta", "link"}
_SAME = {"th": "td"}
_MOST_TAGS = 20_000
_DEEPEST = 60
_LONGEST_CELL = 60
_USUAL = 9
_FEWEST, _MOST = 16, 26 * 26
_ENTITIES = {"&nbsp;": " ", "&#160;": " ", "&#xa0;": " ", "&amp;": "&", "&lt;": "<"}


class _Element(Struct):
    name: str
    parent: int
    text: list[str] = field(default_factory=list)
    nests: bool = False
    """Whether it holds an element of its own name: lists of lists are written so."""


def find_elements(text: str) -> Iterator[Table]:
    """Every table of elements of one name."""
    for pattern in (_TAG, _BB_TAG):
        if pattern.search(text):
            yield from _find(text, pattern)


def _find(text: str, pattern: re.Pattern[str]) -> Iterator[Table]:
    found: dict[str, list[tuple[int, str]]] = {}
    stack = [_Element("", 0)]
    place = 0
    for number, tag in enumerate(pattern.finditer(text), 1):
        if number > _MOST_TAGS or len(stack) > _DEEPEST:
            return
        stack[-1].text.append(text[place : tag.start()])
        place = tag.end()
        name = _SAME.get(tag[2].lower(), tag[2].lower())
        if tag[1]:
            _close(stack, name, found)
        elif tag[4]:
            found.setdefault(_kind(name), []).append((stack[-1].parent, ""))
        elif name not in _VOID:
            stack.append(_Element(name, number))
    for cells in found.values():
        yield from _tables(cells)


def _close(
    stack: list[_Element], name: str, found: dict[str, list[tuple[int, str]]]
) -> None:
    """End an element, and all within it that have no end of their own."""
    if name not in (element.name for element in stack[-6:]):
        return
    while len(stack) > 1:
        element = stack.pop()
        words = " ".join("".join(element.text).split())
        stack[-1].text.append(words[:_LONGEST_CELL])
        for outer in stack:
            outer.nests = outer.nests or outer.name == element.name
        if not element.nests:
            kind = _kind(element.name)
            found.setdefault(kind, []).append((stack[-1].parent, words))
        if element.name == name:
            return


def _kind(name: str) -> str:
    """The name of an element without its number: a column may have a name each."""
    return name.rstrip("0123456789") or name


def _tables(cells: Sequence[tuple[int, str]]) -> Iterator[Table]:
    """The cells as rows by what they stand in, and by their number alone."""
    if not _FEWEST <= len(cells) <= _MOST or any(
        len(w) > _LONGEST_CELL for _, w in cells
    ):
        return
    rows: dict[int, list[str]] = {}
    for parent, word in cells:
        rows.setdefault(parent, []).append(_plain(word))
    table: list[Row] = [tuple(row) for row in rows.values()]
    lengths = {len(row) for row in table}
    if len(lengths) == 1 and lengths != {1} and len(table) > 1:
        yield table
        return
    if len(by_row := [row for row in table if len(row) == _USUAL]) == _USUAL:
        yield by_row
    flat = [_plain(word) for _, word in cells]
    side = int(len(flat) ** 0.5)
    if len(flat) in (side * side, side * (side + 1)):  # with a head
        yield cut(flat, side)


def _plain(word: str) -> str:
    for entity, sign in _ENTITIES.items():
        word = word.replace(entity, sign)
    return word.strip()
