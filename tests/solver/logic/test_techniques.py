"""Each technique sees its pattern, and rules out just what follows from it."""

import pytest

from solver import Grid, Shape
from solver.logic.candidates import CandidateGrid, Mark
from solver.logic.step import Step
from solver.logic.techniques import Technique
from tests.solver.logic.positions import (
    blank,
    cell,
    cells,
    hold,
    house,
    marks,
    only_in,
    steps,
)

SIX = Shape(3, 2)


def the_step(state: CandidateGrid, technique: Technique) -> Step:
    """The one step of a technique; what it rules out makes it one, not its view."""
    found = steps(state, technique)
    assert len({frozenset(s.eliminations + s.placements) for s in found}) == 1
    return found[0]


def grid_of(shape: Shape, **digits: int) -> CandidateGrid:
    line = [0] * shape.cells
    for name, digit in digits.items():
        line[cell(name, shape)] = digit
    return CandidateGrid(Grid(shape, tuple(line)))


def test_the_last_empty_cell_of_a_house_takes_the_digit_that_is_missing() -> None:
    state = grid_of(SIX, r2c1=1, r2c2=2, r2c3=3, r2c4=4, r2c6=6)
    step = the_step(state, Technique.FULL_HOUSE)
    assert step.placements == (Mark(cell("r2c5", SIX), 5),)
    assert step.houses == (house("row 2", SIX),)


def test_a_digit_with_one_place_in_a_box_goes_there() -> None:
    state = grid_of(Shape(3, 3), r4c1=7, r7c2=7, r2c5=7, r3c8=7)
    step = the_step(state, Technique.HIDDEN_SINGLE)
    assert step.placements == (Mark(cell("r1c3"), 7),)
    assert (step.houses, step.difficulty) == ((house("box 1"),), 1.2)


def test_a_digit_with_one_place_on_a_line_is_harder_to_see() -> None:
    state = blank()
    only_in(state, "row 5", [4], "r5c9")
    step = the_step(state, Technique.HIDDEN_SINGLE)
    assert step.placements == (Mark(cell("r5c9"), 4),)
    assert step.difficulty == 1.5


def test_a_cell_with_one_digit_left_holds_it() -> None:
    state = grid_of(
        Shape(3, 3), r1c1=1, r1c2=2, r1c3=3, r5c9=4, r6c9=5, r7c9=6, r2c8=7, r3c7=8
    )
    step = the_step(state, Technique.NAKED_SINGLE)
    assert step.placements == (Mark(cell("r1c9"), 9),)


def test_pointing_clears_the_rest_of_the_line() -> None:
    state = blank()
    only_in(state, "box 2", [5], "r3c4 r3c6")
    step = the_step(state, Technique.POINTING)
    assert set(step.eliminations) == marks(5, "r3c1 r3c2 r3c3 r3c7 r3c8 r3c9")
    assert (step.houses, step.covers) == ((house("box 2"),), (house("row 3"),))


def test_a_digit_with_one_place_in_a_box_does_not_point() -> None:
    state = blank()
    only_in(state, "box 2", [5], "r3c4")
    assert steps(state, Technique.POINTING) == []


def test_claiming_clears_the_rest_of_the_box() -> None:
    state = blank(SIX)
    only_in(state, "column 4", [2], "r3c4 r4c4")
    step = the_step(state, Technique.CLAIMING)
    expected = marks(2, "r3c5 r3c6 r4c5 r4c6", SIX)
    assert set(step.eliminations) == expected
    assert step.cells == cells("r3c4 r4c4", SIX)


def test_direct_pointing_goes_on_to_the_place_that_is_left() -> None:
    state = blank()
    only_in(state, "box 2", [5], "r3c4 r3c6")
    only_in(state, "box 3", [5], "r3c7 r3c8 r1c9")
    step = the_step(state, Technique.DIRECT_POINTING)
    assert step.placements == (Mark(cell("r1c9"), 5),)
    assert step.houses == (house("box 2"), house("box 3"))


def test_direct_claiming_goes_on_to_the_place_that_is_left() -> None:
    state = blank()
    only_in(state, "row 4", [5], "r4c1 r4c2")
    only_in(state, "row 6", [5], "r6c3 r6c9")
    step = the_step(state, Technique.DIRECT_CLAIMING)
    assert step.placements == (Mark(cell("r6c9"), 5),)
    assert step.covers == (house("box 4"),)


