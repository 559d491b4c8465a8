"""What stands beside the digits of an answer: it is an 8. A hint will do.

The digits say loudly that a question of ours is answered. So what else is wanted is
told by the other parts of the sentences, without them.
"""

from collections.abc import Collection

from mailbot.language.concepts import thesaurus_of
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import between_signs, clauses_of
from mailbot.talk.wishes.classifier import coarse_chances, known_languages
from mailbot.talk.wishes.features import tokens
from mailbot.talk.wishes.words import Words

_MODEST = ("hint", "check")
_SPEAKING = frozenset(
    {
        *("hint", "small", "next", "more", "where", "help", "steps", "spoil"),
        *("check", "right", "wrong", "so_far", "decline"),
    }
)
"""What a wish for less is about."""

_LIKELY = 0.3
"""How likely they are together where one is wanted; of 2,345 answers in the phrase
books that say something beside a digit, 1 in 100 is above it."""


def speaks_of_less(said: str, language: str) -> bool:
    """Whether a word is said that may wish for a hint or a check, and tell no story.

    >>> speaks_of_less("a hint will do", "en"), speaks_of_less("a cat sat here", "en")
    (True, False)
    """
    about = thesaurus_of(language).read(tokens(said))
    return any(_SPEAKING & concepts for concepts in about)


def wants_less_beside(words: Words, digits: Collection[int]) -> bool:
    """Whether a hint or a check is wanted beside the digits that are told.

    Args:
        words: an answer to a question of ours.
        digits: those that it tells.
    """
    clauses = clauses_of(fold(words.spoken), lexicon_of(words.language))
    parts = (part for clause in clauses for part in between_signs(clause))
    others = ". ".join(
        " ".join(item.token.text for item in part)
        for part in parts
        if not any(item.place or item.token.number in digits for item in part)
    )
    if not others or words.language not in known_languages():
        return False
    if not speaks_of_less(others, words.language):
        return False
    chances = coarse_chances(others, words.language)
    return sum(chances[name] for name in _MODEST) > _LIKELY
