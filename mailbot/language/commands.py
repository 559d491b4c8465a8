"""Words that are a wish where nothing else is said; our replies teach them."""

from collections.abc import Mapping
from functools import cache

from mailbot.language.folders import strings_by_language
from mailbot.model import Want


@cache
def commands() -> Mapping[str, Want]:
    """The wish that each word of each language is, the word in lower case."""
    return {word: want for want in Want for _, word in _words(want)}


def language_of_command(word: str) -> str:
    """The only language that has a word among its commands; "" if there is none.

    >>> language_of_command("kroki"), language_of_command("hint")
    ('pl', 'en')
    """
    codes = {code for want in Want for code, own in _words(want) if own == word.lower()}
    return codes.pop() if len(codes) == 1 else ""


def _words(want: Want) -> tuple[tuple[str, str], ...]:
    return tuple(strings_by_language("commands", want.value))
