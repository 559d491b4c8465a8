"""What follows from cells that must not all come down to the same two digits.

Two digits in turn along such cells, the corners of a rectangle or a longer loop, could
change places. So some cell of the *roof*, where more is possible, holds something else.
Four types of this are known, by what else is possible in the roof. Only for puzzles
known to have one solution.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from solver.logic.basics import closed_sets
from solver.logic.candidates import (
    CandidateGrid,
    Mark,
    is_single,
    marks,
    members,
    seen_by_all,
    set_of,
)
from solver.logic.step import Kind, Step


class Deadly(NamedTuple):
    """Cells that all can hold the `pair` of digits, those of the `roof` more too.

    In a rectangle on two equal pairs, one of the two cells of the roof may be an equal
    pair, too. `added` is what the pattern adds to the difficulty of its type.
    """

    cells: tuple[int, ...]
    roof: tuple[int, ...]
    pair: int
    added: float = 0.0


_Patterns = Callable[[CandidateGrid], Iterable[Deadly]]


def one_cell_more(
    state: CandidateGrid, kind: Kind, patterns: _Patterns
) -> Iterator[Step]:
    """Type 1: one cell with more than the pair holds none of the pair."""
    for deadly in patterns(state):
        more = [c for c in deadly.roof if state.candidates[c] != deadly.pair]
        if len(more) == 1:
            digits = tuple(members(deadly.pair))
            yield replace(
                _step(kind, deadly),
                eliminations=tuple(Mark(more[0], digit) for digit in digits),
                ends=tuple(more),
                digits=digits,
            )


def one_digit_more(
    state: CandidateGrid, kind: Kind, patterns: _Patterns
) -> Iterator[Step]:
    """Types 2 and 5: of cells with the same one digit more, one holds it."""
    for deadly in patterns(state):
        extras = {state.candidates[cell] & ~deadly.pair for cell in deadly.roof}
        extra = min(extras)
        if len(deadly.roof) > 1 and len(extras) == 1 and is_single(extra):
            digit = extra.bit_length() - 1
            seen = seen_by_all(state.layout.shape, set_of(*deadly.roof))
            lost = state.places[digit] & seen
            if lost:
                yield replace(
                    _step(kind, deadly),
                    eliminations=marks(lost, digit),
                    digits=(digit, *members(deadly.pair)),
                )


def subset_of_the_rest(
    state: CandidateGrid, kind: Kind, patterns: _Patterns
) -> Iterator[Step]:
    """Type 3: two cells of a house whose other digits make a subset with more cells."""
    for deadly in patterns(state):
        if len(deadly.roof) == 2:
            one, two = (state.candidates[cell] & ~deadly.pair for cell in deadly.roof)
            for house in state.layout.shared_houses(*deadly.roof):
                yield from subsets_with(state, _step(kind, deadly), one | two, house)


def one_of_the_pair(
    state: CandidateGrid, kind: Kind, patterns: _Patterns
) -> Iterator[Step]:
    """Type 4: two cells that must hold one of the pair do not hold the other."""
    for deadly in patterns(state):
        more = any(state.candidates[cell] != deadly.pair for cell in deadly.roof)
        if len(deadly.roof) != 2 or not more:
            continue
        roof = set_of(*deadly.roof)
        for house in state.layout.shared_houses(*deadly.roof):
            for kept, lost in permutations(members(deadly.pair)):
                if state.places[kept] & state.layout.houses[house] == roof:
                    yield replace(
                        _step(kind, deadly),
                        eliminations=marks(roof, lost),
                        digits=(lost, kept),
                        houses=(house,),
                    )


def _step(kind: Kind, deadly: Deadly) -> Step:
    """A step without what it rules out."""
    difficulty = round(kind.difficulty + deadly.added, 1)
    return Step(kind, difficulty, cells=deadly.cells, ends=deadly.roof)


def subsets_with(
    state: CandidateGrid, step: Step, extra: int, house: int
) -> Iterator[Step]:
    """Naked subsets in which the ends of a step are one cell, with `extra` digits."""
    candidates = state.candidates
    rest = state.layout.houses[house] & state.empty & ~set_of(*step.ends)
    items = [(-1, extra), *((cell, candidates[cell]) for cell in members(rest))]
    for size in range(2, rest.bit_count() + 1):
        for names, digits in closed_sets(items, size):
            subset = names[1:]
            lost = tuple(
                Mark(cell, digit)
                for cell in members(rest & ~set_of(*subset))
                for digit in members(candidates[cell] & digits)
            )
            if names[0] == -1 and lost:
                yield replace(
                    step,
                    eliminations=lost,
                    ends=(*step.ends, *subset),
                    digits=tuple(members(digits)),
                    houses=(house,),
                )
