"""What only refuses the end of the puzzle: please do not complete it.

A refusal forbids the solution, and says nothing of what is wanted instead: the other
sentences tell that.
"""

from functools import lru_cache

from mailbot.model import Want
from mailbot.talk.wishes.classifier import REFUSAL, coarse_chances, known_languages
from mailbot.talk.wishes.denial import said_and_denied
from mailbot.talk.wishes.features import sentences

_SOLUTION = Want.SOLUTION.value

_IS_REFUSAL = 0.5
"""The probability from which a sentence asks for nothing but that."""

_REFUSES = 0.15
"""The probability from which all the words together refuse the solution."""

_AGAINST = 0.5
"""How likely that is at least where a word for it is said and not denied, as a share of
the probability that they ask for it: the solution, and nothing else."""

_CLEARLY, _DEMANDS = 0.7, 0.97
"""A sentence that is less likely a refusal than the first is none beside one that is as
likely as the second to ask for the solution: I refuse to leave. Fill in all of it!"""


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
    parts = {s: coarse_chances(s, language) for s in sentences(spoken) or [spoken]}
    demanded = any(chances[_SOLUTION] >= _DEMANDS for chances in parts.values())
    least = _CLEARLY if demanded else _IS_REFUSAL
    for sentence, chances in parts.items():
        if chances[REFUSAL] >= least:
            kept = kept.replace(sentence, " ")
    whole = coarse_chances(spoken, language)
    said, _ = said_and_denied(spoken, language, Want.SOLUTION)
    asked = _AGAINST * whole[_SOLUTION] if said else 0.0
    refused = whole[REFUSAL] >= max(_REFUSES, asked)
    return kept.strip(), refused or kept != spoken
