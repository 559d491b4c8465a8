"""What only refuses the end of the puzzle: please do not complete it.

A refusal forbids the solution, and says nothing of what is wanted instead: the other
sentences tell that.
"""

from functools import lru_cache

from mailbot.talk.wishes.classifier import REFUSAL, chances_of_wants, known_languages
from mailbot.talk.wishes.features import sentences

_IS_REFUSAL = 0.5
"""The probability from which a sentence asks for nothing but that."""

_REFUSES = 0.15
"""The probability from which all the words together refuse the solution."""


@lru_cache(maxsize=64)
def split_refusal(spoken: str, language: str) -> tuple[str, bool]:
    """The words without the sentences that only refuse the end; whether it is refused.

    >>> split_refusal("What goes in r3c5? Please don't fill in the rest.", "en")
    ('What goes in r3c5?', True)
    >>> split_refusal("I can't fill in the rest.", "en")
    ("I can't fill in the rest.", False)
    """
    if language not in known_languages():
        return spoken, False
    kept = spoken
    for sentence in sentences(spoken) or [spoken]:
        if chances_of_wants(sentence, language)[REFUSAL] >= _IS_REFUSAL:
            kept = kept.replace(sentence, " ")
    refused = chances_of_wants(spoken, language)[REFUSAL] >= _REFUSES
    return kept.strip(), refused or kept != spoken
