"""Which digits of a clause are affirmed, and which denied: not a 3 but an 8.

A clause is split at its commas and at words of contrast ("but"). A digit is

- denied, if a denial stands near before it: not a 3, instead of a 3;
- blamed, if a word such as "error" stands before it and no "is" between: an error in
  r4c7, 3 instead of 8;
- open, if something else takes it back: a denial farther off or behind it, a word such
  as "wrong" behind it or "except", or another part of the clause that tells what is
  there instead (it looks like a 3, but it is an 8; I typed a 3, but it is an 8); so is
  one that is given another in its place (the 3 should be an 8), or joined to a denied
  one (no 3 and 5);
- affirmed, if nothing of this is said.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import pairwise

from mailbot.talk.cells.clauses import Item, has

NEAR = 3
"""Tokens between a denial and its digit, at most."""

_BREAKS = frozenset(",;.!?\n()-")
_ARROWS = frozenset({"->", "=>"})
_DENIALS = frozenset({"not", "instead"})
_INDIRECT = frozenset({"says", "that", "person"})
"""Words that make a denial one of an opinion: I don't think that it is a 3."""

_BEHIND = frozenset({"not", "no", "instead", "wrong"})
_CONTRADICTED = frozenset({"seeming", "copied"})
"""Words of what was seen or typed, which another part of the clause corrects."""

_JUDGED = _CONTRADICTED | {"wrong"}

_EQUATING = frozenset({"is", "put"})


class Stand(Enum):
    """What a clause says of a digit."""

    AFFIRMED = "affirmed"
    DENIED = "denied"
    BLAMED = "blamed"
    OPEN = "open"


def stands_of(items: Sequence[Item], digits: Mapping[int, int]) -> dict[int, Stand]:
    """What a clause says of each digit.

    Args:
        items: the clause.
        digits: its digits by their places in it.

    Returns:
        the stands by digit; a digit that is said twice is affirmed only if both are.
    """
    found: dict[int, set[Stand]] = {}
    for start, end in _parts(items):
        part = items[start:end]
        places = [at - start for at in digits if start <= at < end]
        others = len(places) < len(digits)
        taken_back = _is_taken_back(items[end:])
        for at, stand in _in_part(part, places).items():
            stands = found.setdefault(digits[start + at], set())
            contradicted = taken_back or (others and _is_contradicted(part, at))
            stands.add(Stand.OPEN if contradicted else stand)
    return {digit: _agreed(stands) for digit, stands in found.items()}


def is_denied(items: Sequence[Item], at: int) -> bool:
    """Whether a digit follows a denial, with no other digit or "but" between."""
    for item in items[max(at - NEAR, 0) : at][::-1]:
        if item.place or item.is_number or has([item], "but"):
            return False
        if item.token.text == ",":  # No, 6.
            return False
        if has([item], *_DENIALS):
            return True
    return False


def _is_contradicted(part: Sequence[Item], at: int) -> bool:
    """Whether another part may correct what somebody saw or typed: it looks like a 3.

    "You misread r4c7: it is a 3" says of the 3 what is there.
    """
    before = part[:at]
    ends = (i for i, n in enumerate(before) if n.place or has([n], *_JUDGED))
    told = before[max(ends, default=-1) + 1 :]
    judged = has(before, "wrong") and has(told, "is") and not has(told, "that")
    return has(part, *_CONTRADICTED) and not judged


def _is_taken_back(following: Sequence[Item]) -> bool:
    """Whether words behind a part deny it: it looks like a 3, but it isn't.

    "It is a 3, but not the whole solution please" does not.
    """
    contrasted = has(following, "but") and has(following, "not")
    others = any(n.is_number or _is_of_solving(n) for n in following)
    return contrasted and not others


def _is_of_solving(item: Item) -> bool:
    return has([item], "solving") and not has([item], "article")  # Spanish "lo"


def _in_part(part: Sequence[Item], places: Sequence[int]) -> dict[int, Stand]:
    """What a part of a clause says of the digits at these places."""
    stands: dict[int, Stand] = {}
    ends = [-1, *places, len(part)]
    for last, at, following in list(zip(ends, ends[1:], ends[2:], strict=False))[::-1]:
        before, behind = part[last + 1 : at], part[at + 1 : following]
        stands[at] = _stand(before, behind, is_last=following == len(part))
        if _is_replaced(before, behind, stands.get(following)):
            stands[at] = Stand.OPEN
    for first, second in pairwise(places):  # no 3 and 5
        joined = not _equates(part[first:second])
        if joined and stands[first] is not Stand.AFFIRMED is stands[second]:
            stands[second] = Stand.OPEN
    return stands


def _parts(items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    """The parts of a clause between commas and words of contrast, as start and end."""
    start = 0
    for at, item in enumerate(items):
        tags = item.token.tags if not item.place else frozenset[str]()
        contrast = "but" in tags and "except" not in tags
        if item.token.text in _BREAKS or contrast:
            yield start, at
            start = at
    yield start, len(items)


def _stand(before: Sequence[Item], behind: Sequence[Item], *, is_last: bool) -> Stand:
    """What is said of a digit by the words around it, up to the digits beside it."""
    denials = [i for i, n in enumerate(before) if has([n], *_DENIALS)]
    if denials:
        between = before[denials[-1] + 1 :]
        near = len(between) < NEAR and not has(between, *_INDIRECT)
        direct = near and not any(item.is_unknown for item in between)
        return Stand.DENIED if direct and len(denials) == 1 else Stand.OPEN
    taken_back = behind if is_last else behind[: max(len(behind) - NEAR, 0)]
    wrong = has(behind, "wrong") or has(taken_back, *_BEHIND)
    if wrong or has(before, "except"):
        return Stand.OPEN
    return Stand.BLAMED if _is_called_wrong(before) else Stand.AFFIRMED


def _is_called_wrong(before: Sequence[Item]) -> bool:
    """Whether a word such as "wrong" is said of what follows: misread as, wrong is."""
    wrong = [i for i, item in enumerate(before) if has([item], "wrong")]
    if not wrong:
        return False
    between = before[wrong[-1] + 1 :]
    inverted = bool(between) and has(between[:1], "is")
    return inverted or (len(between) <= NEAR and not has(between, "is"))


def _is_replaced(
    before: Sequence[Item], behind: Sequence[Item], following: Stand | None
) -> bool:
    """Whether the digit behind takes a digit's place: the 3 should be an 8; 3 -> 8."""
    alone = following is Stand.AFFIRMED and not has(before, "is")
    return alone and _equates(behind)


def _equates(items: Sequence[Item]) -> bool:
    verbs = [n for n in items if not has([n], "preposition")]  # English "in" is both
    return has(verbs, *_EQUATING) or any(n.token.text in _ARROWS for n in items)


def _agreed(stands: set[Stand]) -> Stand:
    return stands.pop() if len(stands) == 1 else Stand.OPEN
