"""What the word model sees of a person's words: hashed words and parts of words.

Accents and case are dropped, and what names a cell, a row of cells or a digit becomes
one sign for each kind, so that "r3c5?" and "r7c2?" are the same words. What words are
about (`mailbot.language.concepts`) says the same in every language.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice, pairwise
from zlib import crc32

from mailbot.language.concepts import thesaurus_of
from mailbot.language.folding import fold

BUCKETS = 2**18
"""How many features there are; each word and part of a word falls into one."""

_MOST_WORDS = 150
_LONGEST_WORD = 24
_PARTS = (2, 3, 4, 5)  # letters
_NEAR = 6
"""Words between which two concepts belong together: give me the solution."""

_MOST_SENTENCES = 8
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n")
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST_WORDS = 2
"""A sentence with fewer words than this says little without the others."""

_GRID = re.compile(r"(?:[.\d_x*-]\s?[|,]?\s?){9,}")
_CELL = re.compile(
    r"\b[a-z]\s?\d{1,2}\s?[a-z]\s?\d{1,2}\b|\(\s?\d{1,2}\s?[,;/]\s?\d{1,2}\s?\)"
    r"|\b\d[,;/]\d\b|\b[a-i][1-9]\b"
)
_DIGIT = re.compile(r"\d+")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|[#@$]|[?!=]|[^\w\s]")


def features(text: str) -> list[int]:
    """The features of a text, each a number below BUCKETS; some more than once.

    Words, pairs of words, pairs with one word between them, and parts of 2 to 5
    letters of each word with its ends.
    """
    words = tokens(text)
    found: list[int] = []
    for word in words:
        found += _of_word(word)
    padded = ["<", *words, ">"]
    found += [_bucket(f"{a} {b}") for a, b in pairwise(padded)]
    found += [_bucket(f"{a} _ {b}") for a, b in zip(padded, padded[2:], strict=False)]
    found.append(_bucket(f"length {min(len(words), 60).bit_length()}"))
    return found


@lru_cache(maxsize=64)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text, without accents and case; signs for cells and digits."""
    plain = fold(text)
    for pattern, sign in ((_GRID, " $ "), (_CELL, " @ "), (_DIGIT, " # ")):
        plain = pattern.sub(sign, plain)
    return tuple(w[:_LONGEST_WORD] for w in _TOKEN.findall(plain)[:_MOST_WORDS])


def sentences(text: str) -> list[str]:
    """The sentences of a text that say something alone, at most `_MOST_SENTENCES`.

    >>> sentences("Hello! It rains here. Please solve this one.")
    ['It rains here.', 'Please solve this one.']
    """
    found = (s for s in _SENTENCE.split(text) if len(_WORD.findall(s)) >= _FEWEST_WORDS)
    return list(islice(found, _MOST_SENTENCES))


def concept_features(text: str, language: str) -> list[int]:
    """What a text in a language is about: its concepts, and those that follow them."""
    concepts = thesaurus_of(language).read(tokens(text))
    found: list[int] = []
    for at, here in enumerate(concepts):
        found += [_of_concepts(one, "") for one in here]
        for behind in concepts[at + 1 : at + 1 + _NEAR]:
            found += [_of_concepts(a, b) for a in here for b in behind if a != b]
    return found


@lru_cache(maxsize=10_000)
def _of_concepts(first: str, second: str) -> int:
    return _bucket(f"about {first} {second}")


@lru_cache(maxsize=20_000)
def _of_word(word: str) -> tuple[int, ...]:
    return tuple(_bucket(name) for name in (f"={word}", *_parts(word)))


def _parts(word: str) -> Iterable[str]:
    whole = f"<{word}>"
    for length in _PARTS:
        for start in range(len(whole) - length + 1):
            yield whole[start : start + length]


def _bucket(name: str) -> int:
    return crc32(name.encode()) % BUCKETS
