"""A grid as the reply shows it: the symbol of each cell, and its role."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from mailbot.compose.tints import Tints
from mailbot.model import Puzzle
from solver import Grid, Shape
from solver.grid import SYMBOLS


class CellRole(StrEnum):
    """What the digit of a cell is; text and HTML each show it in their own way."""

    EMPTY = "empty"
    GIVEN = "given"
    ENTRY = "entry"
    TOLD = "told"
    SOLVED = "solved"
    DOUBTFUL = "doubtful"
    WRONG = "wrong"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Drawing:
    """N*N cells in reading order: their symbols ("" = empty) and their roles.

    A hint shows why by its `tints`; `letters` name the questions about doubtful cells;
    `marks` are the candidates to show in empty cells.
    """

    shape: Shape
    symbols: tuple[str, ...]
    roles: tuple[CellRole, ...]
    tints: Tints = field(default_factory=Tints)
    letters: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def rows(self) -> list[list[tuple[str, CellRole]]]:
        """The symbol and the role of each cell, row by row."""
        cells = list(zip(self.symbols, self.roles, strict=True))
        n = self.shape.size
        return [cells[start : start + n] for start in range(0, len(cells), n)]

    def has(self, role: CellRole) -> bool:
        """Whether any cell has this role."""
        return role in self.roles


def draw_reading(
    puzzle: Puzzle,
    hinted: Mapping[int, int] | None = None,
    mistaken: Mapping[int, int] | None = None,
) -> Drawing:
    """Draw what was read, with its doubtful and wrong cells.

    `hinted` maps the cells that a hint fills to their digits, `mistaken` those that
    held a wrong digit of the person's.
    """
    grid = puzzle.grid
    roles = _roles(puzzle)
    digits = list(grid.digits)
    for cells, role in (
        (puzzle.wrong_entries, CellRole.WRONG),
        (puzzle.doubtful, CellRole.DOUBTFUL),
    ):
        for cell in cells:
            roles[cell] = role
    for cell, digit in (mistaken or {}).items():
        digits[cell], roles[cell] = digit, CellRole.WRONG
    for cell, digit in (hinted or {}).items():
        digits[cell], roles[cell] = digit, CellRole.HINT
    return _drawing(grid.shape, digits, roles)


def draw_solution(puzzle: Puzzle, solution: Grid) -> Drawing:
    """Draw a solution; cells that differ from what was read get the role SOLVED."""
    roles = [
        role if have == digit else CellRole.SOLVED
        for role, have, digit in zip(
            _roles(puzzle), puzzle.grid.digits, solution.digits, strict=True
        )
    ]
    return _drawing(solution.shape, list(solution.digits), roles)


def in_symbols(drawing: Drawing, symbols: str) -> Drawing:
    """The same drawing in other symbols of 1..N."""
    own = dict(zip(SYMBOLS, symbols, strict=False))
    return replace(drawing, symbols=tuple(own.get(one, one) for one in drawing.symbols))


def _roles(puzzle: Puzzle) -> list[CellRole]:
    """Whose the digit of each cell is: printed, told by us, or the person's own."""
    grid = puzzle.grid
    roles = [
        CellRole.GIVEN if given else CellRole.ENTRY if entry else CellRole.EMPTY
        for given, entry in zip(grid.givens, grid.entries, strict=True)
    ]
    for cell in puzzle.told:
        roles[cell] = CellRole.TOLD
    return roles


def _drawing(shape: Shape, digits: list[int], roles: list[CellRole]) -> Drawing:
    symbols = tuple(SYMBOLS[digit - 1] if digit else "" for digit in digits)
    return Drawing(shape, symbols, tuple(roles))
