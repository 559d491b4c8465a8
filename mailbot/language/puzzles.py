"""What people call puzzles: kinds that we do not solve, difficulties, techniques.

Only the name of a kind counts: "this one is a killer" is said of plain puzzles too. A
language's `techniques.toml` lists the names of techniques by the members of
`solver.logic.Technique`, in lower case; ANY holds the words for whichever technique.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from mailbot.language.folders import ENGLISH, read_table, rows, strings
from mailbot.language.folding import fold
from solver import Difficulty

LETTERS = "word"
"""The kind whose rules are the usual ones: it is solved if its letters are read."""

OTHER = "other"
"""The name of rules that have no name here."""

_NEAR = re.compile("doku|ken|kakuro|futoshiki|gattai", re.IGNORECASE)
"""What every name of a kind of puzzle, or the word beside it, holds."""

ANY = "any"

_TECHNIQUES = "techniques.toml"
_GAP = re.compile(r"[\s-]+")


def find_variant(text: str) -> str:
    """The kind of puzzle that a text names: "killer", "jigsaw", ...; "" for none.

    >>> find_variant("My Killer Sudoku of today"), find_variant("a killer of a sudoku")
    ('killer', '')
    """
    if not _NEAR.search(text):
        return ""
    return next((kind for kind, names in _kinds() if names.search(text)), "")


@cache
def _kinds() -> tuple[tuple[str, re.Pattern[str]], ...]:
    beside = (
        (kind, rf"\b(?:{names})[- ]?sudoku|\bsudoku[- ](?:{names})\b")
        for kind, names in _names_of("variants")
    )
    alone = ((kind, rf"\b(?:{names})\b") for kind, names in _names_of("own_names"))
    patterns = (*beside, *alone)
    return tuple((kind, re.compile(names, re.IGNORECASE)) for kind, names in patterns)


def _names_of(key: str) -> Iterator[tuple[str, str]]:
    """Each kind once, with the names that all languages have for it as a pattern."""
    names: dict[str, list[str]] = {}
    for kind, *words in rows("puzzles", key):
        names.setdefault(kind, []).extend(words)
    for kind, words in names.items():
        yield kind, "|".join(map(re.escape, dict.fromkeys(words)))


def find_difficulty(text: str, *, last: bool = False) -> Difficulty | None:
    """The difficulty that a text names first; of what is not to be too hard, medium.

    Args:
        text: what a person wrote.
        last: take the one that it names last instead.

    >>> find_difficulty("A very hard one, please"), find_difficulty("Nicht zu leicht")
    (<Difficulty.VERY_HARD: 'very-hard'>, <Difficulty.MEDIUM: 'medium'>)
    """
    found = list(_difficulties().finditer(fold(text)))
    named = [match for match in found if match["not_too"] is None]
    if named:
        told = str(named[-1 if last else 0].lastgroup)
        return Difficulty(told.replace("_", "-"))
    return Difficulty.MEDIUM if found else None


@cache
def _difficulties() -> re.Pattern[str]:
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


def find_techniques(text: str, language: str) -> tuple[str, ...]:
    """The techniques that a text names, members of `Technique` in lower case.

    ANY if it only speaks of techniques. The longest of names that overlap wins.

    >>> find_techniques("Is there a method, an X wing or a naked pair say?", "en")
    ('x_wing', 'naked_pair')
    >>> find_techniques("Is there a trick?", "en"), find_techniques("Is it hard?", "en")
    (('any',), ())
    >>> find_techniques("nakedsingle", "en") == find_techniques("naked-single", "en")
    True
    """
    pattern, names = _techniques(language)
    found = pattern.findall(fold(text))
    techniques = dict.fromkeys(names[_GAP.sub("", name)] for name in found)
    named = tuple(name for name in techniques if name != ANY)
    return named or tuple(techniques)


@cache
def _techniques(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """What matches any name, the longest first, with or without hyphens.

    And the technique of each name, those of the language and the English ones, written
    without any gap.
    """
    names = {
        _GAP.sub(" ", fold(name)): technique
        for code in dict.fromkeys((ENGLISH, language))
        for technique, names in read_table(code, _TECHNIQUES).items()
        for name in names
    }
    longest = sorted(names, key=len, reverse=True)
    listed = "|".join(re.escape(name).replace(r"\ ", r"[\s-]?") for name in longest)
    pattern = re.compile(rf"(?<!\w)(?:{listed})(?!\w)" if listed else r"(?!)")
    return pattern, {_GAP.sub("", name): found for name, found in names.items()}
