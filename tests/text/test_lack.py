"""An incomplete typed puzzle: the reply tells what is missing and guesses nothing."""

from hypothesis import given
from hypothesis import strategies as st

from mailbot.model import Lack, NoteKind
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.text.lack import find_lack
from mailbot.text.typed import read_text
from tests.cases import cases_of
from tests.examples import examples
from tests.sample_letters import PUZZLE, ROWS, table, typed

cases = cases_of(__file__)


@cases("text, lack")
def test_what_is_missing_is_counted(text: str, lack: Lack) -> None:
    assert find_lack(text) == lack


@cases("text")
def test_other_numbers_are_not_taken_for_an_incomplete_puzzle(text: str) -> None:
    assert find_lack(text) is None


@examples(100)
@given(st.text(alphabet="123.0 -|x\n\t>,", max_size=400))
def test_looking_for_an_incomplete_puzzle_fails_on_no_text(text: str) -> None:
    lack = find_lack(text)
    assert lack is None or lack.size in (6, 9, 12, 16, 25)


def test_the_lack_is_told_only_where_no_puzzle_was_found() -> None:
    (note,) = read_text(PUZZLE[:80]).notes
    assert (note.kind, note.lack) == (NoteKind.CUT_OFF, Lack(9, cells=80))
    assert read_text(PUZZLE).notes == ()
    letter = typed(PUZZLE[:80], html=table(ROWS))
    assert read_letter(letter, ReadingOptions()).notes == ()


def test_text_and_html_of_a_letter_tell_the_same_lack_once() -> None:
    letter = typed("\n".join(ROWS[:8]), html=table(ROWS[:8]))
    findings = read_letter(letter, ReadingOptions())
    assert [note.lack for note in findings.notes] == [Lack(9, rows=8)]


def test_two_puzzles_in_one_table_are_read_both() -> None:
    letter = typed(html=table([*ROWS, *ROWS[6:], *ROWS[:6]]))
    findings = read_letter(letter, ReadingOptions())
    assert findings.puzzles[0].grid.line == PUZZLE
