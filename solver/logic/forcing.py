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
"""

from collections.abc import Iterator

from solver.logic.arguments import (
    Argument,
    agreements,
    common,
    dead_ends,
    shortest_first,
)
from solver.logic.candidates import CandidateGrid, members
from solver.logic.demands import demands_of
from solver.logic.nested import refute_within
from solver.logic.step import Step, Technique
from solver.logic.supposition import Supposition, suppose_each


def nishio(state: CandidateGrid) -> Iterator[Step]:
    """A place for a digit that leaves it no place in some house."""
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    arguments: list[Argument] = []
    for digit, places in enumerate(state.places):
        limit = demands.guards_of(digit)
        for cell in members(places):
            tried = Supposition(
                demands, start, demands.literal(cell, digit), limit=limit
            )
            arguments += dead_ends([tried])
    yield from shortest_first(arguments, Technique.NISHIO)


def forcing_chains(state: CandidateGrid) -> Iterator[Step]:
    """Chains from every choice in a cell or house, each link resting on one before."""
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    tried = suppose_each(demands, start, demands.guards_of_pairs(start[0]))
    arguments = [*dead_ends(tried.values()), *agreements(demands, start[0], tried)]
    yield from shortest_first(arguments, Technique.FORCING_CHAIN)


def forcing_nets(state: CandidateGrid) -> Iterator[Step]:
    """The same where a link may rest on any number of those before."""
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    tried = suppose_each(demands, start)
    against = {
        literal: Supposition(demands, start, literal, holds=False) for literal in tried
    }
    arguments = [
        *dead_ends(tried.values()),
        *dead_ends(against.values()),
        *agreements(demands, start[0], tried),
    ]
    for literal, one in tried.items():
        arguments += common((one, against[literal]))
    yield from shortest_first(arguments, Technique.FORCING_NET)


def again(state: CandidateGrid, step: Step) -> Step | None:
    """The argument of a step in another state; None if it does not hold there.

    Its links may differ, but not what is supposed and what it comes to.
    """
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    limit = -1
    if step.technique is Technique.NISHIO:
        limit = demands.guards_of(step.cases[0].mark.digit)
    elif step.technique is Technique.FORCING_CHAIN:
        limit = demands.guards_of_pairs(start[0])
    tried = tuple(
        Supposition(demands, start, demands.literal(*mark), holds, limit)
        for mark, holds, *_ in step.cases
    )
    depth = {Technique.NESTED_NET: 1, Technique.DEEP_NET: 2}.get(step.technique)
    if depth:
        refute_within(tried[0], suppose_each(demands, start), depth)
    if len(tried) == 1:
        arguments = list(dead_ends(tried))
    else:
        target = demands.literal(*(step.placements or step.eliminations)[0])
        arguments = [a for a in common(tried) if a.target == target]
    return next(shortest_first(arguments, step.technique), None)
