"""Questions for the digit of a cell (what stands there?), or for the cell of a digit.

Somebody who asks for a digit has not entered the one that stands beside the question:
"Dave reckons 3. What is in there?" speaks of no entry of theirs, nor does "could there
be a 3?".
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import (
    Item,
    begins_as_question,
    between_signs,
)
from mailbot.talk.cells.figures import digit_at
from mailbot.talk.cells.retraction import is_claim
from mailbot.talk.places.place import Place

_KNOWN = frozenset(
    {
        *("what", "question", "is", "subject", "digit", "cell", "beside", "filler"),
        *("article", "preposition", "and", "yes", "that", "indefinite"),
    }
)
"""The words of such a question."""

_ASKED = frozenset({"digit", "is", "preposition", "article", "cell"})
"""What follows "what" where it asks for a digit: what goes, which number, which of."""

_JUDGING = frozenset({"mine", "yes", "wrong"})
"""Words with which people ask about a digit in the grid: is my 4 right?"""

_OTHER = frozenset({"not", "or", "wrong", "unsure", "solving", "exchange", "puzzle"})
"""Words with which it asks for something else: what is wrong, what is the rest."""


def asks_for_a_digit(clauses: Sequence[Sequence[Item]]) -> bool:
    """Whether a clause asks what stands in a cell, and nothing tells a deed.

    Args:
        clauses: all that somebody wrote.
    """
    entered = any(map(_is_deed, _digits(clauses)))
    parts = (part for clause in clauses for part in between_signs(clause))
    return not entered and any(map(_asks, parts))


def only_supposes(clauses: Sequence[Sequence[Item]]) -> bool:
    """Whether digits are only asked about, and none is one that somebody has entered.

    Could there be a 4 in r1c3? Not: is the 4 in r1c3 right; I put a 4 there, ok?

    Args:
        clauses: all that somebody wrote, in which a digit is asked about.
    """
    told = [c for c in clauses if any(item.is_number for item in c)]
    asked = all(map(_is_asked, told))
    return bool(told) and asked and not any(map(_tells_an_entry, told))


def only_claims(clauses: Sequence[Sequence[Item]]) -> bool:
    """Whether each digit is one that somebody else claims: my wife swears it's a 4.

    Args:
        clauses: all that somebody wrote.
    """
    told = [c for c in clauses if any(item.is_number for item in c)]
    return bool(told) and all(map(is_claim, told))


def _is_asked(clause: Sequence[Item]) -> bool:
    """Whether a clause asks about its digit, and not about what follows from it.

    Not: I got a 4 for r1c3, what's next?
    """
    last = list(between_signs(clause))[-1]
    asks = clause[-1].token.text == "?" and any(item.is_number for item in last)
    return asks or begins_as_question(clause) or _has(clause[0], "question")


def _tells_an_entry(clause: Sequence[Item]) -> bool:
    """Whether a clause tells of a digit that somebody wrote: the 4; my 4; r1c3=4."""
    named = any(
        _has(before, "article")
        and not _has(before, "indefinite", "is")
        and item.is_number
        for before, item in pairwise(clause)
    )
    judged = any(_has(item, *_JUDGING) for item in clause[1:])
    written = any(_is_deed(item) or item.token.text == "=" for item in clause)
    return named or judged or written


def sought_in_a_house(
    clauses: Sequence[Sequence[Item]], question: Question
) -> tuple[Place, int] | None:
    """The house in which a digit is asked for, and the digit: where is the 4 in row 2?

    None if nothing, or more than one place or digit, is asked for.
    """
    found: list[tuple[Place, int]] = []
    for clause in clauses:
        digits = [
            d for at in range(len(clause)) if (d := digit_at(clause, at, question))
        ]
        places = [item.place for item in clause if item.place]
        if places and (len(places) > 1 or clause[-1].token.text == "?"):
            found += [(place, digit) for place in places for digit in digits or [0]]
    [(place, digit), *others] = found or [(Place(), 0)]
    return None if others or place.is_cell or not digit else (place, digit)


def _digits(clauses: Sequence[Sequence[Item]]) -> Iterator[Item]:
    """The items of the clauses that hold a digit."""
    for clause in clauses:
        if any(item.is_number for item in clause):
            yield from clause


def _is_deed(item: Item) -> bool:
    """Whether an item tells that somebody wrote a digit: I put a 4 there."""
    return _has(item, "put") and not _has(item, "is", "says", "preposition")


def _asks(part: Sequence[Item]) -> bool:
    """Whether a part of a clause asks what a cell holds, up to its end.

    Where it names the cell, all else is its own: which of the 4 goes in r3c5?
    """
    part = [item for item in part if item.token.text not in "?¿¡"]
    start = next((i for i, item in enumerate(part) if _has(item, "what")), len(part))
    asked = part[start:]
    behind = asked[1:2]
    sure = bool(asked) and not _has(asked[0], "that")  # French "que"
    if sure and any(_has(item, *_ASKED) for item in behind) and _names_a_cell(asked):
        return not any(_has(item, "wrong") for item in asked)
    about = any(map(_is_verb, part[max(start - 1, 0) :]))
    return (
        bool(asked)
        and about
        and all(
            item.place is not None
            or (
                _has(item, *_KNOWN) and not _has(item, *_OTHER) and not _is_number(item)
            )
            for item in asked
        )
    )


def _names_a_cell(part: Sequence[Item]) -> bool:
    return any(item.place is not None and item.place.is_cell for item in part)


def _is_verb(item: Item) -> bool:
    """Whether it tells what stands there: is, "is it", "stimmt"."""
    return _has(item, "is", "yes") or (
        _has(item, "question") and not _has(item, "what")
    )


def _is_number(item: Item) -> bool:
    """Whether an item is a number, and not a pronoun: which one is it?"""
    return item.is_number and not _has(item, "cell")


def _has(item: Item, *tags: str) -> bool:
    return not item.place and not item.token.tags.isdisjoint(tags)
