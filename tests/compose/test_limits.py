"""What an unproven sender gets: text and page, of limited size, and no picture."""

from datetime import UTC, datetime

import pytest

from mailbot.compose.limits import unproven_limit
from mailbot.mail.message.writing import write
from mailbot.model import Address, Content, Kind, Reply, Want, Wish
from solver import Shape
from tests.compose.cases import ADA, SOLUTION, answer_to, large, solved

BOT = Address("Sudoku", "bot@bot.example")


def size_of(content: Content) -> int:
    """The bytes of a reply as it goes out."""
    reply = Reply(
        to=ADA,
        subject="Your Sudoku",
        in_reply_to="<1@example.org>",
        references=(),
        message_id="<2@bot.example>",
        text=content.text,
        html=content.html,
    )
    return len(write(reply, BOT, datetime(2026, 3, 1, tzinfo=UTC)))


def test_an_unproven_sender_gets_text_and_page_and_no_picture_even_on_request() -> None:
    wish = Wish(picture=True)
    stranger = answer_to([solved()], wish=wish, proven=False)
    assert stranger.pictures == ()
    assert "cid:" not in stranger.html
    assert "<table" in stranger.html
    assert len(answer_to([solved()], wish=wish).pictures) == 1


@pytest.mark.parametrize("want", [Want.SOLUTION, Want.STEPS])
@pytest.mark.parametrize("count", [1, 12])
@pytest.mark.parametrize("shape", [Shape(3, 3), Shape(5, 5)])
def test_a_reply_to_an_unproven_sender_stays_below_its_limit(
    want: Want, count: int, shape: Shape
) -> None:
    puzzles = [solved() if shape.size == 9 else large(shape)] * count
    letter = 300 + count * shape.cells
    reply = answer_to(puzzles, want, proven=False, letter_bytes=letter)
    assert size_of(reply) <= unproven_limit(letter)
    assert "Puzzle: " in reply.text


def test_the_limit_leaves_a_usual_letter_its_whole_reply() -> None:
    usual = answer_to([solved()], Want.STEPS, proven=False, letter_bytes=600)
    assert usual.kind is Kind.STEPS
    assert usual.solutions == (SOLUTION,)
    assert usual.html


def test_of_too_many_puzzles_some_are_answered_and_it_is_said() -> None:
    many = [large(Shape(4, 4))] * 40
    reply = answer_to(many, proven=False, letter_bytes=100)
    assert size_of(reply) <= unproven_limit(100)
    assert "more in your message than I can read" in reply.text
