"""The cells and houses that a person names: r4c7; third row, fifth square; top box.

A grammar over the tokens of a lexicon, read from left to right; at each token the
rule that takes most tokens wins:

    cell   = short | pair | line filler* line | nth filler* line | line filler* nth
           | number ROW filler* number COLUMN
           | tip line | line filler* tip
           | corner | "middle cell" | edge [edge] [CELL | CORNER] [from] box
    line   = ROW index | index ROW [from] | lying; so for COLUMN
    tip    = "at the start" | "at the end"
    nth    = ordinal [EMPTY] [CELL | DIGIT] [from] | (CELL | NUMBERING) number
    box    = BOX index | index BOX | lying
    lying  = where noun [filler* where] | noun filler* where
    where  = (edge | "middle" | way) [filler* where]
    noun   = [way] (ROW | COLUMN | BOX | STRIP) | (square in the middle of an edge)
    way    = "from top to bottom" | "from left to right"
    edge   = top | bottom | left | right
    index  = number | ordinal | last

A strip with no way runs along its edge: on the left it is a column, at the top a row.
A square in the middle of an edge is a box, in a corner or in the middle a cell. A half
of the grid is no house.

A number of a place counts from 1; LAST and SECOND_LAST count from the end and MIDDLE is
the middle, whatever the size of the grid.
"""

from collections.abc import Sequence
from dataclasses import replace

from mailbot.language.lexicon import Token
from mailbot.talk.places.edges import (
    BOTH,
    COUNTED,
    ENDS,
    FILLERS,
    HORIZONTAL,
    HOUSES,
    MOST_FILLERS,
    TIPS,
    VERTICAL,
    WAYS,
    Where,
    edge_of,
    edges_of,
    tags_at,
    where_of,
)
from mailbot.talk.places.houses import (
    LARGEST,
    any_house,
    box,
    from_an_end,
    line,
    lying,
    skip,
    value_of,
)
from mailbot.talk.places.place import LAST, MIDDLE, NOWHERE, Place
from mailbot.talk.places.shorthand import (
    letter_and_number,
    pair,
    short_house,
    short_name,
)

_FIRST = HOUSES.union(
    {"cell", "digit", "corner", "strip"},
    *(VERTICAL, HORIZONTAL, BOTH, WAYS, COUNTED, TIPS),
)
"""The tags of words with which the name of a place may begin."""

_COUNTED = COUNTED | {"middle": MIDDLE}

_OF_NINE = {MIDDLE: 5, LAST: 9}
"""Which of nine rows these are, as people say it."""


def place_at(tokens: Sequence[Token]) -> Place:
    """The longest name of a place that begins with the first token."""
    if not _may_begin_a_place(tokens[0]):
        return NOWHERE
    house = any_house(tokens)
    found = (
        short_name(tokens),
        pair(tokens),
        letter_and_number(tokens),
        short_house(tokens),
        _row_and_column(tokens, house),
        _counted_row_and_column(tokens),
        _nth_in_house(tokens),
        _house_then_nth(tokens, house),
        _tip_of_line(tokens, house),
        _lying_in_line(tokens),
        _line_then_where(tokens, house),
        _lying_cell(tokens),
        _middle_of_all(tokens),
        house,
    )
    return max(found, key=lambda place: place.length)


def _may_begin_a_place(token: Token) -> bool:
    """Whether a rule may take a token first; asked of each, so that letters are quick.

    A single letter may begin r4c7, and a bracket (4,7).
    """
    if token.number >= 0 or token.ordinal or not _FIRST.isdisjoint(token.tags):
        return True
    return len(token.text) == 1 and (token.text.isalpha() or token.text == "(")


def _row_and_column(tokens: Sequence[Token], first: Place) -> Place:
    """Row 3, column 5; the fifth column of row 3; where row 3 meets column 5."""
    if not first.is_line:
        return _each_told(tokens)
    between = FILLERS | {"cell", "digit", "crossing"}
    at = skip(tokens, first.length, between, MOST_FILLERS)
    second = line(tokens[at:]) if at < len(tokens) else NOWHERE
    if not second.length or (first.row is None) == (second.row is None):
        return NOWHERE
    row = first.row if first.row is not None else second.row
    column = first.column if first.column is not None else second.column
    return Place(row, column, length=at + second.length)


