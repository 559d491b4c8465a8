"""Whether forcing chains prove anything, before they are followed link by link.

In most grids they do not, and it is much quicker to find where each of them ends than
by which links it gets there.
"""

from functools import reduce
from operator import and_

from solver.logic.candidates import members
from solver.logic.forcing.demands import Demands


def chains_prove(demands: Demands) -> bool:
    """Whether a literal leads to a dead end, or all choices of a field agree."""
    verdicts: dict[int, int] = {}
    for literal, (state, true) in _ends(demands).items():
        if demands.guards & ~(state - demands.low):
            return True
        verdicts[literal] = demands.literals & ~state | true << demands.above
    return any(
        len(choices) > 1 and reduce(and_, [verdicts[literal] for literal in choices])
        for choices in demands.choices.values()
    )


def _ends(demands: Demands) -> dict[int, tuple[int, int]]:
    """By literal, the state that it leads to, and the literals that are true then."""
    follow = _follow_at_once(demands)
    ends: dict[int, tuple[int, int]] = {}
    for start in members(demands.literals):
        state, true, fresh = demands.start, 0, 1 << start
        while fresh:
            literal = fresh.bit_length() - 1
            if literal in ends:
                left, more = ends[literal]
                state, true = state & left, true | more
            else:
                state &= demands.keeps[literal] or demands.keep(literal)
                true |= 1 << literal
                fresh |= follow[literal]
            fresh &= ~true
        ends[start] = state, true
    return ends


def _follow_at_once(demands: Demands) -> list[int]:
    """By literal, those that become true as the other one of two choices, or alone."""
    others = [0] * demands.above
    alone = 0
    for place in members(demands.guards_of_pairs()):
        choices = demands.choices[place + 1]
        if len(choices) == 1:
            alone |= 1 << choices[0]
        else:
            for one, two in (choices, choices[::-1]):
                others[one] |= 1 << two
    tied = sum(1 << literal for literal, other in enumerate(others) if other)
    follow = [alone] * demands.above
    for literal in members(demands.literals):
        for excluded in members(demands.sees[literal] & tied):
            follow[literal] |= others[excluded]
    return follow
