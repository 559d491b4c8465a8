"""The row-by-row backtracking that people write first, kept to compare with.

It takes the empty cells in reading order, tries in each the digits that fit from
the smallest up, and where nothing works further on sets the cell back to empty: a
*reset*.
"""

from dataclasses import dataclass

from solver.answer import find_clashes
from solver.grid import Grid


@dataclass(frozen=True, slots=True)
class Trial:
    """How far row-by-row backtracking came.

    `grid` is the first solution or None; `resets` counts the digits taken back.
    `finished` is False where the budget ran out before an answer.
    """

    grid: Grid | None
    resets: int
    finished: bool = True


def naive(grid: Grid, resets: int | None = None) -> Trial:
    """The first solution by row-by-row backtracking; `resets` is its budget.

    Repeated givens, which would lead it astray for hours, have none at once.

    >>> from solver import naive, parse
    >>> trial = naive(parse("4.2./3.../..4./...2"))
    >>> trial.grid.line, trial.resets
    ('4123321423411432', 2)
    """
    cells = list(grid.givens)
    empty = [cell for cell, digit in enumerate(cells) if not digit]
    n, w, h = grid.shape.size, grid.shape.box_width, grid.shape.box_height
    houses = [  # the row, the column and the box of each cell
        (row, n + column, 2 * n + row // h * h + column // w)
        for row in range(n)
        for column in range(n)
    ]
    if find_clashes(grid):
        return Trial(None, 0)
    taken = [0] * (3 * grid.shape.size)  # by house, the digits it holds, as bits
    for cell, digit in enumerate(cells):
        for house in houses[cell] if digit else ():
            taken[house] |= 1 << digit
    done = _try_all(cells, [(c, *houses[c]) for c in empty], taken, resets)
    if done is None:
        return Trial(None, resets or 0, finished=False)
    solved, spent = done
    return Trial(Grid(grid.shape, tuple(cells)) if solved else None, spent)


def _try_all(
    cells: list[int],
    empty: list[tuple[int, int, int, int]],
    taken: list[int],
    budget: int | None,
) -> tuple[bool, int] | None:
    """Fill `cells`; whether it worked and the resets spent, None over the budget."""
    every = (2 << round(len(cells) ** 0.5)) - 2
    resets = 0
    at = 0
    above = every  # the digits still to try in the cell at hand, if they fit
    while at < len(empty):
        cell, row, column, box = empty[at]
        fit = above & ~(taken[row] | taken[column] | taken[box])
        if fit:
            bit = fit & -fit
            cells[cell] = bit.bit_length() - 1
            above = every
            at += 1
        else:
            if at == 0:
                return False, resets
            if resets == budget:
                return None
            resets += 1
            at -= 1
            cell, row, column, box = empty[at]
            bit = 1 << cells[cell]
            cells[cell] = 0
            above = every & -(bit << 1)
        taken[row] ^= bit
        taken[column] ^= bit
        taken[box] ^= bit
    return True, resets
