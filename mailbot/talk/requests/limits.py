"""What a letter forbids: any digit, the solution, more than what is named."""

from collections.abc import Iterator, Sequence

from mailbot.model.requests import Limit
from mailbot.talk.requests.acts import Heard
from mailbot.talk.requests.denials import denied_in
from mailbot.talk.wishes.classifier import NO_DIGIT, ONLY_THIS, REFUSAL

_LIKELY = 0.5
"""The probability from which a sentence forbids something."""

_CLASSES = {
    NO_DIGIT: Limit.NO_DIGIT,
    ONLY_THIS: Limit.ONLY_NAMED,
    REFUSAL: Limit.NO_SOLUTION,
}


def limits_of(heard: Sequence[Heard]) -> frozenset[Limit]:
    """What the sentences of a letter forbid."""
    return frozenset(limit for one in heard for limit in _limits(one))


def _limits(one: Heard) -> Iterator[Limit]:
    for name, limit in _CLASSES.items():
        if one.chances[name] >= _LIKELY:
            more = limit is Limit.NO_DIGIT and "more" in one.features
            yield Limit.ONLY_NAMED if more else limit  # no more than that
    yield from denied_in(one.sentence)
