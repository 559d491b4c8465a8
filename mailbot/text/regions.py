r"""Regions that a text draws beside a puzzle: cages, irregular regions, odd boxes.

Such a map is as large as the puzzle and holds one sign for each region, so that cells
of one sign touch each other. No Sudoku looks like that: equal digits of a puzzle or a
solution never stand side by side.

>>> find_regions("AABB\nAABB\nCCDD\nCCDD", 4).fits(Shape(2, 2))
True
>>> find_regions("AAAB\nCABB\nCCDB\nCDDD", 4).variant
'jigsaw'
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from solver import Shape

_CELL = re.compile(r"[^\W_][\d._*-]?")
"""The sign of a cell's region, and its digit in maps that hold the digits as well."""
_BETWEEN = re.compile(r"[\s|,;'\"\[\](){}]+")
_LINES = re.compile(r"\r?\n|/")
_LONGEST = 20_000
"""Characters of a text that are searched for a map."""


class Regions(Struct, frozen=True):
    """The regions of N*N cells: the sign of each cell's region, row by row."""

    signs: Sequence[str]

    @property
    def variant(self) -> str:
        """What a puzzle of these regions is called."""
        sizes = {*Counter(self.signs).values()}
        return "jigsaw" if sizes == {round(len(self.signs) ** 0.5)} else "killer"

    def fits(self, shape: Shape) -> bool:
        """Whether the regions are the boxes of a shape."""
        boxes = [{self.signs[cell] for cell in box} for box in shape.boxes]
        return (
            all(len(box) == 1 for box in boxes) and len(set.union(*boxes)) == shape.size
        )


def find_regions(text: str, size: int) -> Regions | None:
    """The first map of regions of a puzzle of N=`size` rows in a text."""
    for signs in _squares(text[:_LONGEST], size):
        if _are_regions(signs, size):
            return Regions(signs)
    return None


def _squares(text: str, size: int) -> Iterator[Sequence[str]]:
    """N*N signs on N lines that follow each other, or in one word."""
    rows: list[list[str]] = []
    for line in _LINES.split(text):
        bare = _BETWEEN.sub("", line)
        if len(bare) == size * size:
            yield bare
        row = list(bare) if len(bare) == size else _CELL.findall(bare)
        if len(row) != size or len("".join(row)) != len(bare):
            rows = []
            continue
        rows.append(row)
        if len(rows) >= size:
            yield [cell[0] for row in rows[-size:] for cell in row]


def _are_regions(signs: Sequence[str], size: int) -> bool:
    """Whether cells of one sign touch each other, and are no more than digits."""
    counts = Counter(signs)
    rows = {tuple(signs[i : i + size]) for i in range(0, size * size, size)}
    columns = {tuple(signs[i::size]) for i in range(size)}
    if 1 in (len(rows), len(columns)):  # all alike, as heads and labels are
        return False
    if len(counts) < size or max(counts.values()) > size or len(counts) > size**2 / 2:
        return False
    return all(sign.isalnum() for sign in counts) and all(
        _is_joined({i for i, sign in enumerate(signs) if sign == one}, size)
        for one in counts
    )


def _is_joined(cells: set[int], size: int) -> bool:
    """Whether a way leads from each cell to each other, side by side."""
    waiting, left = [min(cells)], cells - {min(cells)}
    while waiting:
        cell = waiting.pop()
        beside = {cell - size, cell + size}
        beside |= {cell - 1} if cell % size else set()
        beside |= {cell + 1} if (cell + 1) % size else set()
        near = beside & left
        left -= near
        waiting += near
    return not left
