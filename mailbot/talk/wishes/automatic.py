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
from mailbot.talk.wishes.evidence import is_asked_for
from mailbot.talk.wishes.voice import organisation_odds
from mailbot.talk.wishes.words import Words
from solver import parse_all

_READ = 800
"""Characters of the newest words that are looked at: such sentences come first."""

_LOGO_BYTES = 10_000
_NO_LETTERS = re.compile(r"[\W\d_]+")

_PERSON = -1.5
"""The odds of an organisation's voice below which a person speaks."""

_MISTAKEN = (Want.UNCLEAR, Want.THANKS, Want.NEW, Want.HELP)
"""What the words of programs are taken for, who write of news and of help."""


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
    named = bool(first.cells or first.house) and first.act is not Want.WHY
    if words.command or named or is_forward(letter.envelope.subject):
        return ""
    told = sounds_automatic(words.newest[:_READ])
    if not words.spoken:  # nothing but an organisation's lines
        told |= sounds_automatic(words.footer[:_READ])
    asks = found and is_asked_for(wish.want, words.spoken, words.language)
    told &= not (asks and organisation_odds(words.spoken) < _PERSON)  # away, and asks
    named = names_itself_automatic(words.subject)
    if not (told or named or suspect):
        return ""
    if _brings_puzzle(letter, words):
        return suspect if told else ""
    if told or named:
        return "an automatic reply, going by its words"
    return suspect if wish.want in _MISTAKEN or not found else ""


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


def _brings_puzzle(letter: Letter, words: Words) -> bool:
    """Whether a letter may hold a puzzle that is not quoted."""
    return any(map(_may_hold_puzzle, letter.parts)) or bool(parse_all(words.newest))


def _may_hold_puzzle(part: Part) -> bool:
    """Whether a part is a text or document, or a picture larger than a logo."""
    kind = kind_of(part)
    if kind in (PartKind.PICTURE, PartKind.PDF):
        return len(part.data) > _LOGO_BYTES
    return kind in (PartKind.TEXT, PartKind.HTML, PartKind.DOCUMENT)
