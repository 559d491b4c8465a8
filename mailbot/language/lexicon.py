"""The words for places, digits and assertions in each language, as tags of tokens.

Each language folder holds them in `grammar.toml`: lists of words and phrases by tag,
and the number words and ordinals by value. A table holds lists that count in one place
only: [agreement], where somebody may say that we read a puzzle right, [verdict], where
somebody explains which digit stands in a cell, and [taking], where digits go and stay.
Accents and case do not count.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from mailbot.language.folders import read_table
from mailbot.language.folding import fold

_FILE = "grammar.toml"
_TABLES = frozenset({"agreement", "verdict", "taking"})
_LONGEST_PHRASE = 6  # tokens
_MOST_TOKENS = 600
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+(?:-[^\W\d_]+)*'?|[-=]>|[^\w\s]|\n|_")
_ZERO = frozenset({"empty"})
"""The tag of the number 0, which is written for an empty cell."""

_COUNTED = frozenset({"row", "column", "box", "cell", "digit"})
_SUFFIX = re.compile(r"(?::|'|\.)?[^\W\d_]{1,4}(?![^\W_])|[º°ª]|\.(?=\s+[^\W\d_])")
"""What follows a number that counts: 3rd, 3:e, 3eme, 3º, 3. Zeile."""

_FIGURE_ENDING = re.compile(r"[:'-]?([^\W\d_]{1,4})(?![^\W_])")
"""What may follow a digit that is named: 6er, 6:an, 6-tka."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a sign, and what it may mean.

    `tags` are the kinds of words that it belongs to, as `grammar.toml` names them.
    `number` is the value of a number or a number word, -1 if it is none; `ordinal`
    that of "third" or "3rd", 0 if it is none. `start` and `end` are its place in the
    folded text.
    """

    text: str
    tags: frozenset[str] = frozenset()
    number: int = -1
    ordinal: int = 0
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """What each phrase of folded words means; compared by identity, as it is large.

    `figure_endings` make a noun of a digit (German 6er, a six), and no ordinal.
    `lengths` is how many words the longest phrase has that begins with a word.
    """

    tags: Mapping[tuple[str, ...], frozenset[str]] = field(default_factory=dict)
    numbers: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    ordinals: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    figure_endings: frozenset[str] = frozenset()
    lengths: Mapping[str, int] = field(default_factory=dict)

    def read(self, text: str) -> list[Token]:
        """The tokens of a folded text, phrases of several words as one token."""
        words = [(m[0], m.start(), m.end()) for m in _TOKEN.finditer(text)]
        words = words[:_MOST_TOKENS]
        tokens: list[Token] = []
        place = 0
        while place < len(words):
            token, length = self._token(text, words[place : place + _LONGEST_PHRASE])
            tokens.append(token)
            place += length
        return tokens

    def _token(self, text: str, words: list[tuple[str, int, int]]) -> tuple[Token, int]:
        word, start, end = words[0]
        if word.isdecimal() and not self._begins_phrase(words):
            figure = self._figure(text, words)
            if figure:
                return figure
            counted = len(words) > 2 and self.tags.get((words[2][0],), frozenset())
            return _number(text, words, follows=bool(counted and _COUNTED & counted))
        for length in range(min(len(words), self.lengths.get(word, 0)), 0, -1):
            phrase = tuple(w for w, _, _ in words[:length])
            tags = self.tags.get(phrase, frozenset())
            number = self.numbers.get(phrase, -1)
            ordinal = self.ordinals.get(phrase, 0)
            if tags or number >= 0 or ordinal:
                ends = words[length - 1][2]
                return Token(
                    text[start:ends], tags, number, ordinal, start, ends
                ), length
        if word.endswith("'") and (word[:-1],) in self.ordinals:  # the second's
            return self._token(text, [(word[:-1], start, end - 1), *words[1:]])
        return Token(word, start=start, end=end), 1

    def _begins_phrase(self, words: list[tuple[str, int, int]]) -> bool:
        """Whether a number begins a phrase of several words: 3x3, 9er block."""
        phrases = (
            tuple(w for w, _, _ in words[:length])
            for length in range(2, self.lengths.get(words[0][0], 0) + 1)
        )
        return any(self.tags.get(p, frozenset()) & _COUNTED for p in phrases)

    def _figure(
        self, text: str, words: list[tuple[str, int, int]]
    ) -> tuple[Token, int] | None:
        """A digit that is named with an ending, as one token; None if it is none.

        Before a word for a place it counts: 3:a raden.
        """
        word, start, end = words[0]
        ending = _FIGURE_ENDING.match(text, end)
        if len(word) > 1 or not ending or ending[1] not in self.figure_endings:
            return None
        taken = sum(1 for _, first, _ in words if first < ending.end())
        behind = tuple(w for w, _, _ in words[taken : taken + 1])
        counts = _COUNTED & self.tags.get(behind, frozenset())
        if counts or tuple(w for w, _, _ in words[:taken]) in self.ordinals:
            return None
        return Token(word, number=int(word), start=start, end=ending.end()), taken


def _number(
    text: str, words: list[tuple[str, int, int]], *, follows: bool
) -> tuple[Token, int]:
    """A number in figures, with what makes it an ordinal.

    Args:
        text: the folded text.
        words: the number and what stands behind it.
        follows: whether a word for a place follows behind a full stop: 3. Zeile.
    """
    word, start, end = words[0]
    value = int(word) if len(word) <= 3 else 1000
    tags = _ZERO if not value else frozenset[str]()
    suffix = _SUFFIX.match(text, end)
    if suffix and suffix[0] == "." and not follows:
        suffix = None  # the end of a sentence, not of an ordinal
    if not suffix:
        return Token(word, tags, value, start=start, end=end), 1
    taken = sum(1 for _, first, _ in words if first < suffix.end())
    return Token(word, frozenset(), value, value, start, suffix.end()), taken


@cache
def lexicon_of(code: str, table: str = "") -> Lexicon:
    """The words of a language; none where its folder has no `grammar.toml`.

    Args:
        code: the language.
        table: a table of the file whose lists are read too. Their words are otherwise
            strangers: nobody knows what a digit beside them says.
    """
    listed = read_table(code, _FILE)
    if not listed:
        return Lexicon()
    numbers = _values(listed.pop("numbers", []), 0)
    ordinals = _values(listed.pop("ordinals", []), 1)
    figure_endings = frozenset(map(fold, listed.pop("figure_endings", [])))
    tables = {name: listed.pop(name) for name in _TABLES if name in listed}
    tags: dict[tuple[str, ...], frozenset[str]] = {}
    for name, phrases in (*listed.items(), *tables.get(table, {}).items()):
        for phrase in map(_words, phrases):
            tags[phrase] = tags.get(phrase, frozenset()) | {name}
    for phrase in (phrase for phrase, value in numbers.items() if not value):
        tags[phrase] = tags.get(phrase, frozenset()) | _ZERO
    sets: dict[frozenset[str], frozenset[str]] = {}  # each once, which saves memory
    for phrase, kinds in tags.items():
        if _COUNTED & kinds:  # "number" is no filler where it may be "number 5"
            kinds -= {"filler"}
        tags[phrase] = sets.setdefault(kinds, kinds)
    lengths: dict[str, int] = {}
    for word, *others in (*tags, *numbers, *ordinals):
        lengths[word] = max(lengths.get(word, 0), 1 + len(others))
    return Lexicon(tags, numbers, ordinals, figure_endings, lengths)


def word_of(tag: str, code: str) -> str:
    """The first word of a kind in a language: row, Zeile."""
    return str(read_table(code, _FILE)[tag][0])


def _values(listed: list[list[str]], first: int) -> dict[tuple[str, ...], int]:
    """The value of each number word; the lists count from `first`."""
    return {
        _words(phrase): value
        for value, phrases in enumerate(listed, first)
        for phrase in phrases
    }


def _words(phrase: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(fold(phrase)))
