"""Jokes beside a thank-you, which ask for nothing: thanks! Do you do windows?"""

import re

from mailbot.language.concepts import thesaurus_of
from mailbot.talk.wishes.features import tokens

_SMILEY = re.compile(
    r"[:;]-?[)DP]|\bx[dD]\b|[\U0001F600-\U0001F609\U0001F61C\U0001F923]"
)
_LONGEST = 25  # words
_BRIEF = 6
"""Words of who asks for more of the same: thanks, ha ha, another?"""

_SERIOUS = frozenset(
    {
        *("solution", "solve", "hint", "check", "wrong", "new", "puzzle", "digit"),
        *("cell", "row", "col", "steps", "why", "doubt", "level", "unsub", "mail"),
        *("replace", "unique", "recognised", "printed", "elsewhere"),
    }
)
"""What a wish that we can meet is about."""


def is_a_joke(spoken: str, language: str) -> bool:
    """Whether somebody says thanks and laughs, and speaks of nothing that we do.

    >>> is_a_joke("Thanks! Do you do windows too? ;-)", "en")
    True
    >>> is_a_joke("Thanks! Can I have a new one? ;-)", "en")
    False
    """
    words = tokens(spoken)
    about = frozenset[str]().union(*thesaurus_of(language).read(words))
    laughs = "laugh" in about or bool(_SMILEY.search(spoken))
    short = len(words) <= _LONGEST and not any(map(str.isdecimal, spoken))
    serious = _SERIOUS | ({"more"} if len(words) <= _BRIEF else set())
    return laughs and "thanks" in about and short and not serious & about
