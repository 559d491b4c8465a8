"""What each kind of answer to a person's words shows, and that it tells no more."""

import re
from dataclasses import replace

import pypdfium2
import pytest

from mailbot.marker import find_markers
from mailbot.model import (
    Content,
    Findings,
    Kind,
    Missing,
    Note,
    NoteKind,
    Puzzle,
    Request,
    Status,
    Want,
    Wish,
)
from solver import Solved
from tests.cases import cases_of
from tests.compose.cases import (
    NINE,
    SOLUTION,
    TWINS,
    answer_to,
    covered,
    every_kind,
    grid,
    puzzle,
    solved,
)
from tests.compose.catalogue import TRANSLATED

cases = cases_of(__file__)


BOX = NINE.boxes[4]
MISTAKEN = puzzle(
    grid(entries={1: 3, 2: 5}), Status.SOLVED, Solved(grid(SOLUTION)), (), (1,)
)


def answer(wish: Wish, *puzzles: Puzzle, notes: tuple[Note, ...] = ()) -> Content:
    return answer_to(puzzles, wish=wish, notes=notes)


def right(cells: tuple[int, ...]) -> dict[str, int]:
    """The digits of the solution in the cells that are not given."""
    givens = grid().givens
    return {NINE.name(c): int(SOLUTION[c]) for c in cells if not givens[c]}


def shown_digits(text: str) -> list[int]:
    """How many digits stand in each grid that a text draws."""
    counts: list[int] = []
    digits = 0
    for line in text.splitlines():
        if re.match(r"#[ #].*#$", line):
            digits += len(re.findall(r"[1-9]", line))
        elif digits and not line.startswith("#"):
            counts, digits = [*counts, digits], 0
    return counts


def given_count() -> int:
    return sum(map(bool, grid().givens))


def test_a_cell_is_told_and_no_other() -> None:
    composed = answer(Wish((Request(Want.CELL, cells=(1,)),)), solved())
    assert composed.kind is Kind.CELL
    assert composed.solutions == ()
    assert composed.told == right((1,)) == {"r1c2": 4}
    assert shown_digits(composed.text) == [given_count() + 1]
    assert "row 1, column 2" in composed.text.partition("#")[0]


def test_a_cell_that_holds_a_digit_already_is_no_news() -> None:
    composed = answer(Wish((Request(Want.CELL, cells=(0,)),)), solved())
    assert (composed.kind, composed.told) == (Kind.CELL, {})


@pytest.mark.parametrize("want", [Want.SOLUTION, Want.HINT, Want.RATING])
def test_what_lies_on_cells_of_a_solved_puzzle_is_told(want: Want) -> None:
    told = "I cannot see r1c2 and r1c3 in the picture"
    assert told in answer(Wish((Request(want),)), covered(solved(), 1, 2)).text
    assert told not in answer(Wish((Request(want),)), solved()).text


def test_covered_cells_that_are_asked_about_are_not_said_to_be_harmless() -> None:
    asked = puzzle(grid(), Status.DOUBTFUL, None, (1, 2))
    text = answer(Wish((Request(Want.SOLUTION),)), covered(asked, 1, 2)).text
    assert "I cannot see" not in text


@pytest.mark.parametrize("cells", [(1, 2), tuple(range(1, 10))])
def test_covered_cells_are_mentioned_once(cells: tuple[int, ...]) -> None:
    """Nor is it called hard to read, or a sharper picture asked for."""
    asked = covered(puzzle(grid(), Status.DOUBTFUL, None, cells), *cells)
    part = asked.reading.where.part
    text = answer(Wish(), asked, notes=(Note(NoteKind.COVERED, part=part),)).text
    assert text.count("a part of it is covered") == 1
    assert "hard to read" not in text
    assert "sharper" not in text
    assert text.index("a part of it is covered") < text.index("#====")


def test_a_covered_picture_beside_a_puzzle_is_told() -> None:
    note = Note(NoteKind.COVERED, part="3")
    assert "a part of it is covered" in answer(Wish(), solved(), notes=(note,)).text


