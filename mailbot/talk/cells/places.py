"""The cells and houses that a person names: r4c7; third row, fifth square; top box.

A grammar over the tokens of a lexicon, read from left to right; at each token the
rule that takes most tokens wins:

    cell   = short | pair | line filler* line | nth filler* line | line filler* nth
           | corner | "middle cell"
    line   = ROW index | index ROW | COLUMN index | index COLUMN | COLUMN filler* edge
    nth    = ordinal [CELL | DIGIT] | (CELL | DIGIT) number
    box    = BOX index | index BOX | [edge] [edge] BOX [filler* edge [edge]]
    index  = number | ordinal | last | middle | top | bottom | left | right

A number of a place counts from 1; LAST and SECOND_LAST count from the end and MIDDLE is
the middle, whatever the size of the grid.
"""

from collections.abc import Callable, Sequence

from mailbot.language.lexicon import Token
from mailbot.talk.cells.edges import (
    COUNTED,
    FILLERS,
    HORIZONTAL,
    VERTICAL,
    edge_of,
    edges_of,
    is_filler,
)
from mailbot.talk.cells.place import MIDDLE, Place
from mailbot.talk.cells.shorthand import OUTSIDE, letter_and_number, pair, short_name

LARGEST = 25
"""The largest number of a row; larger ones are its digits: row 53..7...."""

_MOST_FILLERS = 4
_OTHERS = frozenset({"row", "column", "cell", "digit", "box"})


def place_at(tokens: Sequence[Token]) -> Place:
    """The longest name of a place that begins with the first token."""
    found = (rule(tokens) for rule in _RULES)
    return max(found, key=lambda place: place.length)


def _line(tokens: Sequence[Token]) -> Place:
    """A row or a column: row 3; the third row; the top row; 3 down."""
    for kind, edges in _LINES.items():
        place = _house(tokens, kind, edges)
        if place.length:
            return place
    return Place()


def _house(tokens: Sequence[Token], kind: str, edges: dict[str, int]) -> Place:
    """A house of a kind, with its index before or behind the word."""
    first = tokens[0]
    if kind in first.tags:
        skipped = _skip(tokens, 1, {"digit", "article"}, 2)
        if skipped < len(tokens) and (value := _value(tokens[skipped])):
            return _of(kind, value, skipped + 1)
        return _house_at_an_edge(tokens, kind, edges)
    index = edge_of(first, edges) if first.number < 0 else None
    if index is None:
        index = first.ordinal or None
    if index is not None and len(tokens) > 1:
        at = _skip(tokens, 1, {"filler", "preposition"}, 1)
        if at < len(tokens) and kind in tokens[at].tags:
            return _of(kind, index, at + 1)
    if first.number > 0 and {kind, "counted"} <= _tags(tokens, 1):
        return _of(kind, first.number, 2)
    return Place()


def _house_at_an_edge(
    tokens: Sequence[Token], kind: str, edges: dict[str, int]
) -> Place:
    """The column on the right, or "la colonne de droite"; not: is the column right."""
    at = _skip(tokens, 1, {"preposition", "article", "filler"}, _MOST_FILLERS)
    if kind == "box" or at >= len(tokens):
        return Place()
    index = edge_of(tokens[at], edges)
    between = any("preposition" in token.tags for token in tokens[1:at])
    if index is None or not (between or " " in tokens[at].text):
        return Place()
    return _of(kind, index, at + 1)


def _tags(tokens: Sequence[Token], at: int) -> frozenset[str]:
    return tokens[at].tags if at < len(tokens) else frozenset()


def _of(kind: str, index: int, length: int) -> Place:
    row, column, box = (index if kind == k else None for k in ("row", "column", "box"))
    return Place(row, column, box, length=length)


def _value(token: Token) -> int:
    """The number behind the name of a house: 3, three or third; 0 if there is none."""
    return max(token.number, 0) or token.ordinal if token.number <= LARGEST else 0


_LINES = {"row": VERTICAL | COUNTED, "column": HORIZONTAL | COUNTED}


def _skip(
    tokens: Sequence[Token], at: int, tags: set[str] | frozenset[str], most: int
) -> int:
    """The place behind up to so many tokens of some tags."""
    end = min(at + most, len(tokens))
    while at < end and (tags & tokens[at].tags or tokens[at].text in ",:#-"):
        at += 1
    return at


def _row_and_column(tokens: Sequence[Token]) -> Place:
    """Row 3, column 5; the fifth column of the third row."""
    first = _line(tokens)
    if not first.length:
        return Place()
    at = _skip(tokens, first.length, FILLERS | {"cell", "digit"}, _MOST_FILLERS)
    second = _line(tokens[at:]) if at < len(tokens) else Place()
    if not second.length or (first.row is None) == (second.row is None):
        return Place()
    row = first.row if first.row is not None else second.row
    column = first.column if first.column is not None else second.column
    return Place(row, column, length=at + second.length)


