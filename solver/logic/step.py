"""A step of human reasoning, as data: what was seen, and what follows from it.

Cells are numbers 0..N*N-1, digits 1..N, houses numbers into `Shape.houses` (rows,
then columns, then boxes). `solver.logic.words.explain` puts a step into words.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from solver.grid import Grid


class Technique(StrEnum):
    """The techniques by their usual names, the simplest first."""

    FULL_HOUSE = "Full house"
    HIDDEN_SINGLE = "Hidden single"
    DIRECT_POINTING = "Direct pointing"
    DIRECT_CLAIMING = "Direct claiming"
    DIRECT_HIDDEN_PAIR = "Direct hidden pair"
    NAKED_SINGLE = "Naked single"
    DIRECT_HIDDEN_TRIPLET = "Direct hidden triplet"
    POINTING = "Pointing"
    CLAIMING = "Claiming"
    NAKED_PAIR = "Naked pair"
    X_WING = "X-wing"
    HIDDEN_PAIR = "Hidden pair"
    NAKED_TRIPLET = "Naked triplet"
    SWORDFISH = "Swordfish"
    HIDDEN_TRIPLET = "Hidden triplet"
    SKYSCRAPER = "Skyscraper"
    TWO_STRING_KITE = "Two-string kite"
    XY_WING = "XY-wing"
    EMPTY_RECTANGLE = "Empty rectangle"
    TURBOT_FISH = "Turbot fish"
    XYZ_WING = "XYZ-wing"
    W_WING = "W-wing"
    UNIQUE_RECTANGLE_1 = "Unique rectangle, type 1"
    UNIQUE_RECTANGLE_2 = "Unique rectangle, type 2"
    UNIQUE_RECTANGLE_4 = "Unique rectangle, type 4"
    AVOIDABLE_RECTANGLE_1 = "Avoidable rectangle, type 1"
    AVOIDABLE_RECTANGLE_2 = "Avoidable rectangle, type 2"
    UNIQUE_RECTANGLE_3 = "Unique rectangle, type 3"
    UNIQUE_RECTANGLE_5 = "Unique rectangle, type 5"
    UNIQUE_RECTANGLE_6 = "Unique rectangle, type 6"
    UNIQUE_LOOP_1 = "Unique loop, type 1"
    UNIQUE_LOOP_2 = "Unique loop, type 2"
    UNIQUE_LOOP_3 = "Unique loop, type 3"
    UNIQUE_LOOP_4 = "Unique loop, type 4"
    HIDDEN_RECTANGLE = "Hidden rectangle"
    FINNED_X_WING = "Finned X-wing"
    FINNED_SWORDFISH = "Finned swordfish"
    NAKED_QUAD = "Naked quad"
    JELLYFISH = "Jellyfish"
    HIDDEN_QUAD = "Hidden quad"
    GROUPED_X_CHAIN = "Grouped X-chain"
    WXYZ_WING = "WXYZ-wing"
    COLOUR_TRAP = "Simple colouring, trap"
    COLOUR_WRAP = "Simple colouring, wrap"
    FINNED_JELLYFISH = "Finned jellyfish"
    REMOTE_PAIR = "Remote pair"
    BUG = "BUG+1"
    BUG_2 = "BUG, type 2"
    BUG_3 = "BUG, type 3"
    BUG_4 = "BUG, type 4"
    FINNED_FISH = "Larger fish"
    FRANKEN_FISH = "Franken fish"
    MUTANT_FISH = "Mutant fish"
    VWXYZ_WING = "VWXYZ-wing"
    UVWXYZ_WING = "UVWXYZ-wing"
    X_CHAIN = "X-chain"
    XY_CHAIN = "XY-chain"
    NICE_LOOP = "Continuous nice loop"
    AIC = "Alternating inference chain"
    GROUPED_AIC = "Grouped chain"
    SUE_DE_COQ = "Sue de Coq"
    ALS_XZ = "ALS-XZ"
    NISHIO = "Nishio"
    FORCING_CHAIN = "Forcing chain"
    FORCING_NET = "Forcing net"
    NESTED_NET = "Nested forcing net"
    DEEP_NET = "Deeply nested forcing net"
    LARGE_ALS_XZ = "ALS-XZ with large sets"
    ALS_XY_WING = "ALS-XY-wing"
    ALS_CHAIN = "ALS chain"
    DEATH_BLOSSOM = "Death blossom"


class Mark(NamedTuple):
    """A digit in a cell: placed there, or ruled out."""

    cell: int
    digit: int


class Node(NamedTuple):
    """A link of a chain: `digit` is in one of `cells` (`on`), or in none of them."""

    cells: tuple[int, ...]
    digit: int
    on: bool


class Gap(NamedTuple):
    """A demand that cannot be met: a cell without a digit, or a digit without a place.

    `number` is that of the cell if there is no `house`, else the digit.
    """

    house: int | None
    number: int


class Inference(NamedTuple):
    """Something that follows from a supposition.

    `mark` is true (`holds`) as the last choice that its `house` has left for the digit,
    or its cell, if there is no house; or it is false, as the `proof` shows.
    """

    mark: Mark
    holds: bool
    house: int | None = None
    proof: "Case | None" = None


class Case(NamedTuple):
    """A supposition, that a mark is true (`holds`) or not, and what follows in turn.

    It ends in the `gap`, or in what the step says if there is none.
    """

    mark: Mark
    holds: bool
    inferences: tuple[Inference, ...]
    gap: Gap | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction: a technique, the pattern it saw, and what follows.

    The roles of `cells`, `ends`, `digits`, `houses` and `covers` depend on the
    technique and are told in `solver.logic.words.templates`. `difficulty` is on the
    scale of Sudoku Explainer. Either `placements` or `eliminations` is not empty.
    """

    technique: Technique
    difficulty: float
    placements: tuple[Mark, ...] = ()
    eliminations: tuple[Mark, ...] = ()
    cells: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()
    chain: tuple[Node, ...] = ()
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """Entries that are not in the solution, and removed candidates that are in it.

    No step can start from them.
    """

    cells: tuple[int, ...]
    removed: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """The steps from a grid as far as logic goes.

    `grid` holds what was placed as entries; `solved` tells whether it is full.
    """

    steps: tuple[Step, ...]
    solved: bool
    grid: Grid

    @property
    def difficulty(self) -> float:
        """That of the hardest step, 0.0 without one."""
        return max((step.difficulty for step in self.steps), default=0.0)
