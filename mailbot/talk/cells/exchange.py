"""Requests to exchange a printed digit: swap the 4 in row 2, column 3 for an 8."""

from collections.abc import Mapping, Sequence

from mailbot.talk.cells.clauses import Item

_BETWEEN = frozenset({"article", "digit", "filler"})
"""What may stand between "for" and the new digit: for the number 8."""


def asks_to_exchange(items: Sequence[Item]) -> bool:
    """Whether a clause has a word that asks for another digit."""
    return any("exchange" in n.token.tags for n in items if not n.place)


def new_digit(
    items: Sequence[Item], digits: Mapping[int, int], shown: int
) -> int | None:
    """The digit that takes the place of the printed one; None if it is not sure.

    Sure is only a single digit behind a word such as "for", in a clause that denies
    nothing, where each other digit is the printed one: nobody exchanges what is not
    there.

    Args:
        items: a clause that asks to exchange a digit of one cell.
        digits: its digits by their places in it.
        shown: what is printed in the cell, 0 if it is empty.
    """
    new = {digit for at, digit in digits.items() if _is_behind_for(items, at)}
    old = {digit for at, digit in digits.items() if not _is_behind_for(items, at)}
    denied = any("not" in n.token.tags for n in items if not n.place)
    sure = shown and len(new) == 1 and old <= {shown} and not denied
    return new.pop() if sure and new != {shown} else None


def _is_behind_for(items: Sequence[Item], at: int) -> bool:
    """Whether a digit stands behind a word such as "for": for an 8."""
    before = at - 1
    while before >= 0 and _is_between(items[before]):
        before -= 1
    return before >= 0 and _has(items[before], "exchanged_for")


def _is_between(item: Item) -> bool:
    return not _has(item, "exchanged_for") and any(_has(item, tag) for tag in _BETWEEN)


def _has(item: Item, tag: str) -> bool:
    return not item.place and tag in item.token.tags
