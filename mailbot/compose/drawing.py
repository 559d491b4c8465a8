"""A grid as the reply shows it: the symbol of each cell, and its role."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from mailbot.model import Puzzle
from solver import Grid, Shape
from solver.grid import SYMBOLS
from solver.logic import Case, Mark, Step, Technique

Exclusion = tuple[int, int, int]
"""A cell, a digit that it cannot hold, and a cell that holds this digit already."""

LARGEST_MARKED = 9
"""The size of the largest grid whose cells have room for small signs."""


def exclusions(grid: Grid, step: Step) -> tuple[Exclusion, ...]:
    """What excludes the other choices of a single; () for other techniques.

    For a naked single, each other digit of its cell; for a hidden single, its digit in
    each other empty cell of its house. As few cells as possible are named as reasons.
    """
    if not step.placements:
        return ()
    cell, digit = step.placements[0]
    if step.technique is Technique.NAKED_SINGLE:
        others = [(cell, d) for d in range(1, grid.shape.size + 1) if d != digit]
    elif step.technique is Technique.HIDDEN_SINGLE and step.houses:
        house = grid.shape.houses[step.houses[0]]
        others = [(c, digit) for c in house if c != cell and not grid.digits[c]]
    else:
        return ()
    seen = {other: _witnesses(grid, *other) for other in others}
    useful = Counter(witness for found in seen.values() for witness in found)
    return tuple(
        (*other, max(found, key=lambda witness: (useful[witness], -witness)))
        for other, found in seen.items()
        if found
    )


def excluded(grid: Grid, cell: int, digit: int) -> tuple[Exclusion, ...]:
    """What excludes a digit from a cell in plain sight; () if nothing does."""
    return tuple((cell, digit, w) for w in _witnesses(grid, cell, digit)[:1])


def _witnesses(grid: Grid, cell: int, digit: int) -> list[int]:
    """The cells that see another one and hold a digit."""
    return [peer for peer in grid.shape.peers[cell] if grid.digits[peer] == digit]


def lines_of(shape: Shape, reasons: tuple[Exclusion, ...]) -> frozenset[int]:
    """The cells on the way from each reason to what it rules out, that one included.

    A reason in the same box rules out without a line.
    """
    ways = (between(shape, witness, cell) for cell, _, witness in reasons)
    return frozenset(cell for way in ways for cell in way)


def between(shape: Shape, start: int, end: int) -> range:
    """The cells behind `start` in a row or a column, as far as `end`; none elsewhere.

    >>> list(between(Shape(3, 3), 0, 3)), list(between(Shape(3, 3), 20, 2))
    ([1, 2, 3], [11, 2])
    """
    (row, column), (other_row, other_column) = (
        divmod(cell, shape.size) for cell in (start, end)
    )
    if row != other_row and column != other_column:
        return range(0)
    step = 1 if row == other_row else shape.size
    step = step if end > start else -step
    return range(start + step, end + step, step)


_MOST_HOUSES = 4
"""An argument about more houses than these would tint most of the grid."""


class Tints(Struct, frozen=True):
    """Sets of cells to tint, in this order, and digits to cross out.

    Attributes:
        shaded: the houses that the hint speaks of, or the way of a chain.
        lines: the cells that it rules something out in, and those on the way there.
        because: the cells that are the reason.
        crossed: the digits that it rules out, by cell.
    """

    shaded: frozenset[int] = frozenset()
    lines: frozenset[int] = frozenset()
    because: frozenset[int] = frozenset()
    crossed: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def kinds(self) -> tuple[tuple[str, frozenset[int]], ...]:
        """The sets of cells by the name of their tint; a later one covers others."""
        named = (
            ("shade", self.shaded),
            ("line", self.lines),
            ("because", self.because),
        )
        return tuple((name, cells) for name, cells in named if cells)


def tints_of(grid: Grid, steps: Sequence[Step]) -> Tints:
    """What to tint for the argument of a hint, the first of its steps.

    A single is explained by the digits around it, any other step by its own cells.
    """
    if not steps:
        return Tints()
    step, shape = steps[0], grid.shape
    reasons = exclusions(grid, step)
    if reasons or not (step.cells or step.chain or step.cases):
        return Tints(
            shaded=_cells_of(shape, step.houses[:1]),
            lines=lines_of(shape, reasons),
            because=frozenset(witness for _, _, witness in reasons),
        )
    followed = frozenset(mark.cell for case in step.cases for mark in _marks(case))
    crossed: dict[int, tuple[int, ...]] = {}
    for cell, digit in sorted(step.eliminations):
        crossed[cell] = (*crossed.get(cell, ()), digit)
    return Tints(
        shaded=_cells_of(shape, step.houses) | followed,
        lines=_cells_of(shape, step.covers) | crossed.keys(),
        because=frozenset(_reasons(step)),
        crossed=crossed,
    )


def _cells_of(shape: Shape, houses: Sequence[int]) -> frozenset[int]:
    if len(houses) > _MOST_HOUSES:
        return frozenset()
    return frozenset(cell for house in houses for cell in shape.houses[house])


def _reasons(step: Step) -> Iterator[int]:
    """The cells of the pattern; of a net only those where something is supposed."""
    yield from (*step.cells, *step.ends)
    for node in step.chain:
        yield from node.cells
    for case in step.cases:
        yield case.mark.cell


def _marks(case: Case) -> Iterator[Mark]:
    """What follows from a supposition, also within what follows."""
    for inference in case.inferences:
        yield inference.mark
        if inference.proof is not None:
            yield from _marks(inference.proof)


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


class Drawing(Struct, frozen=True):
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
    for cell in puzzle.wrong_entries:
        roles[cell] = CellRole.WRONG
    for cell in puzzle.doubtful:
        roles[cell] = CellRole.DOUBTFUL
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