def test_a_part_is_told_and_nothing_outside_it() -> None:
    composed = answer(Wish((Request(Want.PART, cells=BOX),)), solved())
    assert composed.kind is Kind.PART
    assert composed.solutions == ()
    assert composed.told == right(BOX)
    assert shown_digits(composed.text) == [given_count() + len(right(BOX))]


def test_a_rating_tells_no_digit() -> None:
    composed = answer(Wish((Request(Want.RATING),)), solved())
    assert (composed.kind, composed.told, composed.solutions) == (Kind.RATING, {}, ())
    assert shown_digits(composed.text) == [given_count()]
    assert re.search(r"difficult|easy|hard|rating", composed.text, re.IGNORECASE)


def test_why_explains_the_last_hint_and_tells_no_other_cell() -> None:
    hint = answer(Wish((Request(Want.HINT),)), solved())
    [(name, digit)] = hint.told.items()
    cell = next(c for c in range(81) if NINE.name(c) == name)
    composed = answer(Wish((Request(Want.WHY, cells=(cell,)),)), solved())
    assert composed.kind is Kind.WHY
    assert set(composed.told) <= {name}
    assert composed.solutions == ()
    row, column = divmod(cell, 9)
    assert f"in row {row + 1}, column {column + 1}" in " ".join(composed.text.split())
    assert str(digit) in composed.text


def test_why_without_a_hint_before_it_tells_no_digit() -> None:
    composed = answer(Wish((Request(Want.WHY),)), solved())
    assert (composed.kind, composed.told, composed.solutions) == (Kind.WHY, {}, ())


def test_a_right_move_is_called_right_and_nothing_more_is_told() -> None:
    composed = answer(Wish((Request(Want.MOVES, cells=(1,)),)), solved(entries={1: 4}))
    assert (composed.kind, composed.told, composed.solutions) == (Kind.MOVES, {}, ())
    assert "row 1, column 2" in composed.text
    assert shown_digits(composed.text) == [given_count() + 1]


def test_a_move_with_a_wish_for_the_next_gets_one_hint() -> None:
    wish = Wish((Request(Want.MOVES, cells=(1,)), Request(Want.HINT)))
    composed = answer(wish, solved(entries={1: 4}))
    assert composed.kind is Kind.HINT
    assert len(composed.told) == 1
    assert "r1c2" not in composed.told


def test_a_wrong_move_is_named_and_its_right_digit_is_not() -> None:
    composed = answer(Wish((Request(Want.MOVES, cells=(1,)),)), MISTAKEN)
    assert composed.kind is Kind.MOVES
    assert (composed.told, composed.solutions) == ({}, ())
    assert "row 1, column 2" in composed.text


def test_a_dispute_shows_what_was_read_and_no_digit_of_the_solution() -> None:
    composed = answer(Wish((Request(Want.DISPUTE),)), solved())
    assert (composed.kind, composed.told, composed.solutions) == (Kind.DISPUTE, {}, ())
    assert shown_digits(composed.text) == [given_count()]


@cases("missing, cells, said")
def test_what_was_not_understood_is_named_in_a_short_answer(
    missing: frozenset[Missing], cells: tuple[int, ...], said: str
) -> None:
    composed = answer(
        Wish((Request(Want.UNCLEAR, cells=cells),), missing=missing), solved()
    )
    assert (composed.kind, composed.told, composed.solutions) == (Kind.UNCLEAR, {}, ())
    assert not shown_digits(composed.text)  # a short answer shows no grid
    words = " ".join(composed.text.split())
    assert said in words
    assert len(composed.text.splitlines()) < 25


def test_an_answer_that_was_not_understood_keeps_the_questions_open() -> None:
    wish = Wish((Request(Want.UNCLEAR),), missing=frozenset({Missing.CELL}))
    composed = answer(wish, puzzle(grid(), Status.DOUBTFUL, None, (0, 5)))
    assert composed.kind is Kind.DOUBTFUL
    words = " ".join(composed.text.split())
    assert "which cell you mean" in words
    assert "In row 1, column 1: is it" in words
    assert "In row 1, column 6: is it" in words


