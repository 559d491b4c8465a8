"""A grid as it is to be shown: each cell's digit, and what it means."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from mailbot.model import Puzzle
from solver import Grid, Shape
from solver.grid import SYMBOLS


class Look(StrEnum):
    """What a shown cell means; text and HTML each have their way to show it."""

    EMPTY = "empty"
    GIVEN = "given"
    ENTRY = "entry"
    SOLVED = "solved"
    DOUBTFUL = "doubtful"
    WRONG = "wrong"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Drawing:
    """N*N cells in reading order: symbols ("" = empty) and looks.

    `shaded` are the cells of the house that a hint speaks of.
    """

    shape: Shape
    symbols: tuple[str, ...]
    looks: tuple[Look, ...]
    shaded: frozenset[int] = frozenset()

    @property
    def rows(self) -> list[list[tuple[str, Look]]]:
        """Symbol and look of each cell, row by row."""
        cells = list(zip(self.symbols, self.looks, strict=True))
        n = self.shape.size
        return [cells[start : start + n] for start in range(0, len(cells), n)]

    def has(self, look: Look) -> bool:
        """Whether any cell looks so."""
        return look in self.looks


def draw_reading(
    puzzle: Puzzle,
    hinted: Mapping[int, int] | None = None,
    shaded: Iterable[int] = (),
) -> Drawing:
    """What was read, with its doubtful and wrong cells; `hinted` cells are added."""
    grid = puzzle.grid
    looks = _looks(grid)
    digits = list(grid.digits)
    for cells, look in (
        (puzzle.wrong_entries, Look.WRONG),
        (puzzle.doubtful, Look.DOUBTFUL),
    ):
        for cell in cells:
            looks[cell] = look
    for cell, digit in (hinted or {}).items():
        digits[cell], looks[cell] = digit, Look.HINT
    return replace(_drawing(grid.shape, digits, looks), shaded=frozenset(shaded))


def draw_solution(puzzle: Puzzle, solution: Grid) -> Drawing:
    """A solution, told apart from what was read."""
    looks = [
        look if have == digit else Look.SOLVED
        for look, have, digit in zip(
            _looks(puzzle.grid), puzzle.grid.digits, solution.digits, strict=True
        )
    ]
    return _drawing(solution.shape, list(solution.digits), looks)


def _looks(grid: Grid) -> list[Look]:
    return [
        Look.GIVEN if given else Look.ENTRY if entry else Look.EMPTY
        for given, entry in zip(grid.givens, grid.entries, strict=True)
    ]


def _drawing(shape: Shape, digits: list[int], looks: list[Look]) -> Drawing:
    symbols = tuple(SYMBOLS[digit - 1] if digit else "" for digit in digits)
    return Drawing(shape, symbols, tuple(looks))
