"""Puzzles that were dictated row by row, as telephones write it."""

from collections.abc import Sequence

import pytest

from mailbot.model import Lack, Status
from mailbot.text.dictated import Dictation, find_dictation, without_dictation
from mailbot.text.typed import read_text
from tests.cases import cases_of, data_of
from tests.compose.cases import GRANDFATHER

cases = cases_of(__file__)

ROWS = [GRANDFATHER[start : start + 9] for start in range(0, 81, 9)]

[SAID] = data_of(__file__, "said")
"""How a row is announced, empty and the digits, and a wish; as we would say it."""


def dictated(language: str, rows: Sequence[str] = ROWS) -> str:
    labels, words, wish = SAID[language]
    names = words.split()
    said = [
        " ".join([label, *(names[int(c) if c != "." else 0] for c in row)])
        for label, row in zip(labels.split(", "), rows, strict=False)
    ]
    return f"{wish} {' '.join(said)}"


@pytest.mark.parametrize("language", SAID)
def test_nine_dictated_rows_are_the_puzzle(language: str) -> None:
    [puzzle] = read_text(dictated(language)).puzzles
    assert puzzle.grid.line == GRANDFATHER
    assert puzzle.status is Status.SOLVED


@pytest.mark.parametrize("language", SAID)
def test_what_is_said_beside_a_dictation_remains(language: str) -> None:
    left = without_dictation(f"{dictated(language)}\nAda")
    assert left.split("\n") == [SAID[language][2], "Ada"]


@pytest.mark.parametrize("language", SAID)
def test_a_row_with_a_cell_too_many_is_asked_about(language: str) -> None:
    found = read_text(dictated(language, [*ROWS[:7], f"{ROWS[7]}5", ROWS[8]]))
    assert not found.puzzles
    assert [note.lack for note in found.notes] == [Lack(9, cells=10, row=8)]


def test_a_row_that_is_missing_is_asked_about() -> None:
    found = read_text(dictated("en", ROWS[:8]))
    assert not found.puzzles
    assert [note.lack for note in found.notes] == [Lack(9, rows=8)]


@pytest.mark.parametrize(
    ("language", "again"), [("de", "Moment, fünfte Zeile"), ("en", "wait, row five")]
)
def test_a_row_said_again_replaces_the_first(language: str, again: str) -> None:
    slip = [*ROWS[:4], "." * 8 + "1", *ROWS[5:]]
    names = SAID[language][1].split()
    row = " ".join(names[int(c) if c != "." else 0] for c in ROWS[4])
    text = f"{dictated(language, slip)} {again} {row}"
    assert [p.grid.line for p in read_text(text).puzzles] == [GRANDFATHER]


def test_several_empty_cells_may_be_counted() -> None:
    text = dictated("en").replace(" blank blank blank", " three blanks")
    assert "three blanks" in text
    assert [p.grid.line for p in read_text(text).puzzles] == [GRANDFATHER]


def test_figures_and_words_may_be_mixed() -> None:
    text = dictated("en").replace("blank", "0").replace("seven", "7")
    assert [p.grid.line for p in read_text(text).puzzles] == [GRANDFATHER]


def test_numbers_of_what_is_said_behind_the_last_row_are_no_cells() -> None:
    text = f"{dictated('en')} okay that is all, one hint please"
    assert [p.grid.line for p in read_text(text).puzzles] == [GRANDFATHER]
    assert without_dictation(text).endswith("okay that is all, one hint please")


@cases("text")
def test_talk_of_rows_is_no_dictation(text: str) -> None:
    assert find_dictation(text) is None
    assert without_dictation(text) == text


@pytest.mark.parametrize(("lengths", "size"), [((9, 9, 8), 9), ((9, 9, 8, 8), 0)])
def test_the_size_is_the_length_of_most_rows(lengths: Sequence[int], size: int) -> None:
    found = Dictation(tuple((0,) * length for length in lengths), 0, 1)
    assert found.size == size
    assert bool(found.lack) is bool(size)
    assert found.grid is None


SMALL = [f"row {cells}" for cells in ("_ 2 3 4", "_ 4 1 2", "2 1 _ 3", "4 3 2 _")]
"""The rows of a small puzzle, as few of them and as few empty cells as there may be."""


def test_the_smallest_puzzle_with_the_fewest_empty_cells_is_one() -> None:
    found = find_dictation(f"Hi! {' '.join(SMALL)}")
    assert found
    assert found.grid
    assert found.grid.line == ".234.41221.3432."
    assert found.start == len("Hi! ")
    assert find_dictation(" ".join(SMALL).replace("_ 2", "1 2")) is None
    assert find_dictation(" ".join(SMALL[:3])) is None


def test_a_row_is_said_again_by_the_number_of_its_place() -> None:
    said = [*SMALL[1:], f"first {SMALL[0]}"]
    for slip in ("row _ _ _ 1", SMALL[0]):
        found = find_dictation(" ".join([slip, *said]))
        assert found
        assert found.rows[0] == (0, 2, 3, 4)
        assert len(found.rows) == 4


def test_no_text_that_is_longer_than_a_letter_is_listened_to() -> None:
    said = " ".join(SMALL)
    assert find_dictation(said.rjust(20_000))
    assert find_dictation(said.rjust(20_001)) is None


@pytest.mark.parametrize(("count", "is_one"), [(6, False), (7, True), (8, True)])
def test_at_most_two_rows_of_a_dictation_are_missing(count: int, is_one: bool) -> None:
    assert (find_dictation(dictated("en", ROWS[:count])) is not None) is is_one
