"""The words for places, digits and assertions in each language, as tags of tokens.

Each language folder holds them in `grammar.toml`: lists of words and phrases by tag,
and the number words and ordinals by value. Accents and case do not count.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from mailbot.language.folding import fold

_FILE = "grammar.toml"
_LONGEST_PHRASE = 4  # words
_MOST_TOKENS = 600
_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['-][^\W\d_]+)*|[-=]>|[^\w\s]|\n|_")
_SUFFIX = re.compile(r"(?::|'|\.)?[^\W\d_]{1,4}(?![^\W_])|[º°ª]|\.(?=\s+[^\W\d_])")
"""What follows a number that counts: 3rd, 3:e, 3eme, 3º, 3. Zeile."""


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


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What each phrase of folded words means."""

    tags: Mapping[tuple[str, ...], frozenset[str]] = field(default_factory=dict)
    numbers: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    ordinals: Mapping[tuple[str, ...], int] = field(default_factory=dict)

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
        if word.isdecimal():
            return _number(text, word, start, end, words)
        for length in range(len(words), 0, -1):
            phrase = tuple(w for w, _, _ in words[:length])
            tags = self.tags.get(phrase, frozenset())
            number = self.numbers.get(phrase, -1)
            ordinal = self.ordinals.get(phrase, 0)
            if tags or number >= 0 or ordinal:
                ends = words[length - 1][2]
                return Token(
                    text[start:ends], tags, number, ordinal, start, ends
                ), length
        return Token(word, start=start, end=end), 1


def _number(
    text: str, word: str, start: int, end: int, words: list[tuple[str, int, int]]
) -> tuple[Token, int]:
    """A number in figures, with what makes it an ordinal."""
    value = int(word) if len(word) <= 3 else 1000
    suffix = _SUFFIX.match(text, end)
    if not suffix:
        return Token(word, number=value, start=start, end=end), 1
    taken = sum(1 for _, first, _ in words if first < suffix.end())
    return Token(word, frozenset(), value, value, start, suffix.end()), taken


@cache
def lexicon_of(code: str) -> Lexicon:
    """The words of a language and, where it has none for a phrase, the English ones."""
    tags: dict[tuple[str, ...], frozenset[str]] = {}
    values: dict[str, dict[tuple[str, ...], int]] = {"numbers": {}, "ordinals": {}}
    for language in (code,):
        source = files("mailbot.language").joinpath(language, _FILE)
        if not source.is_file():
            continue
        for name, listed in tomllib.loads(source.read_text(encoding="utf-8")).items():
            if name in values:
                for value, phrases in enumerate(listed, name == "ordinals"):
                    values[name] |= {_words(phrase): value for phrase in phrases}
                continue
            for phrase in map(_words, listed):
                tags[phrase] = tags.get(phrase, frozenset()) | {name}
    return Lexicon(tags, values["numbers"], values["ordinals"])


def _words(phrase: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(fold(phrase)))
