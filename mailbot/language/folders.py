"""The language folders: which there are, and the word lists that they hold."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

Words = Mapping[str, Mapping[str, object]]
"""The content of a `words.toml`: its tables by name."""

ENGLISH = "en"

_WORDS = "words.toml"
REPLIES = "replies.po"


@cache
def languages() -> Mapping[str, Words]:
    """The word lists of each language, by its two-letter code; English first."""
    found = {}
    for folder in sorted(files(__package__).iterdir(), key=_english_first):
        words = folder.joinpath(_WORDS)
        if words.is_file():
            found[folder.name] = tomllib.loads(words.read_text(encoding="utf-8"))
    return found


@cache
def written() -> tuple[str, ...]:
    """The codes of the languages that replies are written in; English first."""
    root = files(__package__)
    return tuple(
        code
        for code in languages()
        if code == ENGLISH or root.joinpath(code, REPLIES).is_file()
    )


@cache
def strings(table: str, key: str) -> tuple[str, ...]:
    """The strings of a list in a table, those of all languages together, each once."""
    return tuple(dict.fromkeys(text for _, text in strings_by_language(table, key)))


def strings_by_language(table: str, key: str) -> Iterator[tuple[str, str]]:
    """Each string of a list in a table, with the code of its language.

    A list may be written as one string of words between blanks.
    """
    for code, words in languages().items():
        listed = words.get(table, {}).get(key, ())
        parts = listed.split() if isinstance(listed, str) else listed
        assert isinstance(parts, list | tuple), f"{code}/{_WORDS}: {table}.{key}"
        for text in parts:
            yield code, str(text)


def rows(table: str, key: str) -> Iterator[tuple[str, ...]]:
    """The lists within a list of a table, those of all languages one after another."""
    for words in languages().values():
        listed = words.get(table, {}).get(key, ())
        assert isinstance(listed, list | tuple)
        yield from (tuple(map(str, row)) for row in listed)


def _english_first(folder: Traversable) -> tuple[bool, str]:
    return folder.name != ENGLISH, folder.name
