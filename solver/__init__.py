"""Sudoku of every size: read, solved, explained."""

from solver.answer import Ambiguous, Answer, Clash, GaveUp, Impossible, Solved
from solver.grid import Cells, Grid, Shape, shape_of, write_line

__all__ = [
    "Ambiguous",
    "Answer",
    "Cells",
    "Clash",
    "GaveUp",
    "Grid",
    "Impossible",
    "Shape",
    "Solved",
    "shape_of",
    "write_line",
]
