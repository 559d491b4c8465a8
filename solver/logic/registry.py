"""Every technique, in the order in which they are tried: the easiest first.

The order is that of Sudoku Explainer, so that the hardest step of a walk rates a
puzzle as it does.
"""

from collections.abc import Callable, Iterator
from functools import partial

from solver.logic.board import Board
from solver.logic.fish import fish
from solver.logic.locked import claiming, direct_claiming, direct_pointing, pointing
from solver.logic.singles import full_houses, hidden_singles, naked_singles
from solver.logic.step import Step
from solver.logic.subsets import direct_hidden_subsets, hidden_subsets, naked_subsets

Finder = Callable[[Board], Iterator[Step]]
"""Finds every step of one technique on a board."""

PROVEN: tuple[Finder, ...] = (
    full_houses,
    hidden_singles,
    direct_pointing,
    direct_claiming,
    partial(direct_hidden_subsets, size=2),
    naked_singles,
    partial(direct_hidden_subsets, size=3),
    pointing,
    claiming,
    partial(naked_subsets, size=2),
    partial(fish, size=2),
    partial(hidden_subsets, size=2),
    partial(naked_subsets, size=3),
    partial(fish, size=3),
    partial(hidden_subsets, size=3),
    partial(naked_subsets, size=4),
    partial(fish, size=4),
    partial(hidden_subsets, size=4),
)
