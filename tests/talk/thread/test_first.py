"""What a first letter tells of its puzzle's cells: moves, corrections, or neither."""

from dataclasses import dataclass, field

import pytest

from mailbot.language.folders import written
from mailbot.model import Findings, Puzzle, Want
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import Conversation, begin, listen
from solver import Grid
from tests.cases import cases_of, claims_of
from tests.sample_letters import OTHER, PUZZLE, SOLUTION, typed
from tests.talk.tables import tables

cases = cases_of(__file__)

ASKED, CORRECTIONS, EXCHANGES, MOVES, UNSURE_EXCHANGES, YES_OR_NO = tables(
    *("claims", "asked", "corrections", "exchanges", "moves", "unsure_exchanges"),
    "yes_or_no",
)
IN_A_CORNER, NO_DIGIT_IN_A_CORNER = tables(
    "going_on", "in_a_corner", "no_digit_in_a_corner"
)

EMPTY = (2, 38, 77, 16)
"""Empty cells of the puzzle: r1c3, r5c3, r9c6, r2c8."""

MISTYPED = "8" + PUZZLE[1:]
"""The puzzle with a wrong digit in r1c1, where a 5 is printed."""


def begun(words: str, line: str = PUZZLE, subject: str = "") -> Conversation:
    grid = "\n".join(line[start : start + 9] for start in range(0, 81, 9))
    letter = typed(f"{words}\n\n{grid}", subject=subject)
    heard = listen(letter)
    return begin(heard, read_letter(letter, ReadingOptions(), heard.variant))


def grid_of(conversation: Conversation) -> Grid:
    [puzzle] = conversation.findings.puzzles
    return puzzle.grid


def givens(line: str) -> tuple[int, ...]:
    return tuple(int(sign) if sign != "." else 0 for sign in line)


TYPED = {"printed": PUZZLE, "mistyped": MISTYPED, "without r1c1": "." + PUZZLE[1:]}


@dataclass(frozen=True)
class Claim:
    """What words above a first puzzle lead to, as the TOML file explains."""

    words: str
    subject: str = ""
    typed: str = "printed"
    want: Want | None = None
    acts: list[Want] | None = None
    never: set[Want] = field(default_factory=set)
    cells: list[list[str]] | None = None
    digits: list[int] | None = None
    house: str | None = None
    left: str = ""


@claims_of(__file__, Claim)
def test_words_above_a_first_puzzle_lead_to_what_is_claimed(claim: Claim) -> None:
    conversation = begun(claim.words, TYPED[claim.typed], claim.subject)
    requests, grid = conversation.wish.requests, grid_of(conversation)
    acts, name = [request.act for request in requests], grid.shape.name
    assert claim.want in (None, conversation.wish.want)
    assert claim.acts in (None, acts)
    assert not claim.never & {*acts}
    assert claim.cells in (None, [list(map(name, r.cells)) for r in requests])
    assert claim.digits in (None, [request.digit for request in requests])
    assert claim.house in (None, *(str(r.house or "") for r in requests))
    if claim.left:
        assert grid == Grid(grid.shape, givens(TYPED[claim.left]))


@pytest.mark.parametrize(
    ("words", "heading"),
    [
        ("Two sudokus, one hint for each please.", "Puzzle {n}:"),
        ("Zwei Sudokus, je ein Tipp bitte.", "Rätsel {n}"),
        ("Deux sudokus, un indice pour chacun.", "Grille {n}"),
        ("Mis dos sudokus, una pista para cada uno.", "Sudoku {n}"),
        ("Due sudoku, un indizio per ciascuno.", "Sudoku {n}:"),
        ("Twee sudoku's, voor elk één hint graag.", "Puzzel {n}"),
        ("Dwa sudoku, po jednej wskazówce.", "Sudoku {n}"),
        ("Hej! Två sudokun, en ledtråd för varje, tack.", "Sudoku {n}:"),
    ],
)
def test_headings_above_two_puzzles_ask_for_nothing(words: str, heading: str) -> None:
    both = "\n\n".join(
        "\n".join([heading.format(n=n), *(line[at : at + 9] for at in range(0, 81, 9))])
        for n, line in enumerate((PUZZLE, OTHER), 1)
    )
    letter = typed(f"{words}\n\n{both}", subject="")
    heard = listen(letter)
    wish = begin(heard, read_letter(letter, ReadingOptions(), heard.variant)).wish
    assert {request.act for request in wish.requests} == {Want.HINT}


