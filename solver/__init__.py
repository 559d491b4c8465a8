"""Sudoku of every size: read, solved, explained. Standard library only.

Read a puzzle from any text that people write one in, and print it:

>>> from solver import parse, solve
>>> grid = parse("53..7..../6..195.../.98....6./8...6...3/4..8.3..1/"
...              "7...2...6/.6....28./...419..5/....8..79")
>>> grid.line[:27]
'53..7....6..195....98....6.'
>>> print(parse("4.2./3.../..4./...2"))
#=======#=======#
# 4 |   # 2 |   #
#---+---#---+---#
# 3 |   #   |   #
#=======#=======#
#   |   # 4 |   #
#---+---#---+---#
#   |   #   | 2 #
#=======#=======#
<BLANKLINE>

Solve it. The answer is a value: solved, and proven to be the only solution;
several solutions; none; or given up, because the budget ran out.

>>> answer = solve(grid)
>>> answer.grid.line[:27]
'534678912672195348198342567'
>>> solve(parse("53..7..../" + "/".join(["........."] * 8))).__class__.__name__
'Ambiguous'
>>> solve(parse("55......./" + "/".join(["........."] * 8))).clashes[0].house
'row 1'

Explain it, from givens and entries: the next step, all steps, and how hard it is.

>>> from solver import hint, rate, walkthrough
>>> from solver.logic import sentence
>>> sentence(hint(grid), grid.shape)
'In box 9, a 1 can only go in row 9, column 7.'
>>> walkthrough(grid).solved, rate(grid)
(True, 1.2)

All solutions come one at a time, and the size is whatever the text says:

>>> from solver import count, solutions
>>> count(parse("1.3./..../..../..4."))
9
>>> next(solutions(parse("1.3./..../..../..4."))).shape
Shape(box_width=2, box_height=2)

Make a new one: of a wanted difficulty, with exactly one solution.

>>> from solver import Difficulty, Wanted, generate
>>> puzzle = generate(Wanted(Difficulty.EASY), seed="Sunday")
>>> puzzle.difficulty.value, solve(puzzle.grid).grid == puzzle.solution
('easy', True)

The modules, each on those before it:

    grid             Shape and Grid, also as ASCII art
    notation         finds grids in texts (how to add a text form is told there)
    masks, search    the search: propagation on one integer, and backtracking
    answer           solve, solutions, count: what the search means for a puzzle
    backtracking     naive: row-by-row backtracking, to compare with
    logic            human techniques (how to add a technique is told there)
    difficulty       the names of difficulty, by rating
    generator        new puzzles
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver.answer import (
    Ambiguous,
    Answer,
    Clash,
    GaveUp,
    Impossible,
    Solved,
    count,
    find_clashes,
    solutions,
    solve,
)
from solver.backtracking import Trial, naive
from solver.difficulty import Difficulty, difficulty_of
from solver.grid import Cells, Grid, Shape, other_shapes, shape_of, write_line
from solver.notation import FoundGrid, ParseError, find, parse, parse_all

if TYPE_CHECKING:
    from solver.generator import NewPuzzle, Symmetry, Wanted, generate
    from solver.logic import (
        Mistake,
        Step,
        Technique,
        Walkthrough,
        hint,
        next_argument,
        next_steps,
        rate,
        walkthrough,
    )

__all__ = [
    "Ambiguous",
    "Answer",
    "Cells",
    "Clash",
    "Difficulty",
    "FoundGrid",
    "GaveUp",
    "Grid",
    "Impossible",
    "Mistake",
    "NewPuzzle",
    "ParseError",
    "Shape",
    "Solved",
    "Step",
    "Symmetry",
    "Technique",
    "Trial",
    "Walkthrough",
    "Wanted",
    "count",
    "difficulty_of",
    "find",
    "find_clashes",
    "generate",
    "hint",
    "naive",
    "next_argument",
    "next_steps",
    "other_shapes",
    "parse",
    "parse_all",
    "rate",
    "shape_of",
    "solutions",
    "solve",
    "walkthrough",
    "write_line",
]


_GENERATOR = frozenset({"NewPuzzle", "Symmetry", "Wanted", "generate"})


def __getattr__(name: str) -> Any:
    """The words of `logic` and `generator`, fetched when first asked for.

    To import them takes longer than to solve a puzzle.
    """
    if name in __all__:
        home = "solver.generator" if name in _GENERATOR else "solver.logic"
        return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
