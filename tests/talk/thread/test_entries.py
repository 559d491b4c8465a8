"""Letters about several digits of one's own: I rubbed those two out. Anything else?"""

import re

import pytest

from mailbot.language.folders import written
from mailbot.model import Content, Wish
from mailbot.model.requests import Act, Request
from tests.compose.cases import SOLUTION, answer_to, solved
from tests.talk.tables import tables
from tests.talk.thread.test_going_on import acts
from tests.talk.thread.test_pointing import answered, cell_of, digit_in
from tests.talk.threads import gmail, meant

THE_TWO, OUT, ANOTHER, KEPT = tables("entries", "the_two", "out", "another", "kept")
OF_A_ROW, AT_NUMBER_TWO = tables("entries", "of_a_row", "at_number_two")
WHERE_TOO, OUT_TOO, NOT_ENTERED, NEW_TOO = tables(
    "entries", "where_too", "out_too", "not_entered", "new_too"
)
COUNTED, ROW_OF_MISTAKE, MISSING = tables(
    "entries", "counted", "row_of_mistake", "missing"
)
MINE, YOURS_OUT = tables("entries", "mine", "yours_out")
ALL_RIGHT_TOO, RIGHT_STAYS = tables("entries", "all_right_too", "right_stays")

FIRST, SECOND = 6, 13
PLACES = {"a": "r1c7", "b": "r2c5"}

in_each_language = pytest.mark.parametrize("language", written())


def checked(language: str) -> Content:
    """The reply that names two wrong digits beside a right one."""
    check = Wish((Request(Act.CHECK),), language=language)
    return answer_to([solved(entries={1: 4, FIRST: 5, SECOND: 7})], wish=check)


@in_each_language
def test_what_is_erased_counts_as_nobodys_any_more(language: str) -> None:
    for words in THE_TWO[language]:
        told = answered(checked(language), words.format(**PLACES))
        assert acts(told) == [Act.UNDO, Act.CHECK], words
        assert told.answers[1].wrong == (), words
        assert (digit_in(told, FIRST), digit_in(told, SECOND)) == (0, 0), words
        assert digit_in(told, 1) == 4, words


@in_each_language
def test_who_only_erases_digits_gets_the_grid_without_them(language: str) -> None:
    for words in OUT[language]:
        told = answered(checked(language), words.format(**PLACES))
        assert (acts(told), told.told) == ([Act.UNDO], {}), words
        assert (digit_in(told, FIRST), digit_in(told, SECOND)) == (0, 0), words


@in_each_language
def test_a_digit_that_is_called_right_stays_where_another_goes(language: str) -> None:
    for words in RIGHT_STAYS[language]:
        told = answered(checked(language), words)
        assert (acts(told), told.told) == ([Act.UNDO], {}), words
        assert (digit_in(told, FIRST), digit_in(told, SECOND)) == (0, 7), words


@in_each_language
def test_yes_or_no_names_no_wrong_digit(language: str) -> None:
    for words in ANOTHER[language]:
        told = answered(checked(language), words)
        assert acts(told) == [Act.UNDO, Act.CHECK], words
        assert (digit_in(told, FIRST), digit_in(told, SECOND)) == (0, 7), words
        assert not told.answers[1].wrong, words
        assert not re.search(r"\d!", told.text), words


@in_each_language
def test_nothing_is_erased_that_nobody_erases(language: str) -> None:
    for words in KEPT[language]:
        asked = meant(gmail(checked(language), words))
        for puzzle in asked.findings.puzzles:
            entries = puzzle.grid.entries
            assert (entries[FIRST], entries[SECOND]) == (5, 7), words


def hinted(language: str) -> Content:
    """The reply that gives a hint of a puzzle with a 4 in r1c2."""
    hint = Wish((Request(Act.HINT),), language=language)
    return answer_to([solved(entries={1: 4})], wish=hint)


@in_each_language
def test_an_own_digit_that_is_missed_is_entered_and_no_other_told(
    language: str,
) -> None:
    right = int(SOLUTION[2])
    for words in MISSING[language]:
        for digit in (right, right % 9 + 1):
            told = answered(hinted(language), words.format(d=digit))
            assert acts(told)[0] is Act.MOVES, words
            assert digit_in(told, 2) == digit, words
            assert "r1c3" not in told.told, words