@pytest.mark.parametrize("language", written())
def test_a_digit_for_an_empty_cell_is_judged_and_is_no_given(language: str) -> None:
    """Who asks whether it is right entered nothing; who tells it wrote it."""
    for number, template in enumerate(MOVES[language]):
        cell = EMPTY[number % 4]
        right = int(SOLUTION[cell])
        digit = right if number % 3 else right % 9 + 1
        place = {"d": digit, "r": cell // 9 + 1, "c": cell % 9 + 1}
        words = template.format(**place)
        conversation = begun(words)
        grid = grid_of(conversation)
        wish = conversation.wish
        assert wish.want in (Want.MOVES, Want.VERDICT), words
        assert wish.requests[0].cells == (cell,)
        entered = {c: d for c, d in enumerate(grid.entries) if d}
        assert entered == ({cell: digit} if wish.want is Want.MOVES else {}), words
        assert grid.givens == givens(PUZZLE)


@pytest.mark.parametrize("language", list(YES_OR_NO))
def test_who_wants_yes_or_no_is_given_no_hint(language: str) -> None:
    for template in YES_OR_NO[language]:
        wish = begun(template.format(d=7, r=1, c=3)).wish
        assert [r.act for r in wish.requests] == [Want.MOVES], template


@pytest.mark.parametrize("language", written())
def test_a_digit_in_a_corner_is_judged(language: str) -> None:
    for template in IN_A_CORNER[language]:
        wish = begun(template.format(d=2)).wish
        asked = [(r.act, r.cells, r.digit) for r in wish.requests]
        assert asked == [(Want.VERDICT, (8,), 2)], template
    for words in NO_DIGIT_IN_A_CORNER.get(language, ()):
        assert begun(words).wish.want is Want.CHECK, words


@pytest.mark.parametrize("language", written())
def test_a_digit_that_somebody_else_claims_is_no_entry(language: str) -> None:
    """Nobody is told that a digit of theirs is wrong which they never wrote."""
    for template in ASKED[language]:
        words = template.format(d=7, r=1, c=3)
        conversation = begun(words)
        grid = grid_of(conversation)
        assert (grid.givens, any(grid.entries)) == (givens(PUZZLE), False), words
        wish = conversation.wish
        assert wish.want not in (Want.SOLUTION, Want.MOVES, Want.PART), words
        assert wish.requests[0].cells == (2,), words


@pytest.mark.parametrize("language", written())
def test_another_digit_for_a_mistyped_cell_corrects_the_puzzle(language: str) -> None:
    for template in CORRECTIONS[language]:
        words = template.format(d=5, o=8, r=1, c=1)
        conversation = begun(words, MISTYPED)
        wish = conversation.wish
        assert grid_of(conversation).givens == givens(PUZZLE), words
        assert [r.act for r in wish.requests] == [Want.CORRECT, Want.SOLUTION], words


@pytest.mark.parametrize("language", written())
def test_a_printed_digit_is_exchanged_for_another(language: str) -> None:
    for template in EXCHANGES[language]:
        words = template.format(d=5, o=8, r=1, c=1)
        conversation = begun(words, MISTYPED)
        assert grid_of(conversation).givens == givens(PUZZLE), words
        assert conversation.wish.want is Want.CORRECT, words


@pytest.mark.parametrize("language", written())
def test_an_exchange_that_is_not_sure_is_asked_about(language: str) -> None:
    for template in UNSURE_EXCHANGES[language]:
        words = template.format(d=5, o=8, r=1, c=1)
        conversation = begun(words, MISTYPED)
        assert conversation.wish.want is Want.UNCLEAR, words
        assert grid_of(conversation).givens == givens(MISTYPED), words


def test_of_two_puzzles_nobody_knows_which_is_corrected() -> None:
    words = listen(typed("r1c1 is a 5, I mistyped it"))
    one, other = (grid_puzzle(line) for line in (MISTYPED, OTHER))
    findings = Findings((one, other))
    assert begin(words, findings).findings == findings


def grid_puzzle(line: str) -> Puzzle:
    [puzzle] = read_letter(typed(line), ReadingOptions()).puzzles
    return puzzle


@cases("words")
def test_a_denied_digit_beside_a_question_tells_no_more_than_its_cell(
    words: str,
) -> None:
    wish = begun(words).wish
    assert wish.want in (Want.CELL, Want.VERDICT), words
    assert wish.requests[0].cells == (2,), words


def test_a_game_that_nobody_asks_us_for_is_no_new_puzzle() -> None:
    words = "Are we still on for Friday? Bring the new card game, a hard one!"
    heard = listen(typed(words, subject="Friday"))
    assert begin(heard, Findings()).wish.want is Want.UNCLEAR
