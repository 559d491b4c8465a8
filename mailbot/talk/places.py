"""The cells and houses that a person names: r4c7; third row, fifth square; top box.

A grammar over the tokens of a lexicon, read from left to right; at each token the
rule that takes most tokens wins:

    cell   = short | pair | line filler* line | nth filler* line | line filler* nth
           | corner | "middle cell"
    line   = ROW index | index ROW | COLUMN index | index COLUMN
    nth    = ordinal [CELL | DIGIT] | (CELL | DIGIT) number
    box    = BOX index | index BOX | [edge] [edge] BOX | BOX filler* edge [edge]
    index  = number | ordinal | last | middle | top | bottom | left | right

A number of a place counts from 1; LAST and SECOND_LAST count from the end and MIDDLE is
the middle, whatever the size of the grid.
"""

import re
from collections.abc import Callable, Sequence

from mailbot.language.lexicon import Token
from mailbot.talk.place import LAST, MIDDLE, SECOND_LAST, Place

LARGEST = 25
"""The largest number of a row; larger ones are its digits: row 53..7...."""

_OUTSIDE = 1_000
"""Where r0c1 is: in no grid."""

_FILLERS = frozenset({"article", "preposition", "and", "filler"})
_MOST_FILLERS = 4
_ROW_LETTERS, _COLUMN_LETTERS = frozenset("rzwlf"), frozenset("cskp")


def place_at(tokens: Sequence[Token]) -> Place:
    """The longest name of a place that begins with the first token."""
    found = (rule(tokens) for rule in _RULES)
    return max(found, key=lambda place: place.length)


def _short(tokens: Sequence[Token]) -> Place:
    """R4c7, Z4S7 or r 4, c 7; c7r4 too."""
    parts = [t for t in tokens[:6] if t.text not in ",;."]
    if len(parts) < 4 or parts[0] is not tokens[0]:
        return Place()
    one, first, other, second = parts[:4]
    if first.number < 0 or second.number < 0:
        return Place()
    row, column = first.number or _OUTSIDE, second.number or _OUTSIDE
    taken = next(i for i, t in enumerate(tokens) if t is second) + 1
    if one.text in _ROW_LETTERS and other.text in _COLUMN_LETTERS:
        return Place(row, column, length=taken)
    if one.text in _COLUMN_LETTERS and other.text in _ROW_LETTERS:
        return Place(column, row, length=taken)
    return Place()


def _pair(tokens: Sequence[Token]) -> Place:
    """(4,7), or 4,7 before "is" or "=": the row before the column."""
    bracketed = tokens[0].text == "("
    inner = tokens[bracketed : bracketed + 4]
    if len(inner) < 4:
        return Place()
    first, sign, second, after = inner
    if sign.text not in ",;/|:-" or first.number < 1 or second.number < 1:
        return Place()
    if bracketed and after.text == ")":
        return Place(first.number, second.number, length=5)
    if not bracketed and (after.text == "=" or {"is", "empty"} & after.tags):
        return Place(first.number, second.number, length=3)
    return Place()


def _letter_and_number(tokens: Sequence[Token]) -> Place:
    """B7: whether the letter names the row or the column, nobody can know."""
    if len(tokens) < 2 or tokens[0].end != tokens[1].start:
        return Place()
    letter, number = tokens[0].text, tokens[1].number
    if not re.fullmatch("[a-i]", letter) or not 1 <= number <= 9:
        return Place()
    return Place(number, ord(letter) - ord("a") + 1, lettered=True, length=2)


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
        return Place()
    index = _edge(first, edges) if first.number < 0 else None
    if index is None:
        index = first.ordinal or None
    if index is not None and len(tokens) > 1:
        at = _skip(tokens, 1, {"filler", "preposition"}, 1)
        if at < len(tokens) and kind in tokens[at].tags:
            return _of(kind, index, at + 1)
    if first.number > 0 and {kind, "counted"} <= _tags(tokens, 1):
        return _of(kind, first.number, 2)
    return Place()


def _tags(tokens: Sequence[Token], at: int) -> frozenset[str]:
    return tokens[at].tags if at < len(tokens) else frozenset()


def _of(kind: str, index: int, length: int) -> Place:
    row, column, box = (index if kind == k else None for k in ("row", "column", "box"))
    return Place(row, column, box, length=length)


def _value(token: Token) -> int:
    """The number behind the name of a house: 3, three or third; 0 if there is none."""
    return max(token.number, 0) or token.ordinal if token.number <= LARGEST else 0


