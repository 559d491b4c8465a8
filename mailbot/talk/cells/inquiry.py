"""Questions for the digit of a cell (what stands there?), or for the cell of a digit.

Somebody who asks for a digit has not entered the one that stands beside the question:
"Dave reckons 3. What is in there?" speaks of no entry of theirs, nor does "could there
be a 3?". All functions take the clauses that somebody wrote.
"""

from collections.abc import Sequence

from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import Item, begins_as_question, between_signs
from mailbot.talk.cells.digits import digits_of
from mailbot.talk.cells.kinds import any_of, kinds_of
from mailbot.talk.places.place import Place

Clauses = Sequence[Sequence[Item]]

_FOR_A_DIGIT = (
    "START ^what* WHAT digit|is|preposition|article|cell ^wrong* CELL ^wrong* END",
    "START ^what* ASKVERB =what ASKING+ ASKS? END",
    "START ^what* =what ASKING* =ASKVERB ASKING+ ASKS? END",
)
"""Which of the 4 goes in r3c5? What is it? Is it known what goes there?"""

_DEED = ("DEED",)
_ABOUT_IT = ("N ^BREAK|COLON* ASKS END", "START question")
"""Is there a 4?"""

_ENTRY = ("THE N", "START . .* mine|yes|wrong", "DEED|EQUALS")
"""The 4 there; is a 4 right; I put a 4; r1c1=4."""

_CLAIM = (r"person .* says", "says .* person")


def asks_for_a_digit(clauses: Clauses) -> bool:
    """Whether it is asked what stands in a cell, and no clause tells a deed."""
    parts = (part for clause in clauses for part in between_signs(clause))
    entered = any(any_of(_DEED, kinds_of(clause)) for clause in clauses)
    return not entered and any(any_of(_FOR_A_DIGIT, kinds_of(part)) for part in parts)


def only_supposes(clauses: Clauses) -> bool:
    """Whether digits are only asked about, and none is one that somebody has entered.

    Could there be a 4 in r1c3? Not: is the 4 in r1c3 right; I put a 4 there, ok?
    """
    told = _with_numbers(clauses)
    return bool(told) and all(
        (any_of(_ABOUT_IT, kinds_of(clause)) or begins_as_question(clause))
        and not any_of(_ENTRY, kinds_of(clause))
        for clause in told
    )


def only_claims(clauses: Clauses) -> bool:
    """Whether each digit is one that somebody else claims: my wife swears it's a 4."""
    told = _with_numbers(clauses)
    return bool(told) and all(any_of(_CLAIM, kinds_of(clause)) for clause in told)


def sought_in_a_house(clauses: Clauses, question: Question) -> tuple[Place, int] | None:
    """The house in which a digit is asked for, and the digit: where is the 4 in row 2?

    None if nothing, or more than one place or digit, is asked for.
    """
    found: list[tuple[Place, int]] = []
    for clause in clauses:
        digits = digits_of(clause, kinds_of(clause), question).values()
        places = [item.place for item in clause if item.place]
        if places and (len(places) > 1 or clause[-1].token.text == "?"):
            found += [(place, digit) for place in places for digit in digits or [0]]
    [(place, digit), *others] = found or [(Place(), 0)]
    return None if others or place.is_cell or not digit else (place, digit)


def _with_numbers(clauses: Clauses) -> list[Sequence[Item]]:
    return [c for c in clauses if any(item.is_number for item in c)]
