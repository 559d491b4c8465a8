"""The language folders: which there are, and the word lists that they hold."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

Words = Mapping[str, Mapping[str, object]]
"""The content of a `words.toml`: its tables by name."""

ENGLISH = "en"

_WORDS = "words.toml"
REPLIES = "replies.po"


@cache
def languages() -> Mapping[str, Words]:
    """The word lists of each language, by its two-letter code; English first."""
    names = {folder.name for folder in files(__package__).iterdir()}
    ordered = (ENGLISH, *sorted(names - {ENGLISH}))
    return {name: words for name in ordered if (words := read_table(name, _WORDS))}


def read_table(code: str, name: str) -> dict[str, Any]:
    """A TOML file in the folder of a language; empty where there is none."""
    file = files(__package__).joinpath(code, name)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


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


def codes_by_word(lists: Iterable[tuple[str, str]]) -> Mapping[str, set[str]]:
    """The languages that have each word in one of some lists, by (table, key)."""
    codes: dict[str, set[str]] = {}
    for table, key in lists:
        for code, word in strings_by_language(table, key):
            codes.setdefault(word, set()).add(code)
    return codes


def rows(table: str, key: str) -> Iterator[tuple[str, ...]]:
    """The lists within a list of a table, those of all languages one after another."""
    for words in languages().values():
        listed = words.get(table, {}).get(key, ())
        assert isinstance(listed, list | tuple)
        yield from (tuple(map(str, row)) for row in listed)
