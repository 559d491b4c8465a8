"""What automatic letters say of themselves: in subjects, names and sentences.

Case, accents and punctuation do not count. In scripts that put blanks between words, a
phrase begins at a word; an ending may follow it.
"""

import re
from collections.abc import Mapping
from functools import cache
from itertools import chain

from msgspec import Struct

from mailbot.language.folders import strings
from mailbot.language.folding import fold

_FIRST_UNSPACED = "\u0e00"
"""Thai, Chinese, Japanese and Korean: the scripts from here on join their words."""

_BREAK = re.compile(r"[\W_]+")
_BETWEEN = re.compile(r"([:：|\[\](){}<>【】「」]|\s[-\u2013\u2014]\s)")
"""What stands between the parts of a subject."""

_BEHIND_LABELS = tuple(":：]】")
_TICKET = re.compile(
    r"[\[(#{][^\])}\d]{0,40}\d[\d/.-]{2,30}[^\])}\d]{0,20}[\])}#]"  # [#1234], (Case 12)
    r"|\[[a-z]{2,10}-\d{1,7}\]|ref:_\w|\bticket\b|\bcase\s?(?:#|no\.?|:)?\s?\d{3,}"
    r"|(?:^|\s)#\d{4,}",
    re.IGNORECASE,
)


def has_automatic_form(subject: str) -> bool:
    """Whether a subject is put together as automatic replies, receipts and bounces are.

    Their words stand alone, before a colon, behind a dash or in brackets.

    >>> has_automatic_form("Out of office: Sudoku"), has_automatic_form("[OOO] Sudoku")
    (True, True)
    >>> has_automatic_form("Out of office puzzle"), has_automatic_form("Read this one")
    (False, False)
    """
    phrases, receipts = _listed("auto_phrases"), _listed("receipts")
    pieces = [*_BETWEEN.split(subject), ""]
    return any(
        words in phrases or (words in receipts and end in _BEHIND_LABELS)
        for words, end in zip(map(_bare, pieces[::2]), pieces[1::2], strict=True)
    )


def names_itself_automatic(subject: str) -> bool:
    """Whether the words of automatic replies and bounces stand in a subject.

    A person may write them too, above a puzzle.

    >>> names_itself_automatic("Out of office puzzle")
    True
    """
    return _holds(subject, "auto_phrases")


def has_ticket(subject: str) -> bool:
    """Whether a subject bears the number of a help desk's ticket.

    >>> has_ticket("[#4711] Sudoku"), has_ticket("Sudoku 47")
    (True, False)
    """
    return bool(_TICKET.search(subject))


def sounds_automatic(words: str) -> bool:
    """Whether words hold a sentence of automatic replies; people seldom write one.

    >>> sounds_automatic("We have received your request.")
    True
    """
    return _holds(words, "auto_texts") or _holds(words, "auto_phrases")


@cache
def no_reply_name() -> re.Pattern[str]:
    """Matches the whole local part of an address that nobody reads."""
    listed = "|".join(strings("mail", "no_reply"))
    return re.compile(rf"(?:{listed})(?:[+._=-].*)?")


@cache
def _listed(key: str) -> frozenset[str]:
    """The words of a list, by themselves."""
    return frozenset(map(_bare, strings("mail", key)))


class _Phrases(Struct, frozen=True):
    """Phrases by what is to be looked for first, so that long lists cost little.

    `single` are beginnings of words, `begun` the phrases of several words by the first
    of them, `joined` those of scripts without blanks.
    """

    single: tuple[str, ...]
    begun: Mapping[str, tuple[str, ...]]
    joined: tuple[str, ...]


@cache
def _phrases(key: str) -> _Phrases:
    listed = _listed(key)
    spaced = [phrase for phrase in listed if phrase[0] < _FIRST_UNSPACED]
    begun: dict[str, tuple[str, ...]] = {}
    for phrase in spaced:
        word, blank, _ = phrase.partition(" ")
        if blank:
            begun[word] = (*begun.get(word, ()), f" {phrase} ")
    return _Phrases(
        tuple(f" {phrase}" for phrase in spaced if " " not in phrase),
        begun,
        tuple(phrase for phrase in listed if phrase[0] >= _FIRST_UNSPACED),
    )


def _holds(text: str, key: str) -> bool:
    phrases, bare = _phrases(key), f" {_bare(text)} "
    words = set(bare.split())
    candidates = chain(
        phrases.single,
        chain.from_iterable(phrases.begun.get(word, ()) for word in words),
        phrases.joined if max(bare) >= _FIRST_UNSPACED else (),
    )
    return any(phrase in bare for phrase in candidates)


def _bare(text: str) -> str:
    """The words of a text alone, folded, a blank between them."""
    return _BREAK.sub(" ", fold(text)).strip()
