"""Draws what variants show on their grid: diagonals, cages, irregular boxes."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2

from mailbot.pictures.pixels import Bgr, Colour
from tests.workshop.paper.type import EMBEDDED, lay, set_text

Span = tuple[float, float, float, float]
"""A line from (x, y) to (x, y), in cells."""


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells of a killer's cage, and the sum of their digits."""

    cells: frozenset[int]
    total: int


@dataclass(frozen=True, slots=True)
class Rules:
    """What a variant draws; lengths in pixels unless said.

    `boxes` holds the number of each cell's box, () for the usual boxes. Diagonals and
    outlines of cages have a `colour` and a `width`; they are dashed with a period of
    `dash`, or full if it is 0. Outlines run `inset` cells inside the borders of cells.
    """

    boxes: tuple[int, ...] = ()
    cages: tuple[Cage, ...] = ()
    diagonals: bool = False
    colour: Colour = (110, 110, 110)
    width: int = 1
    dash: int = 0
    inset: float = 0.08


NO_RULES = Rules()


def draw_rules(picture: Bgr, rules: Rules, size: int, cell: int, edge: int) -> None:
    """Draw diagonals and cages on a puzzle of `size` cells a side.

    Args:
        picture: the puzzle.
        rules: what to draw.
        size: N.
        cell: the side of a cell in pixels.
        edge: where the first cell begins, in pixels from the left and the top.
    """
    spans: list[Span] = []
    if rules.diagonals:
        spans = [(0, 0, size, size), (0, size, size, 0)]
    for cage in rules.cages:
        spans += _outline(cage.cells, size, rules.inset)
    for span in spans:
        _draw_span(picture, rules, (edge, cell), span)
    for cage in rules.cages:
        _print_total(picture, cage, rules, (edge, cell), size)


def box_edges(boxes: tuple[int, ...], size: int) -> Iterator[Span]:
    """The borders between boxes, one side of a cell at a time."""
    for cell, box in enumerate(boxes):
        row, column = divmod(cell, size)
        if column + 1 < size and boxes[cell + 1] != box:
            yield column + 1, row, column + 1, row + 1
        if row + 1 < size and boxes[cell + size] != box:
            yield column, row + 1, column + 1, row + 1


def _outline(cells: frozenset[int], size: int, inset: float) -> Iterator[Span]:
    """The outline of a cage, a little inside its border."""
    places = {divmod(cell, size) for cell in cells}
    for row, column in places:
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if (row + down, column + right) in places:
                continue
            ends = []
            for side in (-1, 1):  # along the border, both ways from the middle
                along = (right * side, down * side)
                beside = row + along[0], column + along[1]
                beyond = beside[0] + down, beside[1] + right
                reach = 0.5 - inset if beside not in places else 0.5
                reach += inset if beyond in places and beside in places else 0.0
                ends += [
                    column + 0.5 + right * (0.5 - inset) + along[1] * reach,
                    row + 0.5 + down * (0.5 - inset) + along[0] * reach,
                ]
            yield ends[0], ends[1], ends[2], ends[3]


def _draw_span(
    picture: Bgr, rules: Rules, lattice: tuple[int, int], span: Span
) -> None:
    edge, cell = lattice
    x0, y0, x1, y1 = (edge + cell * value for value in span)
    length = max(abs(x1 - x0), abs(y1 - y0))
    count = round(length / rules.dash) if rules.dash else 1
    share = 0.6 if rules.dash else 1.0
    for number in range(count):
        start, end = number / count, (number + share) / count
        cv2.line(
            picture,
            (round(x0 + (x1 - x0) * start), round(y0 + (y1 - y0) * start)),
            (round(x0 + (x1 - x0) * end), round(y0 + (y1 - y0) * end)),
            rules.colour,
            rules.width,
            cv2.LINE_AA,
        )


def _print_total(
    picture: Bgr, cage: Cage, rules: Rules, lattice: tuple[int, int], size: int
) -> None:
    """Print the sum in the top left corner of the first cell, over the outline."""
    edge, cell = lattice
    row, column = divmod(min(cage.cells), size)
    mask = set_text(str(cage.total), EMBEDDED, max(8, round(0.25 * cell)))
    left = edge + column * cell + round(0.05 * cell)
    top = edge + row * cell + round(0.05 * cell)
    middle = edge + row * cell + cell // 2, edge + column * cell + cell // 2
    picture[top : top + mask.shape[0] + 2, left : left + mask.shape[1] + 2] = picture[
        middle
    ]
    lay(picture, mask, left + 1, top + 1, rules.colour)
