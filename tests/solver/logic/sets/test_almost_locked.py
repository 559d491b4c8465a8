"""Almost locked sets, in pairs, in chains and around a stem; Sue de Coq."""

from itertools import combinations

from solver.logic.candidates import CandidateGrid, Mark, set_of
from solver.logic.sets.almost_locked import almost_locked_sets
from solver.logic.techniques import Technique
from tests.solver.logic.positions import blank, cells, hold, marks, puzzle, steps
from tests.solver.logic.states import pattern_states


def lost(state: CandidateGrid, technique: Technique) -> set[Mark]:
    return {mark for step in steps(state, technique) for mark in step.eliminations}


def test_every_set_with_one_digit_more_than_cells_is_found() -> None:
    for number, state in enumerate(pattern_states(puzzle(1))):
        if number % 20:
            continue
        expected = {}
        for house in state.layout.shape.houses:
            open_cells = [cell for cell in house if state.candidates[cell]]
            for size in range(1, len(open_cells)):
                for chosen in combinations(open_cells, size):
                    digits = 0
                    for cell in chosen:
                        digits |= state.candidates[cell]
                    if digits.bit_count() == size + 1:
                        expected[set_of(*chosen)] = digits
        found = almost_locked_sets(state)
        assert {als.cells: als.digits for als in found} == expected
        assert len(found) == len(expected)


def test_one_restricted_common_rules_out_what_sees_a_digit_in_both_sets() -> None:
    state = blank()
    hold(state, "r1c1", 1, 2)
    hold(state, "r4c1", 1, 3)
    hold(state, "r4c2", 2, 3)
    found = steps(state, Technique.ALS_XZ)
    wanted = [
        s for s in found if {s.cells, s.ends} == {cells("r1c1"), cells("r4c1 r4c2")}
    ]
    assert [set(step.eliminations) for step in wanted] == [
        marks(2, "r1c2 r2c2 r3c2 r5c1 r6c1"),
    ]


def test_two_restricted_commons_lock_all_other_digits() -> None:
    state = blank()
    hold(state, "r1c1 r1c2", 1, 2, 3)
    hold(state, "r1c5 r1c6", 1, 2, 4)
    (step,) = [s for s in steps(state, Technique.ALS_XZ) if len(s.ends) == 2]
    assert step.digits == (1, 2)
    row = "r1c3 r1c4 r1c7 r1c8 r1c9"
    assert set(step.eliminations) >= marks(1, row) | marks(2, row)
    assert set(step.eliminations) >= marks(3, row) | marks(4, row)
    assert marks(3, "r2c1") < set(step.eliminations)


def test_three_sets_make_a_wing() -> None:
    state = blank()
    hold(state, "r1c1", 1, 5)
    hold(state, "r1c7", 1, 2)
    hold(state, "r5c7", 2, 5)
    assert Mark(*next(iter(marks(5, "r5c1")))) in lost(state, Technique.ALS_XY_WING)


def test_a_chain_of_sets_leads_from_the_first_to_the_last() -> None:
    state = blank()
    hold(state, "r1c1", 1, 5)
    hold(state, "r1c7", 1, 2)
    hold(state, "r5c7", 2, 3)
    hold(state, "r5c3", 3, 5)
    found = lost(state, Technique.ALS_CHAIN)
    assert marks(5, "r2c3 r3c3 r5c1") <= found
    for step in steps(state, Technique.ALS_CHAIN):
        assert [node.on for node in step.chain] == [False, True] * (
            len(step.chain) // 2
        )


def test_a_death_blossom_has_a_petal_for_each_digit_of_its_stem() -> None:
    state = blank()
    hold(state, "r5c5", 1, 2, 3)
    hold(state, "r5c1", 1, 9)
    hold(state, "r5c2", 2, 9)
    hold(state, "r5c3", 3, 9)
    assert marks(9, "r4c1 r4c2 r4c3 r6c1 r6c2 r6c3") <= lost(
        state, Technique.DEATH_BLOSSOM
    )


def test_a_stem_with_one_petal_is_a_pair_of_sets_and_no_blossom() -> None:
    state = blank()
    hold(state, "r5c5", 1, 9)
    hold(state, "r5c1", 1, 9)
    assert marks(9, "r5c2 r5c3 r5c4") <= lost(state, Technique.ALS_XZ)
    assert not steps(state, Technique.DEATH_BLOSSOM)


def test_sue_de_coq_clears_the_line_and_the_box() -> None:
    state = blank()
    hold(state, "r1c1 r1c2", 1, 2, 3, 4)
    hold(state, "r1c8", 1, 2)
    hold(state, "r3c3", 3, 4)
    found = lost(state, Technique.SUE_DE_COQ)
    line = "r1c3 r1c4 r1c5 r1c6 r1c7 r1c9"
    box = "r1c3 r2c1 r2c2 r2c3 r3c1 r3c2"
    assert found == (marks(1, line) | marks(2, line) | marks(3, box) | marks(4, box))


def test_remote_pairs_clear_what_sees_both_ends() -> None:
    state = blank()
    hold(state, "r1c1 r1c7 r5c7 r5c3", 6, 8)
    step = steps(state, Technique.REMOTE_PAIR)[0]
    assert set(step.eliminations) >= marks(6, "r5c1") | marks(8, "r2c3 r3c3")


def test_a_loop_rules_out_what_sees_two_neighbours() -> None:
    state = blank()
    hold(state, "r1c1", 1, 2)
    hold(state, "r1c9", 2, 3)
    hold(state, "r5c9", 3, 4)
    hold(state, "r5c1", 4, 1)
    found = lost(state, Technique.NICE_LOOP)
    assert (
        marks(2, "r1c5") | marks(3, "r3c9") | marks(4, "r5c5") | marks(1, "r8c1")
        <= found
    )
