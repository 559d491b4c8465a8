"""What all phrases of a reply share: its language, and the names of its places."""

from collections.abc import Iterable
from dataclasses import dataclass

from mailbot.compose.section import Section
from mailbot.language.catalogue import Language
from mailbot.language.folders import ENGLISH
from solver import Shape
from solver.grid import SYMBOLS
from solver.logic import Wording, capitalise, tidy


@dataclass(frozen=True, slots=True)
class Places:
    """The names of the cells and houses of one grid."""

    language: Language
    shape: Shape

    def cell(self, cell: int) -> str:
        """The short name of a cell, as people of the language write it: r4c7, Z4S7."""
        return self.language.gettext("r%(row)sc%(column)s") % self._counted(cell)

    def cells(self, cells: Iterable[int]) -> str:
        """The short names of several cells: r4c7, r5c7 and r6c7."""
        return self.language.listed([self.cell(cell) for cell in cells])

    def in_cell(self, cell: int) -> str:
        """Where a cell is, in words: in row 4, column 7."""
        words = self.language.gettext("in row %(row)s, column %(column)s")
        return words % self._counted(cell)

    def house(self, name: str) -> str:
        """The name of a house, from its English name: row 3."""
        kind, _, number = name.partition(" ")
        forms = {
            "row": self.language.gettext("row %(number)s"),
            "column": self.language.gettext("column %(number)s"),
            "box": self.language.gettext("box %(number)s"),
        }
        return forms[kind] % {"number": number}

    def in_house(self, name: str) -> str:
        """Where a house is, from its English name: in row 3."""
        kind, _, number = name.partition(" ")
        forms = {
            "row": self.language.gettext("in row %(number)s"),
            "column": self.language.gettext("in column %(number)s"),
            "box": self.language.gettext("in box %(number)s"),
        }
        return forms[kind] % {"number": number}

    @property
    def wording(self) -> Wording:
        """How the solver's steps are said."""
        return Wording(
            lambda house: self.house(self.shape.house_name(house)),
            self.cell,
            self.in_cell,
            lambda house: self.in_house(self.shape.house_name(house)),
            self.language.listed,
            self.language.listed_any,
            self.language.gettext,
        )

    def _counted(self, cell: int) -> dict[str, int]:
        row, column = divmod(cell, self.shape.size)
        return {"row": row + 1, "column": column + 1}


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