@in_each_language
def test_what_is_asked_beside_an_entry_is_answered(language: str) -> None:
    for words in WHERE_TOO[language]:
        told = answered(hinted(language), words.format(a="r2c3"))
        assert acts(told) == [Act.MOVES, Act.WHERE], words
        assert (digit_in(told, 11), told.told) == (1, {}), words


@in_each_language
def test_one_letter_enters_and_erases(language: str) -> None:
    for words in OUT_TOO[language]:
        told = answered(hinted(language), words.format(a="r2c3", b="r1c2"))
        assert acts(told) == [Act.UNDO, Act.MOVES], words
        assert (digit_in(told, 11), digit_in(told, 1)) == (1, 0), words


@in_each_language
def test_a_digit_that_is_erased_counts_no_new_puzzles(language: str) -> None:
    hint = hinted(language)
    told = (cell_of(hint),)  # a 4
    for words in NEW_TOO[language]:
        undo, new = meant(gmail(hint, words)).wish.requests
        assert (undo.act, undo.cells, new.act) == (Act.UNDO, told, Act.NEW), words
        assert new.new is not None
        assert new.new.count == 1, words


@in_each_language
def test_wrong_entries_are_only_counted_where_no_more_is_asked(language: str) -> None:
    for words in COUNTED[language]:
        told = answered(hinted(language), words.format(a="r2c3", b="r1c5"))
        assert acts(told) == [Act.CHECK], words
        assert (digit_in(told, 11), digit_in(told, 4)) == (1, 6), words
        assert not told.answers[0].wrong, words


@in_each_language
def test_of_a_mistake_the_row_alone_is_told(language: str) -> None:
    for words in ROW_OF_MISTAKE[language]:
        told = answered(checked(language), words)
        assert acts(told) == [Act.WHERE], words
        assert told.answers[0].house == "row 1", words
        assert not told.answers[0].cells, words


@in_each_language
def test_a_digit_that_is_only_supposed_is_not_entered(language: str) -> None:
    for words in NOT_ENTERED[language]:
        asked = meant(gmail(hinted(language), words.format(a="r2c3")))
        [puzzle] = asked.findings.puzzles
        assert puzzle.grid.digits[11] == 0, words


@in_each_language
def test_a_digit_that_is_called_ones_own_is_entered(language: str) -> None:
    for words in MINE[language]:
        told = answered(hinted(language), words.format(a="r2c3"))
        assert acts(told) == [Act.MOVES], words
        assert digit_in(told, 11) == 1, words


@in_each_language
def test_who_asks_if_all_is_right_beside_an_entry_is_told(language: str) -> None:
    for words in ALL_RIGHT_TOO[language]:
        told = answered(checked(language), words.format(a="r2c3"))
        assert (acts(told), told.told) == ([Act.MOVES, Act.CHECK], {}), words
        assert (digit_in(told, 11), told.answers[1].wrong) == (1, ("r1c7", "r2c5"))


@in_each_language
def test_all_that_we_told_is_taken_out_and_nothing_of_theirs(language: str) -> None:
    first = hinted(language)
    second = answered(first, "hint")
    for words in YOURS_OUT[language]:
        told = answered(second, words)
        assert acts(told) == [Act.UNDO], words
        assert digit_in(second, cell_of(first)) > 0, words
        assert (digit_in(told, cell_of(first)), digit_in(told, 1)) == (0, 4), words
        assert digit_in(told, cell_of(second)) == 0, words


@in_each_language
def test_two_digits_of_a_row_are_judged_both(language: str) -> None:
    hint = Wish((Request(Act.HINT),), language=language)
    for words in OF_A_ROW[language]:
        told = answered(answer_to([solved()], wish=hint), words)
        judged = {a.digit for a in told.answers if a.act is Act.VERDICT}
        assert judged or acts(told) == [Act.MOVES], words
        assert {7, 8} == (judged or {digit_in(told, 18), digit_in(told, 20)}), words


@in_each_language
def test_the_number_of_a_puzzle_is_no_digit(language: str) -> None:
    hints = Wish((Request(Act.HINT),), language=language)
    both = answer_to([solved(), solved(entries={1: 4})], wish=hints)
    for words in AT_NUMBER_TWO[language]:
        told = answered(both, words.format(a="r1c3"))
        assert {*acts(told)} <= {Act.VERDICT, Act.MOVES}, words
        assert [(a.puzzle, a.digit or 5) for a in told.answers] == [(2, 5)], words
