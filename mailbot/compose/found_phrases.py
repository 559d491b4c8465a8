"""Sentences that answer one request: a place, candidates, a technique, a verdict."""

from mailbot.compose.section import Section
from mailbot.compose.speech import Speech, symbol
from mailbot.model import Act
from solver.logic import Technique


class FoundPhrases(Speech, frozen=True):
    """The answers of one reply; the templates call them by name."""

    def where(self, section: Section) -> list[str]:
        """Where to look next: the house, asked again the cell, then the technique."""
        found = section.found
        if found.house is None:
            return [self._("I know of no logical step from here.")]
        if found.wrong:
            words = self._(
                "Before you go on, look %(in_house)s once more: one of your digits "
                "there is not right."
            )
            return [self._said(section, words, in_house=found.house)]
        words = self._("Look %(in_house)s next.")
        told = [self._said(section, words, in_house=found.house)]
        if section.pointed > 1 and found.cell is not None:
            words = self._("It is the cell %(in_cell)s.")
            told.append(self._said(section, words, in_cell=found.cell))
        if section.pointed > 2:
            told.append(self._named(self._("The technique: %(technique)s."), section))
        return told

    def candidates(self, section: Section) -> str:
        """What is said above the candidates."""
        cells = section.request.cells
        if not cells:
            return self._(
                "These digits are still possible (in brackets: what is there already):"
            )
        if section.puzzle.grid.digits[cells[0]]:
            return self.held(section)
        count = len(section.found.marks[cells[0]])
        if not count:
            words = self._(
                "No digit is possible %(in_cell)s any more, so one before it is wrong."
            )
            return self._said(section, words, in_cell=cells[0])
        words = self._ngettext(
            "Only one digit is still possible %(in_cell)s.",
            "These digits are still possible %(in_cell)s.",
            count,
        )
        return self._said(section, words, in_cell=cells[0])

    def marks(self, section: Section) -> str:
        """The candidates of the one cell that was asked for, "" without any."""
        digits = next(iter(section.found.marks.values()), ())
        return self.language.listed_any([symbol(digit) for digit in digits])

    def held(self, section: Section) -> str:
        """That a cell which is asked about holds a digit already."""
        cell = section.request.cells[0]
        words = self._("There is already a %(digit)s %(in_cell)s.")
        digit = section.puzzle.grid.digits[cell]
        return self._said(section, words, digit=digit, in_cell=cell)

    def places(self, section: Section) -> str:
        """The cells in which a digit can still go."""
        digit, house = section.request.digit, section.request.house
        found = section.found.places or ()
        if not found:
            grid = section.puzzle.grid
            cells = house.cells(grid.shape) if house else ()
            there = any(grid.digits[cell] == digit for cell in cells)
            words = (
                self._("There is already a %(digit)s %(in_house)s.")
                if there
                else self._("No cell %(in_house)s can hold a %(digit)s any more.")
            )
            return self._said(section, words, digit=digit, in_house=house)
        words = self._ngettext(
            "Only this cell %(in_house)s can still hold a %(digit)s: %(cells)s.",
            "These cells %(in_house)s can still hold a %(digit)s: %(cells)s.",
            len(found),
        )
        return self._said(section, words, digit=digit, in_house=house, cells=found)

    def technique(self, section: Section) -> str:
        """Whether a technique is there, or which one comes next."""
        found = section.found
        if section.request.technique is None:
            if not found.there:
                return self._("I know of no logical step from here.")
            return self._named(self._("The next step: %(technique)s."), section)
        words = (
            self._("Yes, it is there: %(technique)s.")
            if found.there
            else self._("No, it is not there as the puzzle stands: %(technique)s.")
        )
        look = self._("Look %(in_house)s next.")
        places = (self._said(section, look, in_house=h) for h in found.houses)
        return " ".join((self._named(words, section), *places))

    def verdict(self, section: Section) -> str:
        """Whether the digit that was asked about is right; never the right one."""
        cell, digit = section.request.cells[0], section.request.digit
        words = (
            self._("Yes, the %(digit)s %(in_cell)s is right.")
            if section.found.right
            else self._("No, the %(digit)s %(in_cell)s is not right.")
        )
        return self._said(section, words, digit=digit, in_cell=cell)

    def hint_in_house(self, section: Section) -> str:
        """What is said of a digit in a house beside it; "" for nothing."""
        found = section.found
        if found.house is not None and not (found.told or found.wrong):
            words = self._("All cells %(in_house)s are filled.")
            return self._said(section, words, in_house=found.house)
        if not found.early or found.cell is None:
            return ""
        words = self._(
            "No simple step leads there yet: it follows once other cells are filled, "
            "first the one %(in_cell)s."
        )
        return self._said(section, words, in_cell=found.cell)

    def changed(self, section: Section) -> str:
        """What was done to the puzzle."""
        request = section.request
        named = request.cells or request.digit or request.house
        if request.act is Act.UNDO and named:
            return self._("That is taken out again.")
        return {
            Act.UNDO: self._("I have taken back the last change."),
            Act.RESTART: self._("Here is your puzzle as it was printed."),
            Act.CONFIRM: self._("All right, then I take it as it stands here."),
        }.get(request.act, self._("I have changed that."))

    def _named(self, words: str, section: Section) -> str:
        """A sentence with the name of the technique, and what a plain one means."""
        technique = section.found.technique
        assert technique is not None
        label = self._(technique.label)
        if section.found.digits:
            label += f" ({', '.join(map(symbol, section.found.digits))})"
        if section.found.house and section.request.technique:
            label = self._said(
                section, f"{label} %(in_house)s", in_house=section.found.house
            )
        named = self._said(section, words, technique=label)
        meanings: dict[object, str] = {
            Technique.FULL_HOUSE: self._("It is the last empty cell there."),
            Technique.HIDDEN_SINGLE: self._(
                "A digit that is missing there fits into no other cell."
            ),
            Technique.NAKED_SINGLE: self._(
                "All other digits stand in its row, column or box already."
            ),
        }
        return f"{named} {meanings.get(technique, '')}".strip()
