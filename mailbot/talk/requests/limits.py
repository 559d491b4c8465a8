"""What a letter forbids: any digit, the solution, more than what is named."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from mailbot.language.concepts import Concepts
from mailbot.model.requests import Limit
from mailbot.talk.cells.clauses import Item
from mailbot.talk.requests.acts import Heard
from mailbot.talk.wishes.classifier import NO_DIGIT, ONLY_THIS, REFUSAL

_LIKELY = 0.5
"""The probability from which a sentence forbids something."""

_CLASSES = {
    NO_DIGIT: Limit.NO_DIGIT,
    ONLY_THIS: Limit.ONLY_NAMED,
    REFUSAL: Limit.NO_SOLUTION,
}

_END = frozenset({"solution", "whole", "rest", "finish", "solve"})
_MORE = frozenset({"more", "rest", "next", "elsewhere"})
_TOLD = frozenset({"digit", "tell", "hush", "show", "put"})
_NEAR = 5
"""Words behind a denial to which it belongs."""


def limits_of(heard: Sequence[Heard]) -> frozenset[Limit]:
    """What the sentences of a letter forbid."""
    return frozenset(limit for one in heard for limit in _limits(one))


def _limits(one: Heard) -> Iterator[Limit]:
    for name, limit in _CLASSES.items():
        if one.chances[name] >= _LIKELY:
            yield limit
    items, about = one.sentence.items, one.sentence.about
    for at, said in enumerate(about):
        if {"not", "hush"} & said:
            near = zip(items[at + 1 : at + 1 + _NEAR], about[at + 1 :], strict=False)
            joined = takewhile(lambda pair: not _ends(pair[0]), near)
            yield from _denied(said.union(*(meant for _, meant in joined)))


def _ends(item: Item) -> bool:
    """Whether a denial reaches no further: no 8. Please solve it."""
    return not item.token.text[0].isalnum() or "but" in item.token.tags


def _denied(about: Concepts) -> Iterator[Limit]:
    """What a denial of words that are about these things forbids."""
    if _END & about:
        yield Limit.NO_SOLUTION
    elif _MORE & about:
        yield Limit.ONLY_NAMED
    elif _TOLD & about:
        yield Limit.NO_DIGIT
