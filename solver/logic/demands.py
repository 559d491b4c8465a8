"""All that the rules demand of a grid, side by side in one integer.

There is a *field* for each cell, which holds one digit, and one for each digit of each
house, which has one place there. A field has a bit for each candidate that could meet
the demand, and a guard bit above them that is always set. So one subtraction takes the
lowest candidate off every field at once, and a guard that is gone tells that there was
none.

A candidate is a *literal*, numbered by its bit in the field of its cell: cell *
(N + 1) + digit - 1. So the lowest bits of a state are the set of its literals.
"""

from functools import lru_cache

from solver.grid import Shape
from solver.logic.candidates import CandidateGrid, Layout, layout_of, members, set_of
from solver.logic.step import Mark


class Demands:
    """The tables of one shape; what is known of a literal is made when first asked for.

    Attributes:
        guards: the guard of every field.
        low: the lowest candidate bit of every field.
        ones: all candidate bits of all fields.
        literals: the set of all literals: the fields of the cells without guards.
        fields: by the position of a guard, counted from 1, the candidate bits below.
        bits: by literal, its bits in the four fields that it could meet.
        meets: by literal, the guards of these fields.
        sees: by literal, the literals that it excludes, as a set.
        keeps: by literal, what stays of a state when it is true; 0 if not yet made.
        literal_at: the literal of every candidate bit.
    """

    def __init__(self, layout: Layout) -> None:
        shape = layout.shape
        n, width = shape.size, shape.size + 1
        count = shape.cells + len(shape.houses) * n
        self.shape = shape
        self.width = width
        self.low = ((1 << count * width) - 1) // ((1 << width) - 1)
        self.guards = self.low << n
        self.ones = self.guards - self.low
        self.literals = self.ones & ((1 << shape.cells * width) - 1)
        self.fields = [0] * (count * width + 1)
        for first in range(0, count * width, width):
            self.fields[first + width] = (1 << n) - 1 << first
        self.literal_at = [0] * (count * width)
        total = shape.cells * width
        self.bits, self.meets = [0] * total, [0] * total
        self.sees, self.keeps = [0] * total, [0] * total
        for cell, houses in enumerate(layout.houses_of):
            for digit in range(1, width):
                self._put_into_fields(cell, digit, houses)
        for literal in members(self.literals):
            fields = (self.fields[guard + 1] for guard in members(self.meets[literal]))
            seen = {other for bits in fields for other in self.literals_in(bits)}
            self.sees[literal] = set_of(*seen - {literal})

    def _put_into_fields(self, cell: int, digit: int, houses: tuple[int, ...]) -> None:
        """Note where the bits of a candidate are."""
        literal, n = self.literal(cell, digit), self.shape.size
        spots = [literal]
        for house in houses:
            first = (self.shape.cells + house * n + digit - 1) * self.width
            spots.append(first + self.shape.houses[house].index(cell))
        for spot in spots:
            self.literal_at[spot] = literal
            self.bits[literal] |= 1 << spot
            self.meets[literal] |= 1 << spot - spot % self.width + n

    def literal(self, cell: int, digit: int) -> int:
        """The number of a candidate."""
        return cell * self.width + digit - 1

    def mark(self, literal: int) -> Mark:
        """The cell and digit of a literal."""
        cell, digit = divmod(literal, self.width)
        return Mark(cell, digit + 1)

    def keep(self, literal: int) -> int:
        """Make the mask that leaves nothing that the literal excludes."""
        gone = 0
        for other in members(self.sees[literal]):
            gone |= self.bits[other]
        self.keeps[literal] = mask = self.guards | self.ones & ~gone
        return mask

    def literals_in(self, field: int) -> list[int]:
        """The literals of a set of bits within one field."""
        return [self.literal_at[spot] for spot in members(field)]

    def demand(self, guard: int) -> tuple[int | None, int]:
        """What a field stands for, by the position of its guard.

        Either (None, cell), or (house, digit).
        """
        number = (guard - 1) // self.width
        if number < self.shape.cells:
            return None, number
        house, digit = divmod(number - self.shape.cells, self.shape.size)
        return house, digit + 1

    def guards_of(self, digit: int) -> int:
        """The guards of the fields of one digit in all houses."""
        n, cells = self.shape.size, self.shape.cells
        fields = range(cells + digit - 1, cells + 3 * n * n, n)
        return sum(1 << field * self.width + n for field in fields)

    def guards_of_pairs(self, state: int) -> int:
        """The guards of the fields that have two candidates at most."""
        rest = state & (state - self.low) & self.ones
        rest &= (rest | self.guards) - self.low
        return self.guards & ~((rest | self.guards) - self.low)

    def settled(self, met: int) -> int:
        """The literals of the cells whose demand is met."""
        guards = met & (self.literals + self.low)
        return self.literals & (guards - (guards >> self.shape.size))

    def begin(self, grid: CandidateGrid) -> tuple[int, int]:
        """The state of a grid, and the guards of the fields that are met already."""
        state, met = self.guards, 0
        for cell, digit in enumerate(grid.digits):
            if digit:
                literal = self.literal(cell, digit)
                state |= self.bits[literal]
                met |= self.meets[literal]
            for other in members(grid.candidates[cell]):
                state |= self.bits[self.literal(cell, other)]
        return state, met


@lru_cache(maxsize=4)
def demands_of(shape: Shape) -> Demands:
    """The tables of a shape, built once."""
    return Demands(layout_of(shape))
