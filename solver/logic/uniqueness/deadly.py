"""What follows from cells that must not all come down to two digits.

Two digits in turn along such cells, the corners of a rectangle or a longer loop, could
change places; and so could those of all empty cells in a grave (`graves`). So some cell
of the *roof*, where more is possible, holds something else. Four types of this are
known, by what else is possible in the roof. Only for puzzles known to have one
solution.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
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
from solver.logic.step import Kind, Steps


class Deadly(NamedTuple):
    """Cells that could all hold two digits, and those of the `roof` others as well.

    The two are the `pair` in every cell, or 0 if each cell has its own. `extras` are
    the others in each cell of the roof, as sets. In a rectangle on two equal pairs, one
    of the two cells of the roof may be an equal pair, too. `added` is what the pattern
    adds to the difficulty of its type.
    """

    cells: tuple[int, ...]
    roof: tuple[int, ...]
    pair: int
    extras: tuple[int, ...]
    added: float = 0.0


_Patterns = Callable[[CandidateGrid], Iterable[Deadly]]


def deadly_pair(
    candidates: Sequence[int],
    cells: tuple[int, ...],
    roof: tuple[int, ...],
    pair: int,
    added: float = 0.0,
) -> Deadly:
    """Cells with the same pair."""
    extras = tuple(candidates[cell] & ~pair for cell in roof)
    return Deadly(cells, roof, pair, extras, added)


def one_cell_more(state: CandidateGrid, kind: Kind, patterns: _Patterns) -> Steps:
    """Type 1: one cell with more than the pair holds none of the pair."""
    for deadly in patterns(state):
        pairs = zip(deadly.roof, deadly.extras, strict=True)
        more = [cell for cell, extra in pairs if extra]
        if len(more) == 1:
            lost = state.held(set_of(*more), deadly.pair)
            yield from _steps(
                kind, deadly, lost, ends=more, digits=members(deadly.pair)
            )


def one_digit_more(state: CandidateGrid, kind: Kind, patterns: _Patterns) -> Steps:
    """Types 2 and 5: of cells with the same one digit more, one holds it."""
    for deadly in patterns(state):
        extra, *others = {*deadly.extras}
        if len(deadly.roof) > 1 and is_single(extra) and not others:
            digit = extra.bit_length() - 1
            seen = seen_by_all(state.layout.shape, set_of(*deadly.roof))
            lost = marks(state.places[digit] & seen, digit)
            digits = (digit, *members(deadly.pair))
            yield from _steps(kind, deadly, lost, digits=digits)


def subset_of_the_rest(state: CandidateGrid, kind: Kind, patterns: _Patterns) -> Steps:
    """Type 3: cells of a house whose other digits make a subset with more cells."""
    for deadly, house in _in_a_house(state, patterns):
        # the cells of the roof count as one, which the others join
        roof, extra = set_of(*deadly.roof), reduce(or_, deadly.extras)
        rest = state.layout.houses[house] & state.empty & ~roof
        items = [(-1, extra), *((c, state.candidates[c]) for c in members(rest))]
        for size in range(2, rest.bit_count() + 1):
            for (first, *subset), digits in closed_sets(items, size):
                if first == -1:
                    yield from _steps(
                        kind,
                        deadly,
                        state.held(rest & ~set_of(*subset), digits),
                        ends=(*deadly.roof, *subset),
                        digits=members(digits),
                        houses=(house,),
                    )


def one_of_the_pair(state: CandidateGrid, kind: Kind, patterns: _Patterns) -> Steps:
    """Type 4: two cells that must hold one of their two do not hold the other."""
    for deadly, house in _in_a_house(state, patterns):
        if len(deadly.roof) != 2 or not any(deadly.extras):
            continue
        one, two = deadly.roof
        held = [
            state.candidates[cell] & ~extra
            for cell, extra in zip(deadly.roof, deadly.extras, strict=True)
        ]
        for kept in members(held[0] & held[1]):
            if state.places[kept] & state.layout.houses[house] == set_of(one, two):
                others = ~(1 << kept)
                lost = [
                    *state.held(1 << one, held[0] & others),
                    *state.held(1 << two, held[1] & others),
                ]
                digits = (*members(deadly.pair & others), kept)
                yield from _steps(
                    kind, deadly, sorted(lost), digits=digits, houses=(house,)
                )


def _steps(
    kind: Kind, deadly: Deadly, lost: Iterable[Mark], **roles: Iterable[int]
) -> Steps:
    """The step that rules some marks out by a pattern."""
    pattern = {"cells": deadly.cells, "ends": deadly.roof, **roles}
    return kind.steps(lost, deadly.added, **pattern)


def _in_a_house(
    state: CandidateGrid, patterns: _Patterns
) -> Iterator[tuple[Deadly, int]]:
    """The patterns with a roof of several cells, and each house that holds it."""
    for deadly in patterns(state):
        roof = set_of(*deadly.roof)
        for house, bits in enumerate(state.layout.houses):
            if len(deadly.roof) > 1 and not roof & ~bits:
                yield deadly, house