@pytest.mark.parametrize(
    ("technique", "count"),
    [
        (Technique.NAKED_PAIR, 2),
        (Technique.NAKED_TRIPLET, 3),
        (Technique.NAKED_QUAD, 4),
    ],
)
def test_a_naked_subset_keeps_its_digits(technique: Technique, count: int) -> None:
    state = blank()
    held = [f"r8c{column}" for column in (1, 4, 7, 9)[:count]]
    hold(state, " ".join(held), *range(1, count + 1))
    step = the_step(state, technique)
    others = " ".join(f"r8c{c}" for c in range(1, 10) if f"r8c{c}" not in held)
    expected = {mark for d in range(1, count + 1) for mark in marks(d, others)}
    assert set(step.eliminations) == expected
    assert step.digits == tuple(range(1, count + 1))


@pytest.mark.parametrize(
    ("technique", "count"),
    [
        (Technique.HIDDEN_PAIR, 2),
        (Technique.HIDDEN_TRIPLET, 3),
        (Technique.HIDDEN_QUAD, 4),
    ],
)
def test_a_hidden_subset_keeps_its_cells(technique: Technique, count: int) -> None:
    state = blank()
    held = " ".join(f"r{2 * row + 1}c6" for row in range(count))
    only_in(state, "column 6", range(1, count + 1), held)
    step = the_step(state, technique)
    expected = {mark for d in range(count + 1, 10) for mark in marks(d, held)}
    assert set(step.eliminations) == expected
    assert step.cells == cells(held)


@pytest.mark.parametrize(
    ("technique", "count"),
    [(Technique.DIRECT_HIDDEN_PAIR, 2), (Technique.DIRECT_HIDDEN_TRIPLET, 3)],
)
def test_a_direct_hidden_subset_goes_on_to_the_place_that_is_left(
    technique: Technique, count: int
) -> None:
    state = blank()
    held = " ".join(f"r{2 * row + 1}c6" for row in range(count))
    only_in(state, "column 6", range(1, count + 1), held)
    only_in(state, "column 6", [9], f"{held} r8c6")
    step = the_step(state, technique)
    assert step.placements == (Mark(cell("r8c6"), 9),)


@pytest.mark.parametrize(
    ("technique", "columns"),
    [
        (Technique.X_WING, (2, 7)),
        (Technique.SWORDFISH, (1, 4, 7)),
        (Technique.JELLYFISH, (1, 4, 7, 9)),
    ],
)
def test_a_fish_clears_the_lines_that_it_covers(
    technique: Technique, columns: tuple[int, ...]
) -> None:
    state = blank()
    rows = (1, 3, 5, 8)[: len(columns)]
    for row in rows:
        held = " ".join(f"r{row}c{column}" for column in columns)
        only_in(state, f"row {row}", [6], held)
    step = the_step(state, technique)
    lost = " ".join(f"r{r}c{c}" for r in range(1, 10) if r not in rows for c in columns)
    assert set(step.eliminations) == marks(6, lost)
    assert step.houses == tuple(house(f"row {row}") for row in rows)


def test_a_finless_swordfish_needs_no_more_than_two_places_a_line() -> None:
    state = blank()
    for row, held in ((1, "r1c2 r1c5"), (4, "r4c5 r4c8"), (7, "r7c2 r7c8")):
        only_in(state, f"row {row}", [3], held)
    step = the_step(state, Technique.SWORDFISH)
    assert {m.cell % 9 + 1 for m in step.eliminations} == {2, 5, 8}
    assert len(step.eliminations) == 18


def test_a_skyscraper_clears_what_both_roofs_see() -> None:
    state = blank()
    only_in(state, "column 2", [4], "r1c2 r9c2")
    only_in(state, "column 5", [4], "r2c5 r9c5")
    step = the_step(state, Technique.SKYSCRAPER)
    assert set(step.eliminations) == marks(4, "r1c4 r1c6 r2c1 r2c3")
    assert (step.cells, step.ends) == (cells("r9c2 r9c5"), cells("r1c2 r2c5"))


def test_a_two_string_kite_clears_where_its_strings_cross() -> None:
    state = blank()
    only_in(state, "row 1", [4], "r1c2 r1c8")
    only_in(state, "column 3", [4], "r2c3 r7c3")
    step = the_step(state, Technique.TWO_STRING_KITE)
    assert set(step.eliminations) == marks(4, "r7c8")
    assert step.covers == (house("box 1"),)


