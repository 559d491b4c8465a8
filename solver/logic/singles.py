"""A cell with one digit left, or a digit with one cell left in a house."""

from collections.abc import Iterator

from solver.logic.board import Board, is_single, members
from solver.logic.step import Mark, Step, Technique


def full_houses(board: Board) -> Iterator[Step]:
    """The last empty cell of a house."""
    for house in board.layout.scan:
        left = board.layout.houses[house] & board.empty
        if is_single(left):
            cell = left.bit_length() - 1
            for digit in members(board.candidates[cell]):
                yield Step(
                    Technique.FULL_HOUSE, 1.0, (Mark(cell, digit),), houses=(house,)
                )


def hidden_singles(board: Board) -> Iterator[Step]:
    """The only place for a digit in a house; in a box it is easier to see."""
    first_box = 2 * board.layout.shape.size
    for house in board.layout.scan:
        bits = board.layout.houses[house]
        for digit, places in enumerate(board.places):
            here = places & bits
            if here and not here & (here - 1):
                yield Step(
                    Technique.HIDDEN_SINGLE,
                    1.2 if house >= first_box else 1.5,
                    (Mark(here.bit_length() - 1, digit),),
                    houses=(house,),
                )


def naked_singles(board: Board) -> Iterator[Step]:
    """The only digit that a cell can hold."""
    for cell in board.of_size(1):
        digit = board.candidates[cell].bit_length() - 1
        yield Step(Technique.NAKED_SINGLE, 2.3, (Mark(cell, digit),))
