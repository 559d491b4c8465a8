"""Bivalue universal graves (BUG): two digits in every empty cell would be one too few.

If every empty cell held two digits, and every digit were twice or never in each house,
the solutions would come in pairs. So where all but a few cells are like that, one of
these holds a digit that it has beyond its two. Only for puzzles known to have one
solution.
"""

from functools import lru_cache
from itertools import combinations, product

from solver.grid import Cells, Shape
from solver.logic.candidates import CandidateGrid, is_single, members, set_of
from solver.logic.step import Kind, Steps
from solver.logic.uniqueness.deadly import Deadly

_MOST = 4
"""Cells with more than two digits, and digits of such a cell. Beyond, there would be
too many choices to try."""


def bugs(state: CandidateGrid, kind: Kind) -> Steps:
    """One cell with three digits: it holds the odd one."""
    for grave in graves(state):
        (cell, *_), (extra, *others) = grave.roof, grave.extras
        if is_single(extra) and not others:
            digit = extra.bit_length() - 1
            yield kind.placing(cell, digit, cells=(cell,), digits=(digit,))


def graves(state: CandidateGrid) -> tuple[Deadly, ...]:
    """Every choice of two digits in each cell that makes a grave."""
    more = state.empty & ~set_of(*state.of_size(2))
    sizes = {state.candidates[cell].bit_count() for cell in members(more)}
    if more.bit_count() > _MOST or not sizes or not sizes <= {3, _MOST}:
        return ()
    return _of_candidates(state.layout.shape, tuple(state.candidates), more)


@lru_cache(maxsize=2)
def _of_candidates(shape: Shape, candidates: Cells, more: int) -> tuple[Deadly, ...]:
    """The same, where few cells have `more` digits; several techniques ask for it."""
    cells = tuple(members(more))
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
            extras = tuple(candidates[cell] & ~held[cell] for cell in cells)
            found.append(Deadly(cells, cells, 0, extras))
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