def _each_told(tokens: Sequence[Token]) -> Place:
    """The row is 1, the column is 3: neither is a place without the other."""
    row, column, at = 0, 0, 0
    for _ in range(2):
        at = skip(tokens, at, FILLERS | {"and"}, MOST_FILLERS) if at else 0
        kinds = tags_at(tokens, at) & {"row", "column"}
        end = skip(tokens, at + 1, {"is", "subject"}, 2)
        number = tokens[end].number if end < len(tokens) else 0
        if len(kinds) != 1 or end == at + 1 or not 0 < number <= LARGEST:
            return NOWHERE
        row, column, at = (
            (number, column, end + 1) if "row" in kinds else (row, number, end + 1)
        )
    return Place(row, column, length=at) if row and column else NOWHERE


def _counted_row_and_column(tokens: Sequence[Token]) -> Place:
    """5 row, 3 column: such numbers are no amounts where both words have one."""
    row, taken = _counted(tokens)
    if not taken:
        return NOWHERE
    at = skip(tokens, taken, FILLERS | {"and"}, MOST_FILLERS)
    column, more = _counted(tokens[at:])
    end = at + more
    if not more or (row.row is None) == (column.row is None):
        return NOWHERE
    if end < len(tokens) and tokens[end].number > 0:
        return NOWHERE  # a 9 in row 2, column 2
    return Place(row.row or column.row, row.column or column.column, length=end)


def _counted(tokens: Sequence[Token]) -> tuple[Place, int]:
    """A number and the word for a row or a column behind it."""
    kinds = tags_at(tokens, 1) & {"row", "column"}
    if not tokens or not 0 < tokens[0].number <= LARGEST or len(kinds) != 1:
        return NOWHERE, 0
    number = tokens[0].number
    return (Place(number) if "row" in kinds else Place(column=number)), 2


def _nth_in_house(tokens: Sequence[Token]) -> Place:
    """The fifth number in the first row; the last cell of box 3."""
    nth, taken = _nth(tokens)
    if not taken:
        return NOWHERE
    at = skip(tokens, taken, FILLERS, MOST_FILLERS)
    house = _house_at(tokens, at)
    if not house.length:  # the third from the left in row 4
        at = skip(tokens, taken, FILLERS | {"left", "top"}, MOST_FILLERS)
        house = _house_at(tokens, at)
    if at == taken == 1:
        return NOWHERE  # the last column on the right
    behind = tokens[at:]
    if behind and _row_and_column(behind, any_house(behind)).length:
        return NOWHERE  # number 1: row 3, column 5
    place = _within(house, nth, at + house.length)
    return _among_empty(house, nth, place) if _of_empty(tokens[:taken]) else place


def _of_empty(tokens: Sequence[Token]) -> bool:
    """Whether these name an empty cell: the last empty cell."""
    return any("empty" in token.tags for token in tokens)


def _is_empty_cell(tokens: Sequence[Token]) -> bool:
    """Whether two tokens are "empty cell", in either order."""
    named = [at for at, token in enumerate(tokens) if "cell" in token.tags]
    return len(tokens) == 2 and len(named) == 1 and _of_empty(tokens)


def _among_empty(house: Place, nth: int, named: Place) -> Place:
    """A cell that is counted among the empty ones of a house."""
    return replace(house, nth=nth, of_empty=True, length=named.length)


def _house_at(tokens: Sequence[Token], at: int) -> Place:
    return any_house(tokens[at:]) if at < len(tokens) else NOWHERE


def _house_then_nth(tokens: Sequence[Token], house: Place) -> Place:
    """Third row, fifth square; line 3, number 5 along; third row down, fifth along."""
    if not house.length:
        return NOWHERE
    at = skip(tokens, house.length, FILLERS, MOST_FILLERS)
    nth, taken = _nth(tokens[at:])
    if not taken:  # in the first row is the fifth digit a 7
        at = skip(tokens, at, FILLERS | {"is"}, MOST_FILLERS)
        nth, taken = _nth(tokens[at:])
        taken = taken if taken == 2 else 0
    if not taken and _is_in_the_middle(house, tokens, at):
        nth, taken = MIDDLE, 1
    alone = not {"last", "counting"} & (tokens[at - 1].tags | tags_at(tokens, at))
    if at == house.length and taken < 2 and alone:
        return NOWHERE  # row 3 5th
    if taken == 1 and _is_of_the_house(house, tokens[at:]):
        return NOWHERE
    told = any("cell" in token.tags for token in tokens[at : at + taken])
    number = house.row or house.column or 0
    first = number == nth == taken == 1 and lying(tokens).length
    if (first or _OF_NINE.get(number) == nth) and not told:
        return NOWHERE  # the middle column, the fifth; the left one, the first
    return _within(house, nth, at + taken) if taken else NOWHERE


