"""Sentences without a digit that take back what was told before them.

I put a 4 in r1c3. Then I rubbed it out.
My neighbour says r1c3 is a 4. I don't believe him.
My wife says r1c3 is a 4. But I side with you.
"""

from collections.abc import Sequence

from mailbot.talk.cells.clauses import Item

_FEW = 7
"""Words of a sentence that only says that something is not believed."""


def is_claim(items: Sequence[Item]) -> bool:
    """Whether somebody else is told to see or say something."""
    return _has(items, "person") and _has(items, "says")


def takes_all_back(items: Sequence[Item], *, claimed: bool) -> bool:
    """Whether a sentence without a digit takes the digits before it back.

    Args:
        items: the sentence.
        claimed: whether these digits are what somebody else claims.
    """
    if claimed and (_has(items, "siding") or _has(items[:1], "but")):
        return True
    disbelieved = _has(items, "trust") and _has(items, "not")
    return _has(items, "undone") or (disbelieved and len(items) <= _FEW)


def _has(items: Sequence[Item], tag: str) -> bool:
    return any(tag in item.token.tags for item in items if not item.place)
