"""What a letter forbids: any digit, the solution, more than what is named."""

from collections.abc import Iterator, Sequence

from mailbot.model.requests import Limit
from mailbot.talk.requests.acts import Heard
from mailbot.talk.wishes.classifier import NO_DIGIT, ONLY_THIS, REFUSAL

_LIKELY = 0.5
"""The probability from which a sentence forbids something."""

_END = frozenset({"solution", "whole", "rest", "finish", "solve"})
_MORE = frozenset({"more", "rest", "next", "elsewhere"})
_TOLD = frozenset({"digit", "tell", "hush", "show", "put"})
_NEAR = 5
"""Words behind a denial to which it belongs."""


def limits_of(heard: Sequence[Heard]) -> frozenset[Limit]:
    """What the sentences of a letter forbid."""
    return frozenset(limit for one in heard for limit in _limits(one))


def forbids_digits(one: Heard) -> bool:
    """Whether a sentence forbids that a digit is told: not the number."""
    return Limit.NO_DIGIT in set(_limits(one))


def _limits(one: Heard) -> Iterator[Limit]:
    chances = one.chances
    if chances[NO_DIGIT] >= _LIKELY:
        yield Limit.NO_DIGIT
    if chances[ONLY_THIS] >= _LIKELY:
        yield Limit.ONLY_NAMED
    if chances[REFUSAL] >= _LIKELY:
        yield Limit.NO_SOLUTION
    about = one.sentence.about
    for at, said in enumerate(about):
        if not {"not", "hush"} & said:
            continue
        behind = frozenset[str]().union(*about[at : at + 1 + _NEAR])
        if _END & behind:
            yield Limit.NO_SOLUTION
        elif _MORE & behind:
            yield Limit.ONLY_NAMED
        elif _TOLD & behind:
            yield Limit.NO_DIGIT
