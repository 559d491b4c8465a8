"""The words of replies: subjects, glossaries, and words that are promised."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.compose.words import reply_subject
from mailbot.language.catalogue import language_of
from mailbot.language.commands import commands
from mailbot.language.folders import written
from mailbot.model import Envelope, Letter
from mailbot.talk import listen
from mailbot.talk.wishes.words import Words
from tests.cases import cases_of, data_of
from tests.compose.cases import ADA, every_kind
from tests.compose.catalogue import TRANSLATED, read_catalogue
from tests.examples import examples

cases = cases_of(__file__)


# The subject: all that goes back of the sender's words.


def proven(subject: str) -> str:
    """The subject of a reply to a proven sender."""
    return reply_subject(subject, "en", proven=True)


@cases("subject, reply")
def test_the_subject_is_cleaned_and_named_a_reply(subject: str, reply: str) -> None:
    assert proven(subject) == reply


@cases("lure")
def test_nothing_that_leads_away_stays_in_the_subject(lure: str) -> None:
    assert proven(f"look {lure} here") == "Re: look here"
    assert proven(lure) == "Your Sudoku"


@pytest.mark.parametrize("language", written())
def test_an_unproven_subject_is_replaced_in_each_language(language: str) -> None:
    ours = reply_subject("You have won", language, proven=False)
    assert "sudoku" in ours.lower()
    assert ours != "Your Sudoku" or language == "en"


def test_a_long_subject_is_cut() -> None:
    reply = proven("a very long subject " * 10_000)
    assert len(reply.removeprefix("Re: ")) <= 60
    assert reply.endswith("\u2026")


@examples(100)
@given(st.text(max_size=300))
def test_any_subject_becomes_one_short_line_that_can_be_seen(subject: str) -> None:
    reply = proven(subject)
    assert reply == "Your Sudoku" or reply.startswith("Re: ")
    assert len(reply.removeprefix("Re: ")) <= 60
    assert reply == " ".join(reply.split())
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in reply)
    reply.encode()


# A reply promises only words that we understand, in every language.


TAUGHT = {"hint", "next", "steps", "all", "check", "help", "stop", "solution"} | {
    "where",
    "why",
    "new",
    "start",
}
_QUOTED = re.compile(r"""["“”„«‘]\s?(\w+)\s?["“”»’]""")


def promised(language: str) -> set[tuple[str, str]]:
    """English and translated word of every pair that the sentences quote."""
    pairs: set[tuple[str, str]] = set()
    for message in read_catalogue(language):
        asked, given = (_QUOTED.findall(str(s)) for s in (message.id, message.string))
        pairs |= set(zip(asked, given, strict=True))
    return pairs


def is_heard(english: str, words: Words) -> bool:
    """Whether words are a command; "start" undoes a stop and is no wish."""
    return words.start if english == "start" else words.command is commands()[english]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_word_that_a_reply_asks_for_is_understood(language: str) -> None:
    pairs = promised(language)
    assert {english for english, _ in pairs} == TAUGHT
    for english, word in pairs:
        for text in (f"{word}\n\n> quoted", f"> quoted\n\n{word}"):
            words = listen(Letter(Envelope(ADA, subject="Re: Sudoku"), text))
            assert is_heard(english, words), word


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_word_asked_for_is_understood_beside_a_quote(language: str) -> None:
    for english, word in promised(language):
        for text in (f"{word.upper()}!", f"  {word}  \n\n> quoted"):
            envelope = Envelope(ADA, subject="Re: Sudoku", in_reply_to=("<1@bot>",))
            assert is_heard(english, listen(Letter(envelope, text))), word


# The words of each language's Sudoku world, and those that its natives do not use.


GLOSSARY, BANNED = data_of(__file__, "glossary", "banned")
"""The names of houses as they stand in a sentence, and the short name of a cell."""

"""Words that a native stumbles over, each as a regular expression."""

_FIELD = re.compile(r"%\(\w+\)s|\{\w+\}")


@pytest.mark.parametrize("language", TRANSLATED)
def test_houses_and_cells_have_the_names_of_the_glossary(language: str) -> None:
    said = language_of(language).gettext
    for house in ("row", "column", "box"):
        words = said(f"{house} %(number)s") % {"number": 4}
        assert words.endswith(f"{GLOSSARY[language][house]} 4")
    short = said("r%(row)sc%(column)s") % {"row": 4, "column": 7}
    assert short == GLOSSARY[language]["short"]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_holds_a_word_that_natives_stumble_over(language: str) -> None:
    for message in filter(lambda message: message.id, read_catalogue(language)):
        forms = message.string if not isinstance(message.string, str) else ()
        for sentence in forms or (str(message.string),):
            found = re.search(BANNED[language], _FIELD.sub("", sentence))
            assert not found, sentence


def test_french_signs_are_not_parted_from_their_words() -> None:
    for message in filter(lambda message: message.id, read_catalogue("fr")):
        assert not re.search(r"« | [»:;?!]", str(message.string)), message.id


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_no_reply_holds_both_forms_of_address(language: str) -> None:
    for name, content in every_kind(language).items():
        assert not re.search(r"\[[^\]\n]*\|", content.text), name
