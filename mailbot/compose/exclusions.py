"""Why a single leaves no choice: the digits that a person can see around it."""

from solver import Grid
from solver.logic import Step, Technique

Exclusion = tuple[int, int, int]
"""A cell, a digit that it cannot hold, and a cell that holds this digit already."""

_OF_CELL = frozenset({Technique.NAKED_SINGLE})
_OF_HOUSE = frozenset({Technique.HIDDEN_SINGLE})


def exclusions(grid: Grid, step: Step) -> tuple[Exclusion, ...]:
    """What excludes the other choices of a single; () for other techniques.

    For a naked single, each other digit of its cell; for a hidden single, its digit in
    each other empty cell of its house.
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
    seen = ((c, d, _witness(grid, c, d)) for c, d in others)
    return tuple((c, d, witness) for c, d, witness in seen if witness is not None)


def _witness(grid: Grid, cell: int, digit: int) -> int | None:
    """The first cell that sees another one and holds a digit."""
    peers = sorted(grid.shape.peers[cell])
    return next((peer for peer in peers if grid.digits[peer] == digit), None)
