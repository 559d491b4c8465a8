"""What words are about: giving, the solution, a small step, that it is hard.

Each written language lists the words of each concept in `concepts.toml`, so that words
that the word model never met share a meaning with those that it learnt, also across
languages. A word is listed whole, by its beginning ("solv-") or with the word behind it
("give_up", also of words with a hyphen); accents and case do not count.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from msgspec import Struct, field

from mailbot.language.folders import read_table
from mailbot.language.folding import fold

Concepts = frozenset[str]

_FILE = "concepts.toml"
_PARTS = re.compile("['-]")
"""What joins words of which each is about something: l'indice, dis-le."""

_NONE: Concepts = frozenset()


class Thesaurus(Struct, frozen=True, eq=False):
    """The concepts of words, of beginnings of words, and of pairs of words."""

    words: Mapping[str, Concepts] = field(default_factory=dict)
    stems: Mapping[str, Concepts] = field(default_factory=dict)
    longest: int = 0

    def read(self, words: Sequence[str]) -> list[Concepts]:
        """The concepts of each word of a text; those of a pair belong to its first.

        Args:
            words: folded words, in their order; a hyphen between them is none.
        """
        said = [word for word in words if word != "-"]
        return [
            self._of_word(word) | self.words.get(f"{word}_{behind}", _NONE)
            for word, behind in pairwise([*said, ""])
        ]

    def _of_word(self, word: str) -> Concepts:
        found = self.words.get(word, _NONE) | self._by_stem(word)
        parts = _PARTS.split(word)
        if found or not parts[1:]:
            return found
        return _NONE.union(*map(self._of_word, parts))

    def _by_stem(self, word: str) -> Concepts:
        """The concepts of the longest beginning that is listed."""
        for length in range(min(len(word), self.longest), 1, -1):
            if word[:length] in self.stems:
                return self.stems[word[:length]]
        return _NONE


@cache
def thesaurus_of(language: str) -> Thesaurus:
    """The concepts of a language; none if it lists none.

    >>> [sorted(c) for c in thesaurus_of("en").read(["give", "up", "and", "solve"])]
    [['give', 'surrender'], [], [], ['solve']]
    """
    words: dict[str, set[str]] = defaultdict(set)
    stems: dict[str, set[str]] = defaultdict(set)
    for concept, text in read_table(language, _FILE).items():
        for word in fold(text).split():
            known = stems if word.endswith("-") else words
            known[word.removesuffix("-")].add(concept)
    return Thesaurus(_frozen(words), _frozen(stems), max(map(len, stems), default=0))


def _frozen(found: Mapping[str, set[str]]) -> Mapping[str, Concepts]:
    """The same, with one set in memory for all words of the same concepts."""
    sets: dict[Concepts, Concepts] = {}
    return {
        word: sets.setdefault(concepts, concepts)
        for word, concepts in zip(found, map(frozenset, found.values()), strict=True)
    }
