"""The names of techniques that people use, in each language.

A language's `techniques.toml` lists them by the members of `solver.logic.Technique`, in
lower case; ANY holds the words for whichever technique.
"""

import re
from collections.abc import Mapping
from functools import cache

from mailbot.language.folders import ENGLISH, read_table
from mailbot.language.folding import fold

ANY = "any"

_FILE = "techniques.toml"
_GAP = re.compile(r"[\s-]+")


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
    names = _run_together(language)
    found = _pattern(language).findall(fold(text))
    techniques = dict.fromkeys(names[_GAP.sub("", name)] for name in found)
    named = tuple(name for name in techniques if name != ANY)
    return named or tuple(techniques)


@cache
def _names(language: str) -> Mapping[str, str]:
    """The technique of each name, those of a language and the English ones."""
    return {
        _GAP.sub(" ", fold(name)): technique
        for code in dict.fromkeys((ENGLISH, language))
        for technique, names in read_table(code, _FILE).items()
        for name in names
    }


@cache
def _run_together(language: str) -> Mapping[str, str]:
    """The technique of each name, written without any gap."""
    return {_GAP.sub("", name): found for name, found in _names(language).items()}


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """Matches any of the names, the longest first, with or without hyphens."""
    longest = sorted(_names(language), key=len, reverse=True)
    listed = "|".join(re.escape(name).replace(r"\ ", r"[\s-]?") for name in longest)
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)" if listed else r"(?!)")
