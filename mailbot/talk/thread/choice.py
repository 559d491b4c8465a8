"""One of the two digits that we asked about, named by its place or its size.

    Is it a 4 or an 8?
    The second one.        Your first guess was right.        The bigger of the two.

Everything that stands beside such a name, up to the next sign, must be known to speak
of it: "the second time" and "the first row" name no digit of ours.
"""

from mailbot.language.folding import fold
from mailbot.language.lexicon import Lexicon
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import between_signs, clauses_of
from mailbot.talk.cells.kinds import any_of, holds, kinds_of

_OPEN = (
    "NUMBER|CELL|HOUSE|ASKS|DOUBT|or|but|empty|wrong",
    "^START not",
    "START not ^COMMA",
)
"""What leaves it open; a "no" that the words begin with answers: no, the second one."""

_UNCLEAR = ("^NAMED|ABOUT_IT|START|END", "NAMED ^NAMED|FOLLOWING|END")
"""What makes a name that of another thing: the first row, the larger picture."""

_TELLING = "article|is|option|both|cell|digit"
"""Without any of these an ordinal may only count: second, I have a question."""


def chosen(words: str, lexicon: Lexicon, question: Question) -> int | None:
    """The digit of the two that words name by its place or size; None if they do not.

    Args:
        words: what the person wrote now.
        lexicon: the words of a language.
        question: what the person was shown, and the one cell in doubt.
    """
    [(cell, options)] = question.doubts.items()
    items = [item for c in clauses_of(fold(words), lexicon) for item in c]
    parts = [kinds_of(part) for part in between_signs(items)]
    naming = [part for part in parts if holds("NAMED", part)]
    if len(options - {0}) != 2 or any_of(_OPEN, kinds_of(items)):
        return None
    unclear = any(any_of(_UNCLEAR, part) for part in naming)
    counts = len(parts) > 1 and not all(holds(_TELLING, part) for part in naming)
    shown = question.shown[cell]
    values = {
        "FIRST": shown,
        "SECOND": next(iter(options - {shown})),
        "LARGER": max(options),
        "SMALLER": min(options),
    }
    named = [
        value
        for part in naming
        for own in part
        for name, value in values.items()
        if f" {name} " in own
    ]
    return named[0] if len(named) == 1 and not (unclear or counts) else None


def names_option(words: str, lexicon: Lexicon) -> bool:
    """Whether any word may name a digit of ours by its place or its size."""
    clauses = clauses_of(fold(words), lexicon)
    return any(holds("NAMED", kinds_of(clause)) for clause in clauses)