def test_an_empty_rectangle_clears_one_cell() -> None:
    state = blank()
    only_in(state, "box 5", [8], "r4c5 r5c4 r5c6 r6c5")
    only_in(state, "column 9", [8], "r5c9 r2c9")
    step = the_step(state, Technique.EMPTY_RECTANGLE)
    assert set(step.eliminations) == marks(8, "r2c5")
    assert step.houses == (house("box 5"), house("column 9"))


def test_an_xy_wing_clears_what_both_pincers_see() -> None:
    state = blank()
    hold(state, "r1c1", 1, 2)
    hold(state, "r1c7", 1, 3)
    hold(state, "r4c1", 2, 3)
    step = the_step(state, Technique.XY_WING)
    assert set(step.eliminations) == marks(3, "r4c7")
    assert (step.cells, step.ends) == (cells("r1c1"), cells("r1c7 r4c1"))


def test_an_xyz_wing_clears_what_pincers_and_pivot_see() -> None:
    state = blank()
    hold(state, "r1c1", 1, 2, 3)
    hold(state, "r1c7", 1, 3)
    hold(state, "r2c2", 2, 3)
    step = the_step(state, Technique.XYZ_WING)
    assert set(step.eliminations) == marks(3, "r1c2 r1c3")


def test_a_w_wing_clears_what_both_pairs_see() -> None:
    state = blank()
    hold(state, "r2c1 r7c4", 1, 9)
    only_in(state, "column 9", [1], "r2c9 r7c9")
    step = the_step(state, Technique.W_WING)
    assert set(step.eliminations) == marks(9, "r2c4 r7c1")
    assert (step.ends, step.digits) == (cells("r2c1 r7c4"), (9, 1))


def test_a_unique_rectangle_needs_its_one_rescue() -> None:
    state = blank()
    hold(state, "r1c1 r1c4 r2c1", 5, 6)
    hold(state, "r2c4", 5, 6, 7)
    step = the_step(state, Technique.UNIQUE_RECTANGLE_1)
    assert set(step.eliminations) == marks(5, "r2c4") | marks(6, "r2c4")


def test_a_rectangle_in_four_boxes_is_not_unique() -> None:
    state = blank()
    hold(state, "r1c1 r1c4 r4c1", 5, 6)
    hold(state, "r4c4", 5, 6, 7)
    assert steps(state, Technique.UNIQUE_RECTANGLE_1) == []


def test_one_of_two_rescues_of_a_unique_rectangle_holds_the_odd_digit() -> None:
    state = blank()
    hold(state, "r1c1 r1c4", 5, 6)
    hold(state, "r2c1 r2c4", 5, 6, 7)
    step = the_step(state, Technique.UNIQUE_RECTANGLE_2)
    assert set(step.eliminations) == marks(7, "r2c2 r2c3 r2c5 r2c6 r2c7 r2c8 r2c9")


def test_a_roof_that_must_hold_one_of_the_pair_cannot_hold_the_other() -> None:
    state = blank()
    hold(state, "r1c1 r1c4", 5, 6)
    only_in(state, "row 2", [5], "r2c1 r2c4")
    step = the_step(state, Technique.UNIQUE_RECTANGLE_4)
    assert set(step.eliminations) == marks(6, "r2c1 r2c4")


def test_a_colour_trap_springs_on_what_sees_both_colours() -> None:
    state = blank()
    only_in(state, "column 1", [2], "r1c1 r9c1")
    only_in(state, "row 1", [2], "r1c1 r1c5")
    only_in(state, "column 5", [2], "r1c5 r7c5")
    step = the_step(state, Technique.COLOUR_TRAP)
    assert set(step.eliminations) == marks(2, "r9c4 r9c6 r7c2 r7c3")
    assert {step.cells, step.ends} == {cells("r1c1 r7c5"), cells("r1c5 r9c1")}


def test_a_colour_that_is_twice_in_a_house_is_false() -> None:
    state = blank()
    only_in(state, "row 1", [2], "r1c1 r1c5")
    only_in(state, "column 5", [2], "r1c5 r6c5")
    only_in(state, "row 6", [2], "r6c5 r6c2")
    only_in(state, "column 2", [2], "r6c2 r2c2")
    step = the_step(state, Technique.COLOUR_WRAP)
    assert set(step.eliminations) == marks(2, "r1c1 r6c5 r2c2")
    assert step.houses == (house("box 1"),)


