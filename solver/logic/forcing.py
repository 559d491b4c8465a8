"""Forcing chains: what comes of every choice there is, or of a wrong one.

A candidate from which follows that some cell has no digit left, or some digit no place
in a house, is wrong. And what follows from every candidate of a cell, from every place
for a digit in a house, or from a candidate as well as from its absence, is right. Each
argument is judged by its links, and the shortest comes first.

Four kinds, in the order of their difficulty, with the names of Sudoku Explainer:

    nishio         one digit alone, in the houses
    static         a link of the chain rests on the one before ("multiple chains")
    dynamic        a link rests on any number of those before
    nested         a link may rest on a forcing chain of its own, to any depth

Some nested argument refutes every wrong candidate, so that no puzzle with exactly one
solution is left unsolved. Grids beyond `LARGEST` have too many candidates for this.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial, reduce
from heapq import heapify, heappop, heappush
from operator import and_, or_
from typing import NamedTuple

from solver.logic.candidates import CandidateGrid, members
from solver.logic.chains import added_difficulty
from solver.logic.demands import Demands, demands_of
from solver.logic.step import Case, Mark, Step, Technique
from solver.logic.supposition import Reasons, Supposition

LARGEST = 16
"""The size of the largest grid for which forcing chains are sought."""

_ENOUGH = 3
"""Deep nets that are found before the shortest of them is chosen."""

_DIFFICULTY = {
    Technique.NISHIO: 7.5,
    Technique.FORCING_CHAIN: 8.0,
    Technique.FORCING_NET: 8.5,
    Technique.NESTED_NET: 9.0,
    Technique.DEEP_NET: 9.5,
}
"""The difficulty of the shortest argument of each kind."""

_Suppositions = dict[int, Supposition]
"""By literal, what follows from it."""


class _Argument(NamedTuple):
    """Something to prove from one or more suppositions.

    The `target` is a literal that is true (`holds`) or false; None if the supposition
    leads to a dead end. `bound` is the least number of links that the proof can have,
    `field` the position of the guard of the field whose candidates are supposed.
    """

    bound: int
    suppositions: tuple[Supposition, ...]
    target: int | None = None
    holds: bool = False
    field: int | None = None


def nishio(state: CandidateGrid) -> Iterator[Step]:
    """A place for a digit that leaves it no place in some house."""
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    arguments: list[_Argument] = []
    for digit, places in enumerate(state.places):
        limit = demands.guards_of(digit)
        for cell in members(places):
            tried = Supposition(
                demands, start, demands.literal(cell, digit), limit=limit
            )
            arguments += _dead_ends([tried])
    yield from _shortest_first(arguments, Technique.NISHIO)


def forcing_chains(state: CandidateGrid) -> Iterator[Step]:
    """Chains from every choice in a cell or house, each link resting on one before."""
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    tried = _suppose_each(demands, start, demands.guards_of_pairs(start[0]))
    arguments = [*_dead_ends(tried.values()), *_agreements(demands, start[0], tried)]
    yield from _shortest_first(arguments, Technique.FORCING_CHAIN)


def forcing_nets(state: CandidateGrid) -> Iterator[Step]:
    """The same where a link may rest on any number of those before."""
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    tried = _suppose_each(demands, start)
    against = {
        literal: Supposition(demands, start, literal, holds=False) for literal in tried
    }
    arguments = [
        *_dead_ends(tried.values()),
        *_dead_ends(against.values()),
        *_agreements(demands, start[0], tried),
    ]
    for literal, one in tried.items():
        arguments += _common((one, against[literal]))
    yield from _shortest_first(arguments, Technique.FORCING_NET)


def nested_nets(state: CandidateGrid) -> Iterator[Step]:
    """Nets in which a literal may be ruled out by what follows from it there."""
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    known = _suppose_each(demands, start)
    tried = [Supposition(demands, start, literal) for literal in known]
    for supposition in tried:
        _refute_within(supposition, known, depth=1)
    yield from _shortest_first(_dead_ends(tried), Technique.NESTED_NET)


def deep_nets(state: CandidateGrid) -> Iterator[Step]:
    """Nested nets that are sought anew within each supposition, as deep as it takes.

    Where there are many, the shortest is that of the first few: all would take long.
    """
    demands = demands_of(state.layout.shape)
    start = demands.begin(state)
    known = _suppose_each(demands, start)
    most = sorted(known, key=lambda literal: known[literal].state.bit_count())
    for depth in range(2, state.empty.bit_count() + 1):
        found: list[Supposition] = []
        for literal in most:
            tried = Supposition(demands, start, literal)
            _refute_within(tried, known, depth)
            if tried.empty:
                found.append(tried)
            if len(found) == _ENOUGH:
                break
        if found:
            yield from _shortest_first(_dead_ends(found), Technique.DEEP_NET)
            return


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
        _refute_within(tried[0], _suppose_each(demands, start), depth)
    if len(tried) == 1:
        arguments = list(_dead_ends(tried))
    else:
        target = demands.literal(*(step.placements or step.eliminations)[0])
        arguments = [a for a in _common(tried) if a.target == target]
    return next(_shortest_first(arguments, step.technique), None)


def _suppose_each(
    demands: Demands, start: tuple[int, int], limit: int = -1
) -> _Suppositions:
    """What follows from each candidate, those that are placed left out."""
    open_ones = start[0] & demands.literals & ~demands.settled(start[1])
    return {
        literal: Supposition(demands, start, literal, limit=limit)
        for literal in members(open_ones)
    }


def _refute_within(tried: Supposition, known: _Suppositions, depth: int) -> None:
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
    tried: Supposition, known: _Suppositions, depth: int
) -> Iterator[tuple[int, Callable[[], Supposition]]]:
    """What a supposition proves false to a depth, and what makes each proof."""
    demands, state, met = tried.demands, tried.state, tried.met
    guards, low = demands.guards, demands.low
    unsettled = state & ~demands.settled(met)
    for literal, alone in known.items():
        if not unsettled >> literal & 1:
            continue
        suppose = partial(Supposition, demands, (state, met), literal, outer=tried)
        if guards & ~((state & alone.state) - low):
            yield literal, suppose
        elif depth > 1:
            inner = suppose()
            if depth > 2:
                _refute_within(inner, known, depth - 1)
            if inner.empty:
                yield literal, partial(copy, inner)


def _dead_ends(tried: Iterable[Supposition]) -> Iterator[_Argument]:
    """The suppositions that cannot be."""
    for supposition in tried:
        if supposition.empty and len(supposition.waves) > 1:
            yield _Argument(2 * len(supposition.waves), (supposition,))


def _agreements(
    demands: Demands, start: int, tried: _Suppositions
) -> Iterator[_Argument]:
    """What follows from every candidate of a cell, or every place in a house."""
    for place in members(demands.guards):
        field = start & demands.fields[place + 1]
        if field & (field - 1):
            cases = [tried.get(literal) for literal in demands.literals_in(field)]
            some = tuple(case for case in cases if case is not None and not case.empty)
            if len(some) == len(cases):
                yield from _common(some, place + 1)


def _common(
    cases: tuple[Supposition, ...], field: int | None = None
) -> Iterator[_Argument]:
    """What follows from each of the cases."""
    if any(case.empty for case in cases):
        return
    demands, start = cases[0].demands, cases[0].start
    left = reduce(or_, (case.state for case in cases))
    for target in members(start & ~left & demands.literals):
        waves = sum(case.false_since(target) + 1 for case in cases)
        yield _Argument(2 * waves, cases, target, False, field)
    for target in members(reduce(and_, (case.true for case in cases))):
        waves = sum(case.true_since(target) for case in cases)
        yield _Argument(2 * waves + len(cases), cases, target, True, field)


def _shortest_first(
    arguments: Iterable[_Argument], technique: Technique
) -> Iterator[Step]:
    """Prove each target by its shortest argument, the shortest of all first."""
    heap: list[tuple[int, int, _Argument, Step | None]] = [
        (argument.bound, number, argument, None)
        for number, argument in enumerate(arguments)
    ]
    heapify(heap)
    proven: set[tuple[tuple[Mark, ...], tuple[Mark, ...]]] = set()
    while heap:
        _, number, argument, step = heappop(heap)
        if step is None:
            links, step = _prove(argument, technique)
            if any(case.inferences for case in step.cases):
                heappush(heap, (links, number, argument, step))
        elif (step.placements, step.eliminations) not in proven:
            proven.add((step.placements, step.eliminations))
            yield step


def _prove(argument: _Argument, technique: Technique) -> tuple[int, Step]:
    """The number of links of an argument, and the step that tells it."""
    demands = argument.suppositions[0].demands
    cases: list[Case] = []
    links = 0
    for supposition in argument.suppositions:
        reasons = Reasons(supposition)
        if argument.target is None:
            cases.append(reasons.dead_end())
        else:
            why = reasons.why_true if argument.holds else reasons.why_false
            why(argument.target)
            cases.append(reasons.case())
        links += reasons.links
    if argument.target is None:
        target, holds = argument.suppositions[0].literal, not cases[0].holds
    else:
        target, holds = argument.target, argument.holds
    mark = (demands.mark(target),)
    house, number = demands.demand(argument.field) if argument.field else (None, None)
    return links, Step(
        technique,
        round(_DIFFICULTY[technique] + added_difficulty(links - 2), 1),
        placements=mark if holds else (),
        eliminations=() if holds else mark,
        cells=() if number is None or house is not None else (number,),
        digits=() if number is None or house is None else (number,),
        houses=() if house is None else (house,),
        cases=tuple(cases),
    )
