"""Words that are a wish where nothing else is said; our replies teach them."""

from collections.abc import Mapping
from functools import cache

from mailbot.language.folders import codes_by_word, strings
from mailbot.model import Act


@cache
def commands() -> Mapping[str, Act]:
    """The wish that each word of each language is, the word in lower case."""
    return {word: want for want in Act for word in strings("commands", want.value)}


@cache
def start_words() -> frozenset[str]:
    """The words that undo a wish for silence; not those of a wish."""
    return frozenset(strings("commands", "start"))


def language_of_command(word: str) -> str:
    """The only language that has a word among its commands; "" if there is none.

    >>> language_of_command("kroki"), language_of_command("hint")
    ('pl', 'en')
    """
    codes = _languages().get(word.lower(), set())
    return next(iter(codes)) if len(codes) == 1 else ""


@cache
def _languages() -> Mapping[str, set[str]]:
    """The languages that have each word among their commands."""
    return codes_by_word(("commands", want.value) for want in Act)
