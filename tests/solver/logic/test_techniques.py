"""Each technique sees its pattern, and rules out just what follows from it."""

from dataclasses import dataclass, field
from typing import Any

from solver import Grid, Shape
from solver.logic.candidates import CandidateGrid, Mark
from solver.logic.step import Step
from solver.logic.techniques import Technique
from solver.logic.words import Wording, fields
from tests.cases import cases_of
from tests.solver.logic.positions import cell, hold, marks, only_in, steps

cases = cases_of(__file__)

VIEWED = ("houses", "covers", "cells", "ends", "digits", "difficulty", "chain")


@dataclass(frozen=True)
class Position:
    """An empty grid, but for what its cells hold; and the one step of a technique.

    `only` leaves digits no place in a house but these, `hold` leaves cells no other
    digits. A step is told by what it rules out (`lost`) or places; there is none where
    both are missing. `also` is what other steps of the technique rule out there, and
    what else is given is true of the step's view.
    """

    name: str
    technique: str
    shape: tuple[int, int] = (3, 3)
    givens: dict[str, int] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)
    only: tuple[tuple[str, tuple[int, ...], str], ...] = ()
    hold: tuple[tuple[str, tuple[int, ...]], ...] = ()
    lost: tuple[tuple[int, str], ...] = ()
    placed: tuple[tuple[str, int], ...] = ()
    also: tuple[tuple[tuple[int, str], ...], ...] = ()
    houses: tuple[str, ...] | None = None
    covers: tuple[str, ...] | None = None
    cells: str | None = None
    ends: str | None = None
    digits: tuple[int, ...] | None = None
    difficulty: float | None = None
    chain: str | None = None

    def state(self) -> CandidateGrid:
        shape = Shape(*self.shape)
        givens, entries = (
            tuple(digits.get(shape.name(here), 0) for here in range(shape.cells))
            for digits in (self.givens, self.entries)
        )
        state = CandidateGrid(Grid(shape, givens, entries))
        for name, digits, names in self.only:
            only_in(state, name, digits, names)
        for names, digits in self.hold:
            hold(state, names, *digits)
        return state


@cases("position")
def test_each_technique_rules_out_just_what_follows(position: Position) -> None:
    shape = Shape(*position.shape)
    placed = frozenset(
        Mark(cell(name, shape), digit) for name, digit in position.placed
    )
    wanted, *others = (
        frozenset[Mark]().union(*(marks(d, names, shape) for d, names in lost))
        for lost in (position.lost, *position.also)
    )
    found = {
        (frozenset(step.eliminations), frozenset(step.placements)): step
        for step in reversed(steps(position.state(), Technique[position.technique]))
    }
    expected = {(wanted, placed)} if wanted or placed else set()
    assert found.keys() == expected | {(lost, frozenset()) for lost in others}
    for name in VIEWED:
        told = getattr(position, name)
        if told is not None:
            assert view(found[wanted, placed], name, shape) == told, name


def view(step: Step, name: str, shape: Shape) -> Any:
    """A part of a step, as positions write it."""
    if name == "chain":
        return fields(step, Wording(shape))[name]
    value = getattr(step, name)
    if name in ("houses", "covers"):
        return tuple(map(shape.house_name, value))
    return " ".join(map(shape.name, value)) if name in ("cells", "ends") else value
