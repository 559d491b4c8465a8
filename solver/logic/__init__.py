"""Sudoku as people solve it: hints, all steps, and how hard they are."""

from solver.logic.explain import TEMPLATES, fields, sentence
from solver.logic.step import Mark, Mistake, Node, Step, Technique, Walkthrough
from solver.logic.walk import hint, next_steps, rate, walkthrough

__all__ = [
    "TEMPLATES",
    "Mark",
    "Mistake",
    "Node",
    "Step",
    "Technique",
    "Walkthrough",
    "fields",
    "hint",
    "next_steps",
    "rate",
    "sentence",
    "walkthrough",
]
