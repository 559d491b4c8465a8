"""Why a single leaves no choice: the digits that a person can see around it."""

from collections import Counter

from solver import Grid, Shape
from solver.logic import Step, Technique

Exclusion = tuple[int, int, int]
"""A cell, a digit that it cannot hold, and a cell that holds this digit already."""

_OF_CELL = frozenset({Technique.NAKED_SINGLE})
_OF_HOUSE = frozenset({Technique.HIDDEN_SINGLE})


def exclusions(grid: Grid, step: Step) -> tuple[Exclusion, ...]:
    """What excludes the other choices of a single; () for other techniques.

    For a naked single, each other digit of its cell; for a hidden single, its digit in
    each other empty cell of its house. As few cells as possible are named as reasons.
    """
    if not step.placements:
        return ()
    cell, digit = step.placements[0]
    if step.technique in _OF_CELL:
        others = [(cell, d) for d in range(1, grid.shape.size + 1) if d != digit]
    elif step.technique in _OF_HOUSE and step.houses:
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
