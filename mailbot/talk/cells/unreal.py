"""Clauses that tell of what is not so: if it were a 4; I almost put a 4 there.

People think aloud. They suppose a digit, remember one, tell what they nearly wrote, or
ask who says so. Nothing of it stands in the cell:

- behind "almost", "unless", "why", "who says" or "between", whatever is told;
- behind an "if" that begins the sentence, or a part of it: if there were a 4, ...;
- where the sentence begins with "would": German "wäre da eine 4, ...";
- where a predicate of what would be follows: a 4 there would be silly;
- where the digit is one of former times: yesterday it was a 4 (not in a question:
  yesterday I put a 4 there, is it right?);
- where it is rubbed out, or another part of the sentence judges it: I had a 4 there but
  rubbed it out; the paper says 4, which can't be; my wife says 4, but I side with you.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mailbot.talk.cells.clauses import Item, between_signs, has

_BREAKS = frozenset(".,;:!?\n()")
_LEADING = frozenset({"and", "but", "filler", "no", "yes"})
"""What may stand before the first word that counts: and if it were a 4."""

_RELATIVE = 2
"""Words up to the end of a relative pronoun: Spanish "lo cual"."""


def is_unreal(
    items: Sequence[Item], told: Sequence[int], *, asking: bool = False
) -> bool:
    """Whether a clause tells of what is not so.

    Args:
        items: the clause.
        told: the places of its digits and of the cell's name.
        asking: whether a question about a digit counts like the digit.
    """
    first, last = min(told), max(told)
    start = max((at + 1 for at in range(first) if _is_break(items, at)), default=0)
    said, behind = items[start : last + 1], items[last + 1 :]
    if has(said, "unreal") or any(map(_supposes, _parts(said))):
        return True
    if _would_be(items, start, behind):
        return True
    if sum(items[at].place is None for at in told) != 1:
        return False  # not the 3 that I had yesterday, a 4
    past = not asking and has(said, "formerly") and not has(items, "wrong", "yes")
    claimed = has(items, "person") and has(items[:last], "says")
    judged = any(map(_judges, between_signs(behind)))
    judged |= claimed and (has(behind, "siding") or _contrasts(behind))
    return past or judged or has(items, "undone")


def _parts(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """What stands between the breaks; the names of cells hold none."""
    breaks = [at for at in range(len(items)) if _is_break(items, at)]
    for before, behind in pairwise([-1, *breaks, len(items)]):
        yield items[before + 1 : behind]


def _supposes(part: Sequence[Item]) -> bool:
    """Whether a part begins with "if"; Spanish "si" may be a yes as well."""
    leads = (i for i, n in enumerate(part) if not has([n], *_LEADING))
    at = next((i for i, n in enumerate(part) if has([n], "if")), None)
    if at is None or at > next(leads, at):
        return False
    return not has(part[at : at + 1], "yes") or has(part[at:], "is", "would", "put")


def _would_be(items: Sequence[Item], start: int, behind: Sequence[Item]) -> bool:
    """Whether it begins with "would", which asks nothing, or ends with it."""
    predicate = next(iter(_parts(behind)), ())
    asks = items[-1].token.text == "?"
    return has(predicate, "would") or (
        not asks and has(items[start : start + 1], "would")
    )


def _judges(part: Sequence[Item]) -> bool:
    """Whether a relative clause denies what it is about: which can't be."""
    return has(part[:_RELATIVE], "which") and has(part, "not", "wrong")


def _contrasts(behind: Sequence[Item]) -> bool:
    """Whether a "but" follows, which takes nothing out of it: all but that."""
    return any(has([n], "but") and not has([n], "except") for n in behind)


def _is_break(items: Sequence[Item], at: int) -> bool:
    """Whether a sign ends a part; not the comma of "I never said, that it is a 4"."""
    item = items[at]
    if item.place or item.token.text not in _BREAKS:
        return False
    before, behind = items[:at], items[at + 1 : at + 2]
    strange = any(n.is_unknown and not n.token.tags for n in before)
    almost = len(before) == 1 and has(before, "hour")  # almost, r1c3 is a 4
    ends = strange or almost or has(behind, "but")
    return ends or item.token.text != "," or not has(before, "unreal")
