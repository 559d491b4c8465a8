"""The language of a letter, one of those in which we reply.

What a person wrote decides where it is clear; then the language their mail program
names; then whatever else the letter holds.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

from mailbot.language.folders import ENGLISH, codes_by_word, written
from mailbot.model import Act, Letter

_WORD = re.compile(r"[^\W\d_]+")
_CODE = re.compile(r"\s*([A-Za-z]{2})(?![A-Za-z])")
_CLEAR, _FAIRLY_CLEAR = 2, 3

_MAX_CHARACTERS = 4_000


def language_of(
    letter: Letter, newest: str, everything: str, guess: str = ENGLISH
) -> str:
    """The code of a letter's language.

    Args:
        letter: the letter.
        newest: what was written now, and the subject unless it is another's.
        everything: its whole text.
        guess: the language where nothing else tells it.
    """
    return (
        _spoken(newest, _CLEAR)
        or _named(letter)
        or _spoken(everything, _FAIRLY_CLEAR)
        or _spoken(newest, 1)
        or guess
    )


def _spoken(text: str, least: int) -> str:
    """The language most words are of, if it is ahead; "" if that is not clear."""
    words = set(_WORD.findall(text[:_MAX_CHARACTERS].lower()))
    votes = Counter(code for word in words for code in _votes().get(word, ()))
    ranking = [*votes.most_common(2), ("", 0), ("", 0)]
    (best, most), (_, second) = ranking[:2]
    return best if most >= least and most > second else ""


@cache
def _votes() -> Mapping[str, set[str]]:
    """For each frequent word and each command, the languages that have it."""
    commands = (("commands", want.value) for want in Act)
    return codes_by_word((("detection", "common"), *commands))


def _named(letter: Letter) -> str:
    """The language in a header of the mail program."""
    headers = letter.envelope.headers
    for wanted in ("content-language", "accept-language"):
        for name, value in headers:
            code = _CODE.match(value)
            if name == wanted and code and code[1].lower() in written():
                return code[1].lower()
    return ""
