"""The rows, columns and boxes that a person names; part of the grammar of `places`."""

from collections.abc import Sequence

from mailbot.language.lexicon import Token
from mailbot.talk.places.edges import (
    COUNTED,
    ENDS,
    HORIZONTAL,
    VERTICAL,
    edge_of,
    edges_of,
    is_filler,
)
from mailbot.talk.places.place import MIDDLE, NOWHERE, Place
from mailbot.talk.places.shorthand import OUTSIDE

LARGEST = 25
"""The largest number of a row; larger ones are its digits: row 53..7...."""

MOST_FILLERS = 4
HOUSES = frozenset({"row", "column", "box"})
_OTHERS = frozenset({"row", "column", "cell", "digit", "box"})


def line(tokens: Sequence[Token]) -> Place:
    """A row or a column: row 3; the third row; the top row; 3 down."""
    for kind, edges in _LINES.items():
        place = _house(tokens, kind, edges)
        if place.length:
            return place
    return NOWHERE


def _house(tokens: Sequence[Token], kind: str, edges: dict[str, int]) -> Place:
    """A house of a kind, with its index before or behind the word."""
    first = tokens[0]
    whole = edge_of(first, edges) if kind in first.tags else None
    if whole is not None:  # Swedish mittenkolumnen
        return _of(kind, whole, 1)
    if kind in first.tags:
        return _house_with_index(tokens, kind, edges)
    named = edge_of(first, edges) if first.number < 0 else None
    if named is None:
        named = first.ordinal or None
    if named is not None and len(tokens) > 1:
        at = skip(tokens, 1, {"filler", "preposition"}, 1)
        if at < len(tokens) and kind in tokens[at].tags:
            index, taken = from_an_end(tokens[at + 1 :], named, ENDS[kind])
            return _of(kind, index, at + 1 + taken)
    if first.number > 0 and {kind, "counted"} <= tags_at(tokens, 1):
        return _of(kind, first.number, 2)
    return NOWHERE


def _house_with_index(
    tokens: Sequence[Token], kind: str, edges: dict[str, int]
) -> Place:
    """Row 3; row number three; the row at the top."""
    at = skip(tokens, 1, {"digit", "article"}, 2)
    if at == len(tokens):
        return NOWHERE
    another = tokens[at].ordinal and HOUSES & tags_at(tokens, at + 1)
    if tokens[at - 1].text == "," and another:
        return NOWHERE  # Italian "sesta riga, terza colonna"
    if value := value_of(tokens[at]):
        index, taken = from_an_end(tokens[at + 1 :], value, ENDS[kind])
        return _of(kind, index, at + 1 + taken)
    return _house_at_an_edge(tokens, kind, edges)


def from_an_end(
    tokens: Sequence[Token], index: int, ends: dict[str, int]
) -> tuple[int, int]:
    """An index that may be counted from the other end: the second from the bottom.

    Returns:
        the index, and how many tokens tell the end.
    """
    way = edge_of(tokens[0], ends) if tokens and index > 0 else None
    return (index, 0) if way is None else (index * way, 1)


def _house_at_an_edge(
    tokens: Sequence[Token], kind: str, edges: dict[str, int]
) -> Place:
    """The column on the right, or "la fila superior"; not: is the column right."""
    at = skip(tokens, 1, {"preposition", "article", "filler"}, MOST_FILLERS)
    if kind == "box" or at >= len(tokens):
        return NOWHERE
    index = edge_of(tokens[at], edges)
    told = any("preposition" in token.tags for token in tokens[1:at])
    told |= " " in tokens[at].text or index == MIDDLE
    adjective = at == 1 and not {"preposition", "yes"} & tokens[at].tags
    told |= adjective  # columna izquierda; not: is the column right
    if index is None or not told:
        return NOWHERE
    return _of(kind, index, at + 1)


def tags_at(tokens: Sequence[Token], at: int) -> frozenset[str]:
    """The tags of a token; none behind the last one."""
    return tokens[at].tags if at < len(tokens) else frozenset()


def _of(kind: str, index: int, length: int) -> Place:
    row, column, box = (index if kind == k else None for k in ("row", "column", "box"))
    return Place(row, column, box, length=length)


def value_of(token: Token) -> int:
    """The number behind the name of a house: 3, three or third; 0 if there is none."""
    return max(token.number, 0) or token.ordinal if token.number <= LARGEST else 0


_LINES = {"row": VERTICAL | COUNTED, "column": HORIZONTAL | COUNTED}


def skip(
    tokens: Sequence[Token], at: int, tags: set[str] | frozenset[str], most: int
) -> int:
    """The place behind up to so many tokens of some tags."""
    end = min(at + most, len(tokens))
    while at < end and (tags & tokens[at].tags or tokens[at].text in ",:#-"):
        at += 1
    return at


def any_house(tokens: Sequence[Token]) -> Place:
    """A row, a column or a box."""
    found = line(tokens)
    return found if found.length else box(tokens)


def box(tokens: Sequence[Token]) -> Place:
    """Box 5; the fifth box; the top left box; the box in the middle."""
    place = _house(tokens, "box", COUNTED)
    if place.length:
        return place
    if "box" in tokens[0].tags:  # Dutch linkeronderblok
        row, column, taken = edges_of(tokens[:1])
        return _box_at_edges(tokens, 0, (row, column) if taken else None)
    row, column, taken = edges_of(tokens)
    # A comma and a word may stand between: top left, that box.
    at = skip(tokens, taken, {"article", "subject"}, 2) if taken < len(tokens) else 0
    if "box" not in tags_at(tokens, at):
        return NOWHERE
    return _box_at_edges(tokens, at, (row, column) if taken else None)


def _box_at_edges(
    tokens: Sequence[Token], at: int, before: tuple[int | None, int | None] | None
) -> Place:
    """The middle box at the bottom: by the words before and behind the word for it.

    Args:
        tokens: from the first word that names it.
        at: where the word for a box stands.
        before: the row and the column of boxes that the words before it tell.
    """
    row, column = before or (None, None)
    behind = at + 1
    while behind < len(tokens) and is_filler(tokens[behind]):
        behind += 1
    low, across, taken = edges_of(tokens[behind:])
    if _OTHERS & tags_at(tokens, behind + taken):
        taken = 0  # the top box, left column
    if not taken:
        low, across, behind = None, None, at + 1
    if before is None and not taken:
        return NOWHERE
    if _differ(row, low) or _differ(column, across):  # the left box on the right
        return Place(OUTSIDE, OUTSIDE, of_boxes=True, length=behind + taken)
    return Place(
        row or low or MIDDLE,
        column or across or MIDDLE,
        of_boxes=True,
        length=behind + taken,
    )


def _differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other
