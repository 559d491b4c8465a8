"""Sentences without a digit that take back what was told before them.

I put a 4 in r1c3. Then I rubbed it out.
My neighbour says r1c3 is a 4. I don't believe him.
My wife says r1c3 is a 4. But I side with you.
"""

from collections.abc import Sequence

from mailbot.talk.cells.clauses import Item, has

_FEW = 7
"""Words of a sentence that only says that something is not believed."""


def is_claim(items: Sequence[Item]) -> bool:
    """Whether somebody else is told to see or say something."""
    return has(items, "person") and has(items, "says")


def takes_all_back(items: Sequence[Item], *, claimed: bool) -> bool:
    """Whether a sentence without a digit takes the digits before it back.

    Args:
        items: the sentence.
        claimed: whether these digits are what somebody else claims.
    """
    if claimed and (has(items, "siding") or has(items[:1], "but")):
        return True
    disbelieved = has(items, "trust") and has(items, "not")
    return has(items, "undone") or (disbelieved and len(items) <= _FEW)
