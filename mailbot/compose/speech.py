"""What all phrases of a reply share: its language, and the names of its places."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from mailbot.compose.section import Section
from mailbot.language.catalogue import Language
from mailbot.language.folders import ENGLISH
from solver import Shape
from solver.grid import SYMBOLS
from solver.logic import Wording, capitalise, tidy


class Places(Wording):
    """The names of the cells and houses of one grid, in a language of replies."""

    def __init__(self, language: Language, shape: Shape) -> None:
        super().__init__(shape)
        self._language = language

    def cell(self, cell: int) -> str:
        """The short name of a cell, as people of the language write it: r4c7, Z4S7."""
        return self._at(cell, self.gettext("r%(row)sc%(column)s"))

    def cells(self, cells: Iterable[int]) -> str:
        """The short names of several cells: r4c7, r5c7 and r6c7."""
        return self.listed([self.cell(cell) for cell in cells])

    def in_cell(self, cell: int) -> str:
        """Where a cell is, in words: in row 4, column 7."""
        return self._at(cell, self.gettext("in row %(row)s, column %(column)s"))

    def house(self, name: str) -> str:
        """The name of a house, from its English name: row 3."""
        kind, number = name.split()
        forms = {
            "row": self.gettext("row %(number)s"),
            "column": self.gettext("column %(number)s"),
            "box": self.gettext("box %(number)s"),
        }
        return forms[kind] % {"number": number}

    def in_house(self, name: str) -> str:
        """Where a house is, from its English name: in row 3."""
        kind, number = name.split()
        forms = {
            "row": self.gettext("in row %(number)s"),
            "column": self.gettext("in column %(number)s"),
            "box": self.gettext("in box %(number)s"),
        }
        return forms[kind] % {"number": number}

    def listed(self, words: Sequence[str]) -> str:
        """Words as an enumeration: a, b and c."""
        return self._language.listed(words)

    def listed_any(self, words: Sequence[str]) -> str:
        """Words as an enumeration of which one is meant: a, b or c."""
        return self._language.listed_any(words)

    def gettext(self, message: str) -> str:
        """A sentence in the language."""
        return self._language.gettext(message)

    def _at(self, cell: int, form: str) -> str:
        row, column = divmod(cell, self.shape.size)
        return form % {"row": row + 1, "column": column + 1}


class Speech(Struct, frozen=True):
    """The language of one reply."""

    language: Language

    def _places(self, section: Section) -> Places:
        return Places(self.language, section.puzzle.grid.shape)

    def _said(self, section: Section, words: str, **values: Any) -> str:
        """A sentence about a puzzle: its digits, cells and houses by their names.

        The name of a field tells what its value is; any other field holds text.
        """
        places = self._places(section)
        names: dict[str, Callable[[Any], str]] = {
            **dict.fromkeys(("digit", "one", "other"), symbol),
            **dict.fromkeys(("cell", "witness"), places.cell),
            "cells": places.cells,
            "in_cell": places.in_cell,
            "house": places.house,
            "in_house": lambda house: places.in_house(str(house)) if house else "",
        }
        return self._tidy(
            words % {field: names.get(field, str)(v) for field, v in values.items()}
        )

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
