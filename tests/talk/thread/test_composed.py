"""Sentences composed of cells and digits: no digit is taken that nobody meant."""

from collections.abc import Iterator

import pytest

from mailbot.language.folders import written
from mailbot.model import Content, Findings, Puzzle, Want
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import begin, listen
from tests.compose.cases import answer_to, grid, solved
from tests.examples import of_the_day
from tests.sample_letters import PUZZLE, typed
from tests.talk.tables import Table, rows, tables
from tests.talk.threads import asking, found, gmail_text

ASIDES, CLAIMS, MEANT, PLAIN, UNMEANT = tables(
    "composed", "asides", "claims", "meant", "plain", "unmeant"
)

_SHARE = 16
"""Of so many sentences one is tried each day, unless all are."""

pytestmark = pytest.mark.parametrize("language", written())

EMPTY, PRINTED = (1, 3), (1, 1)
ROWS = "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9))


def first_puzzle() -> Findings:
    return read_letter(typed(ROWS), ReadingOptions())


def begun(words: str, findings: Findings) -> Puzzle:
    letter = typed(f"{words}\n\n{ROWS}", subject="")
    [puzzle] = begin(listen(letter), findings).findings.puzzles
    return puzzle


def settled(reply: Content, words: str) -> int | None:
    """The digit that words settle r1c6 with; None if it is in doubt still."""
    [puzzle] = found(gmail_text(reply, words))
    return None if 5 in puzzle.doubtful else puzzle.grid.digits[5]


def composed(
    table: Table, language: str, cell: tuple[int, int], digit: int
) -> Iterator[str]:
    """Each sentence of a table with two names of the cell; all names get their turn.

    Args:
        table: sentences by language.
        language: one of its languages.
        cell: the row and the column, from 1.
        digit: the digit; the other one is the next.
    """
    row, column = cell
    names = rows("composed")["cells"][language]
    for number, sentence in enumerate(table[language]):
        for name, place in (
            names[number % len(names)],
            names[(number + 1) % len(names)],
        ):
            yield sentence.format(
                cell=name.format(r=row, c=column),
                at=place.format(r=row, c=column),
                d=digit,
                e=digit % 9 + 1,
            )


def answers(language: str, second: int) -> Iterator[tuple[str, int]]:
    """Plain answers beside numbers of other things and other people, and the digit."""
    pairs = ((8, 4), (4, 8), (4, 3)) if second else ((4, 7), (7, 4))
    asides = [*CLAIMS[language], *ASIDES[language]]
    for number, aside in enumerate(asides):
        plain = PLAIN[language][number % len(PLAIN[language])]
        for yes, no in pairs:
            for words in (f"{plain} {aside}", f"{aside} {plain}"):
                yield words.format(y=yes, n=no), yes


def test_a_first_letter_enters_no_digit_that_nobody_meant(language: str) -> None:
    findings = first_puzzle()
    [one] = findings.puzzles
    for words in of_the_day(composed(UNMEANT, language, EMPTY, 2), _SHARE):
        assert begun(words, findings).grid == one.grid, words


def test_a_first_letter_enters_the_digit_that_is_told(language: str) -> None:
    findings = first_puzzle()
    for words in of_the_day(composed(MEANT, language, EMPTY, 4), _SHARE // 2):
        entries = begun(words, findings).grid.entries
        assert {c: d for c, d in enumerate(entries) if d} == {2: 4}, words


@pytest.mark.parametrize("want", [Want.SOLUTION, Want.HINT])
def test_an_answer_changes_no_digit_that_nobody_meant(
    language: str, want: Want
) -> None:
    reply = answer_to([solved()], want, language)
    for cell, digit in ((PRINTED, 4), (EMPTY, 6)):
        for words in of_the_day(composed(UNMEANT, language, cell, digit), _SHARE):
            [puzzle] = found(gmail_text(reply, words)) or [solved()]
            assert puzzle.grid.digits[cell[1] - 1] != digit, words


def test_an_answer_corrects_the_digit_that_is_told(language: str) -> None:
    reply = answer_to([solved()], language=language)
    for words in of_the_day(composed(MEANT, language, PRINTED, 4), _SHARE // 2):
        [puzzle] = found(gmail_text(reply, words))
        assert puzzle.grid.givens == (4, *grid().givens[1:]), words


@pytest.mark.parametrize("second", [8, 0])
def test_numbers_of_other_things_and_people_settle_no_doubt(
    language: str, second: int
) -> None:
    reply = asking(language, second)
    for aside in of_the_day(ASIDES[language], _SHARE):
        for digit in (4, 8, 3):
            words = aside.format(n=digit)
            assert settled(reply, words) is None, words


@pytest.mark.parametrize("second", [8, 0])
def test_no_other_digit_is_taken_than_the_one_that_is_told(
    language: str, second: int
) -> None:
    reply = asking(language, second)
    for words, digit in of_the_day(answers(language, second), _SHARE):
        assert settled(reply, words) in (None, digit), words
