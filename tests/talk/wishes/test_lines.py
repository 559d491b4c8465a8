"""Which lines of a letter are the person's own, and which a program's or quoted."""

from dataclasses import dataclass

import pytest

from mailbot.talk.wishes.lines import parts_of
from mailbot.talk.wishes.newest import newest_words, words_below
from tests.cases import cases_of, claims_of
from tests.sample_letters import ROWS as CELLS

cases = cases_of(__file__)


@dataclass(frozen=True)
class Claim:
    """Whose the lines of a text are, as the TOML file explains; None is anybody's."""

    text: str
    quoted: str = ""
    words: str | None = None
    holds: str = ""
    footer: str | None = None
    newest: str | None = None
    below: str | None = None


@claims_of(__file__, Claim)
def test_a_line_is_of_whom_is_claimed(claim: Claim) -> None:
    lines = parts_of(claim.text, claim.quoted)
    assert claim.words in (None, lines.words)
    assert claim.holds in lines.words
    assert claim.footer in (None, lines.footer)
    assert claim.newest in (None, newest_words(claim.text))
    assert claim.below in (None, words_below(claim.text))


# Whose words the newest lines of a letter are.


ROWS = "53. | .7. | ...\n6.. | 195 | ...\n------+-----+----"
NOTICE = (
    "This message is meant for the named person only. If you received it by mistake,\n"
    "stop reading, delete it and inform the sender at post@example.com."
)
OFFER = "Neu bei uns: alle Lösungen für Ihr Büro unter www.example.com"


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n---\n"])
@pytest.mark.parametrize("footer", [NOTICE, OFFER])
def test_a_footer_below_words_is_told_however_it_is_set_off(
    between: str, footer: str
) -> None:
    lines = parts_of(f"Just a hint, please!{between}{footer}")
    assert lines.words.startswith("Just a hint, please!")
    assert footer.split("\n")[-1] in lines.footer
    assert "example.com" not in lines.words


@cases("words")
def test_words_of_a_person_below_a_footer_are_heard(words: str) -> None:
    lines = parts_of(f"{NOTICE}\n\n{words}")
    assert words in lines.words
    assert "inform the sender" in lines.footer


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n____\n"])
@cases("signed, footer")
def test_an_organisation_is_told_below_the_name_of_who_wrote(
    signed: str, footer: str, between: str
) -> None:
    lines = parts_of(f"Hello,\n\none hint please.\n\n{signed}{between}{footer}")
    assert footer not in lines.words
    assert "one hint please." in lines.words


@cases("warning")
def test_a_gateway_warns_in_the_first_paragraph_above_a_rule(warning: str) -> None:
    text = f"{warning}\n{'_' * 24}\n\nOnly a hint, please."
    lines = parts_of(newest_words(text))
    assert lines.footer == warning
    assert "Only a hint, please." in lines.words


@cases("footer")
def test_what_clubs_and_charities_add_is_no_word_of_the_person(footer: str) -> None:
    lines = parts_of(f"Hello,\n\none hint please.\n\n{footer}")
    assert "one hint please." in lines.words
    assert footer not in lines.words


@cases("greeting, words")
def test_the_first_words_below_a_greeting_are_the_persons(
    greeting: str, words: str
) -> None:
    assert words in parts_of(f"{greeting}\n\n{words}\n\nAda").words


@cases("words")
def test_a_person_is_heard_below_the_own_name(words: str) -> None:
    text = f"This one was in the paper.\n\n{ROWS}\n\nBest,\nTom Okoro\n\n{words}"
    assert words in parts_of(text).words


def test_a_table_below_a_rule_is_no_footer() -> None:
    rule = " ".join(["-----------"] * 9)
    rows = ["        ".join("NULL" if c == "." else c for c in row) for row in CELLS]
    text = "\n".join(["Just a hint, please!", "", rule, *rows])
    parted = parts_of(text)
    assert parted.words == text
    assert parted.pasted == {*range(2, 12)}


@cases("letter, words")
def test_what_a_gateway_or_a_help_desk_adds_is_no_word_of_the_person(
    letter: str, words: str
) -> None:
    assert parts_of(letter).words.removesuffix("* * *").strip() == words


# Which lines of a letter are the person's own, which quoted, and which may be own.


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


@pytest.mark.parametrize("lines", [81, 2_000])
def test_words_below_all_that_a_program_printed_are_heard(lines: int) -> None:
    printed = "".join(f"cell_{n}_{n % 9} = {n % 10}\n" for n in range(lines))
    assert newest_words(f"Hello\n{printed}\nJust a hint!").endswith("Just a hint!")


@pytest.mark.parametrize("end", ["", "\n---- End of forwarded message ----\nBye"])
@pytest.mark.parametrize("count", [1, 6, 7, 9])
def test_the_last_six_lines_of_a_forward_may_be_the_persons(
    count: int, end: str
) -> None:
    told = [f"line {number}" for number in range(count)]
    text = "\n".join(["---- Forwarded message ----", *told]) + end
    assert words_below(text).split("\n") == told[-6:]
