"""All that the rules still demand of a grid, side by side in one integer.

There is a *field* for each empty cell, which holds one digit, and one for each digit
that a house lacks, which has one place there. A field has a bit for each candidate that
could meet the demand, and a guard bit above them that is always set. So one subtraction
takes the lowest candidate off every field at once, and a guard that is gone tells that
there was none.

A candidate is a *literal*, numbered by its bit in the field of its cell. So the lowest
bits of a state are the set of its literals.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from solver.grid import Cells, Shape
from solver.logic.candidates import CandidateGrid, Mark, layout_of, members, set_of


class Position(NamedTuple):
    """How far something has been followed: what is left, met and true by then.

    Attributes:
        demands: those of the grid.
        state: the candidates that are left, and all guards.
        met: the guards of the demands that are met.
        true: the literals that are true, as a set.
    """

    demands: "Demands"
    state: int
    met: int
    true: int


class Demands:
    """The fields of one grid; what is known of a literal is made when first asked for.

    Attributes:
        start: the state of the grid: all candidates, and all guards.
        guards: the guard of every field.
        low: the lowest candidate bit of every field.
        ones: all candidate bits of all fields.
        literals: the set of all literals: the fields of the cells without guards.
        above: the first number that is above those of all literals.
        fields: by the position of a guard, counted from 1, the candidate bits below.
        choices: by the position of a guard, the literals of the candidates below.
        bits: by literal, its bits in the four fields that it could meet.
        meets: by literal, the guards of these fields.
        sees: by literal, the literals that it excludes, as a set.
        keeps: by literal, what stays of a state when it is true; 0 if not yet made.
        literal_at: the literal of every candidate bit.
        guards_of: by digit, the guards of its fields in all houses.
    """

    def __init__(self, shape: Shape, digits: Cells, candidates: Cells) -> None:
        self.guards = self.low = self.ones = 0
        self.fields: dict[int, int] = {}
        self.choices: dict[int, list[int]] = {}
        self.literal_at: list[int] = []
        self._meanings: dict[int, tuple[int | None, int]] = {}
        self._numbers: dict[Mark, int] = {}
        open_cells = [cell for cell, digit in enumerate(digits) if not digit]
        self.above = sum(candidates[cell].bit_count() + 1 for cell in open_cells)
        self.bits, self.meets = [0] * self.above, [0] * self.above
        self.sees, self.keeps = [0] * self.above, [0] * self.above
        for cell in open_cells:
            marks = [Mark(cell, digit) for digit in members(candidates[cell])]
            first = len(self.literal_at)
            literals = list(range(first, first + len(marks)))
            self._numbers |= zip(marks, literals, strict=True)
            self._add(literals, (None, cell))
        self.literals = self.ones
        self._marks = {literal: mark for mark, literal in self._numbers.items()}
        self.guards_of = [0] * (shape.size + 1)
        for house, digit, literals in self._lacking(shape, digits):
            self.guards_of[digit] |= self._add(literals, (house, digit))
        self.start = self.guards | self.ones

    def _lacking(
        self, shape: Shape, digits: Cells
    ) -> Iterator[tuple[int, int, list[int]]]:
        """The digits that each house lacks, with the literals of their places."""
        layout = layout_of(shape)
        lacking: dict[tuple[int, int], list[int]] = {
            (house, digit): []
            for house in range(len(shape.houses))
            for digit in range(1, shape.size + 1)
        }
        for cell, digit in enumerate(digits):
            for house in layout.houses_of[cell] if digit else ():
                lacking.pop((house, digit), None)
        for (cell, digit), literal in self._numbers.items():
            for house in layout.houses_of[cell]:
                lacking[house, digit].append(literal)
        for (house, digit), literals in lacking.items():
            yield house, digit, literals

    def _add(self, literals: list[int], meaning: tuple[int | None, int]) -> int:
        """Add a field, and give its guard; without candidates it has room for one."""
        first = len(self.literal_at)
        guard = first + max(len(literals), 1)
        self.literal_at += literals or [-1]
        self.literal_at.append(-1)
        together, mark = set_of(*literals), 1 << guard
        for spot, literal in enumerate(literals, first):
            self.bits[literal] |= 1 << spot
            self.meets[literal] |= mark
            self.sees[literal] |= together ^ 1 << literal
        self.fields[guard + 1] = field = (1 << len(literals)) - 1 << first
        self.choices[guard + 1] = literals
        self._meanings[guard + 1] = meaning
        self.ones |= field
        self.low |= 1 << first
        self.guards |= mark
        return mark

    @property
    def begin(self) -> "Position":
        """The start, when no demand is met and no literal is true."""
        return Position(self, self.start, 0, 0)

    def literal(self, mark: Mark) -> int:
        """The number of a candidate."""
        return self._numbers[mark]

    def mark(self, literal: int) -> Mark:
        """The cell and digit of a literal."""
        return self._marks[literal]

    def keep(self, literal: int) -> int:
        """Make the mask that leaves nothing that the literal excludes."""
        gone = 0
        for other in members(self.sees[literal]):
            gone |= self.bits[other]
        self.keeps[literal] = mask = self.start & ~gone
        return mask

    def literals_in(self, field: int) -> list[int]:
        """The literals of a set of bits within one field."""
        return [self.literal_at[spot] for spot in members(field)]

    def demand(self, guard: int) -> tuple[int | None, int]:
        """What a field stands for, by the position of its guard, counted from 1.

        Either (None, cell), or (house, digit).
        """
        return self._meanings[guard]

    def guards_of_pairs(self) -> int:
        """The guards of the fields that have two candidates at most."""
        state = self.start
        rest = state & (state - self.low) & self.ones
        rest &= (rest | self.guards) - self.low
        return self.guards & ~((rest | self.guards) - self.low)

    def shrunk(self, before: int, state: int) -> int:
        """The guards of the fields that lost candidates from one state to another."""
        return self.guards & ((before & ~state & self.ones | self.guards) - self.low)


def demands_of(grid: CandidateGrid) -> Demands:
    """The demands of a grid; several techniques ask for them, one after the other."""
    return _demands(grid.layout.shape, tuple(grid.digits), tuple(grid.candidates))


@lru_cache(maxsize=2)
def _demands(shape: Shape, digits: Cells, candidates: Cells) -> Demands:
    return Demands(shape, digits, candidates)
