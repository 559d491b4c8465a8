"""Puzzles that were dictated row by row, as telephones write it."""

from collections.abc import Sequence

import pytest

from mailbot.model import Lack, Status
from mailbot.text.dictated import find_dictation, without_dictation
from mailbot.text.typed import read_text
from tests.cases import data_of
from tests.compose.cases import GRANDFATHER

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
    long = [*ROWS[:7], f"{ROWS[7]}5", ROWS[8]]
    found = read_text(dictated(language, long))
    assert not found.puzzles
    assert [note.lack for note in found.notes] == [Lack(9, cells=10, row=8)]


def test_a_row_that_is_missing_is_asked_about() -> None:
    found = read_text(dictated("en", ROWS[:8]))
    assert not found.puzzles
    assert [note.lack for note in found.notes] == [Lack(9, rows=8)]


def test_a_row_that_is_said_again_replaces_the_first_one() -> None:
    slip = [*ROWS[:4], "." * 8 + "1", *ROWS[5:]]
    names = SAID["de"][1].split()
    again = " ".join(names[int(c) if c != "." else 0] for c in ROWS[4])
    text = f"{dictated('de', slip)} Moment, fünfte Zeile {again}"
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


@pytest.mark.parametrize(
    "text",
    [
        "Row 4 column 7 is 3, not 8. Row 5 column 1 is 2, not 9. " * 6,
        "Row two: empty. Row three: blank. Row four: nothing. Row five: a gap.",
        "The front row, the second row and the last row were blank. " * 5,
        "row " * 5_000,
        "",
    ],
)
def test_talk_of_rows_is_no_dictation(text: str) -> None:
    assert find_dictation(text) is None
    assert without_dictation(text) == text
