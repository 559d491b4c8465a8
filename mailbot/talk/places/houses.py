"""The rows, columns and boxes that a person names; part of the grammar of `places`."""

from collections.abc import Sequence

from mailbot.language.lexicon import Token
from mailbot.talk.places.edges import (
    COUNTED,
    ENDS,
    FILLERS,
    HOUSES,
    MOST_FILLERS,
    WAYS,
    Where,
    edge_of,
    tags_at,
    where_it_lies,
    where_of,
)
from mailbot.talk.places.place import LAST, MIDDLE, NOWHERE, SECOND_LAST, Place
from mailbot.talk.places.shorthand import OUTSIDE

LARGEST = 25
"""The largest number of a row; larger ones are its digits: row 53..7...."""

_KINDS = ("row", "column", "box")
_NOUNS = HOUSES | {"strip", "either"}


def any_house(tokens: Sequence[Token]) -> Place:
    """A row, a column or a box: the third row; the box at the top; 3 down."""
    found = (_indexed(tokens, kind) for kind in _KINDS)
    return max((lying(tokens), *found), key=lambda place: place.length)


def line(tokens: Sequence[Token]) -> Place:
    """A row or a column."""
    house = any_house(tokens)
    return house if house.is_line else NOWHERE


def box(tokens: Sequence[Token]) -> Place:
    """A box."""
    house = any_house(tokens)
    return house if house.of_boxes or house.box is not None else NOWHERE


def lying(tokens: Sequence[Token]) -> Place:
    """A house by where it lies: the lower middle block; the strip down the left."""
    before = where_of(tokens)
    at = before.taken
    led = bool(before.taken and "preposition" in tags_at(tokens, at))
    at += led
    while before.taken and at < len(tokens) and _may_part(tokens[at]):
        at += 1
    tags, end = _noun(tokens, at)
    if led and "box" not in tags:
        return NOWHERE  # at the bottom right, in that box
    numbered = at > before.taken and end < len(tokens) and value_of(tokens[end])
    inside = before.joined(where_it_lies(tokens[end - 1].tags)) if tags else None
    if inside is None or numbered:  # Swedish mittenkolumnen lies by itself
        return NOWHERE
    behind = where_of(tokens[end:], behind=True)
    whole = inside.joined(behind)
    if whole is None and "box" in tags:  # the left box on the right
        length = end + behind.taken
        return Place(OUTSIDE, OUTSIDE, of_boxes=True, length=length)
    found = _at(whole, tags, end + behind.taken) if whole else NOWHERE
    found = found if found.length else _at(inside, tags, end)
    at = skip(tokens, found.length, FILLERS, MOST_FILLERS)
    of_a_house = "cell" in tags and HOUSES & tags_at(tokens, at)
    return NOWHERE if of_a_house else found


def _may_part(token: Token) -> bool:
    """Whether a word may stand before that for a house: top left, that box."""
    parting = {"article", "subject", "filler", "lying"} & token.tags
    return token.text == "," or bool(parting and "and" not in token.tags)


def _noun(tokens: Sequence[Token], at: int) -> tuple[frozenset[str], int]:
    """The tags of the words for a house, the vertical strip, and where they end.

    "Down" and "across" alone are none.
    """
    end = at
    while WAYS.keys() & tags_at(tokens, end) and _NOUNS & tags_at(tokens, end + 1):
        end += 1
    named = tags_at(tokens, end)
    if not _NOUNS & named or "counted" in named:
        return frozenset(), end
    return frozenset[str]().union(*(t.tags for t in tokens[at : end + 1])), end + 1


def _at(where: Where, tags: frozenset[str], length: int) -> Place:
    """The house of a kind that lies there; NOWHERE if there is none.

    Args:
        where: where it lies.
        tags: what the words for the house are.
        length: how many tokens name it.
    """
    row, column = where.row, where.column
    on_an_edge = (row is None) != (column is None)
    if "box" in tags or ("either" in tags and on_an_edge and where.middle):
        both = None not in (row, column)
        told = not both if where.middle else (row, column) != (None, None)
        house = Place(row or MIDDLE, column or MIDDLE, of_boxes=True, length=length)
        return house if told else NOWHERE
    kinds = {WAYS[way] for way in WAYS.keys() & tags} | {where.way} - {""}
    if not kinds and "strip" in tags and on_an_edge:
        kinds = {"column" if row is None else "row"}
    kinds = kinds or {"row", "column"} & tags
    if len(kinds) != 1:
        return NOWHERE
    [kind] = kinds
    index, other = (row, column) if kind == "row" else (column, row)
    told = other is None and (index is None) == where.middle
    return _of(kind, index or MIDDLE, length) if told else NOWHERE


def _indexed(tokens: Sequence[Token], kind: str) -> Place:
    """A house of a kind, with its number before or behind the word."""
    first = tokens[0]
    if kind in first.tags:
        return _house_with_index(tokens, kind)
    named = edge_of(first.tags, COUNTED) if first.number < 0 else None
    named = named or first.ordinal
    if named and len(tokens) > 1:
        at = skip(tokens, 1, {"filler", "preposition"}, 1)
        if at < len(tokens) and kind in tokens[at].tags:
            index, taken = from_an_end(tokens[at + 1 :], named, ENDS[kind])
            return _of(kind, index, at + 1 + taken)
    if first.number > 0 and {kind, "counted"} <= tags_at(tokens, 1):
        return _of(kind, first.number, 2)
    return NOWHERE


def _house_with_index(tokens: Sequence[Token], kind: str) -> Place:
    """Row 3; row number three; row last."""
    at = skip(tokens, 1, {"digit", "article"}, 2)
    if at == len(tokens):
        return NOWHERE
    another = tokens[at].ordinal and HOUSES & tags_at(tokens, at + 1)
    if tokens[at - 1].text == "," and another:
        return NOWHERE  # Italian "sesta riga, terza colonna"
    if any({"indefinite", "is"} & token.tags for token in tokens[1:at]):
        return NOWHERE  # the middle of that box: a 1
    value = value_of(tokens[at]) or (
        edge_of(tokens[at].tags, COUNTED) if at == 1 else 0
    )
    if not value:
        return NOWHERE
    index, taken = from_an_end(tokens[at + 1 :], value, ENDS[kind])
    return _of(kind, index, at + 1 + taken)


def from_an_end(
    tokens: Sequence[Token], index: int, ends: dict[str, int]
) -> tuple[int, int]:
    """An index that may be counted from the other end: the second from the bottom.

    Or the last but one.

    Returns:
        the index, and how many tokens tell the end.
    """
    but_one = "but" in tags_at(tokens, 0) and "cell" in tags_at(tokens, 1)
    if index == LAST and but_one and tokens[1].number == 1:
        return SECOND_LAST, 2
    way = edge_of(tokens[0].tags, ends) if tokens and index > 0 else None
    return (index, 0) if way is None else (index * way, 1)


def _of(kind: str, index: int, length: int) -> Place:
    row, column, box = (index if kind == k else None for k in ("row", "column", "box"))
    return Place(row, column, box, length=length)


def value_of(token: Token) -> int:
    """The number behind the name of a house: 3, three or third; 0 if there is none."""
    return max(token.number, 0) or token.ordinal if token.number <= LARGEST else 0


def skip(
    tokens: Sequence[Token], at: int, tags: set[str] | frozenset[str], most: int
) -> int:
    """The place behind up to so many tokens of some tags."""
    end = min(at + most, len(tokens))
    while at < end and (tags & tokens[at].tags or tokens[at].text in ",:#-/|"):
        at += 1
    return at
