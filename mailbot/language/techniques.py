"""The names of techniques that people use, in each language.

A language's `techniques.toml` lists them by the members of `solver.logic.Technique`, in
lower case; ANY holds the words for whichever technique.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from mailbot.language.folders import ENGLISH
from mailbot.language.folding import fold

ANY = "any"

_FILE = "techniques.toml"
_GAP = re.compile(r"[\s-]+")


def find_technique(text: str, language: str) -> str:
    """The technique that a text names, a member of `Technique` in lower case.

    ANY if it only speaks of techniques, "" if it does not. The longest name wins.

    >>> find_technique("Is there a method, an X wing say?", "en")
    'x_wing'
    >>> find_technique("Is there a trick?", "en"), find_technique("Is it hard?", "en")
    ('any', '')
    >>> find_technique("nakedsingle", "en") == find_technique("naked-single", "en")
    True
    """
    names = {_GAP.sub("", name): names for name, names in _names(language).items()}
    found = [_GAP.sub("", name) for name in _pattern(language).findall(fold(text))]
    named = [name for name in found if names[name] != ANY]
    longest = max(named or found, key=len, default="")
    return names[longest] if longest else ""


@cache
def _names(language: str) -> Mapping[str, str]:
    """The technique of each name, those of a language and the English ones."""
    return {
        _GAP.sub(" ", fold(name)): technique
        for code in dict.fromkeys((ENGLISH, language))
        for technique, names in _listed(code).items()
        for name in names
    }


def _listed(code: str) -> Mapping[str, list[str]]:
    file = files(__package__).joinpath(code, _FILE)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """Matches any of the names, the longest first, with or without hyphens."""
    longest = sorted(_names(language), key=len, reverse=True)
    listed = "|".join(re.escape(name).replace(r"\ ", r"[\s-]?") for name in longest)
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)" if listed else r"(?!)")
