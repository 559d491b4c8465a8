"""What a letter asks for, as data: a list of requests, and what it forbids.

    Which of mine are wrong? Then one number in row 5, please. Do not solve it!

is `Request(Act.CHECK)`, `Request(Act.HINT, house=row 5)` and `Limit.NO_SOLUTION`. Talk
makes requests out of words, compose answers them in their order. Cells are numbers
0..N*N-1 in reading order, digits 1..N.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from solver import Cells, Shape

if TYPE_CHECKING:  # the parent of readers does not load the techniques
    from solver.logic import Technique


class Act(StrEnum):
    """What is asked for, or told; the words of `--json`.

    Nobody asks for LEFT_OUT: it is the answer to what cannot be done.
    """

    WHERE = "where"
    HINT = "hint"
    CELL = "cell"
    PART = "part"
    CANDIDATES = "candidates"
    PLACES = "places"
    TECHNIQUE = "technique"
    CHECK = "check"
    FIRST_MISTAKE = "first mistake"
    VERDICT = "verdict"
    SOLUTION = "solution"
    STEPS = "steps"
    ALL = "all"
    WHY = "why"
    RATING = "rating"
    CORRECT = "correct"
    CONFIRM = "confirm"
    MOVES = "moves"
    UNDO = "undo"
    RESTART = "restart"
    NEW = "new"
    HELP = "help"
    STOP = "stop"
    THANKS = "thanks"
    DISPUTE = "dispute"
    UNCLEAR = "unclear"
    LEFT_OUT = "left-out"


CHANGING = frozenset({Act.CORRECT, Act.CONFIRM, Act.MOVES})
"""Acts that change the puzzle."""

REVEALING = frozenset({Act.SOLUTION, Act.STEPS, Act.ALL})
"""Acts whose answer tells all digits."""


class Limit(StrEnum):
    """What a letter forbids, whatever else it asks for."""

    NO_DIGIT = "no digit"
    NO_SOLUTION = "no solution"
    ONLY_NAMED = "only what is named"


class HouseKind(StrEnum):
    """The kinds of houses; the words of `--json`."""

    ROW = "row"
    COLUMN = "column"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class House:
    """A row, column or box by its number, from 1.

    >>> str(House(HouseKind.ROW, 5))
    'row 5'
    """

    kind: HouseKind
    number: int

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    def cells(self, shape: Shape) -> Cells:
        """The cells of this house; none if a grid of this shape has no such house."""
        houses = {
            HouseKind.ROW: shape.rows,
            HouseKind.COLUMN: shape.columns,
            HouseKind.BOX: shape.boxes,
        }[self.kind]
        return houses[self.number - 1] if 1 <= self.number <= len(houses) else ()


class Level(StrEnum):
    """How hard a new puzzle is to be, by itself or against the last one."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very-hard"
    DIABOLICAL = "diabolical"
    HARDER = "harder"
    EASIER = "easier"
    RISING = "rising"


class SolutionsAt(StrEnum):
    """Where the solutions of new puzzles stand; the words of `--json`."""

    NONE = "none"
    APART = "apart"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class NewPuzzles:
    """Which new puzzles are asked for; None is what was not said.

    `size` counts the cells of a row: 4 to 16.
    """

    size: int | None = None
    count: int = 1
    level: Level | None = None
    solutions: SolutionsAt | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that a letter asks for, or tells.

    Attributes:
        act: what is wanted.
        puzzle: which puzzle of the letter or thread, from 0; None for all of them.
        house: where: a hint, the places of a digit, the candidates, a part.
        cells: the cells that it is about: asked for, judged, corrected, filled in.
            CANDIDATES without cells and house means all cells.
        digit: for PLACES the digit whose cells are sought; for VERDICT the digit of
            which is asked whether it is right in the only one of `cells`; for UNDO
            that of the entry which is taken back, if it is named.
        technique: for TECHNIQUE the one that is sought; None is any.
        count: how many digits a HINT tells; for CHECK 0 if only their number is asked.
        new: for NEW, what the new puzzles are to be like.
        exact: for WHERE, whether the cell is asked for, and not only its house; for
            TECHNIQUE, whether its place is.
        kind: for WHERE, which of its houses is asked for; None is that of the step.
        given: the answer to the request before it, yes or no, for which alone it is
            made: is there an X-wing? If not, the next digit.
    """

    act: Act
    puzzle: int | None = None
    house: House | None = None
    cells: tuple[int, ...] = ()
    digit: int = 0
    technique: Technique | None = None
    count: int = 1
    new: NewPuzzles | None = None
    exact: bool = False
    kind: HouseKind | None = None
    given: bool | None = None
