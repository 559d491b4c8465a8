"""Sudoku as people solve it: hints, all steps, and how hard they are.

`walk` takes a grid to a hint, the next steps or a whole walkthrough. It keeps the
candidates in a `candidates.CandidateGrid` and asks each of the `techniques` for a
step, the easiest first. A step is data (`step`); `words` says it. Where no pattern is
left, `forcing` supposes something and follows it, so that every puzzle with one
solution is explained to its end. Each on those before it:

    candidates, step          where something is found, and what
    basics                    singles, locked digits, subsets
    fishes, chains            one digit, or links from cell to cell
    uniqueness, sets          two solutions avoided; almost locked sets, Sue de Coq
    forcing                   forcing chains and nets
    sentences, techniques     what each technique says; all of them, in their order
    walk, words               the way through a puzzle, and its sentences

To add a technique: a function from a `CandidateGrid` to `Step`s in the package of its
family; a sentence in `sentences`; its record in `techniques.Technique`, at its place
among the others; a grid with the pattern in the tests of techniques; a worked example
in EXAMPLES.md, which shows all of them.
"""

from solver.logic.candidates import Mark
from solver.logic.step import Case, Kind, Mistake, Step, Walkthrough
from solver.logic.techniques import SINGLES, Technique
from solver.logic.walk import hint, next_argument, next_steps, rate, walkthrough
from solver.logic.words import (
    Wording,
    capitalise,
    fields,
    ruled_out,
    sentence,
    template_of,
    tidy,
)
