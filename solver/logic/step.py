"""A step of human reasoning, as data: what was seen, and what follows from it.

Cells are numbers 0..N*N-1, digits 1..N, houses numbers into `Shape.houses` (rows,
then columns, then boxes). `solver.logic.words` puts a step into words.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any, NamedTuple

from solver.grid import Grid
from solver.logic.candidates import CandidateGrid, Mark


class Trait(Flag):
    """What sets a technique apart."""

    PLAIN = 0
    ONE_SOLUTION = auto()
    """It holds only for a puzzle known to have exactly one solution."""
    FORCING = auto()
    """It supposes something and follows it: its steps have `cases`."""
    SLOW = auto()
    """It takes long to find, and too long in large grids."""
    CHAIN = auto()
    """Of these, side by side, the one with the easiest step comes first."""
    OURS = auto()
    """Sudoku Explainer does not know it, so it does not count for a rating."""


@dataclass(frozen=True, eq=False)
class Kind:
    """All that there is to know of a technique.

    Attributes:
        label: its usual name in English.
        difficulty: that of its easiest step, on the scale of Sudoku Explainer.
        finder: finds every step of it in a grid.
        sentence: the template of what it says (see `sentences`); "" if that depends
            on the cases of the step.
        traits: what sets it apart.
        given: what the finder gets besides the grid: a size, a kind of pattern.
    """

    label: str
    difficulty: float
    finder: "Finder"
    sentence: str
    traits: Trait = Trait.PLAIN
    given: tuple[object, ...] = ()

    __hash__ = object.__hash__  # that of an enum is a call for each look into a table

    def find(self, state: CandidateGrid) -> "Steps":
        """Every step of the technique in a grid."""
        return self.finder(state, self, *self.given)

    def placing(self, cell: int, digit: int, **roles: Iterable[int]) -> "Step":
        """The step that places a digit; the roles are those of `steps`."""
        pattern: Any = {role: tuple(numbers) for role, numbers in roles.items()}
        return Step(self, self.difficulty, (Mark(cell, digit),), **pattern)

    def steps(
        self, lost: Iterable[Mark], added: float = 0.0, **roles: Iterable[int]
    ) -> "Steps":
        """The step that rules some marks out; none if there are no marks.

        Args:
            lost: what is ruled out; a mark may be told twice.
            added: what the pattern adds to the difficulty of the technique.
            roles: the cells, ends, digits, houses and covers of the pattern.
        """
        eliminations = tuple(dict.fromkeys(lost))
        if eliminations:
            difficulty = round(self.difficulty + added, 1)
            pattern: Any = {role: tuple(numbers) for role, numbers in roles.items()}
            yield Step(self, difficulty, eliminations=eliminations, **pattern)


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
    technique and are told in `solver.logic.sentences`. `difficulty` is on the
    scale of Sudoku Explainer. Either `placements` or `eliminations` is not empty.
    """

    technique: Kind
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

    def take(self, state: CandidateGrid) -> None:
        """Do in a grid what the step says."""
        for cell, digit in self.placements:
            state.place(cell, digit)
        for cell, digit in self.eliminations:
            state.rule_out(cell, digit)

    def is_news(self, state: CandidateGrid) -> bool:
        """Whether the step says something that a grid does not show yet."""
        return any(state.empty >> cell & 1 for cell, _ in self.placements) or any(
            state.candidates[cell] >> digit & 1 for cell, digit in self.eliminations
        )


Steps = Iterator[Step]
"""What a finder gives: the steps of a technique, one after the other."""

Finder = Callable[..., Steps]


@dataclass(frozen=True, slots=True)
class Mistake:
    """Entries that are not in the solution: no step can start from them."""

    cells: tuple[int, ...]


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
