"""The same puzzle read several times is one; different ones stay apart."""

from dataclasses import replace

import pytest

from mailbot.judge import judge, reading_of
from mailbot.marker import State
from mailbot.model import Puzzle, Source, Status
from mailbot.respond.merging import (
    merge,
    with_earlier,
    without_echoes,
    without_solutions,
)
from solver import Grid, parse
from tests.sample_letters import OTHER, PUZZLE, SOLUTION


def puzzle(line: str, source: Source = Source.TEXT) -> Puzzle:
    return judge(reading_of(parse(line), source))


def doubtful(line: str) -> Puzzle:
    """A puzzle as a picture leaves it that was hard to read."""
    return replace(puzzle(line, Source.IMAGE), status=Status.DOUBTFUL, answer=None)


def test_equal_puzzles_are_one_and_different_ones_keep_their_order() -> None:
    found = [puzzle(OTHER), puzzle(PUZZLE), puzzle(PUZZLE, Source.HTML), puzzle(OTHER)]
    assert [p.grid.line for p in merge(found)] == [OTHER, PUZZLE]


def test_what_was_typed_stands_for_a_picture_of_it_with_entries() -> None:
    typed = puzzle(PUZZLE)
    entered = doubtful(PUZZLE[:2] + SOLUTION[2:60] + PUZZLE[60:])
    assert merge([typed, entered]) == (typed,)
    assert merge([entered, typed]) == (typed,)


def test_the_reading_that_is_solved_is_kept_of_two_photographs() -> None:
    sharp = puzzle(PUZZLE, Source.IMAGE)
    assert merge([doubtful("." + PUZZLE[1:]), sharp]) == (sharp,)


def test_a_hard_picture_of_another_puzzle_stays() -> None:
    found = (puzzle(PUZZLE), doubtful(OTHER))
    assert merge(found) == found


def test_two_texts_that_differ_in_a_digit_are_two_puzzles() -> None:
    found = (puzzle(PUZZLE), puzzle("4" + PUZZLE[1:]))
    assert merge(found) == found


def test_a_full_grid_counts_only_where_nothing_is_to_be_solved() -> None:
    full = puzzle(SOLUTION)
    assert without_solutions([full, puzzle(PUZZLE)]) == (puzzle(PUZZLE),)
    assert without_solutions([full]) == (full,)


def test_a_grid_that_fits_into_a_solution_of_our_reply_is_an_echo() -> None:
    told = [puzzle(PUZZLE)]
    few = judge(reading_of(Grid(told[0].grid.shape, (5, *[0] * 80)), Source.TEXT))
    kept = without_echoes([puzzle(SOLUTION), puzzle(OTHER), few], told)
    assert [p.grid.line for p in kept] == [OTHER]


def test_a_printed_puzzle_and_the_same_with_own_digits_are_one() -> None:
    for wrong in ("", "1", "12"):
        own = SOLUTION[2:20]
        mine = puzzle(PUZZLE[:2] + own + PUZZLE[20:])
        digits = list(mine.grid.digits)
        empty = [c for c in range(2, 20) if PUZZLE[c] == "."]
        for cell in empty[: len(wrong)]:
            digits[cell] = digits[cell] % 9 + 1
        mine = judge(reading_of(Grid(mine.grid.shape, tuple(digits)), Source.TEXT))
        for found in ([puzzle(PUZZLE), mine], [mine, puzzle(PUZZLE)]):
            [one] = merge(found)
            assert one.grid.givens == puzzle(PUZZLE).grid.givens
            assert one.grid.digits == mine.grid.digits
            assert one.wrong_entries == tuple(empty[: len(wrong)])


@pytest.mark.parametrize("printed_first", [True, False])
def test_a_puzzle_is_joined_with_that_of_our_reply(printed_first: bool) -> None:
    empty = [cell for cell, sign in enumerate(PUZZLE) if sign == "."][:4]
    entries = {cell: int(SOLUTION[cell]) for cell in empty}
    entries[empty[0]] = entries[empty[0]] % 9 + 1
    mine = "".join(str(entries.get(c, sign)) for c, sign in enumerate(PUZZLE))
    sent, known = (mine, PUZZLE) if printed_first else (PUZZLE, mine)
    earlier = State(judge(reading_of(parse(known), Source.THREAD)).grid)
    now = judge(reading_of(parse(sent), Source.TEXT))
    [one] = with_earlier([now], [earlier])
    assert one.grid.givens == puzzle(PUZZLE).grid.givens
    assert {c: d for c, d in enumerate(one.grid.entries) if d} == entries
    assert one.wrong_entries == (empty[0],)


def test_what_we_have_told_is_not_the_persons_own_when_it_is_sent_again() -> None:
    cell = PUZZLE.index(".")
    grid = puzzle(PUZZLE).grid
    told = grid.with_entries({cell: int(SOLUTION[cell])})
    other = next(c for c in range(cell + 1, 81) if PUZZLE[c] == ".")
    shown = {cell: SOLUTION[cell], other: SOLUTION[other]}
    mine = "".join(shown.get(c, sign) for c, sign in enumerate(PUZZLE))
    [one] = with_earlier([puzzle(mine)], [State(told, told=frozenset({cell}))])
    assert one.grid.givens == grid.givens
    assert one.told == {cell}


def test_another_puzzle_is_not_joined_with_that_of_the_thread() -> None:
    assert with_earlier([puzzle(OTHER)], [State(puzzle(PUZZLE).grid)]) == (
        puzzle(OTHER),
    )


def test_a_puzzle_with_its_printed_solution_holds_no_own_digits() -> None:
    found = merge([puzzle(PUZZLE), puzzle(SOLUTION)])
    assert not any(any(one.grid.entries) for one in found)
