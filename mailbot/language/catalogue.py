"""The languages of our replies: gettext catalogues, and numbers as people write them.

The sentences in the code are English; each language folder holds its own in
`replies.po`. They are read as they are, through Babel, once per process: nothing has to
be compiled, so a wheel, a checkout and an edited file behave alike.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from mailbot.language.address import speaks_familiarly
from mailbot.language.folders import ENGLISH, REPLIES, written


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its code, its catalogue, and how it speaks to the person.

    Where a language has a familiar and a polite form of address, a sentence of its
    catalogue holds both: [Antworte|Antworten Sie].
    """

    code: str
    catalogue: NullTranslations
    familiar: bool = False

    def gettext(self, message: str) -> str:
        """A sentence in this language."""
        return self._addressed(self.catalogue.gettext(message))

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form of a sentence that fits a number."""
        return self._addressed(self.catalogue.ngettext(one, many, number))

    def _addressed(self, sentence: str) -> str:
        """A sentence in one form of address."""
        return _FORMS.sub(r"\1" if self.familiar else r"\2", sentence)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as written in this language, with up to `digits` decimals."""
        return _number(self.code, round(value, digits), digits)

    def listed(self, words: Sequence[str]) -> str:
        """Words as an enumeration: a, b and c."""
        return str(format_list(list(words), locale=_locale(self.code)))

    def listed_any(self, words: Sequence[str]) -> str:
        """Words as an enumeration of which one is meant: a, b or c."""
        return str(format_list(list(words), style="or", locale=_locale(self.code)))


_FORMS = re.compile(r"\[([^\[|\]]*)\|([^\[\]]*)\]")
"""The familiar and the polite form of a part of a sentence."""


@lru_cache(maxsize=1000)
def _number(code: str, value: float, digits: int) -> str:
    pattern = "#,##0." + "#" * digits if digits else "#,##0"
    return str(format_decimal(value, pattern, locale=code))


@cache
def language_of(code: str, familiar: bool | None = None) -> Language:
    """The language of a two-letter code; English where we do not write it.

    Args:
        code: the language.
        familiar: how the person speaks to us; None where nothing shows it.
    """
    if code not in written() or code == ENGLISH:
        return Language(ENGLISH, NullTranslations())
    return Language(code, _catalogue(code), speaks_familiarly(code, familiar))


@cache
def _locale(code: str) -> Locale:
    return Locale.parse(code)


@cache
def _catalogue(code: str) -> NullTranslations:
    source = files("mailbot.language").joinpath(code, REPLIES)
    compiled = BytesIO()
    with source.open("rb") as stream:
        write_mo(compiled, read_po(stream, locale=code))
    compiled.seek(0)
    return GNUTranslations(compiled)
