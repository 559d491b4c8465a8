"""A cell with one digit left, or a digit with one cell left in a house.

They are looked for before every step, so sets of one member are recognised without a
call: `bits and not bits & (bits - 1)`.
"""

from collections.abc import Iterator

from solver.logic.candidates import CandidateGrid, Mark, members
from solver.logic.step import Kind, Step

_ON_A_LINE = 1.5
"""The difficulty of a hidden single on a line, where it is harder to see."""


def full_houses(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """The last empty cell of a house."""
    houses, empty = state.layout.houses, state.empty
    for house in state.layout.scan:
        left = houses[house] & empty
        if left and not left & (left - 1):
            cell = left.bit_length() - 1
            for digit in members(state.candidates[cell]):
                yield Step(kind, kind.difficulty, (Mark(cell, digit),), houses=(house,))


def hidden_singles(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """The only place for a digit in a house; in a box it is easier to see."""
    first_box = 2 * state.layout.shape.size
    houses = state.layout.houses
    for house in state.layout.scan:
        bits = houses[house]
        for digit, places in enumerate(state.places):
            here = places & bits
            if here and not here & (here - 1):
                yield Step(
                    kind,
                    kind.difficulty if house >= first_box else _ON_A_LINE,
                    (Mark(here.bit_length() - 1, digit),),
                    houses=(house,),
                )


def naked_singles(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """The only digit that a cell can hold."""
    for cell in state.of_size(1):
        digit = state.candidates[cell].bit_length() - 1
        yield Step(kind, kind.difficulty, (Mark(cell, digit),))
