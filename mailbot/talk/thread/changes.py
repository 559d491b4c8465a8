"""A puzzle as the digits change it that a person tells, and what is wanted of it.

The digits say loudly that a question of ours is answered. So what else is wanted is
told by the other parts of the sentences, without them: it is an 8. A hint will do.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from mailbot.language.concepts import thesaurus_of
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.model import Status, Want
from mailbot.model.requests import CHANGING
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.cells.clauses import between_signs, clauses_of
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.classifier import coarse_chances, known_languages
from mailbot.talk.wishes.features import tokens
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import Gist
from mailbot.talk.wishes.words import Words

_LIKELY = 0.2
"""The probability of a wish from which it is met beside a change of the puzzle."""

_MODEST = ("hint", "check")
_SPEAKING = frozenset(
    {
        *("hint", "small", "next", "more", "where", "help", "steps", "spoil"),
        *("check", "right", "wrong", "so_far", "decline"),
    }
)
"""What a wish for less is about."""

_LIKELY_BESIDE = 0.3
"""How likely they are together where one is wanted; of 2,345 answers in the phrase
books that say something beside a digit, 1 in 100 is above it."""


def changed(turn: Turn, said: Asserted, want: Want) -> Turn:
    """A puzzle with the digits that the person told."""
    own = turn.own
    if want is Want.MOVES and turn.own:
        digits = turn.marker.state.grid.digits
        own = frozenset(cell for cell, digit in enumerate(digits) if not digit)
    return turn.with_digits(said.digits, own)


def is_a_guess(turn: Turn, words: Words, said: Asserted, after: Turn) -> bool:
    """Whether a digit is told only by the denial of the other, and fits no puzzle.

    We ask whether it is a 4 or an 8, and the person says that it is no 4. So it is an
    8, or else something that we did not see. The 8 is taken if it makes a puzzle with
    one solution, which a wrong digit hardly does; else the person is asked again.

    Args:
        turn: the puzzle before.
        words: what the person wrote.
        said: what that tells.
        after: the puzzle with these digits.
    """
    tokens = lexicon_of(words.language).read(fold(words.newest))
    numbers = {token.number for token in tokens}
    denied = any(
        said.digits[cell] not in numbers and numbers & (digits - {said.digits[cell], 0})
        for cell, digits in turn.question.doubts.items()
        if cell in said.digits
    )
    return denied and after.puzzle.status in (Status.IMPOSSIBLE, Status.AMBIGUOUS)


def gist_after(
    gist: Gist,
    turn: Turn,
    words: Words,
    said: Asserted,
    likely: Mapping[str, float],
) -> Gist:
    """What is wanted of a puzzle that the person has changed."""
    gist = replace(gist, cells=tuple(said.digits))
    entries = turn.marker.state.grid.entries
    theirs = turn.own | {cell for cell, digit in enumerate(entries) if digit}
    if turn.own and said.digits.keys() <= theirs:
        hint, check = likely.get("hint", 0.0), likely.get("check", 0.0)
        next_too = gist.want is Want.HINT or hint > max(_LIKELY, check)
        return replace(gist, want=Want.MOVES, then=Want.HINT if next_too else None)
    if gist.want in CHANGING | {Want.UNCLEAR}:
        want = Want.CORRECT if gist.want is not Want.CONFIRM else gist.want
        return replace(
            gist,
            want=want,
            then=Want.HINT if _wants_less(turn, words, said, likely) else wished(turn),
        )
    return gist


def wished(turn: Turn) -> Want:
    """What the person asked for when the puzzle came: the solution, if nothing less."""
    return Want.HINT if turn.marker.state.gentle else Want.SOLUTION


def _wants_less(
    turn: Turn, words: Words, said: Asserted, likely: Mapping[str, float]
) -> bool:
    """Whether a hint, or a check, is wanted of the changed puzzle."""
    answers = turn.situation is Situation.ASKED
    speaks = not answers or speaks_of_less(words.spoken, words.language)
    if speaks and sum(likely.get(name, 0.0) for name in ("hint", "check")) > _LIKELY:
        return True
    return answers and wants_less_beside(words, said.digits.values())


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
    return sum(chances[name] for name in _MODEST) > _LIKELY_BESIDE
