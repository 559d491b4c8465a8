"""What suppositions prove, by the shortest of all arguments."""

from collections.abc import Iterable, Iterator
from functools import reduce
from heapq import heapify, heappop, heappush
from operator import and_
from typing import NamedTuple

from solver.logic.candidates import Mark, members
from solver.logic.chains.chains import added_difficulty
from solver.logic.forcing.demands import Demands
from solver.logic.forcing.supposition import Reasons, Supposition, Suppositions
from solver.logic.step import Case, Kind, Step, Steps


class Argument(NamedTuple):
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


def dead_ends(tried: Iterable[Supposition]) -> Iterator[Argument]:
    """The suppositions that cannot be, but for those that cannot at first sight."""
    for supposition in tried:
        links = len(supposition.waves) > 1 or supposition.refuted
        if supposition.empty and links:
            yield Argument(2 * len(supposition.waves), (supposition,))


def agreements(demands: Demands, tried: Suppositions) -> Iterator[Argument]:
    """What follows from every candidate of a cell, or every place in a house."""
    verdicts = {
        literal: case.verdicts for literal, case in tried.items() if not case.empty
    }
    for field, literals in demands.choices.items():
        if len(literals) > 1:
            shared = reduce(and_, [verdicts.get(literal, 0) for literal in literals])
            if shared:
                cases = tuple(tried[literal] for literal in literals)
                yield from _targets(cases, shared, field)


def common(cases: tuple[Supposition, ...]) -> Iterator[Argument]:
    """What follows from each of the cases."""
    if not any(case.empty for case in cases):
        yield from _targets(cases, reduce(and_, (case.verdicts for case in cases)))


def _targets(
    cases: tuple[Supposition, ...], shared: int, field: int | None = None
) -> Iterator[Argument]:
    """An argument for each of the verdicts that the cases share."""
    demands = cases[0].demands
    for target in members(shared & demands.literals):
        waves = sum(case.false_since(target) + 1 for case in cases)
        yield Argument(2 * waves, cases, target, False, field)
    for target in members(shared >> demands.above):
        waves = sum(case.true_since(target) for case in cases)
        yield Argument(2 * waves + len(cases), cases, target, True, field)


def shortest_first(arguments: Iterable[Argument], kind: Kind) -> Steps:
    """Prove each target by its shortest argument, the shortest of all first."""
    heap: list[tuple[int, int, Argument, Step | None]] = [
        (argument.bound, number, argument, None)
        for number, argument in enumerate(arguments)
    ]
    heapify(heap)
    proven: set[tuple[tuple[Mark, ...], tuple[Mark, ...]]] = set()
    while heap:
        _, number, argument, step = heappop(heap)
        if step is None:
            links, step = _prove(argument, kind)
            if any(case.inferences for case in step.cases):
                heappush(heap, (links, number, argument, step))
        elif (step.placements, step.eliminations) not in proven:
            proven.add((step.placements, step.eliminations))
            yield step


def _prove(argument: Argument, kind: Kind) -> tuple[int, Step]:
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
        kind,
        round(kind.difficulty + added_difficulty(links - 2), 1),
        placements=mark if holds else (),
        eliminations=() if holds else mark,
        cells=() if number is None or house is not None else (number,),
        digits=() if number is None or house is None else (number,),
        houses=() if house is None else (house,),
        cases=tuple(cases),
    )
