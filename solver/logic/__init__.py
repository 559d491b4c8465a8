"""Sudoku as people solve it: hints, all steps, and how hard they are.

`walk` takes a grid to a hint, the next steps or a whole walkthrough. It keeps the
candidates in a `candidates.CandidateGrid` and asks the techniques of `registry` for a
step, the easiest first. A step is data (`step`); `templates` and `explain` put it into
words. Where no pattern is left, `forcing` supposes something and follows it
(`supposition`, on the tables of `demands`), `nested` if need be; `arguments` chooses
the shortest. So every puzzle with one solution is explained to its end.

To add a technique: a function from a `CandidateGrid` to `Step`s in the module of its
family (singles, locked, subsets, fish, finned, wings, single_digit, colouring,
uniqueness, rectangles, chains with links, sue_de_coq, almost_locked, als_links,
forcing); its name in `step.Technique`; its place among the others in
`registry.TECHNIQUES`; its sentence in `templates.TEMPLATES`; a grid with the pattern in
the tests of techniques; a worked example in EXAMPLES.md, which shows all of them.
"""

from solver.logic.explain import (
    Wording,
    capitalise,
    conclusion,
    fields,
    sentence,
    tidy,
)
from solver.logic.step import (
    Case,
    Gap,
    Inference,
    Mark,
    Mistake,
    Node,
    Step,
    Technique,
    Walkthrough,
)
from solver.logic.templates import ARGUMENTS, TEMPLATES, template_of
from solver.logic.walk import find_steps, hint, next_steps, rate, walkthrough

__all__ = [
    "ARGUMENTS",
    "TEMPLATES",
    "Case",
    "Gap",
    "Inference",
    "Mark",
    "Mistake",
    "Node",
    "Step",
    "Technique",
    "Walkthrough",
    "Wording",
    "capitalise",
    "conclusion",
    "fields",
    "find_steps",
    "hint",
    "next_steps",
    "rate",
    "sentence",
    "template_of",
    "tidy",
    "walkthrough",
]
