"""Bivalue universal graves (BUG): two digits in every empty cell would be one too few.

If every empty cell held two digits, and every digit were twice or never in each house,
the solutions would come in pairs. So where all but a few cells are like that, one of
these holds a digit that it has beyond its two. Only for puzzles known to have one
solution.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import and_, or_

from solver.grid import Cells, Shape
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
from solver.logic.uniqueness.deadly import subsets_with

_MOST = 4
"""Cells with more than two digits, and digits of such a cell. Beyond, there would be
too many choices to try."""

_Grave = dict[int, int]
"""The digits that cells have beyond their two, as sets."""


def bugs(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """One cell with three digits: it holds the odd one."""
    for grave in _graves(state):
        ((cell, extra), *others) = grave.items()
        if is_single(extra) and not others:
            digit = extra.bit_length() - 1
            yield Step(
                kind,
                kind.difficulty,
                (Mark(cell, digit),),
                cells=(cell,),
                digits=(digit,),
            )


def bugs_2(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Cells with the same one digit more: one of them holds it."""
    for grave in _graves(state):
        (extra, *others) = set(grave.values())
        if len(grave) > 1 and is_single(extra) and not others:
            digit = extra.bit_length() - 1
            seen = seen_by_all(state.layout.shape, set_of(*grave))
            lost = state.places[digit] & seen
            if lost:
                yield Step(
                    kind,
                    kind.difficulty,
                    eliminations=marks(lost, digit),
                    cells=tuple(grave),
                    digits=(digit,),
                )


def bugs_3(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Cells of a house whose odd digits make a naked subset with more cells."""
    for grave, house in _in_a_house(state):
        roof, extra = tuple(grave), reduce(or_, grave.values())
        step = Step(kind, kind.difficulty, cells=roof, ends=roof)
        yield from subsets_with(state, step, extra, house)


def bugs_4(state: CandidateGrid, kind: Kind) -> Iterator[Step]:
    """Two cells of a house, one of which holds a digit: the other holds an odd one."""
    for grave, house in _in_a_house(state):
        shared = reduce(
            and_, (state.candidates[c] & ~extra for c, extra in grave.items())
        )
        for digit in members(shared) if len(grave) == 2 else ():
            if state.places[digit] & state.layout.houses[house] == set_of(*grave):
                lost = tuple(
                    Mark(cell, other)
                    for cell, extra in grave.items()
                    for other in members(
                        state.candidates[cell] & ~extra & ~(1 << digit)
                    )
                )
                yield Step(
                    kind,
                    kind.difficulty,
                    eliminations=lost,
                    cells=tuple(grave),
                    digits=(digit,),
                    houses=(house,),
                )


def _in_a_house(state: CandidateGrid) -> Iterator[tuple[_Grave, int]]:
    """The graves all of whose cells with more digits are in a house."""
    for grave in _graves(state):
        cells = set_of(*grave)
        for house, bits in enumerate(state.layout.houses):
            if len(grave) > 1 and not cells & ~bits:
                yield grave, house


def _graves(state: CandidateGrid) -> tuple[_Grave, ...]:
    """Every choice of two digits in each cell that makes a grave."""
    more = state.empty & ~set_of(*state.of_size(2))
    sizes = {state.candidates[cell].bit_count() for cell in members(more)}
    if more.bit_count() > _MOST or not sizes or not sizes <= {3, _MOST}:
        return ()
    return _of_candidates(state.layout.shape, tuple(state.candidates), more)


@lru_cache(maxsize=2)
def _of_candidates(shape: Shape, candidates: Cells, more: int) -> tuple[_Grave, ...]:
    """The same, where few cells have `more` digits; several techniques ask for it."""
    cells = members(more)
    pairs = [
        [set_of(*pair) for pair in combinations(members(candidates[cell]), 2)]
        for cell in cells
    ]
    held = list(candidates)
    found = []
    for chosen in product(*pairs):
        for cell, pair in zip(cells, chosen, strict=True):
            held[cell] = pair
        if _is_grave(shape, held):
            found.append({cell: candidates[cell] & ~held[cell] for cell in cells})
    return tuple(found)


def _is_grave(shape: Shape, held: list[int]) -> bool:
    """Whether each digit is twice or never in every house."""
    for house in shape.houses:
        once = twice = thrice = 0
        for cell in house:
            thrice |= twice & held[cell]
            twice |= once & held[cell]
            once |= held[cell]
        if once != twice or thrice:
            return False
    return True
