"""Clauses that take back what they say: I don't think r1c6 is 4; it is not right."""

from collections.abc import Sequence

from mailbot.talk.cells.clauses import ASSERTING, Item
from mailbot.talk.cells.contrast import NEAR

_ALONE = frozenset({"no", "refusing"})


def is_refused(items: Sequence[Item], digits: Sequence[int], cell: int | None) -> bool:
    """Whether the only digit of a clause is called wrong or denied.

    Args:
        items: the clause.
        digits: the places of the digit, which may be said twice.
        cell: the place of the cell's name; None if none is named.
    """
    named = [*digits] if cell is None else [*digits, cell]
    behind = items[max(named) + 1 :]
    if _is_blamed(items[: digits[0]], behind) or _is_taken_back(behind):
        return True
    before = items[: min(named)]
    denials = [at for at, item in enumerate(before) if "not" in item.token.tags]
    return any(_reaches(before[denial:]) for denial in denials)


def _is_blamed(before: Sequence[Item], behind: Sequence[Item]) -> bool:
    """Whether the digit is called wrong: the 4 in r1c6 is wrong."""
    told = any("is" in n.token.tags or n.token.text in ASSERTING for n in before)
    return not told and any("wrong" in item.token.tags for item in behind)


def _is_taken_back(behind: Sequence[Item]) -> bool:
    """Whether what follows denies it: r1c6 is 4, that is not right."""
    tags = [item.token.tags for item in behind]
    for at, own in enumerate(tags):
        if "not" in own and "empty" not in own:
            near = tags[max(at - 1, 0) : at + NEAR]
            if any("yes" in other for other in near) or len(tags) - at < NEAR:
                return True
    return False


def _reaches(said: Sequence[Item]) -> bool:
    """Whether a denial speaks of what follows: I don't think that r1c6 is 4.

    "No, r1c6 is 4" and "that's not right, r1c6 is 4" deny what was shown.

    Args:
        said: the items from the denial up to the cell or digit.
    """
    denial, *between = said
    signs = [item.token.text for item in between]
    alone = bool(_ALONE & denial.token.tags)
    if ":" in signs or ("," in signs[:1] and alone):
        return False
    judged = any({"yes", "wrong"} & item.token.tags for item in between)
    return not (judged and "," in signs)
