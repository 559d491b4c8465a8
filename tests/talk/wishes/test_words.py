"""What a person wrote now, told apart from what their mail program quotes and adds."""

import pytest

from mailbot.model import Envelope, Letter, Want
from mailbot.talk import Words, listen
from tests.cases import cases_of
from tests.compose.cases import ADA, GRANDFATHER, answer_to, grid, solved
from tests.sample_letters import ROWS, typed
from tests.talk.threads import doubtful, found, letter

cases = cases_of(__file__)

REPLY = answer_to([solved()], Want.HINT)


def heard(text: str = "", html: str = "", subject: str = "Re: Stuck") -> Words:
    envelope = Envelope(ADA, subject=subject, in_reply_to=("<2@bot.example>",))
    return listen(Letter(envelope, text, html))


def outlook_in_a_browser(words: str, html: str) -> Letter:
    """No blockquote: a rule, then a division that holds the headers, then all else."""
    return letter(
        "",
        f'<html><body><div class="elementToProof">{words}</div>'
        '<div id="appendonsend"></div><hr style="display:inline-block;width:98%">'
        '<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> '
        "Sudoku &lt;bot@bot.example&gt;<br><b>Sent:</b> Saturday, November 21<br>"
        "<b>To:</b> Ada<br><b>Subject:</b> Re: Stuck</font><div>&nbsp;</div></div>"
        f"<div>{html}</div></body></html>",
    )


@pytest.mark.parametrize("words", ["next", "What is the next step?", "r1c2=4"])
def test_outlook_in_a_browser_quotes_without_a_blockquote(words: str) -> None:
    answer = outlook_in_a_browser(words, REPLY.html)
    assert listen(answer).newest == words
    [one] = found(answer)
    assert one.grid.givens == grid().givens


def test_a_correction_from_outlook_in_a_browser_is_read() -> None:
    [one] = found(outlook_in_a_browser("It's a 7", doubtful().html))
    assert one.grid == grid(GRANDFATHER)


@cases("footer")
def test_the_footer_of_a_telephone_says_nothing(footer: str) -> None:
    assert heard(f"next\n\n{footer}").newest == "next"
    assert heard(f"next\n\n{footer}").command is Want.HINT
    assert heard(footer).newest == ""


@pytest.mark.parametrize("subject", ["17 clues", "A hint of spring", "Check this out!"])
def test_a_subject_of_several_words_over_a_bare_puzzle_is_no_command(
    subject: str,
) -> None:
    assert listen(typed("\n".join(ROWS), subject=subject)).command is None


def test_lines_of_cells_are_not_spoken() -> None:
    words = listen(typed("Please help\n" + "\n".join(ROWS) + "\nThank you"))
    assert words.spoken == "Please help\nThank you"
    assert ROWS[0] in words.newest


@cases("word, language")
def test_a_word_that_we_teach_tells_its_language(word: str, language: str) -> None:
    words = listen(typed("\n".join(ROWS), subject=word))
    assert words.command is not None
    assert words.language == language


def test_in_an_answer_the_words_come_before_the_old_subject() -> None:
    assert heard("solution", subject="Re: hint").command is Want.SOLUTION
    assert heard("", subject="Re: hint").command is Want.HINT
    assert heard("Is it right so far?", subject="Re: hint").command is None


def test_words_below_and_between_what_is_quoted_are_heard() -> None:
    quoted = "\n".join("> " + line for line in REPLY.text.splitlines()[:4])
    assert heard(f"{quoted}\n\nnext").command is Want.HINT
    assert heard(f"{quoted}\nr1c2=4\n{quoted}\n").spoken == "r1c2=4"


def test_a_letter_of_100_kb_is_heard_in_part() -> None:
    assert len(heard("I have so much to tell you. " * 4_000).newest) <= 20_000
    assert len(heard("a line to you\n" * 8_000).newest.split("\n")) <= 80


def test_a_line_that_begins_as_a_footer_does_is_still_said() -> None:
    said = "Von meiner Frau habe ich gelernt, dass in r1c3 eine 4 steht."
    assert heard(said).spoken == said


@pytest.mark.parametrize("words", ["👍", "❤️🙏", "♥", "!!!"])
def test_a_line_of_pictures_is_said_and_no_line_of_cells(words: str) -> None:
    assert heard(words).spoken == words


@pytest.mark.parametrize(("cells", "is_puzzle"), [(8, True), (7, False)])
def test_a_list_of_many_cells_is_a_puzzle_and_one_of_few_is_said(
    cells: int, is_puzzle: bool
) -> None:
    line = ", ".join(f"r1c{column} = 5" for column in range(1, cells + 1))
    assert (heard(line).spoken == "") is is_puzzle
    assert heard(line).newest == line


@cases("line, announces")
def test_only_a_line_of_some_length_announces_what_is_quoted(
    line: str, announces: bool
) -> None:
    assert len(line) == 15 + announces
    assert heard(f"Hallo\n{line}\nein Tipp").newest.endswith("Tipp") is not announces


@cases("below, announces")
def test_a_date_announces_a_quote_only_with_a_short_line_that_ends_in_a_colon(
    below: str, announces: bool
) -> None:
    newest = heard(f"Dinner on 3 May 2024 with Ann\n{below}\nhint").newest
    assert newest.endswith("hint") is not announces


def test_a_line_without_a_date_may_lead_to_what_is_quoted() -> None:
    leading = "Some time ago, Sudoku wrote:"
    assert (
        heard(f"verder\n\n{leading}\n> In blok 9 kan een 1 staan.").newest == "verder"
    )
    assert "Solve this:" in heard("Solve this:\n> 53..7....").newest


def test_a_hint_without_reasons_is_asked_for_by_its_number_alone() -> None:
    words = heard("Give me 3 without explanations")
    assert (words.spoken, words.brief) == ("Give me 3", True)
