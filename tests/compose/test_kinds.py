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
    Note,
    NoteKind,
    Puzzle,
    Request,
    Status,
    Want,
    Wish,
)
from tests.compose.cases import (
    NINE,
    SOLUTION,
    answer_to,
    covered,
    every_kind,
    grid,
    puzzle,
    solved,
)
from tests.compose.catalogue import TRANSLATED

BOX = NINE.boxes[4]
PRINTED = sum(map(bool, grid().givens))


def answer(wish: Wish, *puzzles: Puzzle, notes: tuple[Note, ...] = ()) -> Content:
    return answer_to(puzzles, wish=wish, notes=notes)


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


def test_why_explains_the_last_hint_and_tells_no_other_cell() -> None:
    [(name, digit)] = answer(Wish((Request(Want.HINT),)), solved()).told.items()
    cell = next(c for c in range(81) if NINE.name(c) == name)
    composed = answer(Wish((Request(Want.WHY, cells=(cell,)),)), solved())
    assert composed.kind is Kind.WHY
    assert set(composed.told) <= {name}
    assert composed.solutions == ()
    row, column = divmod(cell, 9)
    assert f"in row {row + 1}, column {column + 1}" in " ".join(composed.text.split())
    assert str(digit) in composed.text


def test_a_new_puzzle_comes_as_text_and_page_without_its_solution() -> None:
    composed = answer(Wish((Request(Want.NEW),)), solved())
    assert (composed.kind, composed.told, composed.solutions) == (Kind.NEW, {}, ())
    assert shown_digits(composed.text) == [PRINTED]
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


def test_a_reply_without_our_lines_below_it_is_asked_to_keep_them() -> None:
    note = Note(NoteKind.UNQUOTED)
    composed = answer(Wish(), notes=(note,))
    assert composed.kind is Kind.NO_PUZZLE
    assert composed.text != answer(Wish()).text
    assert not Findings(notes=(note,)).puzzles


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