_VERTICAL = {"top": 1, "middle": MIDDLE, "bottom": LAST}
_HORIZONTAL = {"left": 1, "middle": MIDDLE, "right": LAST}
_BOTH = {
    "top_left": (1, 1),
    "top_right": (1, LAST),
    "bottom_left": (LAST, 1),
    "bottom_right": (LAST, LAST),
}
"""Words that are both at once: linksboven."""

_COUNTED = {"last": LAST, "second_last": SECOND_LAST}
_LINES = {"row": _VERTICAL | _COUNTED, "column": _HORIZONTAL | _COUNTED}


def _edge(token: Token, edges: dict[str, int]) -> int | None:
    """The index that a word such as "top" or "last" stands for."""
    return next((index for tag, index in edges.items() if tag in token.tags), None)


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
    at = _skip(tokens, first.length, _FILLERS | {"cell", "digit"}, _MOST_FILLERS)
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
    at = _skip(tokens, taken, _FILLERS | {"left", "top"}, _MOST_FILLERS)
    house = _any_house(tokens[at:]) if at < len(tokens) else Place()
    return _within(house, nth, at + house.length)


def _house_then_nth(tokens: Sequence[Token]) -> Place:
    """Third row, fifth square; line 3, number 5 along; third row down, fifth along."""
    house = _any_house(tokens)
    if not house.length:
        return Place()
    at = _skip(tokens, house.length, _FILLERS, _MOST_FILLERS)
    nth, taken = _nth(tokens[at:])
    if not taken:  # in the first row is the fifth digit a 7
        at = _skip(tokens, at, _FILLERS | {"is"}, _MOST_FILLERS)
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
    index = first.ordinal or _edge(first, _COUNTED | {"middle": MIDDLE})
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
    place = _house(tokens, "box", _COUNTED)
    if place.length:
        return place
    if "box" in tokens[0].tags:
        at = _skip(tokens, 1, _FILLERS, _MOST_FILLERS)
        row, column, taken = _edges(tokens[at:])
        if taken:
            return Place(row, column, of_boxes=True, length=at + taken)
        return Place()
    row, column, taken = _edges(tokens)
    if taken and taken < len(tokens) and "box" in tokens[taken].tags:
        return Place(row, column, of_boxes=True, length=taken + 1)
    return Place()


def _edges(tokens: Sequence[Token]) -> tuple[int, int, int]:
    """The row and column that words such as "top left" name, and how many words.

    What is not named is the middle: "top" is the middle of the top.
    """
    row: int | None = None
    column: int | None = None
    taken = 0
    for place, token in enumerate(tokens[:4]):
        vertical, horizontal = _edge(token, _VERTICAL), _edge(token, _HORIZONTAL)
        both = next((edges for tag, edges in _BOTH.items() if tag in token.tags), None)
        if both:
            return *both, place + 1
        if vertical == MIDDLE:
            taken = place + 1
        elif vertical is not None and row is None:
            row, taken = vertical, place + 1
        elif horizontal is not None and column is None:
            column, taken = horizontal, place + 1
        elif not (taken and _FILLERS & token.tags):
            break
    return row or MIDDLE, column or MIDDLE, taken


def _corner(tokens: Sequence[Token]) -> Place:
    """The top left corner; the middle cell; the cell at the bottom right."""
    row, column, taken = _edges(tokens)
    if taken and taken < len(tokens):
        told = tokens[taken].tags
        at = _skip(tokens, taken, _FILLERS, _MOST_FILLERS)
        if MIDDLE not in (row, column) and "corner" in _tags(tokens, at):
            return Place(row, column, length=at + 1)
        is_middle = row == column == MIDDLE
        if "cell" in told and (is_middle or MIDDLE not in (row, column)):
            return Place(row, column, length=taken + 1)
        if (is_middle or MIDDLE not in (row, column)) and "is" in told:
            return Place(row, column, length=taken)
    if {"cell", "corner"} & tokens[0].tags:
        at = _skip(tokens, 1, _FILLERS | {"corner"}, _MOST_FILLERS)
        row, column, taken = _edges(tokens[at:])
        if taken and (row == column == MIDDLE or MIDDLE not in (row, column)):
            return Place(row, column, length=at + taken)
    return Place()


_RULES: tuple[Callable[[Sequence[Token]], Place], ...] = (
    _short,
    _pair,
    _letter_and_number,
    _row_and_column,
    _nth_in_house,
    _house_then_nth,
    _corner,
    _box,
    _line,
)
