"""Automatic replies that only their words give away.

A person may write the same sentence above a puzzle, or beside a wish; a program sends
the sentence alone.
"""

import re
from hashlib import sha256

from mailbot.files import PartKind, kind_of
from mailbot.language.folding import fold
from mailbot.language.robots import names_itself_automatic, sounds_automatic
from mailbot.language.subjects import is_forward
from mailbot.model import Findings, Letter, Part, Want, Wish
from mailbot.talk.wishes.evidence import is_asked_for, names_a_puzzle
from mailbot.talk.wishes.voice import program_odds
from mailbot.talk.wishes.words import Words
from mailbot.text.lack import looks_like_a_grid, names_a_picture
from solver import parse_all

_READ = 800
"""Characters of the newest words that are looked at: such sentences come first."""

_LOGO_BYTES = 10_000
_NO_LETTERS = re.compile(r"[\W\d_]+")

_MAYBE_ROW = re.compile(r"(?<!\w)[\dA-Ga-g.]{9,40}(?!\w)")
"""A number or a digest may be a row of a puzzle that was not found."""

_WORD, _FEWEST_WORDS = re.compile(r"[^\W\d_]{4,}"), 3
"""A dump of bytes has fewer words than a notice."""

_MISTAKEN = (Want.UNCLEAR, Want.THANKS, Want.NEW, Want.HELP)
"""What the words of programs are taken for, who write of news and of help."""

_PERSON, _OF_HOUSES = -2.2, -1.5
"""The odds of a program's voice below which a person asks who may be away or have a
desk for help; and below which the houses are meant that were heard."""

_NOTICE, _OF_AN_END = -0.6, 0.0
"""The odds above which a letter that brings nothing is a program's, of other things;
and above which one that names a puzzle, or an end of letters. Of 204 letters of persons
without a puzzle 6 % are above the first, and 18 % would be above `_PERSON`."""


def why_automatic(
    letter: Letter, words: Words, wish: Wish, suspect: str, *, found: bool
) -> str:
    """Why a letter is taken for a machine's by its words; "" if it is not.

    Args:
        letter: the letter.
        words: what was written in it now.
        wish: what that was understood to ask for.
        suspect: why its headers may be a machine's; "" if they are not.
        found: whether it is about a puzzle.
    """
    first = wish.requests[0]  # the cells of WHY are those of our last hint
    odds = program_odds(words.spoken or words.footer)
    named = bool(first.cells or (first.house and odds < _OF_HOUSES))
    named &= first.act is not Want.WHY
    if words.command or named or is_forward(letter.envelope.subject):
        return ""
    told = sounds_automatic(words.newest[:_READ])
    if not words.spoken:  # nothing but an organisation's lines
        told |= sounds_automatic(words.footer[:_READ])
    asks = found and is_asked_for(wish.want, words.spoken, words.language)
    told &= not (asks and odds < _OF_HOUSES)
    if wish.want in (Want.UNCLEAR, Want.STOP) and not (found or words.is_reply):
        told |= _is_notice(letter, words, wish, odds)
    named = names_itself_automatic(words.subject)
    if not (told or named or suspect):
        return ""
    if _brings_puzzle(letter, words):
        return suspect if told else ""
    if told or named:
        return "an automatic reply, going by its words"
    asks = found and wish.want not in _MISTAKEN and odds < _PERSON
    return "" if asks else suspect


def digest_of(letter: Letter, words: Words, about: Findings) -> str:
    """A digest by which a letter is known that says the same again.

    Digits do not count: they may be a date, or the number of a ticket.

    Args:
        letter: the letter.
        words: what was written in it now.
        about: the puzzles that it is about; the same words on another one are news.
    """
    digest = sha256(
        _NO_LETTERS.sub(
            "", fold(f"{words.subject} {words.newest.strip() or words.footer}")
        ).encode()
    )
    for part in letter.parts:
        digest.update(sha256(part.data).digest())
    for puzzle in about.puzzles:
        digest.update(bytes(puzzle.grid.givens))
    return digest.hexdigest()


def _is_notice(letter: Letter, words: Words, wish: Wish, odds: float) -> bool:
    """Whether a program writes of something else, by its voice.

    A person's words may be lost who names a puzzle in the subject, or a picture.
    """
    said, language = words.spoken or words.footer, words.language
    is_asking = "?" in said or names_a_puzzle(words.subject, language)
    may_be_cells = _MAYBE_ROW.search(said) or looks_like_a_grid(letter.text)
    if is_asking or may_be_cells or names_a_picture(letter.text):
        return False
    if len(_WORD.findall(said)) < _FEWEST_WORDS:
        return False
    doubtful = wish.want is Want.STOP or names_a_puzzle(said, language)
    return odds > (_OF_AN_END if doubtful else _NOTICE)


def _brings_puzzle(letter: Letter, words: Words) -> bool:
    """Whether a letter may hold a puzzle that is not quoted."""
    return any(map(_may_hold_puzzle, letter.parts)) or bool(parse_all(words.newest))


def _may_hold_puzzle(part: Part) -> bool:
    """Whether a part is a text or document, or a picture larger than a logo."""
    kind = kind_of(part)
    if kind in (PartKind.PICTURE, PartKind.PDF):
        return len(part.data) > _LOGO_BYTES
    return kind in (PartKind.TEXT, PartKind.HTML, PartKind.DOCUMENT)
