"""A cell with one digit left, or a digit with one cell left in a house.

They are looked for before every step, so sets of one member are recognised without a
call: `bits and not bits & (bits - 1)`.
"""

from collections.abc import Iterator

from solver.logic.candidates import CandidateGrid, members
from solver.logic.step import Mark, Step, Technique


def full_houses(state: CandidateGrid) -> Iterator[Step]:
    """The last empty cell of a house."""
    houses, empty = state.layout.houses, state.empty
    for house in state.layout.scan:
        left = houses[house] & empty
        if left and not left & (left - 1):
            cell = left.bit_length() - 1
            for digit in members(state.candidates[cell]):
                yield Step(
                    Technique.FULL_HOUSE, 1.0, (Mark(cell, digit),), houses=(house,)
                )


def hidden_singles(state: CandidateGrid) -> Iterator[Step]:
    """The only place for a digit in a house; in a box it is easier to see."""
    first_box = 2 * state.layout.shape.size
    houses = state.layout.houses
    for house in state.layout.scan:
        bits = houses[house]
        for digit, places in enumerate(state.places):
            here = places & bits
            if here and not here & (here - 1):
                yield Step(
                    Technique.HIDDEN_SINGLE,
                    1.2 if house >= first_box else 1.5,
                    (Mark(here.bit_length() - 1, digit),),
                    houses=(house,),
                )


def naked_singles(state: CandidateGrid) -> Iterator[Step]:
    """The only digit that a cell can hold."""
    for cell in state.of_size(1):
        digit = state.candidates[cell].bit_length() - 1
        yield Step(Technique.NAKED_SINGLE, 2.3, (Mark(cell, digit),))
