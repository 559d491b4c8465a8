"""Almost locked sets, against every choice of cells that makes one."""

from itertools import combinations

from solver.logic.candidates import set_of
from solver.logic.sets.almost_locked import almost_locked_sets
from tests.solver.logic.positions import puzzle
from tests.solver.logic.states import pattern_states


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
