"""Answers that quote nothing of our reply, whose puzzle was kept."""

from collections.abc import Sequence

from mailbot.marker import find_markers
from mailbot.model import NOTHING_KEPT, Content, Kept, Part, Puzzle, Status, Want
from mailbot.talk import Conversation, continue_thread, listen
from tests.compose.cases import GRANDFATHER, answer_to, grid, solved
from tests.talk.threads import asking, gmail, letter


def kept(reply: Content, *, solved: bool = False) -> Kept:
    [marker] = find_markers(reply.text)
    return Kept(reply.text[marker.start : marker.end], solved)


def follow(words: str, memory: Kept, parts: Sequence[Part] = ()) -> Conversation | None:
    answer = letter(words, parts=tuple(parts))
    return continue_thread(answer, listen(answer), memory)


def only(conversation: Conversation | None) -> Puzzle:
    assert conversation is not None
    [puzzle] = conversation.findings.puzzles
    return puzzle


def test_an_answer_goes_on_with_the_puzzle_that_was_kept() -> None:
    memory = kept(answer_to([solved()], Want.HINT))
    conversation = follow("next please", memory)
    assert only(conversation).grid.givens == grid().givens
    assert conversation is not None
    assert conversation.wish.want is Want.HINT


def test_without_a_kept_puzzle_an_answer_without_quote_goes_on_with_none() -> None:
    assert follow("next please", NOTHING_KEPT) is None


def test_a_doubt_is_settled_without_the_quote() -> None:
    puzzle = only(follow("It's an 8.", kept(asking("en", 8))))
    assert (puzzle.grid.digits[5], puzzle.status) != (4, Status.DOUBTFUL)
    assert puzzle.grid.digits[5] == 8


def test_a_correction_of_a_solved_puzzle_needs_no_quote() -> None:
    memory = kept(answer_to([solved()]), solved=True)
    conversation = follow("r1c1 should be a 4", memory)
    assert conversation is not None
    assert conversation.wish.want is Want.CORRECT
    assert only(conversation).grid.givens[0] == 4


def test_a_new_puzzle_comes_before_the_one_that_was_kept() -> None:
    memory = kept(answer_to([solved()]))
    assert follow(f"And this one?\n\n{GRANDFATHER}", memory) is None
    picture = Part("2", "image/jpeg", "new.jpeg", b"\xff\xd8\xff" + bytes(60_000))
    assert follow("And this one?", memory, [picture]) is None


def test_what_is_quoted_comes_before_what_was_kept() -> None:
    quoting = gmail(answer_to([solved()], Want.HINT), "next please")
    memory = kept(asking("en", 8))
    conversation = continue_thread(quoting, listen(quoting), memory)
    assert only(conversation).grid.givens == grid().givens
