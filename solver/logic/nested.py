"""Forcing nets in which something is ruled out by a forcing net of its own.

To the depth 1, what follows from a literal is taken from the start, as it was found
without any other supposition: two literals of which this leaves a cell or a digit
without a place cannot both be true. Beyond, it is sought anew within each supposition.
"""

from collections.abc import Callable, Iterator
from copy import copy
from functools import partial

from solver.logic.arguments import dead_ends, shortest_first
from solver.logic.candidates import CandidateGrid
from solver.logic.demands import demands_of
from solver.logic.step import Step, Technique
from solver.logic.supposition import Supposition, Suppositions, suppose_each

_ENOUGH = 3
"""Deep nets that are found before the shortest of them is chosen."""


def nested_nets(state: CandidateGrid) -> Iterator[Step]:
    """Nets in which a literal may be ruled out by what follows from it there."""
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    known = suppose_each(demands, start)
    tried = [Supposition(demands, start, literal) for literal in known]
    for supposition in tried:
        refute_within(supposition, known, depth=1)
    yield from shortest_first(dead_ends(tried), Technique.NESTED_NET)


def deep_nets(state: CandidateGrid) -> Iterator[Step]:
    """Nested nets that are sought anew within each supposition, as deep as it takes.

    Where there are many, the shortest is that of the first few: all would take long.
    """
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    known = suppose_each(demands, start)
    most = sorted(known, key=lambda literal: known[literal].state.bit_count())
    for depth in range(2, state.empty.bit_count() + 1):
        found: list[Supposition] = []
        for literal in most:
            tried = Supposition(demands, start, literal)
            refute_within(tried, known, depth)
            if tried.empty:
                found.append(tried)
            if len(found) == _ENOUGH:
                break
        if found:
            yield from shortest_first(dead_ends(found), Technique.DEEP_NET)
            return


def refute_within(tried: Supposition, known: Suppositions, depth: int) -> None:
    """Rule out what is not possible beside a supposition, until it comes to an end.

    To the depth 1, what follows from a literal is taken from the start (`known`);
    beyond, it is sought anew, with proofs within it to a depth of one less.
    """
    while not tried.empty:
        proofs = dict(_proofs_within(tried, known, depth))
        if not proofs:
            return
        tried.refute(proofs)


def _proofs_within(
    tried: Supposition, known: Suppositions, depth: int
) -> Iterator[tuple[int, Callable[[], Supposition]]]:
    """What a supposition proves false to a depth, and what makes each proof."""
    demands, state, met = tried.demands, tried.state, tried.met
    guards, low = demands.guards, demands.low
    unsettled = state & demands.literals & ~demands.settled(met)
    for literal, alone in known.items():
        if not unsettled & alone.bit:
            continue
        impossible = guards & ~((state & alone.state) - low)
        if not impossible and depth == 1:
            continue
        suppose = partial(Supposition, demands, (state, met), literal, outer=tried)
        if impossible:
            yield literal, suppose
            continue
        inner = suppose()
        if depth > 2:
            refute_within(inner, known, depth - 1)
        if inner.empty:
            yield literal, partial(copy, inner)
