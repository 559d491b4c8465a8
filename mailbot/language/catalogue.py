"""The languages of our replies: gettext catalogues, and numbers as people write them.

The sentences in the code are English; each language folder holds its own in
`replies.po`. They are read as they are, through Babel, once per process: nothing has to
be compiled, so a wheel, a checkout and an edited file behave alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from mailbot.language.folders import ENGLISH, REPLIES, written


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its code and its catalogue."""

    code: str
    catalogue: NullTranslations

    def gettext(self, message: str) -> str:
        """A sentence in this language."""
        return self.catalogue.gettext(message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form of a sentence that fits a number."""
        return self.catalogue.ngettext(one, many, number)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as written in this language, with up to `digits` decimals."""
        return _number(self.code, round(value, digits), digits)

    def listed(self, words: Sequence[str]) -> str:
        """Words as an enumeration: a, b and c."""
        return str(format_list(list(words), locale=self.code))


@lru_cache(maxsize=1000)
def _number(code: str, value: float, digits: int) -> str:
    pattern = "#,##0." + "#" * digits if digits else "#,##0"
    return str(format_decimal(value, pattern, locale=code))


@cache
def language_of(code: str) -> Language:
    """The language of a two-letter code; English where we do not write it."""
    if code not in written() or code == ENGLISH:
        return Language(ENGLISH, NullTranslations())
    source = files("mailbot.language").joinpath(code, REPLIES)
    compiled = BytesIO()
    with source.open("rb") as stream:
        write_mo(compiled, read_po(stream, locale=code))
    compiled.seek(0)
    return Language(code, GNUTranslations(compiled))