def _nth_in_house(tokens: Sequence[Token]) -> Place:
    """The fifth number in the first row; the last cell of box 3."""
    nth, taken = _nth(tokens)
    if not taken:
        return Place()
    at = _skip(tokens, taken, FILLERS | {"left", "top"}, _MOST_FILLERS)
    if at == taken == 1:
        return Place()  # the last column on the right
    house = _any_house(tokens[at:]) if at < len(tokens) else Place()
    return _within(house, nth, at + house.length)


def _house_then_nth(tokens: Sequence[Token]) -> Place:
    """Third row, fifth square; line 3, number 5 along; third row down, fifth along."""
    house = _any_house(tokens)
    if not house.length:
        return Place()
    at = _skip(tokens, house.length, FILLERS, _MOST_FILLERS)
    nth, taken = _nth(tokens[at:])
    if not taken:  # in the first row is the fifth digit a 7
        at = _skip(tokens, at, FILLERS | {"is"}, _MOST_FILLERS)
        nth, taken = _nth(tokens[at:])
        taken = taken if taken == 2 else 0
    if at == house.length and taken < 2 and "last" not in tokens[at - 1].tags:
        return Place()  # row 3 5th
    return _within(house, nth, at + taken) if taken else Place()


def _within(house: Place, nth: int, length: int) -> Place:
    if not house.length:
        return Place()
    if house.row is not None and house.column is None:
        return Place(house.row, nth, length=length)
    if house.column is not None and house.row is None:
        return Place(nth, house.column, length=length)
    if house.box is not None:
        return Place(box=house.box, nth=nth, length=length)
    return Place()


def _nth(tokens: Sequence[Token]) -> tuple[int, int]:
    """Which cell of a house is meant, and how many tokens say so; 0 if none does."""
    if not tokens:
        return 0, 0
    first, others = tokens[0], tokens[1:]
    index = first.ordinal or edge_of(first, COUNTED | {"middle": MIDDLE})
    if index is not None and (first.ordinal or index):
        named = bool(others) and bool({"cell", "digit"} & others[0].tags)
        return index, 1 + named
    if {"cell", "digit"} & first.tags and others:
        value = _value(others[0])
        return (value, 2) if value else (0, 0)
    return 0, 0


def _any_house(tokens: Sequence[Token]) -> Place:
    line = _line(tokens)
    return line if line.length else _box(tokens)


def _box(tokens: Sequence[Token]) -> Place:
    """Box 5; the fifth box; the top left box; the box in the middle."""
    place = _house(tokens, "box", COUNTED)
    if place.length:
        return place
    row, column, taken = edges_of(tokens)
    at = taken if taken < len(tokens) else 0
    if "box" not in tokens[at].tags:
        return Place()
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
    if _OTHERS & _tags(tokens, behind + taken):
        taken = 0  # the top box, left column
    if not taken:
        low, across, behind = None, None, at + 1
    if before is None and not taken:
        return Place()
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


def _edges_of_cell(tokens: Sequence[Token]) -> tuple[int, int, int]:
    """The same, where what is not named is the middle."""
    row, column, taken = edges_of(tokens)
    return row or MIDDLE, column or MIDDLE, taken


def _corner(tokens: Sequence[Token]) -> Place:
    """The top left corner; the middle cell; the cell at the bottom right."""
    row, column, taken = _edges_of_cell(tokens)
    if taken and taken < len(tokens):
        told = tokens[taken].tags
        at = _skip(tokens, taken, FILLERS, _MOST_FILLERS)
        if MIDDLE not in (row, column) and "corner" in _tags(tokens, at):
            return Place(row, column, length=at + 1)
        is_middle = row == column == MIDDLE
        if "cell" in told and (is_middle or MIDDLE not in (row, column)):
            return Place(row, column, length=taken + 1)
        if (is_middle or MIDDLE not in (row, column)) and "is" in told:
            return Place(row, column, length=taken)
    if {"cell", "corner"} & tokens[0].tags:
        at = _skip(tokens, 1, FILLERS | {"corner"}, _MOST_FILLERS)
        row, column, taken = _edges_of_cell(tokens[at:])
        if taken and (row == column == MIDDLE or MIDDLE not in (row, column)):
            return Place(row, column, length=at + taken)
    return Place()


_RULES: tuple[Callable[[Sequence[Token]], Place], ...] = (
    short_name,
    pair,
    letter_and_number,
    _row_and_column,
    _nth_in_house,
    _house_then_nth,
    _corner,
    _box,
    _line,
)
