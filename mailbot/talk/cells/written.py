"""A row that is written out behind its name: row 3 is 53..7...."""

import re
from collections.abc import Sequence

from mailbot.model import Missing
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.cells.clauses import CELLS, Item
from solver import Shape


def written_row(items: Sequence[Item], shape: Shape) -> Asserted | None:
    """The cells of the row that a clause writes out; None if it writes out none.

    Args:
        items: a clause that names no cell.
        shape: the shape of the grid.
    """
    places = [item.place for item in items if item.place and not item.place.is_cell]
    rows = [place for place in places if place.row is not None]
    for item in items if len(rows) == 1 else ():
        marks = re.sub(r"[ ,|]", "", item.token.text)
        if CELLS.fullmatch(item.token.text) and len(marks) > 3:
            if len(marks) == shape.size + 1 and marks[-1] == ".":
                marks = marks[:-1]  # the end of the sentence
            cells = rows[0].cells(shape)
            if len(marks) == shape.size == len(cells):
                return Asserted(dict(zip(cells, map(_mark, marks), strict=True)))
            return Asserted(unread=frozenset({Missing.DIGIT}))
    return None


def _mark(mark: str) -> int:
    """The digit of a mark in a row that was typed, 0 for an empty cell."""
    return int(mark) if mark.isdecimal() else 0
