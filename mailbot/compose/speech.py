"""What all phrases of a reply share: its language, and how a sentence is finished."""

from dataclasses import dataclass

from mailbot.compose.places import Places
from mailbot.compose.section import Section
from mailbot.language.catalogue import Language
from mailbot.language.folders import ENGLISH
from solver.grid import SYMBOLS
from solver.logic import capitalise, tidy


@dataclass(frozen=True, slots=True)
class Speech:
    """The language of one reply."""

    language: Language

    def _places(self, section: Section) -> Places:
        return Places(self.language, section.puzzle.grid.shape)

    def _said(self, words: str, **values: str) -> str:
        return self._tidy(words % values)

    def _tidy(self, sentence: str) -> str:
        """A sentence with its capital, and with "an" where English wants it."""
        return (tidy if self.language.code == ENGLISH else capitalise)(sentence)

    def _(self, message: str) -> str:
        return self.language.gettext(message)

    def _ngettext(self, one: str, many: str, number: int) -> str:
        return self.language.ngettext(one, many, number)


def symbol(digit: int) -> str:
    """A digit as the grids of a reply show it: A is 10."""
    return SYMBOLS[digit - 1] if digit else "-"
