"""Our own reply, found under the quoting of mail programs."""

import pytest

from mailbot.marker import State, write_marker
from mailbot.model import Status, Want
from mailbot.talk.thread.quoted import quoted_puzzles, quoting_text
from tests.compose.cases import GRANDFATHER, answer_to, grid, puzzle, solved
from tests.sample_letters import typed
from tests.talk.threads import found, letter, quote

EMPTY_ROW = GRANDFATHER[:27] + "." * 9 + GRANDFATHER[36:]
"""The grandfather's puzzle without the digits of its fourth row."""


@pytest.mark.parametrize("sign", ["", "> ", ">> ", "| ", "> > "])
def test_a_row_without_a_digit_is_a_row_of_the_grid(sign: str) -> None:
    reply = answer_to([puzzle(grid(EMPTY_ROW), Status.GAVE_UP)])
    [quoted] = quoted_puzzles(quote(reply.text, sign))
    assert quoted.shown == grid(EMPTY_ROW).digits


def test_an_edit_of_a_grid_with_an_empty_row_is_read() -> None:
    reply = answer_to([puzzle(grid(EMPTY_ROW), Status.GAVE_UP)])
    text = reply.text.replace("# 7 |", "# 1 |", 1)
    assert text != reply.text
    [one] = found(letter(quote(text)))
    assert one.grid == grid("1" + EMPTY_ROW[1:])


def test_the_grid_shown_last_before_the_lines_is_the_puzzle() -> None:
    [quoted] = quoted_puzzles(quote(answer_to([solved()]).text))
    assert quoted.solved
    [hint] = quoted_puzzles(quote(answer_to([solved()], Want.HINT).text))
    assert not hint.solved
    assert hint.marker.grid.givens == grid().givens


def test_a_letter_without_the_lines_of_a_reply_quotes_none() -> None:
    assert quoting_text(typed("Puzzle: my dog ate it")) == ""
    assert quoting_text(typed(write_marker(State(grid())))) != ""


def test_a_letter_of_many_puzzles_is_looked_at_in_part() -> None:
    assert len(quoted_puzzles(f"{write_marker(State(grid()))}\n" * 500)) == 12


def test_an_edit_of_what_was_read_counts_above_a_solution() -> None:
    text = answer_to([solved()]).text.replace("# 7 |", "# 1 |", 1)
    [one] = found(letter(quote(text)))
    assert one.grid == grid("1" + GRANDFATHER[1:])


def test_rows_that_a_mail_program_took_with_their_numbers_are_read() -> None:
    rows = [GRANDFATHER[start : start + 9] for start in range(0, 81, 9)]
    numbered = [f"{n}. {' '.join(row)}" for n, row in enumerate(rows, 1)]
    columns = " ".join("123456789")
    text = "\n".join([columns, *numbered, "", write_marker(State(grid()))])
    [quoted] = quoted_puzzles(quote(text))
    assert quoted.shown == grid().digits
