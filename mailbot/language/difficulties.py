"""How hard a new puzzle is to be, by the words of all languages."""

import re
from functools import cache

from mailbot.language.folders import rows, strings
from mailbot.language.folding import fold
from solver import Difficulty


def find_difficulty(text: str) -> Difficulty | None:
    """The difficulty that a text names first; of what is not to be too hard, medium.

    >>> find_difficulty("A very hard one, please"), find_difficulty("Nicht zu leicht")
    (<Difficulty.VERY_HARD: 'very-hard'>, <Difficulty.MEDIUM: 'medium'>)
    """
    moderate = None
    for match in _pattern().finditer(fold(text)):
        if match["not_too"] is None:
            return Difficulty(str(match.lastgroup).replace("_", "-"))
        moderate = Difficulty.MEDIUM
    return moderate


@cache
def _pattern() -> re.Pattern[str]:
    """Matches a name of a difficulty, as a group; longer names come first."""
    names: dict[str, list[str]] = {}
    for difficulty, *words in rows("puzzles", "difficulties"):
        names.setdefault(difficulty, []).extend(words)
    hardest_first = reversed([difficulty.value for difficulty in Difficulty])
    groups = (f"(?P<{d.replace('-', '_')}>{_any(names[d])})" for d in hardest_first)
    not_too = _any(list(strings("puzzles", "not_too")))
    return re.compile(
        rf"(?<!\w)(?:(?P<not_too>{not_too})\s+)?(?:{'|'.join(groups)})(?!\w)"
    )


def _any(words: list[str]) -> str:
    folded = sorted(map(fold, words), key=len, reverse=True)
    return "|".join(
        re.escape(word.removesuffix("-")) + r"\w*" * word.endswith("-")
        for word in folded
    )
