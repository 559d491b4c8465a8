"""Whether words say that the solution is not wanted: no answers please, just a push."""

from collections.abc import Sequence
from functools import cache

from mailbot.language.folders import strings
from mailbot.language.folding import fold
from mailbot.language.lexicon import Token, lexicon_of
from mailbot.model import Want

_STEM = 6  # letters that forms of a word share: solution, solutions
_BEFORE, _BEHIND = 4, 2  # tokens from the denial to the word
_ENDS = frozenset(".,;:!?\n")


def denies_solution(words: str, language: str) -> bool:
    """Whether each word for the solution stands beside a denial in its clause.

    >>> denies_solution("I don't want the solution, only a push", "en")
    True
    >>> denies_solution("No hints please, just the solution", "en")
    False
    """
    clauses = _clauses(lexicon_of(language).read(fold(words)))
    found = [(clause, at) for clause in clauses for at in _named(clause)]
    return bool(found) and all(_is_denied(clause, at) for clause, at in found)


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in _ENDS:
            clauses.append([])
        else:
            clauses[-1].append(token)
    return clauses


def _named(clause: Sequence[Token]) -> list[int]:
    stems = _stems()
    return [at for at, token in enumerate(clause) if token.text[:_STEM] in stems]


def _is_denied(clause: Sequence[Token], at: int) -> bool:
    near = clause[max(at - _BEFORE, 0) : at + _BEHIND + 1]
    return any("not" in token.tags for token in near)


@cache
def _stems() -> frozenset[str]:
    words = strings("commands", Want.SOLUTION.value)
    return frozenset(fold(word)[:_STEM] for word in words if len(word) > 3)
