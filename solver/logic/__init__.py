"""Sudoku as people solve it: hints, all steps, and how hard they are."""

from solver.logic.explain import TEMPLATES, fields, sentence
from solver.logic.step import Mark, Mistake, Node, Step, Technique, Walkthrough

__all__ = [
    "TEMPLATES",
    "Mark",
    "Mistake",
    "Node",
    "Step",
    "Technique",
    "Walkthrough",
    "fields",
    "sentence",
]
