"""What a sentence forbids by its words: a denial, and what it belongs to."""

from collections.abc import Iterator
from itertools import takewhile

from mailbot.language.concepts import Concepts
from mailbot.model.requests import Limit
from mailbot.talk.cells.clauses import Item
from mailbot.talk.said import Sentence

_END = frozenset({"solution", "whole", "rest", "finish", "solve"})
_MORE = frozenset({"more", "rest", "next", "elsewhere"})
_TOLD = frozenset({"digit", "tell", "hush", "show", "put"})
_DENIALS = frozenset({"not", "hush", "decline"})
_NEAR = 5
"""Words behind a denial to which it belongs."""

_BEFORE = 6
"""Words before a verb of telling that may be what it does not tell."""


def denied_in(sentence: Sentence) -> frozenset[Limit]:
    """What a sentence forbids by its words: a denial, and what it belongs to."""
    items, about = sentence.items, sentence.about
    found: set[Limit] = set()
    for at, said in enumerate(about):
        if _DENIALS & said:
            near = zip(items[at + 1 : at + 1 + _NEAR], about[at + 1 :], strict=False)
            joined = takewhile(lambda pair: not _ends(pair[0]), near)
            denied = said.union(*(meant for _, meant in joined))
            if "hush" in denied:
                denied = denied.union(*about[max(at - _BEFORE, 0) : at])
            found |= set(_denied(denied, hinted="hint" in sentence.concepts))
    return frozenset(found)


def _ends(item: Item) -> bool:
    """Whether a denial reaches no further: no 8. Please solve it."""
    return not item.token.text[0].isalnum() or "but" in item.token.tags


def _denied(about: Concepts, *, hinted: bool) -> Iterator[Limit]:
    """What a denial of words that are about these things forbids.

    Beside a hint that is asked for, what nobody shall tell is the end.
    """
    if _END & about:
        yield Limit.NO_SOLUTION
    elif _MORE & about:
        yield Limit.ONLY_NAMED
    elif _TOLD & about:
        end = hinted and "digit" not in about
        yield Limit.NO_SOLUTION if end else Limit.NO_DIGIT
