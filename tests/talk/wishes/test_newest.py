"""Which lines of a letter are the person's own, which quoted, and which may be own."""

import pytest

from mailbot.talk.wishes.newest import newest_words, words_below
from tests.cases import cases_of

cases = cases_of(__file__)

GRID = "53..7....\n6..195...\n.98....6.\n8...6...3"
FORWARDED = (
    f"From: Oma <oma@home.test>\nSubject: Puzzle\n\nDear Ann,\n\n{GRID}\n\nOma\n"
)


@cases("first, last")
def test_words_below_the_line_that_ends_a_forward_are_the_persons(
    first: str, last: str
) -> None:
    text = f"\n{first}\n{FORWARDED}{last}\n\nJust a hint!\n\n-- \nAnn Berg\n"
    assert newest_words(text).strip() == "Just a hint!"


@pytest.mark.parametrize("between", ["", "\n", "-" * 41 + "\n"])  # the last is KMail's
def test_words_below_a_forward_without_an_end_may_be_the_persons(between: str) -> None:
    text = f"-------- Forwarded Message --------\n{FORWARDED}{between}Just a hint!\n"
    assert newest_words(text).strip() == ""
    assert words_below(text).endswith("Just a hint!")
    assert "Dear Ann" not in words_below(text)


def test_words_that_stand_apart_below_a_signature_may_be_the_persons() -> None:
    text = "> Good luck!\n\n-- \nAnn Berg\nann@home.test\n\nnext\n"
    assert newest_words(text).strip() == ""
    assert words_below(text) == "next"


def test_our_own_last_lines_in_a_forward_are_nobodys_words() -> None:
    text = (
        "---------- Forwarded message ----------\nFrom: bot@bot.example\n\nHello!\n\n"
        'Puzzle: [FbWEpqf2qN0]\n\nReply with "stop" and it will not write to you.\n'
    )
    assert words_below(text) == ""


def test_words_below_our_own_reply_in_a_forward_may_be_the_persons() -> None:
    # s-nail forwards with no line at the end.
    text = (
        "-------- Original Message --------\nFrom: bot@bot.example\n\nHello!\n\n"
        'Puzzle: [FbWEpqf2qN0]\n\nReply with "stop" and it will not\nwrite to you.\n'
        "\nJust a hint!\n"
    )
    assert words_below(text) == "Just a hint!"


def test_a_grid_in_a_frame_is_no_quote() -> None:
    rows = "| . . . | 7 . . | . 8 . |\n" * 9
    text = f"These are printed:\n{rows}\nThe rest is mine.\n\n| Dear Ada\n> hello"
    assert newest_words(text).strip() == text.partition("\n\n|")[0]
