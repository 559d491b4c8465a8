"""The lines of a reply that carry its puzzle."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.marker import Course, Hint, find_markers, strip_quoting, write_marker
from solver import Grid, Shape
from tests.compose.cases import GRANDFATHER, digits, grid
from tests.examples import examples


@examples(80)
@given(
    st.sampled_from([Shape(2, 2), Shape(3, 2), Shape(3, 3), Shape(4, 4)]),
    st.data(),
)
def test_any_grid_survives_its_marker_wrapped_anywhere(
    shape: Shape, data: st.DataObject
) -> None:
    symbols = st.integers(0, shape.size)
    cells = st.lists(symbols, min_size=shape.cells, max_size=shape.cells)
    givens = tuple(data.draw(cells))
    entries = tuple(
        0 if g else e for g, e in zip(givens, data.draw(cells), strict=True)
    )
    one = Grid(shape, givens, entries)
    cell = st.integers(0, shape.cells - 1)
    doubts = tuple(data.draw(st.dictionaries(cell, symbols)).items())
    width = data.draw(st.integers(20, 120))
    text = "\n".join(
        "> > " + line[start : start + width]
        for line in write_marker(one, doubts).splitlines()
        for start in range(0, len(line), width)
    )
    [marker] = find_markers(strip_quoting(text))
    assert (marker.grid, marker.edited, marker.doubts) == (one, False, doubts)


def test_an_edited_marker_is_noticed() -> None:
    text = write_marker(grid())
    for cell, symbol in enumerate(digits(GRANDFATHER)[:9]):
        start = len("Puzzle: ") + cell
        other = text[:start] + str(symbol % 9 + 1) + text[start + 1 :]
        assert find_markers(other)[0].edited
    assert not find_markers(text)[0].edited


def test_symbols_that_do_not_fit_the_puzzle_are_left_out() -> None:
    text = write_marker(grid(), symbols="ABCDEFGHI").replace("ABCDEFGHI", "ABCDE")
    [marker] = find_markers(text)
    assert (marker.edited, marker.symbols) == (True, "")


@given(st.integers(0, 80), st.sampled_from(["", "hint", "check"]))
def test_the_hint_and_the_wish_come_back(cell: int, wish: str) -> None:
    text = write_marker(grid(), hint=Hint(cell), course=Course(wish))
    [marker] = find_markers(strip_quoting("> " + text.replace("\n", "\n> ")))
    assert (marker.hinted, marker.wish, marker.edited) == (cell, wish, False)


MARKS = st.dictionaries(st.integers(0, 80), st.integers(1, 9))


@given(MARKS, MARKS)
def test_ruled_out_candidates_are_read_back_from_the_puzzle_line(
    before: dict[int, int], now: dict[int, int]
) -> None:
    ruled_out, news = tuple(before.items()), tuple(now.items())
    text = write_marker(
        grid(),
        doubts=((3, 4),),
        hint=Hint(5, news),
        ruled_out=ruled_out,
        course=Course("hint"),
    )
    [marker] = find_markers(strip_quoting("> " + text.replace(" ", "\n> ")))
    assert (marker.ruled_out, marker.news) == ((*ruled_out, *news), news)
    assert not marker.edited
    assert (marker.doubts, marker.hinted) == (((3, 4),), 5)


SIGNS = "058.aeoBI/r "
LINES = (
    write_marker(grid()),
    write_marker(grid(entries={1: 4, 2: 5}), doubts=((0, 8), (4, 0))),
    write_marker(
        grid(),
        symbols="ABCDEFGHI",
        hint=Hint(14, ((3, 5),)),
        course=Course("hint"),
        ruled_out=((3, 4),),
    ),
)


@pytest.mark.parametrize("text", LINES)
def test_no_line_with_one_sign_changed_is_taken_as_sure(text: str) -> None:
    [true] = find_markers(text)
    for place in range(len(text)):
        for sign in ("", *SIGNS, *(sign + text[place] for sign in SIGNS)):
            changed = text[:place] + sign + text[place + 1 :]
            for marker in find_markers(strip_quoting(changed)):
                same = replace(marker, start=true.start, end=true.end) == true
                assert marker.edited or same, changed


def test_a_mark_that_somebody_added_does_not_fit_the_check() -> None:
    text = write_marker(grid(), ruled_out=((2, 2), (35, 6)), course=Course("hint"))
    assert not find_markers(text)[0].edited
    assert find_markers(text.replace("Out: r", "Out: r1c1/1 r"))[0].edited


def test_lines_of_an_older_reply_have_no_hint_and_no_wish() -> None:
    old = f"Puzzle: {GRANDFATHER}\n(3x3 os)"
    assert write_marker(grid()) == f"Puzzle: {GRANDFATHER} (3x3 ossfkn)"
    [marker] = find_markers(old)
    assert (marker.hinted, marker.wish, marker.edited) == (None, "", False)


@pytest.mark.parametrize("check", ["ot", "osf", "ossfkm", "ossfknn"])
def test_a_check_that_does_not_fit_tells_of_an_edit(check: str) -> None:
    [marker] = find_markers(f"Puzzle: {GRANDFATHER} (3x3 {check})")
    assert marker.edited


def test_a_hint_that_was_changed_is_an_edit() -> None:
    text = write_marker(grid(), hint=Hint(1), course=Course("hint"))
    for old, new in [("r1c2", "r1c3"), ("Wish: hint ", ""), ("hint", "all")]:
        assert find_markers(text.replace(old, new))[0].edited, old


def test_a_hint_outside_the_grid_is_left_out() -> None:
    text = write_marker(grid(), hint=Hint(1)).replace("r1c2", "r10c2")
    [marker] = find_markers(text)
    assert (marker.hinted, marker.edited) == (None, True)
