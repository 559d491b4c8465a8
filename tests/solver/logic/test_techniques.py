"""Each technique sees its pattern, and rules out just what follows from it."""

from dataclasses import dataclass, field
from typing import Any

from solver import Grid, Shape
from solver.logic.candidates import CandidateGrid, Mark
from solver.logic.step import Step
from solver.logic.techniques import Technique
from tests.cases import cases_of
from tests.solver.logic.positions import (
    blank,
    cell,
    cells,
    hold,
    marks,
    only_in,
    steps,
)

cases = cases_of(__file__)


@dataclass(frozen=True)
class Position:
    """An empty grid, but for what its cells hold; and the one step of a technique.

    `only` leaves digits no place in a house but these, `hold` leaves cells no other
    digits. A step is told by what it rules out (`lost`) or places; there is none where
    both are missing. What else is given is true of its view.
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
    houses: tuple[str, ...] | None = None
    covers: tuple[str, ...] | None = None
    cells: str | None = None
    ends: str | None = None
    digits: tuple[int, ...] | None = None
    difficulty: float | None = None

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
    lost = frozenset[Mark]().union(
        *(marks(d, names, shape) for d, names in position.lost)
    )
    placed = frozenset(
        Mark(cell(name, shape), digit) for name, digit in position.placed
    )
    found = steps(position.state(), Technique[position.technique])
    results = {(frozenset(s.eliminations), frozenset(s.placements)) for s in found}
    assert results == ({(lost, placed)} if lost or placed else set())
    for name in ("houses", "covers", "cells", "ends", "digits", "difficulty"):
        told = getattr(position, name)
        if told is not None:
            assert view(getattr(found[0], name), name, shape) == told, name


def view(value: Any, name: str, shape: Shape) -> Any:
    """A part of a step, as positions write it."""
    if name in ("houses", "covers"):
        return tuple(map(shape.house_name, value))
    return " ".join(map(shape.name, value)) if name in ("cells", "ends") else value


def the_step(state: CandidateGrid, technique: Technique) -> Step:
    """The one step of a technique; what it rules out makes it one, not its view."""
    found = steps(state, technique)
    assert len({frozenset(s.eliminations + s.placements) for s in found}) == 1
    return found[0]


def test_a_colour_trap_springs_on_what_sees_both_colours() -> None:
    state = blank()
    only_in(state, "column 1", [2], "r1c1 r9c1")
    only_in(state, "row 1", [2], "r1c1 r1c5")
    only_in(state, "column 5", [2], "r1c5 r7c5")
    step = the_step(state, Technique.COLOUR_TRAP)
    assert set(step.eliminations) == marks(2, "r9c4 r9c6 r7c2 r7c3")
    assert {step.cells, step.ends} == {cells("r1c1 r7c5"), cells("r1c5 r9c1")}


def test_an_x_chain_clears_what_both_ends_see() -> None:
    state = blank()
    only_in(state, "row 1", [2], "r1c1 r1c5")
    only_in(state, "row 4", [2], "r4c5 r4c9")
    only_in(state, "row 8", [2], "r8c9 r8c1")
    step = steps(state, Technique.X_CHAIN)[0]
    assert set(step.eliminations) == marks(2, "r2c1 r3c1 r5c1 r6c1 r7c1 r9c1")
    assert [node.on for node in step.chain] == [False, True] * 3
    assert {node.cells for node in step.chain} == {
        (here,) for here in cells("r1c1 r1c5 r4c5 r4c9 r8c9 r8c1")
    }
    assert step.difficulty == 6.7


def test_an_xy_chain_goes_from_pair_to_pair() -> None:
    state = blank()
    hold(state, "r1c1", 1, 2)
    hold(state, "r1c9", 2, 3)
    hold(state, "r5c9", 3, 4)
    hold(state, "r5c2", 4, 1)
    step = the_step(state, Technique.XY_CHAIN)
    assert set(step.eliminations) == marks(1, "r1c2 r2c2 r3c2 r4c1 r5c1 r6c1")
    assert [node.digit for node in step.chain] == [1, 2, 2, 3, 3, 4, 4, 1]
    assert step.difficulty == 7.2


def test_an_alternating_chain_mixes_cells_and_houses() -> None:
    state = blank()
    hold(state, "r1c1", 1, 2)
    only_in(state, "column 9", [2], "r1c9 r7c9")
    only_in(state, "row 7", [1], "r7c4 r7c9")
    step = the_step(state, Technique.AIC)
    assert set(step.eliminations) == marks(1, "r1c4")
    assert len(step.chain) == 6


def test_a_grouped_chain_goes_over_cells_on_one_line_of_a_box() -> None:
    state = blank()
    only_in(state, "box 1", [3], "r1c1 r1c2 r2c3")
    only_in(state, "column 7", [3], "r1c7 r8c7")
    assert steps(state, Technique.AIC) == []
    step = the_step(state, Technique.GROUPED_AIC)
    assert set(step.eliminations) == marks(3, "r8c3")
    assert cells("r1c1 r1c2") in [node.cells for node in step.chain]


def test_corners_with_several_digits_more_make_a_subset_with_other_cells() -> None:
    state = blank()
    hold(state, "r1c1 r1c4", 5, 6)
    hold(state, "r2c1", 5, 6, 7)
    hold(state, "r2c4", 5, 6, 8)
    hold(state, "r2c9", 7, 8)
    found = steps(state, Technique.UNIQUE_RECTANGLE_3)
    lost = {mark for step in found for mark in step.eliminations}
    rest = "r2c2 r2c3 r2c5 r2c6 r2c7 r2c8"
    assert lost == marks(7, rest) | marks(8, rest)
