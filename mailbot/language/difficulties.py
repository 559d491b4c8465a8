"""How hard a new puzzle is to be, by the words of all languages."""

import re
from functools import cache

from mailbot.language.folders import rows, strings
from mailbot.language.folding import fold
from solver import Difficulty


def find_difficulty(text: str, *, last: bool = False) -> Difficulty | None:
    """The difficulty that a text names first; of what is not to be too hard, medium.

    Args:
        text: what a person wrote.
        last: take the one that it names last instead.

    >>> find_difficulty("A very hard one, please"), find_difficulty("Nicht zu leicht")
    (<Difficulty.VERY_HARD: 'very-hard'>, <Difficulty.MEDIUM: 'medium'>)
    """
    found = list(_pattern().finditer(fold(text)))
    named = [match for match in found if match["not_too"] is None]
    if named:
        told = str(named[-1 if last else 0].lastgroup)
        return Difficulty(told.replace("_", "-"))
    return Difficulty.MEDIUM if found else None


@cache
def _pattern() -> re.Pattern[str]:
    """Matches a name of a difficulty, as a group; longer names come first."""
    names: dict[str, list[str]] = {}
    for difficulty, *words in rows("puzzles", "difficulties"):
        names.setdefault(difficulty, []).extend(words)
    hardest_first = reversed([difficulty.value for difficulty in Difficulty])
    groups = (f"(?P<{d.replace('-', '_')}>{_any(names[d])})" for d in hardest_first)
    not_too = _any(list(strings("puzzles", "not_too")))
    return re.compile(rf"\b(?:(?P<not_too>{not_too})\s+)?(?:{'|'.join(groups)})(?!\w)")


def _any(words: list[str]) -> str:
    folded = sorted(map(fold, words), key=len, reverse=True)
    return "|".join(
        re.escape(word.removesuffix("-")) + r"\w*" * word.endswith("-")
        for word in folded
    )
