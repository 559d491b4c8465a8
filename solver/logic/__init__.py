"""Sudoku as people solve it: hints, all steps, and how hard they are.

`walk` takes a grid to a hint, the next steps or a whole walkthrough. It keeps the
candidates in a `candidates.CandidateGrid` and asks the techniques of `registry` for a
step, the easiest first. A step is data (`step`); `explain` puts it into words.

To add a technique: a function from a `CandidateGrid` to `Step`s in the module of its
family (singles, locked, subsets, fish, wings, single_digit, colouring, uniqueness,
chains with links); its name in `step.Technique`; its place among the others in
`registry.TECHNIQUES`; its sentence in `explain.TEMPLATES`; a grid with the pattern in
the tests of techniques.
"""

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