def _tip_of_line(tokens: Sequence[Token], house: Place) -> Place:
    """At the end of row 5; the first row, right at the start."""
    tip = edge_of(tokens[0].tags, TIPS)
    if tip is not None:
        at = 1 + ("article" in tags_at(tokens, 1))
        house = line(tokens[at:]) if tokens[at:] else NOWHERE
        return _within(house, tip, at + house.length)
    if not house.is_line:
        return NOWHERE
    at = skip(tokens, house.length, FILLERS - {"and"}, MOST_FILLERS)
    tip = edge_of(tokens[at].tags, TIPS) if at < len(tokens) else None
    # "Row 3 at the end of your mail" names a row.
    behind = tags_at(tokens, at + 1)
    closed = "indefinite" in behind or not tokens[at + 1 : at + 2]
    closed |= not tokens[min(at + 1, len(tokens) - 1)].text.isalpha()
    return _within(house, tip, at + 1) if tip is not None and closed else NOWHERE


def _lying_in_line(tokens: Sequence[Token]) -> Place:
    """The far left cell of row 8; at the very top of column 6; the middle of row 2."""
    led = "cell" in tokens[0].tags
    where = where_of(tokens[led:], behind=led)
    end = where.taken + led
    at = skip(tokens, end, FILLERS | {"cell"}, MOST_FILLERS)
    house = line(tokens[at:]) if where.taken and at < len(tokens) else NOWHERE
    leads = any("preposition" in token.tags for token in tokens[end:at])
    told = where.middle and (leads or " " in tokens[end - 1].text)
    if any(token.text in ",:#-" for token in tokens[end:at]):
        return NOWHERE
    return _cell_of_line(house, where, tokens[:at], at + house.length, told=told)


def _line_then_where(tokens: Sequence[Token], house: Place) -> Place:
    """Row 8, the cell on the far left; column 6, at the very top."""
    if not house.is_line:
        return NOWHERE
    at = skip(tokens, house.length, FILLERS | {"cell", "lying"}, MOST_FILLERS)
    where = where_of(tokens[at:])
    end = at + where.taken
    end += "cell" in tags_at(tokens, end)
    behind = skip(tokens, end, FILLERS | {"cell"}, MOST_FILLERS)
    if _house_at(tokens, behind).length or not where.taken:
        return NOWHERE  # row 8 and the left cell of row 9
    return _cell_of_line(house, where, tokens[house.length : end], end, told=False)


def _cell_of_line(
    house: Place, where: Where, words: Sequence[Token], length: int, *, told: bool
) -> Place:
    """The cell of a row or a column that lies there; NOWHERE if none is told.

    Args:
        house: the row or the column.
        where: where the cell lies in it.
        words: those that say so.
        length: how many tokens name the cell.
        told: whether they mean a cell, even if they have no word for one.
    """
    along, across = where.row, where.column
    if house.row is not None:
        along, across = across, along
    tags = frozenset[str]().union(*(token.tags for token in words))
    told = told or bool({"cell", "far"} & tags)
    lies = told and across is None and not _is_vague(words)
    return _within(house, along or MIDDLE, length) if lies else NOWHERE


def _is_vague(words: Sequence[Token]) -> bool:
    """Whether words may say that something remains or is so: is it right in row 5?"""
    behind = (*(token.tags for token in words[1:]), frozenset[str]())
    return any(
        "yes" in token.tags or ("remaining" in token.tags and "cell" not in tags)
        for token, tags in zip(words, behind, strict=True)
    )


