"""Forcing chains: what comes of every choice there is, or of a wrong one.

A candidate from which follows that some cell has no digit left, or some digit no place
in a house, is wrong. And what follows from every candidate of a cell, from every place
for a digit in a house, or from a candidate as well as from its absence, is right. Each
argument is judged by its links, and the shortest comes first.

Four kinds, in the order of their difficulty, with the names of Sudoku Explainer:

    nishio         one digit alone, in the houses
    static         a link of the chain rests on the one before ("multiple chains")
    dynamic        a link rests on any number of those before
    nested         a link may rest on a net of its own, to any depth (see `nested`)

Some nested argument refutes every wrong candidate, so that no puzzle with exactly one
solution is left unsolved. Grids of more than 16x16 have too many candidates for this.

In most grids forcing chains prove nothing, and it is much quicker to find where each of
them ends than by which links it gets there. So that is done first (`chains_prove`).
"""

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from operator import and_

from solver.logic.candidates import CandidateGrid, Mark, doubtful_places, members
from solver.logic.forcing.arguments import (
    Argument,
    agreements,
    common,
    dead_ends,
    shortest_first,
)
from solver.logic.forcing.demands import Demands, demands_of
from solver.logic.forcing.nested import Known, deep_nets, nested_nets, refuted_within
from solver.logic.forcing.supposition import Supposition, suppose_each
from solver.logic.step import Kind, Step, Steps


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


def nishio(state: CandidateGrid, kind: Kind) -> Steps:
    """A place for a digit that leaves it no place in some house.

    Such a place is in no full placement of the digit, so no other is tried.
    """
    arguments: list[Argument] = []
    for digit, places in enumerate(state.places):
        for cell in doubtful_places(state.layout.shape, places):
            demands = demands_of(state)
            literal = demands.literal(Mark(cell, digit))
            limit = demands.guards_of[digit]
            tried = Supposition(demands.begin, literal, limit=limit)
            arguments += dead_ends([tried])
    yield from shortest_first(arguments, kind)


def forcing_chains(state: CandidateGrid, kind: Kind) -> Steps:
    """Chains from every choice in a cell or house, each link resting on one before."""
    demands = demands_of(state)
    if not chains_prove(demands):
        return
    tried = suppose_each(demands, demands.guards_of_pairs())
    arguments = [*dead_ends(tried.values()), *agreements(demands, tried)]
    yield from shortest_first(arguments, kind)


def forcing_nets(state: CandidateGrid, kind: Kind) -> Steps:
    """The same where a link may rest on any number of those before."""
    demands = demands_of(state)
    tried = suppose_each(demands)
    # without one of three choices nothing follows, but for what follows anyway
    pairs = demands.guards_of_pairs()
    singles = any(len(choices) == 1 for choices in demands.choices.values())
    against = {
        literal: Supposition(demands.begin, literal, holds=False)
        for literal in tried
        if singles or demands.meets[literal] & pairs
    }
    arguments = [
        *dead_ends(tried.values()),
        *dead_ends(against.values()),
        *agreements(demands, tried),
    ]
    for literal, other in against.items():
        arguments += common((tried[literal], other))
    yield from shortest_first(arguments, kind)


def again(state: CandidateGrid, step: Step) -> Step | None:
    """The argument of a step in another state; None if it does not hold there.

    Its links may differ, but not what is supposed and what it comes to.
    """
    demands = demands_of(state)
    limit = gaps = -1
    finder = step.technique.finder
    if finder is nishio:
        limit = gaps = demands.guards_of[step.cases[0].mark.digit]
    elif finder is forcing_chains:
        limit = demands.guards_of_pairs()
    suppose = partial(Supposition, demands.begin, limit=limit, gaps=gaps)
    tried = [suppose(demands.literal(case.mark), case.holds) for case in step.cases]
    if finder in (nested_nets, deep_nets):
        depth = 1 if finder is nested_nets else 2
        tried = [refuted_within(tried[0], Known(demands), depth)]
    if len(tried) == 1:
        arguments = list(dead_ends(tried))
    else:
        arguments = list(_agreeing(demands, step, tried, limit))
    return next(shortest_first(arguments, step.technique), None)


def _agreeing(
    demands: Demands, step: Step, tried: Sequence[Supposition], limit: int
) -> Iterator[Argument]:
    """The arguments for what a step has concluded, from the same cell or house."""
    target = demands.literal((step.placements or step.eliminations)[0])
    field: tuple[int | None, int] | None = None
    if step.cells:
        field = (None, step.cells[0])
    elif step.houses:
        field = (step.houses[0], step.digits[0])
    if field is None:
        found = common((tried[0], tried[1]))
    else:
        found = agreements(demands, suppose_each(demands, limit))
    for argument in found:
        meaning = demands.demand(argument.field) if argument.field else None
        if (argument.target, meaning) == (target, field):
            yield argument
