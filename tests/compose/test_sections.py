"""What a reply shows and says, from its first line to its last."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from selectolax.lexbor import LexborHTMLParser

from mailbot.compose.entry import unproven_limit
from mailbot.compose.phrases import Phrases
from mailbot.compose.section import Section
from mailbot.compose.sections import make_sections, telling_first
from mailbot.compose.speech import Places
from mailbot.compose.step_phrases import StepPhrases
from mailbot.compose.text import wrap
from mailbot.judge import judge, reading_of
from mailbot.language.catalogue import language_of
from mailbot.language.folders import written
from mailbot.mail.message.writing import write
from mailbot.marker import find_markers
from mailbot.model import (
    Address,
    Content,
    Findings,
    Kind,
    Puzzle,
    Reply,
    Request,
    Source,
    Status,
    Want,
    Wish,
)
from mailbot.text.html import read_page
from solver import Grid, Shape, Solved, parse, shape_of
from tests import sample_letters
from tests.cases import data_of
from tests.compose.cases import (
    ADA,
    GRANDFATHER,
    NINE,
    SOLUTION,
    answer_to,
    every_kind,
    grid,
    large,
    pictured,
    puzzle,
    solved,
)

# What a reply shows of a puzzle, and what it says of the rest.


SOLVED_GRID = parse(sample_letters.SOLUTION)
THREE_SOLUTIONS = parse("1.....3..4......")


def section(grid: Grid) -> Section:
    """The section of a puzzle all of whose solutions are asked for."""
    findings = Findings((judge(reading_of(grid, Source.TEXT)),))
    [made] = make_sections(findings, Wish((Request(Want.ALL),)))
    assert made.kind is Kind.ALL
    return made


def test_ten_solutions_are_shown_and_others_are_told_of() -> None:
    empty = Grid(shape_of(9), shape_of(9).empty)
    for one, shown, more in ((THREE_SOLUTIONS, 3, False), (empty, 10, True)):
        made = section(one)
        assert (len(made.solutions), made.more) == (shown, more)


@pytest.mark.parametrize(("digits", "sparse"), [(16, True), (17, False)])
def test_so_few_digits_must_have_many_solutions(digits: int, sparse: bool) -> None:
    cells = tuple(d if i < digits else 0 for i, d in enumerate(SOLVED_GRID.givens))
    assert section(Grid(SOLVED_GRID.shape, cells)).sparse is sparse


def test_a_doubtful_entry_does_not_agree_even_if_it_is_right() -> None:
    entries = (*SOLVED_GRID.givens[:1], *(0,) * 80)
    grid = Grid(SOLVED_GRID.shape, (0, *SOLVED_GRID.givens[1:40], *(0,) * 41), entries)
    sure = replace(judge(reading_of(grid, Source.TEXT)), answer=Solved(SOLVED_GRID))
    for one, agrees in [(sure, True), (replace(sure, doubtful=(0,)), False)]:
        assert Section(Kind.CHECK, one).agrees is agrees


def test_the_next_letter_goes_on_from_what_was_told_and_what_is_wrong_stays() -> None:
    wrong = replace(solved(entries={4: 9}), wrong_entries=(4,))
    [rated] = make_sections(Findings((wrong,)), Wish((Request(Want.RATING),)))
    assert rated.state.grid == wrong.grid
    asked = Wish((Request(Want.CELL, cells=(2,)),))
    [cell] = make_sections(Findings((solved(),)), asked)
    assert cell.state.told == {2}
    assert cell.state.hinted is None
    [hint] = make_sections(Findings((solved(),)), Wish((Request(Want.HINT),)))
    assert hint.state.told == {hint.state.hinted}


def test_arguments_too_long_to_read_are_told_by_their_ends() -> None:
    hardest = parse(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    )
    findings = Findings((judge(reading_of(hardest, Source.TEXT)),))
    [made] = make_sections(findings, Wish((Request(Want.STEPS),)))
    phrases = StepPhrases(language_of("en"))
    told = phrases.steps(made)
    assert sum(map(len, told)) < 10_000
    for step, words in zip(made.steps, told, strict=True):
        assert (len(words) < 40) if step.cases else (words == phrases.step(made, step))
    assert any(step.cases for step in made.steps)


# What a notification shows of a reply, and that no digit is given away in it.


SHOWN = 200
"""Characters of the text that a notification or the list of a mailbox shows."""

SOLVED = ("solved", "all-one", "check-wrong", "steps")
MISSING = {
    digit for digit, given in zip(SOLUTION, GRANDFATHER, strict=True) if given == "."
}
[FIRST_CELL] = data_of(__file__, "first_cell")
"""Replies that are about a cell, and the cell."""


def first_sight(text: str) -> str:
    return " ".join(text.split())[:SHOWN]


@pytest.mark.parametrize("language", written())
def test_a_reply_about_a_cell_names_it_at_first_sight(language: str) -> None:
    replies = every_kind(language)
    places = Places(language_of(language), NINE)
    for name, cell in FIRST_CELL.items():
        where = places.in_cell(cell)
        assert where[1:] in first_sight(replies[name].text), name


@pytest.mark.parametrize("language", written())
def test_a_solution_is_not_given_away_at_first_sight(language: str) -> None:
    replies = every_kind(language)
    for name in SOLVED:
        seen = first_sight(replies[name].text.partition("#=")[0])
        told = re.sub(r"\d+x\d+|\d+ \w+\)", "", seen)  # 9x9, 29 digits
        if name != "check-wrong":
            assert not MISSING & set(re.findall(r"\d", told)), (name, seen)


@pytest.mark.parametrize("language", written())
def test_the_first_sentence_says_what_it_is_about(language: str) -> None:
    """All of the first paragraph below the greeting can be read."""
    for name, content in every_kind(language).items():
        first = " ".join(content.text.split("\n\n")[name != "stop"].split())
        assert first in first_sight(content.text) or first.startswith("- "), name


# How replies begin and end.


ENGLISH = Phrases(language_of("en"))


def answered(source: Source, entries: dict[int, int]) -> Content:
    one = solved(entries=entries)
    reading = replace(one.reading, source=source)
    return answer_to([replace(one, reading=reading)], Want.HINT)


@pytest.mark.parametrize("language", written())
def test_every_reply_but_to_a_stop_begins_with_a_greeting(language: str) -> None:
    say = Phrases(language_of(language))
    for name, content in every_kind(language).items():
        greeting = say.greeting(content.kind, again=False)
        assert bool(greeting) is (name != "stop")
        assert content.text.startswith(wrap(greeting)), name


def test_nobody_is_greeted_again_in_a_thread() -> None:
    first, later = answered(Source.TEXT, {}), answered(Source.THREAD, {1: 4})
    assert first.text.startswith("Hello!")
    assert "Hello" not in later.text


def test_replies_of_a_thread_end_in_turn() -> None:
    closings = {ENGLISH.closing(Kind.HINT, count, done=False) for count in (28, 29, 30)}
    assert len(closings) == 2


def test_no_luck_is_wished_where_the_grid_is_full() -> None:
    for count in (80, 81):
        assert "rest" in ENGLISH.closing(Kind.CHECK, count, done=False)
        assert "rest" not in ENGLISH.closing(Kind.CHECK, count, done=True)


# Which doubtful cells are asked about, how many, and under which letters.


GIVENS = [cell for cell, digit in enumerate(GRANDFATHER) if digit != "."]


def doubtful(*cells: int) -> Puzzle:
    return puzzle(grid(), Status.DOUBTFUL, None, cells)


def test_what_the_rules_cannot_tell_is_asked_first() -> None:
    """r1c4 may be an 8 by the rules; an 8 in r1c1 would leave no solution."""
    assert telling_first(doubtful(0, 3)).doubtful == (3, 0)
    assert telling_first(doubtful(3, 0)).doubtful == (3, 0)


def test_at_most_five_questions_are_asked_under_letters() -> None:
    reply = answer_to([doubtful(*GIVENS[:8])])
    question = r"^([a-z])\) In row (\d), column (\d): is it"
    asked = re.findall(question, reply.text, re.MULTILINE)
    assert [letter for letter, _, _ in asked] == list("abcde")
    assert len(re.findall(": is it ", reply.html)) == 5
    [marker] = find_markers(reply.text)
    assert len(marker.state.doubts) == 8
    names = [f"r{row}c{column}" for _, row, column in asked]
    assert names == [grid().shape.name(cell) for cell, _ in marker.state.doubts[:5]]


def test_with_many_doubts_a_better_picture_is_asked_for_instead() -> None:
    reply = answer_to([pictured(*GIVENS[:9])])
    assert "is it" not in reply.text
    before = reply.text.partition("#")[0]
    assert "sharper picture" in before
    [marker] = find_markers(reply.text)
    assert len(marker.state.doubts) == 9


@pytest.mark.parametrize("doubts", [2, 9])
def test_no_picture_is_asked_for_of_a_puzzle_that_was_typed(doubts: int) -> None:
    text = answer_to([doubtful(*GIVENS[:doubts])]).text
    assert "I could not read every cell" in text
    assert "picture" not in text
    assert 'reply with "solution"' in text


def test_each_question_has_its_letter_in_its_cell_of_the_table() -> None:
    reply = answer_to([puzzle(grid(), Status.DOUBTFUL, None, (0, 1, 3, 40, 55, 70))])
    asked = re.findall(
        r"^([a-e])\) In row (\d), column (\d):", reply.text, re.MULTILINE
    )
    assert [letter for letter, _, _ in asked] == list("abcde")
    rows = [row.css("td") for row in LexborHTMLParser(reply.html).css("tr")]
    for letter, row, column in asked:
        assert rows[int(row)][int(column) - 1].text().endswith(f"?{letter}")
    assert "7? ? . 2? . 6 . . ." in read_page(reply.html).text


# What an unproven sender gets: text and page, of limited size, and no picture.


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
def test_a_reply_to_the_unproven_is_short(want: Want, count: int, shape: Shape) -> None:
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
