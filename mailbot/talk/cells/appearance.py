"""Digits that turn out to be something else: the 4 was a stain.

    The 4 was a stain.      What looks like a 4 is a pen stroke.      4: just a crease.

Nobody says so of the digit that stands in the cell. So a digit that is the subject of
a sentence is not taken for that of the cell, unless it is called right, or seen there.
In "it is a 4, under a stain" it is the predicate.
"""

from collections.abc import Sequence
from itertools import takewhile

from mailbot.talk.cells.clauses import Item, has

_BREAKS = frozenset(",.;:!?()\n-")
_BETWEEN = frozenset({"article", "indefinite", "filler", "beside", "subject"})
"""What may stand between the verb and the thing: was only an old stain."""

_FAR = 6
"""Tokens from a digit to the verb behind it: that 4 you see there was a stain."""

_NAMING = frozenset("-=:?")

_SAYING_SO = frozenset({"yes", "cell", "seeing", "says", "copied", "fitting"})
"""What is said of the digit that does stand there: the 8 is right, is what I see."""


def is_a_mark(items: Sequence[Item], at: int) -> bool:
    """Whether a clause tells what a digit is, and not that it stands in the cell.

    Args:
        items: the clause.
        at: the place of the digit.
    """
    before = list(takewhile(lambda item: not _is_break(item), items[:at][::-1]))
    if any(map(_asserts, before)):
        return False
    behind = list(takewhile(lambda n: not n.is_number, items[at + 1 : at + 1 + _FAR]))
    verb = next((i for i, item in enumerate(behind) if _is_verb(item)), None)
    if verb is None:
        named = bool(behind) and behind[0].token.text in _NAMING
        return named and _leads_to_a_mark(behind[1:])
    predicate = items[at + 2 + verb :]
    if any(item.is_number for item in predicate):
        return False
    if _leads_to_a_mark(predicate):
        return True
    if sum(map(_is_break, behind[:verb])) == 1:  # 8, that is certain
        return has(before, "seeming") or has(predicate, "person")
    said = list(takewhile(lambda item: not _is_break(item), predicate))
    right = has(said, *_SAYING_SO) or has(said[:1], "what")
    right |= any(item.place for item in said)
    return bool(said) and (not right or has(said, "not"))


def _asserts(item: Item) -> bool:
    """Whether a word tells what is there; not Polish "to", Swedish "var"."""
    other = has([item], "seeming", "article", "which")
    return has([item], "is", "put") and not other


def _is_verb(item: Item) -> bool:
    other = has([item], "seeming", "preposition", "says", "mine")
    return has([item], "is") and not other


def _leads_to_a_mark(items: Sequence[Item]) -> bool:
    """Whether a mark is named before anything that we do not know."""
    for item in items:
        if has([item], "mark"):
            return True
        if item.is_number or not (_BETWEEN & item.token.tags or _is_verb(item)):
            return False
    return False


def _is_break(item: Item) -> bool:
    return item.place is None and item.token.text in _BREAKS
