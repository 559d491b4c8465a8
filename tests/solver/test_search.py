"""The search itself, with candidates taken out before it starts."""

import pytest

from solver import Shape, parse
from solver.search import Effort, search

NINE_WAYS = parse("1.3./..../..../..4.")


@pytest.mark.parametrize("out", [[], [(1, 2)], [(1, 2), (7, 3)], [(1, 2), (1, 4)]])
def test_what_is_eliminated_stands_in_no_solution_and_nothing_else_is_lost(
    out: list[tuple[int, int]],
) -> None:
    def found(eliminated: list[tuple[int, int]]) -> set[tuple[int, ...]]:
        return set(search(NINE_WAYS.shape, NINE_WAYS.givens, Effort(), eliminated))

    every = found([])
    assert len(every) == 9
    assert found(out) == {s for s in every if all(s[c] != d for c, d in out)}


def test_givens_that_clash_stay_without_a_solution() -> None:
    clash = (1, 1) + (0,) * 14
    assert not list(search(Shape(2, 2), clash, Effort(), [(5, 1)]))
