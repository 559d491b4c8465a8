"""What a person wants: tag, subject, newest words; never what is quoted."""

import pytest

from mailbot.model import Letter, Want, Wish
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import begin, listen
from mailbot.talk.wishes.newest import newest_words
from tests.cases import cases_of, data_of
from tests.sample_letters import PUZZLE, ROWS, typed

cases = cases_of(__file__)

GRID = "\n" + "\n".join(ROWS)
BELOW = f"\n\n{GRID}\n\n"


def wished(letter: Letter, addresses: tuple[str, ...] = ()) -> Wish:
    """The wish of a letter, beside the puzzle that it holds."""
    words = listen(letter, addresses)
    return begin(words, read_letter(letter, ReadingOptions(), words.variant)).wish


@cases("words, want, language")
def test_wishes_are_understood_in_eight_languages(
    words: str, want: Want, language: str
) -> None:
    found = wished(typed(words + GRID))
    assert (found.want, found.language) == (want, language)


def test_a_hard_puzzle_that_is_called_a_killer_is_no_other_kind() -> None:
    assert wished(typed(f"This one is a killer\n\n{PUZZLE}")).variant == ""


@cases("words")
def test_without_a_word_for_it_the_solution_is_wanted(words: str) -> None:
    found = wished(typed(words + GRID))
    assert (found.want, found.variant) == (Want.SOLUTION, "")


@cases("words")
def test_a_no_rules_a_wish_out(words: str) -> None:
    found = wished(typed(words + GRID))
    assert found.want is Want.SOLUTION


@cases("words, want")
def test_what_people_say_without_the_word_for_it(words: str, want: Want) -> None:
    assert wished(typed(f"{words}\n\n{PUZZLE}", subject="sudoku")).want is want


def test_a_please_or_a_thank_you_alone_adds_nothing_to_what_stands_beside_it() -> None:
    assert wished(typed(f"please{BELOW}", subject="Where is my error?")).want is (
        Want.CHECK
    )
    assert wished(typed("thank you", subject="")).want is Want.THANKS


def test_a_hint_is_wanted_where_the_solution_is_ruled_out() -> None:
    words = "Please do not solve it, just a hint"
    assert wished(typed(words + GRID)).want is Want.HINT


@cases("subject, want")
def test_one_word_as_the_subject_is_a_wish(subject: str, want: Want) -> None:
    assert wished(typed(GRID, subject=subject)).want is want


@pytest.mark.parametrize("subject", ["Help!", "Solve", "aiuto", "Hilfe", "steps"])
def test_words_below_say_more_than_a_subject_that_would_tell_all(subject: str) -> None:
    words = "One number in row 4, please, and no more than that."
    told = wished(typed(words + GRID, subject=subject))
    assert told.want is Want.HINT


def test_stop_is_no_wish_where_it_is_said_of_something_else() -> None:
    assert wished(typed("stop")).want is Want.STOP
    assert wished(typed("I cannot stop playing" + GRID)).want is not Want.STOP


@cases("subject, words, command")
def test_a_command_is_a_line_that_says_nothing_else(
    subject: str, words: str, command: Want | None
) -> None:
    assert listen(typed(words, subject=subject)).command is command


def test_help_above_a_puzzle_of_ours_that_is_quoted_asks_what_we_can_do() -> None:
    quoted = "\n".join(f"> {line}" for line in GRID.splitlines())
    assert listen(typed(f"help\n\n{quoted}")).command is Want.HELP


def test_help_is_a_question_only_where_there_is_nothing_to_solve() -> None:
    assert wished(typed("", subject="Help")).want is Want.HELP
    assert wished(typed(GRID, subject="Help")).want is Want.SOLUTION
    tagged = typed("", subject="", to="bot+help@lab.test")
    assert wished(tagged).want is Want.HELP


def test_help_above_a_small_puzzle_on_one_line_asks_for_its_solution() -> None:
    puzzle = ".........123..1..4..423..12.45.453.."
    assert wished(typed(puzzle, subject="Help")).want is Want.SOLUTION


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


def test_the_tag_comes_before_the_subject_and_that_before_the_words() -> None:
    words = "step by step" + GRID
    letter = typed(words, subject="steps", to="bot+check@lab.test")
    assert wished(letter).want is Want.CHECK
    assert wished(typed(words, subject="check")).want is Want.CHECK


@pytest.mark.parametrize("subject", ["Plain only", "Text only", "Nur Text", "Rest"])
def test_two_words_of_a_subject_refuse_no_end(subject: str) -> None:
    assert wished(typed(GRID, subject=subject)).want is Want.SOLUTION


@cases("subject")
def test_a_subject_that_denies_the_end_refuses_it(subject: str) -> None:
    assert wished(typed(GRID, subject=subject)).want is not Want.SOLUTION


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
def test_a_picture_alone_is_no_other_wish(words: str) -> None:
    wish = wished(typed(words + BELOW))
    assert (wish.want, wish.picture) == (Want.SOLUTION, True)


def test_a_picture_changes_no_wish_beside_it() -> None:
    assert wished(typed("a hint as a picture please" + BELOW)).want is Want.HINT


@cases("words")
def test_who_wants_no_more_letters_is_silenced_above_a_puzzle_too(words: str) -> None:
    letter = typed(words + BELOW, subject="")
    heard = listen(letter)
    begun = begin(heard, read_letter(letter, ReadingOptions(), heard.variant))
    assert begun.wish.want is Want.STOP
    assert not begun.findings.puzzles