def _is_in_the_middle(house: Place, tokens: Sequence[Token], at: int) -> bool:
    """Whether a row that is counted is followed by "in the middle", of no box."""
    number = house.row or house.column or 0
    counted = number > 0 and number != _OF_NINE[MIDDLE]  # column 5, in the middle
    behind = tags_at(tokens, skip(tokens, at + 1, FILLERS, MOST_FILLERS))
    apart = at > house.length and not behind & {*HOUSES, "puzzle"}
    return counted and apart and tags_at(tokens, at) >= {"middle"}


def _is_of_the_house(house: Place, tokens: Sequence[Token]) -> bool:
    """Whether "last" says where a house lies: column 9, the last on the right."""
    at = skip(tokens, 1, FILLERS, MOST_FILLERS)
    edges = HORIZONTAL if house.row is None else VERTICAL
    told = at < len(tokens) and edge_of(tokens[at].tags, edges) is not None
    return told and "last" in tokens[0].tags and house.box is None


def _within(house: Place, nth: int, length: int) -> Place:
    if not house.length:
        return NOWHERE
    if house.row is not None and house.column is None:
        return Place(house.row, nth, length=length)
    if house.column is not None and house.row is None:
        return Place(nth, house.column, length=length)
    if house.box is not None:
        return Place(box=house.box, nth=nth, length=length)
    return NOWHERE


def _nth(tokens: Sequence[Token]) -> tuple[int, int]:
    """Which cell of a house is meant, and how many tokens say so; 0 if none does."""
    if not tokens:
        return 0, 0
    first, others = tokens[0], tokens[1:]
    index = first.ordinal or edge_of(first.tags, _COUNTED)
    if index is not None and _is_empty_cell(others[:2]):
        return index, 3
    named = bool(others) and bool({"cell", "digit"} & others[0].tags)
    if index is not None and (first.ordinal or index or named):
        index, taken = from_an_end(others[named:], index, ENDS["cell"])
        return index, 1 + named + taken
    if {"cell", "numbering"} & first.tags and others:
        if others[0].ordinal and HOUSES & tags_at(others, 1):
            return 0, 0  # Italian "casella sesta riga"
        value = value_of(others[0])
        return (value, 2) if value else (0, 0)
    return 0, 0


def _middle_of_all(tokens: Sequence[Token]) -> Place:
    """The middle of the whole grid; what is in the middle?"""
    if "middle" not in tokens[0].tags or HOUSES & tokens[0].tags:
        return NOWHERE
    if len(tokens) > 1 and tokens[1].text == "?":
        return Place(MIDDLE, MIDDLE, length=1)
    at = skip(tokens, 1, FILLERS, MOST_FILLERS)
    whole = at > 1 or " " in tokens[0].text  # not: the middle sudoku
    if not whole or "puzzle" not in tags_at(tokens, at):
        return NOWHERE
    return Place(MIDDLE, MIDDLE, length=at + 1)


def _lying_cell(tokens: Sequence[Token]) -> Place:
    """The top left corner; the cell in the middle; the top right cell of box 3."""
    led = bool({"cell", "corner"} & tokens[0].tags)
    start = skip(tokens, 1, FILLERS | {"corner"}, MOST_FILLERS) if led else 0
    row, column, taken = edges_of(tokens[start:])
    end = start + taken
    at = skip(tokens, end, FILLERS | {"cell", "corner"}, MOST_FILLERS)
    if not taken:
        return NOWHERE
    joined = any({"cell", "corner", "preposition"} & t.tags for t in tokens[end:at])
    house = box(tokens[at:]) if joined and at < len(tokens) else NOWHERE
    within = row or MIDDLE, column or MIDDLE
    if house.length:
        return replace(house, within=within, length=at + house.length)
    behind = tags_at(tokens, end)
    at = skip(tokens, end, FILLERS, MOST_FILLERS)
    if row and column and "corner" in tags_at(tokens, at) and not led:
        end = at + 1
    elif not led and "cell" in behind:
        end += 1
        of_others = tokens[end - 1].number == 1 and "preposition" in tags_at(
            tokens, end
        )
        if of_others:  # the middle one of the three bottom boxes
            return NOWHERE
    elif led and HOUSES & behind:  # squares of the top right box
        return NOWHERE
    elif not led and not {"is"} & behind:
        cornered = any("corner" in token.tags for token in tokens[:end])
        end = end if cornered else 0
    lies = (row is None) == (column is None) and end
    return Place(within=within, length=end) if lies else NOWHERE