def test_a_bivalue_grave_is_saved_by_its_odd_digit() -> None:
    shape = Shape(2, 2)
    state = blank(shape)
    hold(state, "r1c2 r2c3 r2c4 r3c1 r3c2 r4c3 r4c4", 1, 2)
    hold(state, "r1c3 r1c4 r2c1 r2c2 r3c3 r3c4 r4c1 r4c2", 3, 4)
    hold(state, "r1c1", 1, 2, 3)
    step = the_step(state, Technique.BUG)
    assert step.placements == (Mark(0, 3),)


def test_no_grave_where_a_digit_is_thrice_in_a_house() -> None:
    shape = Shape(2, 2)
    state = blank(shape)
    hold(state, "r1c2 r2c3 r2c4 r3c1 r3c2 r4c3 r4c4", 1, 2)
    hold(state, "r1c3 r1c4 r2c1 r2c2 r3c3 r3c4 r4c1", 3, 4)
    hold(state, "r4c2", 1, 4)
    hold(state, "r1c1", 1, 2, 3)
    assert steps(state, Technique.BUG) == []


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


def test_three_corners_with_the_same_digit_more_hold_it_once() -> None:
    state = blank()
    hold(state, "r1c1", 5, 6)
    hold(state, "r1c4 r2c1 r2c4", 5, 6, 7)
    step = the_step(state, Technique.UNIQUE_RECTANGLE_5)
    assert set(step.eliminations) == marks(7, "r2c5 r2c6")


def test_corners_across_with_the_same_digit_more_hold_it_once() -> None:
    state = blank()
    hold(state, "r1c1 r2c4", 5, 6)
    hold(state, "r1c4 r2c1", 5, 6, 7)
    step = the_step(state, Technique.UNIQUE_RECTANGLE_5)
    assert set(step.eliminations) == marks(7, "r1c2 r1c3 r2c5 r2c6")


def test_a_digit_bound_to_the_sides_stays_out_of_the_corners_with_more() -> None:
    state = blank()
    hold(state, "r1c1 r2c4", 5, 6)
    only_in(state, "row 1", [5], "r1c1 r1c4")
    only_in(state, "row 2", [5], "r2c1 r2c4")
    step = the_step(state, Technique.UNIQUE_RECTANGLE_6)
    assert set(step.eliminations) == marks(5, "r1c4 r2c1")


def test_a_hidden_rectangle_keeps_one_digit_out_of_its_last_corner() -> None:
    state = blank()
    hold(state, "r1c1", 5, 6)
    only_in(state, "row 2", [5], "r2c1 r2c4")
    only_in(state, "column 4", [5], "r1c4 r2c4")
    step = the_step(state, Technique.HIDDEN_RECTANGLE)
    assert set(step.eliminations) == marks(6, "r2c4")


def entered(**digits: int) -> CandidateGrid:
    """A grid with entries of a person, and no givens."""
    line = [0] * 81
    for name, digit in digits.items():
        line[cell(name)] = digit
    return CandidateGrid(Grid(Shape(3, 3), (0,) * 81, tuple(line)))


def test_the_last_corner_of_entries_does_not_complete_an_exchange() -> None:
    state = entered(r1c1=5, r1c4=6, r2c1=6)
    step = the_step(state, Technique.AVOIDABLE_RECTANGLE_1)
    assert set(step.eliminations) == marks(5, "r2c4")


def test_a_given_in_a_corner_allows_the_exchange() -> None:
    state = grid_of(Shape(3, 3), r1c1=5, r1c4=6, r2c1=6)
    assert steps(state, Technique.AVOIDABLE_RECTANGLE_1) == []


def test_one_of_two_last_corners_of_entries_holds_the_odd_digit() -> None:
    state = entered(r1c1=5, r1c4=6)
    hold(state, "r2c1", 6, 7)
    hold(state, "r2c4", 5, 7)
    step = the_step(state, Technique.AVOIDABLE_RECTANGLE_2)
    assert set(step.eliminations) == marks(7, "r2c2 r2c3 r2c5 r2c6 r2c7 r2c8 r2c9")
