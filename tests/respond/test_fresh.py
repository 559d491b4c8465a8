"""New puzzles by mail: who gets one, and which."""

import pytest
from msgspec.structs import replace

from mailbot.model import Act, Ignore, Kind, Level, NewPuzzles, Respond, Want
from mailbot.options import PolicyOptions
from mailbot.respond.fresh import new_puzzles
from solver import Difficulty, Solved, difficulty_of, rate, solve
from solver.notation import parse_all
from tests.cases import cases_of
from tests.respond.test_respond import BOT, OPTIONS, letter, outcome_of, reply_to
from tests.sample_letters import PUZZLE

cases = cases_of(__file__)

ASKS = {
    "en": ("Could you send me a new puzzle, an easy one?", Difficulty.EASY),
    "de": ("Bitte schicken Sie mir ein neues Sudoku, ein schweres.", Difficulty.HARD),
    "fr": ("Envoyez-moi une nouvelle grille, pas trop facile.", Difficulty.MEDIUM),
    "es": ("Mándame otro sudoku nuevo, uno difícil.", Difficulty.HARD),
    "it": ("Mi mandi un nuovo sudoku, uno facile, per favore.", Difficulty.EASY),
    "nl": ("Stuur me een nieuwe puzzel, een makkelijke graag.", Difficulty.EASY),
    "pl": ("Proszę o nowe sudoku, trudne.", Difficulty.HARD),
    "sv": ("Kan du skicka ett nytt sudoku, ett svårt?", Difficulty.HARD),
}


def puzzle_of(outcome: Respond) -> Difficulty:
    """How hard the puzzle is that a reply holds; it has one solution."""
    [grid] = {found for found in parse_all(outcome.reply.text) if found.givens}
    assert isinstance(solve(grid), Solved)
    return difficulty_of(rate(grid) or 0.0)


@pytest.mark.parametrize("language", ASKS)
def test_who_asks_gets_a_puzzle_as_hard_as_was_said(language: str) -> None:
    words, difficulty = ASKS[language]
    outcome = reply_to(letter(words, subject="Sudoku"))
    assert (outcome.kind, outcome.want) == (Kind.NEW, Want.NEW)
    assert outcome.reply.language == language
    assert puzzle_of(outcome) is difficulty
    assert (outcome.solutions, outcome.told) == ((), {})
    assert outcome.reply.sheet.startswith(b"%PDF")
    assert outcome.reply.images == ()  # it stands in the page and in the PDF
    assert outcome.claim.new
    assert not outcome.claim.no_puzzle


def test_the_last_puzzle_of_the_day_says_so_and_is_the_same() -> None:
    outcome = reply_to(letter("Another puzzle please.", subject="Sudoku"))
    assert outcome.last
    assert "tomorrow" in outcome.last.text
    assert outcome.last.sheet == outcome.reply.sheet
    assert outcome.last.images == outcome.reply.images


def test_the_same_letter_gets_the_same_puzzle_and_another_one_another() -> None:
    first, again, other = (
        reply_to(
            letter("A new puzzle please.", Date=f"Sun, 01 Mar 2026 11:5{n}:00 +0000")
        )
        for n in (1, 1, 2)
    )
    assert first == again
    assert first.reply.text != other.reply.text


def test_several_new_puzzles_are_one_answer() -> None:
    outcome = reply_to(letter("Three new easy puzzles please.", subject="Sudoku"))
    [answer] = outcome.answers
    assert (answer.act, answer.puzzle, len(answer.puzzles or ())) == (Act.NEW, 1, 3)


def test_how_hard_a_new_one_is_stands_beside_it() -> None:
    hint = reply_to(letter(f"A hint, please.\n\n{PUZZLE}")).reply
    words = "Send me a new one, and say how hard it is."
    answer = letter(words, subject="Re: Sudoku", In_Reply_To=hint.message_id)
    both = reply_to(answer)
    assert [(a.act, a.puzzle) for a in both.answers] == [(Act.NEW, 1), (Act.RATING, 1)]


def test_several_kinds_of_new_puzzles_are_twelve_at_most() -> None:
    outcome = reply_to(letter("Two easy 4x4 and eleven hard 6x6 ones, please."))
    grids = [found for found in parse_all(outcome.reply.text) if found.givens]
    assert [g.shape.size for g in grids] == [4] * 2 + [6] * 10


def test_one_that_is_easier_than_a_named_one_is_measured_against_that() -> None:
    new = reply_to(letter("Two puzzles: an easy one and a hard one, please.")).reply
    first, second = (rate(found) or 0 for found in parse_all(new.text) if found.givens)
    answer = letter(
        "One more, harder than the first, please.", In_Reply_To=new.message_id
    )
    harder = reply_to(answer)
    assert first < (rate(parse_all(harder.reply.text)[0]) or 0) < second


def test_its_thread_goes_on_with_hints() -> None:
    new = reply_to(letter("A new puzzle please.", subject="Sudoku")).reply
    quoted = "\n".join(f"> {line}" for line in new.text.splitlines())
    answer = letter(f"hint\n\n{quoted}", "Re: Sudoku", In_Reply_To=new.message_id)
    outcome = reply_to(answer)
    assert (outcome.kind, len(outcome.told)) == (Kind.HINT, 1)


UNPROVEN = letter("New!", Authentication_Results="x; spf=none")


def test_unproven_senders_get_a_new_puzzle_as_text_only() -> None:
    outcome = reply_to(UNPROVEN)
    assert (outcome.kind, outcome.claim.proven) == (Kind.NEW, False)
    assert (outcome.reply.images, outcome.reply.sheet) == ((), b"")
    assert puzzle_of(outcome)


def test_unproven_senders_get_no_new_puzzle_if_the_operator_forbids_it() -> None:
    policy = PolicyOptions((BOT,), authserv_id="mail.lab.test", unproven="never")
    outcome = outcome_of(UNPROVEN, replace(OPTIONS, policy=policy))
    assert isinstance(outcome, Ignore)


@cases("level, last, made")
def test_a_harder_one_is_new(level: Level, last: Difficulty, made: Difficulty) -> None:
    before = new_puzzles(NewPuzzles(level=Level(last.value)), "one")
    [after] = new_puzzles(NewPuzzles(level=level), "two", before)
    rated = [rate(puzzle.grid) or 0.0 for puzzle in (*before, after)]
    assert list(map(difficulty_of, rated)) == [last, made]
    assert rated[0] != rated[1] or last is made
