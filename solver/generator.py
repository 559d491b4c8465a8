"""Makes new puzzles: of a wanted difficulty, size and symmetry, with one solution.

A full grid is drawn at random. Its digits are taken away in random order, together with
those at the places that a symmetry demands, as long as there is only one solution. The
fewer digits are left, the harder the puzzle, so the one with the fewest digits that is
not too hard is taken. If that one is too easy, the next grid is drawn.

The same wish and seed make the same puzzle, as long as the ratings stay the same.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import count
from typing import TypeVar

from solver.answer import Solved
from solver.difficulty import Difficulty, difficulty_of
from solver.grid import Cells, Grid, Shape
from solver.logic import rate
from solver.search import Effort, search

LARGEST = 16
"""The size of the largest grid that is made."""

_ATTEMPTS = 5_000
"""Full grids that are drawn for one puzzle at most. A 9x9 takes 1 if it is to be easy,
some 10 if diabolical, and hundreds if it is also to be symmetric and minimal."""

_NODES = 2_000
"""Search nodes to prove that a digit may go; where they run out, the digit stays."""

_EASY_GIVENS = 0.4
"""The part of its digits that an easy puzzle keeps, like those of newspapers."""

_USUAL = Shape(3, 3)

_Item = TypeVar("_Item")


class Symmetry(StrEnum):
    """How the places of the givens repeat: by a half turn, or from left to right."""

    NONE = "none"
    ROTATIONAL = "rotational"
    MIRROR = "mirror"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a new puzzle is to be like.

    In a `minimal` puzzle no given can be spared: without any one of them there are
    several solutions.
    """

    difficulty: Difficulty = Difficulty.MEDIUM
    shape: Shape = _USUAL
    symmetry: Symmetry = Symmetry.ROTATIONAL
    minimal: bool = False

    def __post_init__(self) -> None:
        if self.shape.size > LARGEST:
            raise ValueError(f"no larger grid is made than {LARGEST}x{LARGEST}")


@dataclass(frozen=True, slots=True)
class NewPuzzle:
    """A new puzzle: its givens, its one solution, and its rating (see `rate`)."""

    grid: Grid
    solution: Grid
    rating: float

    @property
    def difficulty(self) -> Difficulty:
        """The name of its rating."""
        return difficulty_of(self.rating)


def generate(
    wanted: Wanted, seed: int | str, attempts: int = _ATTEMPTS
) -> NewPuzzle | None:
    """A new puzzle with exactly one solution.

    >>> from solver import Difficulty, Wanted, generate
    >>> puzzle = generate(Wanted(Difficulty.EASY), seed=1)
    >>> puzzle.difficulty.value, 81 - puzzle.grid.givens.count(0)
    ('easy', 32)

    Args:
        wanted: what it is to be like.
        seed: another seed makes another puzzle.
        attempts: full grids to draw at most.

    Returns:
        None if no full grid led to such a puzzle; a 4x4 is never hard.
    """
    numbers = (sha256(f"{seed!s} {number}".encode()).digest() for number in count())
    made = (_make(wanted, numbers) for _ in range(attempts))
    return next((puzzle for puzzle in made if puzzle), None)


def _make(wanted: Wanted, numbers: Iterator[bytes]) -> NewPuzzle | None:
    """The puzzle of one full grid; None if it is not as wanted."""
    solution = _draw_full(wanted.shape, numbers)
    groups = _shuffled(_groups(wanted.shape, wanted.symmetry), numbers)
    if wanted.minimal:
        spared = _spare(solution, groups)
        if not _is_minimal(solution, _without(solution, spared)):
            return None
    else:
        easy = wanted.difficulty is Difficulty.EASY
        keep = round(_EASY_GIVENS * wanted.shape.cells) if easy else 0
        spared = _spare(solution, groups, keep)
        spared = spared[: _most_spared(solution, spared, wanted.difficulty)]
    puzzle = _rated(solution, spared)
    return puzzle if puzzle and puzzle.difficulty is wanted.difficulty else None


