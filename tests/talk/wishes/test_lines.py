"""Which lines of a letter are the person's own, and which a program's or quoted."""

import pytest

from mailbot.talk.wishes.lines import Lines, parts_of
from mailbot.talk.wishes.newest import newest_words, words_below
from tests.cases import cases_of
from tests.sample_letters import ROWS as CELLS

cases = cases_of(__file__)


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


def test_an_answer_of_one_sentence_is_no_footer_of_itself() -> None:
    assert parts_of(NOTICE.replace("\n", " "), "One hint").footer == ""
    assert parts_of(NOTICE.replace("\n", " "), "One hint").words.startswith("This mess")
    assert parts_of(f"{NOTICE}\n\n{OFFER}", "One hint").words == ""


def test_a_footer_below_a_puzzle_without_words_leaves_the_puzzle() -> None:
    assert parts_of(f"{ROWS}\n\n{NOTICE}").words == ROWS


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


def test_a_line_that_the_quoted_letter_has_as_well_is_a_footer() -> None:
    motto = "The best of all ideas grow on the banks of the Thames"
    quoted = f"> Here is one\n> {motto}"
    assert parts_of(f"Thanks!\n{motto}", quoted) == Lines("Thanks!", motto)


def test_the_first_words_stay_though_they_are_quoted_as_well() -> None:
    words = "Could you give me only one small hint?"
    assert parts_of(words, f"> {words}").words == words


def test_a_short_line_with_a_digit_is_heard_in_doubt() -> None:
    assert "linksonder hoort een 9" in parts_of("Dank!\nlinksonder hoort een 9").words


def test_no_text_has_no_lines() -> None:
    assert parts_of("") == Lines("")


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


@pytest.mark.parametrize("row", ["_________", ". . . . . . . . ."])
def test_a_row_of_empty_cells_is_no_rule(row: str) -> None:
    lines = parts_of(f"53 7\n{row}\nNext time I do it alone.")
    assert lines.words.endswith("alone.")


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


def test_rows_between_bars_that_end_in_a_full_stop_are_not_quoted() -> None:
    assert newest_words("|2|5| | |3| |9| |1|.\n") == "|2|5| | |3| |9| |1|.\n"


@pytest.mark.parametrize("lines", [81, 2_000])
def test_words_below_all_that_a_program_printed_are_heard(lines: int) -> None:
    printed = "".join(f"cell_{n}_{n % 9} = {n % 10}\n" for n in range(lines))
    assert newest_words(f"Hello\n{printed}\nJust a hint!").endswith("Just a hint!")


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


@pytest.mark.parametrize("below", ["> a hint?", "On 3 May 2024 Ann wrote:\n> a hint?"])
def test_a_signature_ends_where_something_is_quoted(below: str) -> None:
    assert newest_words(f"Hi\n-- \nAda\nRoad 1\nTown\n{below}\nYes") == "Hi\nYes"


def test_what_is_forwarded_below_a_signature_is_no_part_of_it() -> None:
    forward = "---- Forwarded message ----\nOne hint"
    assert newest_words(f"Hi\n-- \nAda\nRoad 1\nTown\n{forward}") == "Hi"


@pytest.mark.parametrize("end", ["", "\n---- End of forwarded message ----\nBye"])
@pytest.mark.parametrize("count", [1, 6, 7, 9])
def test_the_last_six_lines_of_a_forward_may_be_the_persons(
    count: int, end: str
) -> None:
    told = [f"line {number}" for number in range(count)]
    text = "\n".join(["---- Forwarded message ----", *told]) + end
    assert words_below(text).split("\n") == told[-6:]
