"""Words that are a wish where nothing else is said; our replies teach them."""

from collections.abc import Mapping
from functools import cache

from mailbot.language.folders import strings, strings_by_language
from mailbot.model import Want


@cache
def commands() -> Mapping[str, Want]:
    """The wish that each word of each language is, the word in lower case."""
    return {word: want for want in Want for _, word in _words(want)}


@cache
def start_words() -> frozenset[str]:
    """The words that undo a wish for silence; not those of a wish."""
    return frozenset(strings("commands", "start"))


def language_of_command(word: str) -> str:
    """The only language that has a word among its commands; "" if there is none.

    >>> language_of_command("kroki"), language_of_command("hint")
    ('pl', 'en')
    """
    codes = _languages().get(word.lower(), frozenset())
    return next(iter(codes)) if len(codes) == 1 else ""


@cache
def _languages() -> Mapping[str, frozenset[str]]:
    """The languages that have each word among their commands."""
    pairs = [pair for want in Want for pair in _words(want)]
    return {
        word: frozenset(code for code, own in pairs if own == word) for _, word in pairs
    }


def _words(want: Want) -> tuple[tuple[str, str], ...]:
    return tuple(strings_by_language("commands", want.value))
