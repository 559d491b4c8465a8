"""The puzzle that an answer is about: quoted, typed anew, or kept."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from mailbot.mail.message.identity import reply_id
from mailbot.marker import State, find_markers, write_marker
from mailbot.marker.code import write_code
from mailbot.model import (
    NOTHING_KEPT,
    Content,
    Kept,
    Letter,
    Part,
    Puzzle,
    Status,
    Want,
    Wish,
)
from mailbot.model.requests import Act, Request
from mailbot.talk import Conversation, continue_thread, listen
from mailbot.talk.thread.quoted import quoted_puzzles, quoting_text
from solver import Solved
from tests.cases import cases_of
from tests.compose.cases import (
    GRANDFATHER,
    SOLUTION,
    answer_to,
    grid,
    puzzle,
    solved,
)
from tests.sample_letters import typed
from tests.talk.threads import (
    UNIQUE,
    asking,
    doubtful,
    follow,
    found,
    gmail,
    letter,
    meant,
    outlook,
    quote,
)

cases = cases_of(__file__)

# Our own reply, found under the quoting of mail programs.


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
    assert hint.marker.state.grid.givens == grid().givens


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


# The row of a doubtful cell, typed anew in answer to our question.


ROW = GRANDFATHER[:9]


@pytest.mark.parametrize("client", [gmail, outlook])
@cases("words")
def test_a_row_that_is_typed_anew_settles_its_doubtful_cell(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(UNIQUE, 5), words))
    assert (one.status, one.grid) == (Status.SOLVED, grid())


@cases("words")
def test_a_row_that_differs_or_is_doubted_settles_nothing(words: str) -> None:
    for one in found(gmail(doubtful(UNIQUE, 5), words)):
        assert one.doubtful == (5,), one.grid
        assert meant(gmail(doubtful(UNIQUE, 5), words)).wish.want is not Want.MOVES


# Answers that quote nothing of our reply, whose puzzle was kept.


def kept(reply: Content, *, solved: bool = False) -> Kept:
    [marker] = find_markers(reply.text)
    return Kept(reply.text[marker.start : marker.end], solved)


def follow_kept(
    words: str, memory: Kept, parts: Sequence[Part] = ()
) -> Conversation | None:
    answer = letter(words, parts=tuple(parts))
    return continue_thread(answer, listen(answer), memory)


def only(conversation: Conversation | None) -> Puzzle:
    assert conversation is not None
    [puzzle] = conversation.findings.puzzles
    return puzzle


def test_an_answer_goes_on_with_the_puzzle_that_was_kept() -> None:
    memory = kept(answer_to([solved()], Want.HINT))
    conversation = follow_kept("next please", memory)
    assert only(conversation).grid.givens == grid().givens
    assert conversation is not None
    assert conversation.wish.want is Want.HINT


def test_without_a_kept_puzzle_an_answer_without_quote_goes_on_with_none() -> None:
    assert follow_kept("next please", NOTHING_KEPT) is None


@pytest.mark.parametrize(("last", "known"), [("", False), ("without-puzzle", True)])
def test_a_reply_with_too_many_puzzles_is_no_letter_about_those_before(
    last: str, known: bool
) -> None:
    reply = answer_to([solved()], Want.HINT)
    [marker] = find_markers(reply.text)
    states = [write_code(marker.state), last]
    ids = [reply_id(f"{n}" * 32, "bot@a.example", s) for n, s in enumerate(states)]
    answer = letter("next please")
    envelope = replace(answer.envelope, in_reply_to=(ids[1],), references=tuple(ids))
    conversation = follow(replace(answer, envelope=envelope))
    assert (conversation is not None) == known


def test_a_doubt_is_settled_without_the_quote() -> None:
    puzzle = only(follow_kept("It's an 8.", kept(asking("en", 8))))
    assert (puzzle.grid.digits[5], puzzle.status) != (4, Status.DOUBTFUL)
    assert puzzle.grid.digits[5] == 8


def test_a_correction_of_a_solved_puzzle_needs_no_quote() -> None:
    memory = kept(answer_to([solved()]), solved=True)
    conversation = follow_kept("r1c1 should be a 4", memory)
    assert conversation is not None
    assert conversation.wish.want is Want.CORRECT
    assert only(conversation).grid.givens[0] == 4


def test_a_new_puzzle_comes_before_the_one_that_was_kept() -> None:
    memory = kept(answer_to([solved()]))
    assert follow_kept(f"And this one?\n\n{GRANDFATHER}", memory) is None
    picture = Part("2", "image/jpeg", "new.jpeg", b"\xff\xd8\xff" + bytes(60_000))
    assert follow_kept("And this one?", memory, [picture]) is None


def test_what_is_quoted_comes_before_what_was_kept() -> None:
    quoting = gmail(answer_to([solved()], Want.HINT), "next please")
    memory = kept(asking("en", 8))
    conversation = continue_thread(quoting, listen(quoting), memory)
    assert only(conversation).grid.givens == grid().givens


def _turned(line: str) -> str:
    """A line of 81 signs with rows and columns exchanged."""
    return "".join(line[at % 9 * 9 + at // 9] for at in range(81))


def test_a_reply_about_one_of_two_puzzles_changes_the_other_in_no_quote() -> None:
    other = Solved(grid(_turned(SOLUTION)), 3)
    both = [solved(), puzzle(grid(_turned(GRANDFATHER)), Status.SOLVED, other)]
    for number in (0, 1):
        for act in (Act.WHERE, Act.SOLUTION):
            wish = Wish((Request(act, puzzle=number),))
            reply = answer_to(both, wish=wish)
            found = quoted_puzzles(reply.text)
            shown = [one.shown for one in found if one.shown]
            left = found[1 - number]
            assert [one.marker.state.grid for one in found] == [p.grid for p in both]
            assert len(shown) == 1
            assert (left.shown, left.solved) == ((), False)
