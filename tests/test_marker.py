"""The line of a reply that carries its puzzle, and the code in its Message-ID."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.mail.message.identity import is_own_id, reply_id, state_in
from mailbot.marker import (
    State,
    find_markers,
    read_code,
    read_states,
    strip_quoting,
    write_code,
    write_marker,
)
from solver import Grid, Shape
from tests.cases import cases_of
from tests.compose.cases import GRANDFATHER, SOLUTION, digits, grid
from tests.examples import examples

cases = cases_of(__file__)

EARLIER = f"Puzzle: {GRANDFATHER} Hint: r1c2 Wish: hint (3x3 ockvtm)"
OLDEST = f"Puzzle: {GRANDFATHER}\n(3x3 os)"
"""Lines of earlier replies, as version 0.1 wrote them at a89f40d, and before."""

SHAPES = [Shape(2, 2), Shape(3, 2), Shape(3, 3), Shape(4, 4)]


@st.composite
def states(draw: st.DrawFn) -> State:
    shape = draw(st.sampled_from(SHAPES))
    symbols, cell = st.integers(0, shape.size), st.integers(0, shape.cells - 1)
    cells = st.binary(min_size=shape.cells, max_size=shape.cells)  # quickly drawn
    givens = tuple(byte % (shape.size + 1) for byte in draw(cells))
    entries = tuple(
        0 if given else byte % (shape.size + 1)
        for given, byte in zip(givens, draw(cells), strict=True)
    )
    told = {cell for cell, byte in enumerate(draw(cells)) if byte % 2 and entries[cell]}
    marks = st.dictionaries(cell, st.integers(1, shape.size), max_size=6)
    news = tuple(draw(marks).items())
    return State(
        Grid(shape, givens, entries),
        told=frozenset(told),
        sought=draw(st.integers(0, 80)),
        doubts=tuple(draw(st.dictionaries(cell, symbols, max_size=9)).items()),
        hinted=draw(st.none() | cell),
        gentle=draw(st.booleans()),
        ruled_out=(*draw(marks).items(), *news),
        news=news,
        again=draw(st.integers(0, 9)),
        pointed=draw(st.integers(0, 3)),
        undo=tuple(draw(st.dictionaries(cell, symbols, max_size=3)).items()),
        solved=draw(st.booleans()),
    )


@examples(150)
@given(states())
def test_any_state_survives_its_code(state: State) -> None:
    assert read_code(write_code(state)) == state


@examples(60)
@given(states(), st.integers(20, 120))
def test_the_line_survives_quotes_and_wrapping(state: State, width: int) -> None:
    line = write_marker(state).replace("\n", "")
    text = "\n".join(
        "> > " + line[start : start + width] for start in range(0, len(line), width)
    )
    [marker] = find_markers(strip_quoting(text))
    assert marker.state.grid == state.grid


def test_a_code_with_one_other_sign_carries_nothing() -> None:
    code = write_code(State(grid()))
    for at, sign in enumerate(code):
        other = "A" if sign != "A" else "B"
        assert read_code(code[:at] + other + code[at + 1 :]) is None


@pytest.mark.parametrize("entered", [0, 10, 30, 54])
def test_the_line_of_a_common_puzzle_has_at_most_76_signs(entered: int) -> None:
    empty = [cell for cell, sign in enumerate(GRANDFATHER) if sign == "."]
    own = {cell: int(SOLUTION[cell]) for cell in empty[:entered]}
    state = State(
        grid(entries=own),
        told=frozenset(empty[: entered // 2]),
        hinted=3,
        gentle=True,
        ruled_out=((3, 9), (5, 9)),
        news=((5, 9),),
    )
    assert len(write_marker(state)) <= 76
    [marker] = find_markers(write_marker(state))
    assert (marker.state.grid, marker.state.told) == (state.grid, state.told)


def test_all_that_was_ruled_out_is_kept_in_further_lines() -> None:
    marks = tuple((cell, 9) for cell in range(30))
    state = State(grid(), ruled_out=(*marks, (40, 1)), news=((40, 1),))
    line = write_marker(state)
    assert max(map(len, line.splitlines())) == 76
    assert find_markers(line)[0].state == state


def test_the_state_comes_back_in_the_message_id() -> None:
    states = (State(grid(), hinted=3), State(grid(SOLUTION)))
    name = reply_id("0f" * 32, "bot@example.org", ".".join(map(write_code, states)))
    assert tuple(m.state for m in read_states(state_in(name))) == states
    assert is_own_id(name, ("Bot@Example.org",))
    assert len(name.partition("@")[0]) <= 201


def test_a_state_that_is_too_long_stays_out_of_the_message_id() -> None:
    assert len(reply_id("0f" * 32, "bot@example.org", "x" * 400)) < 70


@cases("name")
def test_other_ids_carry_no_state(name: str) -> None:
    assert state_in(name) == ""


def test_lines_of_earlier_replies_are_still_read() -> None:
    [marker] = find_markers(strip_quoting(f"> {EARLIER}"))
    assert marker.state.grid == grid()
    assert (marker.state.hinted, marker.state.gentle, marker.edited) == (1, True, False)
    [oldest] = find_markers(OLDEST)
    assert (oldest.state.hinted, oldest.state.gentle, oldest.edited) == (
        None,
        False,
        False,
    )


@cases("old, new")
def test_a_change_of_an_earlier_line_does_not_fit_its_check(old: str, new: str) -> None:
    assert find_markers(EARLIER.replace(old, new))[0].edited


def test_a_forged_code_is_only_a_puzzle() -> None:
    forged = State(replace(grid(), givens=digits("1" * 81)), solved=True)
    assert read_code(write_code(forged)) == forged