def _draw_full(shape: Shape, numbers: Iterator[bytes]) -> Grid:
    """A full grid: boxes that share no row or column at random, the rest searched."""
    boxes = [
        shape.boxes[number * (shape.box_height + 1)]
        for number in range(min(shape.box_width, shape.box_height))
    ]
    while True:  # of the 4x4 grids, half cannot be completed
        cells = list(shape.empty)
        for box in boxes:
            digits = _shuffled(range(1, shape.size + 1), numbers)
            for cell, digit in zip(box, digits, strict=True):
                cells[cell] = digit
        full = next(search(shape, cells, Effort()), None)
        if full:
            return Grid.trusted(shape, full)


def _groups(shape: Shape, symmetry: Symmetry) -> list[Cells]:
    """The cells that a symmetry maps onto one another: one or two in a group."""
    last = shape.size - 1
    groups = set()
    for cell in range(shape.cells):
        row, column = divmod(cell, shape.size)
        image = {
            Symmetry.NONE: cell,
            Symmetry.ROTATIONAL: shape.cells - 1 - cell,
            Symmetry.MIRROR: row * shape.size + last - column,
        }[symmetry]
        groups.add(tuple(sorted({cell, image})))
    return sorted(groups)


def _spare(solution: Grid, groups: Iterable[Cells], keep: int = 0) -> list[Cells]:
    """The groups that can go, one after the other, without a second solution.

    At least `keep` digits stay.
    """
    shape = solution.shape
    digits = list(solution.givens)
    left, spared = shape.cells, []
    for group in groups:
        if left - len(group) < keep:
            continue
        for cell in group:
            digits[cell] = 0
        others = [(cell, solution.givens[cell]) for cell in group]
        if any(_has_another(shape, digits, *other) is not False for other in others):
            for cell, digit in others:
                digits[cell] = digit
        else:
            spared.append(group)
            left -= len(group)
    return spared


def _has_another(
    shape: Shape, digits: Sequence[int], cell: int, digit: int
) -> bool | None:
    """Whether there is a solution without this digit in a cell; None if not known."""
    effort = Effort(_NODES)
    if next(search(shape, digits, effort, [(cell, digit)]), None):
        return True
    return None if effort.spent else False


def _most_spared(
    solution: Grid, spared: Sequence[Cells], difficulty: Difficulty
) -> int:
    """How many groups can go before the puzzle is too hard."""

    def is_too_hard(number: int) -> bool:
        puzzle = _rated(solution, spared[:number])
        return puzzle is None or puzzle.difficulty.level > difficulty.level

    return bisect_left(range(1, len(spared) + 1), True, key=is_too_hard)


def _rated(solution: Grid, spared: Iterable[Cells]) -> NewPuzzle | None:
    """The puzzle without these groups of digits; None if logic does not solve it."""
    grid = Grid.trusted(solution.shape, _without(solution, spared))
    rating = rate(grid, Solved(solution))
    return None if rating is None else NewPuzzle(grid, solution, rating)


def _without(solution: Grid, spared: Iterable[Cells]) -> Cells:
    """The digits of a solution without these groups."""
    gone = {cell for group in spared for cell in group}
    return tuple(0 if c in gone else d for c, d in enumerate(solution.givens))


def _is_minimal(solution: Grid, givens: Cells) -> bool:
    """Whether there are several solutions without any one of the givens."""
    digits = list(givens)
    for cell, digit in enumerate(givens):
        digits[cell] = 0
        if digit and not _has_another(solution.shape, digits, cell, digit):
            return False
        digits[cell] = digit
    return True


def _shuffled(items: Iterable[_Item], numbers: Iterator[bytes]) -> list[_Item]:
    """The items in random order."""
    return sorted(items, key=lambda _: next(numbers))