def test_a_new_puzzle_comes_as_text_and_page_without_its_solution() -> None:
    composed = answer(Wish((Request(Want.NEW),)), solved())
    assert (composed.kind, composed.told, composed.solutions) == (Kind.NEW, {}, ())
    assert shown_digits(composed.text) == [given_count()]
    assert find_markers(composed.text)[0].state.gentle
    assert composed.pictures == ()  # it stands in the page and in the PDF
    [page] = pypdfium2.PdfDocument(composed.sheet)
    shown = "".join(page.get_textpage().get_text_range().split())
    assert sorted(shown) == sorted(
        SOLUTION + "".join(map(str, grid().givens)).replace("0", "")
    )


def test_a_new_puzzle_for_an_unproven_sender_is_text_alone() -> None:
    composed = answer_to([solved()], wish=Wish((Request(Want.NEW),)), proven=False)
    assert composed.kind is Kind.NEW
    assert (composed.pictures, composed.sheet) == ((), b"")
    assert "attached" not in composed.text


def test_stop_is_promised_and_asks_for_nothing() -> None:
    composed = answer(Wish((Request(Want.STOP),)))
    assert composed.kind is Kind.STOPPED
    assert "no more messages" in composed.text
    assert "Reply with" not in composed.text


def test_a_reply_without_our_lines_below_it_is_asked_to_keep_them() -> None:
    note = Note(NoteKind.UNQUOTED)
    composed = answer(Wish(), notes=(note,))
    assert composed.kind is Kind.NO_PUZZLE
    assert composed.text != answer(Wish()).text
    assert not Findings(notes=(note,)).puzzles


@pytest.mark.parametrize(
    "wish",
    [
        Wish((Request(Want.CELL, cells=(1,)),)),
        Wish((Request(Want.PART, cells=BOX),)),
        Wish((Request(Want.RATING),)),
        Wish((Request(Want.CHECK),)),
        Wish((Request(Want.WHY),)),
        Wish((Request(Want.MOVES, cells=(1,)),)),
        Wish((Request(Want.HINT),)),
    ],
    ids=lambda wish: wish.want.value,
)
@pytest.mark.parametrize("status", [Status.AMBIGUOUS, Status.DOUBTFUL])
def test_no_digit_is_told_without_one_sure_solution(wish: Wish, status: Status) -> None:
    doubtful = (0,) if status is Status.DOUBTFUL else ()
    composed = answer(wish, puzzle(grid(TWINS), status, None, doubtful))
    assert (composed.told, composed.solutions) == ({}, ())


def sentences(text: str) -> set[str]:
    """The lines of a text that hold five words or more, but the machine's."""
    lines = (li for li in text.splitlines() if not li.startswith("Puzzle: "))
    return {li for li in lines if len(re.findall(r"[^\W\d_]+", li)) > 4}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize(
    "wish",
    [
        Wish((Request(Want.CELL, cells=(1,)),)),
        Wish((Request(Want.PART, cells=BOX),)),
        Wish((Request(Want.RATING),)),
        Wish((Request(Want.WHY, cells=(1,)),)),
        Wish((Request(Want.MOVES, cells=(1,)),)),
        Wish((Request(Want.DISPUTE),)),
        Wish((Request(Want.UNCLEAR, cells=(1,)),)),
        Wish((Request(Want.NEW),)),
        Wish((Request(Want.STOP),)),
    ],
    ids=lambda wish: wish.want.value,
)
def test_each_kind_is_written_in_each_language(wish: Wish, language: str) -> None:
    puzzles = () if wish.want is Want.STOP else (solved(entries={1: 4}),)
    theirs = answer(replace(wish, language=language), *puzzles)
    ours = answer(wish, *puzzles)
    assert theirs.language == language
    assert not sentences(theirs.text) & sentences(ours.text)


def test_what_a_reply_tells_is_what_its_next_letter_knows() -> None:
    for name, composed in every_kind().items():
        for marker in find_markers(composed.text):
            if composed.solutions or not any(marker.state.grid.entries):
                continue
            for cell, digit in composed.told.items():
                place = next(c for c in range(81) if NINE.name(c) == cell)
                assert marker.state.grid.entries[place] == digit, name
                assert place in marker.state.told, name
