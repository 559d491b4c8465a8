"""What a person wants: tag, subject, newest words; never what is quoted."""

from dataclasses import dataclass, field

import pytest

from mailbot.model import Letter, Want, Wish
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import begin, listen
from mailbot.talk.wishes.newest import newest_words
from tests.cases import cases_of, claims_of, data_of
from tests.sample_letters import BOT, PUZZLE, ROWS, typed

cases = cases_of(__file__)

GRID = "\n" + "\n".join(ROWS)
BELOW = f"\n\n{GRID}\n\n"


@dataclass(frozen=True)
class Claim:
    """What is wanted in a letter; None is anything. "none" is no puzzle below."""

    words: str
    want: Want | None = None
    language: str | None = None
    subject: str = "sudoku"
    to: str = BOT
    puzzle: str = GRID
    never: set[Want] = field(default_factory=set)
    variant: str | None = None
    picture: bool | None = None


def wished(letter: Letter, addresses: tuple[str, ...] = ()) -> Wish:
    """The wish of a letter, beside the puzzle that it holds."""
    words = listen(letter, addresses)
    return begin(words, read_letter(letter, ReadingOptions(), words.variant)).wish


@claims_of(__file__, Claim)
def test_in_a_letter_is_wanted_what_is_claimed(claim: Claim) -> None:
    below = "" if claim.puzzle == "none" else f"\n{claim.puzzle}"
    letter = typed(claim.words + below, subject=claim.subject, to=claim.to)
    found = wished(letter)
    assert claim.want in (None, found.want)
    assert found.want not in claim.never
    for name in ("language", "variant", "picture"):
        assert getattr(claim, name) in (None, getattr(found, name)), name


@cases("subject, words, command")
def test_a_command_is_a_line_that_says_nothing_else(
    subject: str, words: str, command: Want | None
) -> None:
    assert listen(typed(words, subject=subject)).command is command


def test_help_above_a_puzzle_of_ours_that_is_quoted_asks_what_we_can_do() -> None:
    quoted = "\n".join(f"> {line}" for line in GRID.splitlines())
    assert listen(typed(f"help\n\n{quoted}")).command is Want.HELP


@pytest.mark.parametrize("header", ["To", "Delivered-To", "X-Original-To"])
def test_the_tag_of_our_address_is_a_wish(header: str) -> None:
    tagged = "bot+Hint@lab.test"
    letter = (
        typed(GRID, to=tagged)
        if header == "To"
        else typed(GRID, headers=[(header.lower(), tagged)])
    )
    assert wished(letter).want is Want.HINT
    assert wished(letter, ("bot@lab.test",)).want is Want.HINT
    assert wished(letter, ("other@lab.test",)).want is Want.SOLUTION


[QUOTES] = data_of(__file__, "quotes")


@pytest.mark.parametrize("quote", QUOTES)
def test_quoted_words_never_steer(quote: str) -> None:
    letter = typed(f"My sudoku of today\n{BELOW}{quote}\n")
    assert wished(letter).want is Want.SOLUTION
    assert "hint" not in listen(letter).newest


@pytest.mark.parametrize("quote", QUOTES)
def test_the_words_above_a_quote_do_steer(quote: str) -> None:
    letter = typed(f"What is the next step?\n{BELOW}{quote}\n")
    assert wished(letter).want is Want.HINT


def test_quoted_html_never_steers() -> None:
    rows = f"<pre>{GRID}</pre>"
    quoted = f"<div>All steps, please</div>{rows}<blockquote>hint</blockquote>"
    assert wished(typed(html=quoted)).want is Want.STEPS
    only = f"<div>Hello</div>{rows}<div class=gmail_quote>hint<div>hint</div></div>"
    assert wished(typed(html=only)).want is Want.SOLUTION


def test_a_grid_and_its_frame_are_not_taken_for_a_quote() -> None:
    frame = "+-------+-------+\n| 1 . . | . 2 . |\n+-------+-------+\nhint"
    assert "hint" in newest_words(frame)


def test_words_below_rows_with_a_rule_below_each_are_heard() -> None:
    ruled = "".join(f"{' | '.join(row)}\n{'-' * 33}\n" for row in ROWS)
    letter = typed(ruled.replace(".", " ") + "\nJust a hint, please\n", subject="")
    assert listen(letter).spoken == "Just a hint, please"


def test_words_decide_on_the_language_and_then_the_mail_program() -> None:
    swedish = [("content-language", "sv-SE")]
    assert listen(typed(":-)", headers=swedish)).language == "sv"
    german = typed("Bitte ein Hinweis, danke", headers=swedish)
    assert listen(german).language == "de"
    assert listen(typed("hint", headers=swedish)).language == "en"
    listed = [("accept-language", "xx, de"), ("content-language", "fi")]
    assert listen(typed(PUZZLE, headers=listed)).language == "en"


def test_a_bare_forward_speaks_the_language_of_its_mail_program() -> None:
    forward = (
        "-------- Vidarebefordrat meddelande --------\n\u00c4mne: Dagens pussel\n"
        "Fr\u00e5n: Bo <bo@b.se>\n\nH\u00e4r \u00e4r det\n"
    )
    letter = typed(forward + GRID, subject="Fwd: Dagens pussel")
    assert listen(letter).language == "sv"


@cases("words, variant")
def test_kinds_that_we_do_not_solve_are_known_by_name(words: str, variant: str) -> None:
    assert listen(typed(words)).variant == variant
    assert listen(typed(f"> {words}")).variant == ""


def test_a_picture_may_be_asked_for() -> None:
    assert listen(typed("Please answer as a picture")).picture
    assert not listen(typed("I took a picture of it")).picture


@cases("words")
def test_who_wants_no_more_letters_is_silenced_above_a_puzzle_too(words: str) -> None:
    letter = typed(words + BELOW, subject="")
    heard = listen(letter)
    begun = begin(heard, read_letter(letter, ReadingOptions(), heard.variant))
    assert begun.wish.want is Want.STOP
    assert not begun.findings.puzzles
