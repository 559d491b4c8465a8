"""A thread goes on with the puzzle that was kept, where nothing of it is quoted."""

from mailbot.mail.message.identity import reply_id
from mailbot.model import NOTHING_KEPT, Content, Kept, Kind, Want
from mailbot.options import Brief
from mailbot.respond.reader import read
from tests.respond.test_respond import BOT, PUZZLE, letter, reply_to


def understood(words: str, kept: Kept) -> Content:
    cut = reply_id("0f" * 32, BOT)  # without the code that carries the puzzle
    answer = letter(words, "Re: Stuck", In_Reply_To=cut)
    content = read(answer, Brief(BOT, (BOT,), proven=True, kept=kept))
    assert isinstance(content, Content)
    return content


def test_an_answer_without_quote_goes_on_from_what_a_reply_carried() -> None:
    kept = reply_to(letter("A hint, please.\n\n" + PUZZLE)).kept
    assert kept.lines.startswith("Puzzle: ")
    assert not kept.solved
    second = understood("next", kept)
    assert (second.kind, second.want, len(second.told)) == (Kind.HINT, Want.HINT, 1)


def test_a_reply_that_shows_a_solution_is_kept_as_one() -> None:
    assert reply_to(letter()).kept.solved


def test_without_a_kept_puzzle_the_person_is_told_to_leave_our_lines() -> None:
    assert understood("next", NOTHING_KEPT).kind is not Kind.HINT


def test_what_was_asked_for_without_a_puzzle_is_done_when_it_comes() -> None:
    first = letter("Where should I look next? No digits, please.", "A question")
    asked = read(first, Brief(BOT, (BOT,), proven=True))
    assert isinstance(asked, Content)
    assert asked.state == "without-puzzle-where"
    before = reply_id("0f" * 32, BOT, asked.state)
    brief = Brief(BOT, (BOT,), proven=True)
    puzzle = letter(
        f"Sorry, I forgot it!\n\n{PUZZLE}", "Re: A question", In_Reply_To=before
    )
    place = read(puzzle, brief)
    assert isinstance(place, Content)
    assert [a.act for a in place.answers] == [Want.WHERE]
    assert not place.told
    other = letter(
        f"Please solve it.\n\n{PUZZLE}", "Re: A question", In_Reply_To=before
    )
    whole = read(other, brief)
    assert isinstance(whole, Content)
    assert [a.act for a in whole.answers] == [Want.SOLUTION]
