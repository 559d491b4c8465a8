"""Kinds of Sudoku that we do not solve, known by their names.

Only the name of a kind counts: "this one is a killer" is said of plain puzzles too.
"""

import re
from collections.abc import Iterator
from functools import cache

from mailbot.language.folders import rows

LETTERS = "word"
"""The kind whose rules are the usual ones: it is solved if its letters are read."""

OTHER = "other"
"""The name of rules that have no name here."""

_NEAR = re.compile("doku|ken|kakuro|futoshiki|gattai", re.IGNORECASE)
"""What every name of a kind of puzzle, or the word beside it, holds."""


def find_variant(text: str) -> str:
    """The kind of puzzle that a text names: "killer", "jigsaw", ...; "" for none.

    >>> find_variant("My Killer Sudoku of today"), find_variant("a killer of a sudoku")
    ('killer', '')
    """
    if not _NEAR.search(text):
        return ""
    return next((kind for kind, names in _patterns() if names.search(text)), "")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    beside = (
        (kind, rf"\b(?:{names})[- ]?sudoku|\bsudoku[- ](?:{names})\b")
        for kind, names in _names("variants")
    )
    alone = ((kind, rf"\b(?:{names})\b") for kind, names in _names("own_names"))
    patterns = (*beside, *alone)
    return tuple((kind, re.compile(names, re.IGNORECASE)) for kind, names in patterns)


def _names(key: str) -> Iterator[tuple[str, str]]:
    """Each kind once, with the names that all languages have for it as a pattern."""
    names: dict[str, list[str]] = {}
    for kind, *words in rows("puzzles", key):
        names.setdefault(kind, []).extend(words)
    for kind, words in names.items():
        yield kind, "|".join(map(re.escape, dict.fromkeys(words)))
