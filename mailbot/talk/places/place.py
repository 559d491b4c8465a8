"""A place of a grid that a person names: a cell, a row, a column or a box."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver import Cells, Shape

LAST, SECOND_LAST, MIDDLE = -1, -2, 0
"""Indices that are not numbers: from the end, and the middle of any size."""


@dataclass(frozen=True, slots=True)
class Place:
    """A cell, a row, a column or a box, as named; 0 tokens long where there is none.

    A cell has a `row` and a `column`, or a `box` and a `nth` cell of it. A house has
    only one of `row`, `column` and `box`; a box may be named by its `row` and `column`
    among the boxes (`of_boxes`). `within` is the row and the column of a cell in its
    box, or in all of the grid where no house is named. `of_empty` tells that the `nth`
    counts the empty cells of the house only: which cell that is depends on the grid
    (`among`). `length` counts the tokens. `lettered` tells that a letter and a number
    name a cell, in an order that nobody can know.
    """

    row: int | None = None
    column: int | None = None
    box: int | None = None
    nth: int | None = None
    within: tuple[int, int] | None = None
    of_boxes: bool = False
    of_empty: bool = False
    lettered: bool = False
    length: int = 0

    @property
    def is_cell(self) -> bool:
        """Whether it is one cell, not a house."""
        both = self.row is not None and self.column is not None and not self.of_boxes
        return both or self.nth is not None or self.within is not None

    @property
    def is_line(self) -> bool:
        """Whether it is a row or a column."""
        return (self.row is None) != (self.column is None)

    @property
    def is_relative(self) -> bool:
        """Whether it is a corner or the middle of what is not named."""
        named = self.row is not None or self.of_boxes or self.box is not None
        return self.within is not None and not named

    def cells(self, shape: Shape) -> Cells:
        """The cells of a grid that are meant; none if the grid has no such place.

        Nor any of a cell that is counted among the empty ones.
        """
        if self.of_empty:
            return ()
        if self.within is None:
            return self._named_whole(shape)
        if self.is_relative:
            return Place(*self.within).cells(shape)
        house = replace(self, within=None).cells(shape)
        down = _index(self.within[0], shape.box_height)
        across = _index(self.within[1], shape.box_width)
        if not house or down is None or across is None:
            return ()
        return (house[down * shape.box_width + across],)

    def among(self, shape: Shape, shown: Sequence[int]) -> "Place":
        """The same place, where it is counted among the empty cells of a grid.

        Args:
            shape: the shape of the grid.
            shown: its digits, 0 for an empty cell.
        """
        if not self.of_empty:
            return self
        house = replace(self, nth=None, of_empty=False).cells(shape)
        empty = [cell for cell in house if not shown[cell]]
        at = _index(self.nth, len(empty))
        if at is None:
            return self
        row, column = divmod(empty[at], shape.size)
        return Place(row + 1, column + 1, length=self.length)

    def _named_whole(self, shape: Shape) -> Cells:
        """The same of a house, or of a cell that is not told by its place in a box."""
        size = shape.size
        row, column = _index(self.row, size), _index(self.column, size)
        if self.of_boxes:
            down, across = size // shape.box_height, size // shape.box_width
            row, column = _index(self.row, down), _index(self.column, across)
            if row is None or column is None:
                return ()
            return shape.boxes[row * across + column]
        box, nth = _index(self.box, size), _index(self.nth, size)
        if box is not None:
            house = shape.boxes[box]
            return house if self.nth is None else _one(house, nth)
        if row is not None and self.column is None:
            return shape.rows[row]
        if column is not None and self.row is None:
            return shape.columns[column]
        return () if row is None or column is None else (row * size + column,)


NOWHERE = Place()
"""No place, where words name none."""


def _one(house: Cells, nth: int | None) -> Cells:
    return () if nth is None else (house[nth],)


def _index(named: int | None, size: int) -> int | None:
    """What is named as a place from 0; None if it is outside."""
    if named is None:
        return None
    if named == MIDDLE:
        return size // 2 if size % 2 else None
    place = size + named if named < 0 else named - 1
    return place if 0 <= place < size else None
