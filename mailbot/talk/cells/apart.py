"""Digits beside a cell's name, with a comma or the like between, that are not its own.

I'd like r3c5, my son is 7. Number 7 in the book, r3c5?
"""

from collections.abc import Sequence

from mailbot.talk.cells.answer import tells_of_a_cell
from mailbot.talk.cells.clauses import Item, has
from mailbot.talk.cells.exchange import asks_to_exchange
from mailbot.talk.cells.retraction import is_claim

_PARTING = frozenset(",;-!()\n")


def digits_of_the_cell(
    items: Sequence[Item], digits: Sequence[int], cells: Sequence[int]
) -> list[int]:
    """The places of the digits that may be those of the cell which is named.

    Args:
        items: a clause.
        digits: the places of its digits.
        cells: the places of the cells that it names.
    """
    if len(cells) != 1 or asks_to_exchange(items):
        return [*digits]
    return [at for at in digits if not _is_apart(items, digits, at, cells[0])]


def _is_apart(items: Sequence[Item], digits: Sequence[int], at: int, cell: int) -> bool:
    """Whether a digit stands in a part of its own, which tells of no cell.

    Nor does what somebody else says: r3c5, please, my brother says 7.
    """
    between = range(min(at, cell) + 1, max(at, cell))
    signs = [i for i in between if items[i].token.text in _PARTING]
    if not signs:
        return False
    start, end = (signs[-1] + 1, len(items)) if at > cell else (0, signs[0])
    own = items[start:end]
    told = [i - start for i in digits if start <= i < end]
    linked = has(own[: told[0]], "subject") and has(own, "is")  # that's 2, I reckon
    verbs = [n for n in own if not has([n], "says")]
    opinion = is_claim(own) and not has(verbs, "is")
    strange = not linked and not any(tells_of_a_cell(own, i) for i in told)
    return opinion or strange
