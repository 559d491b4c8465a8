"""Sudoku of every size: read, solved, explained."""

from solver.answer import Ambiguous, Answer, Clash, GaveUp, Impossible, Solved
from solver.grid import Cells, Grid, Shape, shape_of, write_line
from solver.notation import Found, ParseError, find, parse, parse_all

__all__ = [
    "Ambiguous",
    "Answer",
    "Cells",
    "Clash",
    "Found",
    "GaveUp",
    "Grid",
    "Impossible",
    "ParseError",
    "Shape",
    "Solved",
    "find",
    "parse",
    "parse_all",
    "shape_of",
    "write_line",
]
