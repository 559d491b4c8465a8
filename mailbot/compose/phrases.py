"""Sentences that say what was found, in the language of the reply."""

from dataclasses import dataclass

from mailbot.compose.section import Section
from mailbot.language.catalogue import Language
from mailbot.model import Kind, Missing
from solver import Difficulty, Impossible, difficulty_of
from solver.grid import SYMBOLS
from solver.logic import Step, Technique, Wording, fields, template_of
from solver.notation.symbols import compare

_PLAIN = frozenset(
    {Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE}
)
"""Techniques that need no name."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of one reply; the templates call them by name."""

    language: Language
    seconds: float | None = None

    def read_caption(self, section: Section) -> str:
        """The caption of what was read."""
        if section.told:
            return self._("Your puzzle, with the new digit (%(size)s):") % {
                "size": section.size
            }
        if section.kind is Kind.NEW:
            return self._("Your new puzzle (%(size)s, %(digits)s):") % {
                "size": section.size,
                "digits": self.digits(section),
            }
        return self._("What I read (%(size)s, %(digits)s):") % {
            "size": section.size,
            "digits": self.digits(section),
        }

    def symbols(self, section: Section) -> str:
        """Which symbols of the person's the reply writes otherwise, and how."""
        return self._(
            "Your puzzle is written in other symbols than mine. "
            "Yours = mine: %(pairs)s."
        ) % {"pairs": compare(section.puzzle.reading.symbols)}

    def digits(self, section: Section) -> str:
        """How many digits were read."""
        words = self._ngettext("%(num)s digit", "%(num)s digits", section.count)
        return words % {"num": section.count}

    def mistakes_sentence(self, section: Section) -> str:
        """Which entries are surely wrong."""
        digits = section.puzzle.grid.digits
        named = zip(section.puzzle.wrong_entries, section.wrong, strict=True)
        told = [f"{symbol(digits[cell])} ({name})" for cell, name in named]
        return self._ngettext(
            "This digit of yours cannot be right: %(cells)s.",
            "These digits of yours cannot be right: %(cells)s.",
            len(told),
        ) % {"cells": self.language.listed(told)}

    def forks(self, section: Section) -> list[str]:
        """The cells in which two solutions differ, and their digits there."""
        return [
            self._("%(cell)s may be %(one)s or %(other)s.")
            % {"cell": cell, "one": symbol(one), "other": symbol(other)}
            for cell, one, other in section.forks
        ]

    def doubts(self, section: Section) -> list[str]:
        """The doubtful cells, each with the two digits that it may hold."""
        return [self._doubt(*doubt) for doubt in section.doubts]

    def clashes(self, section: Section) -> list[str]:
        """Which digit stands twice, and where."""
        return [
            self._("%(digit)s stands more than once in %(house)s: %(cells)s.")
            % {
                "digit": symbol(clash.digit),
                "house": self.house(clash.house),
                "cells": self.language.listed(names),
            }
            for clash, names in section.clashes
        ]

    def steps(self, section: Section) -> list[str]:
        """The steps of a puzzle, a sentence or two each."""
        return [self.step(section, step) for step in section.steps]

    def told(self, section: Section) -> list[str]:
        """The digit of each cell that was asked for."""
        return [self._placed(section, *pair) for pair in section.told.items()]

    def moved(self, section: Section) -> list[str]:
        """Which of the digits that the person has just told are right."""
        return [
            self._("The %(digit)s in %(cell)s is right.")
            % {"digit": symbol(digit), "cell": name}
            for name, digit in section.moved
        ]

    def exclusions(self, section: Section) -> list[str]:
        """What leaves a single no other choice, a sentence for each."""
        name = section.puzzle.grid.shape.name
        return [
            self._("%(cell)s cannot be %(digit)s: there is one in %(witness)s.")
            % {"cell": name(cell), "digit": symbol(digit), "witness": name(witness)}
            for cell, digit, witness in section.excluded
        ]

    def not_understood(self, section: Section) -> str:
        """What was missing in an answer, so that nothing was changed."""
        wish, name = section.wish, section.puzzle.grid.shape.name
        if Missing.DIGIT in wish.missing and len(wish.cells) == 1:
            return self._(
                "I did not understand which digit belongs in %(cell)s, so I changed "
                "nothing."
            ) % {"cell": name(wish.cells[0])}
        if Missing.DIGIT in wish.missing:
            return self._(
                "I did not understand which digit belongs in which cell, so I changed "
                "nothing."
            )
        if Missing.CELL in wish.missing:
            return self._(
                "I did not understand which cell you mean, so I changed nothing."
            )
        return self._("I did not understand what you would like.")

    def rating_sentence(self, section: Section) -> str:
        """How hard a puzzle is, in words."""
        return self._("The difficulty of this puzzle: %(word)s.") % {
            "word": self._difficulty(section.rating or 0.0)
        }

    def step(self, section: Section, step: Step) -> str:
        """What a step found and what follows, with the name of its technique."""
        shape = section.puzzle.grid.shape
        wording = Wording(
            lambda house: self.house(shape.house_name(house)),
            self.language.listed,
            self._,
        )
        words = self._(template_of(step)).format_map(fields(step, shape, wording))
        if step.technique in _PLAIN:
            return words
        return self._("%(technique)s. %(explanation)s") % {
            "technique": self._(step.technique.value),
            "explanation": words,
        }

    def house(self, name: str) -> str:
        """The name of a house, from its English name: row 3."""
        kind, _, number = name.partition(" ")
        forms = {
            "row": self._("row %(number)s"),
            "column": self._("column %(number)s"),
            "box": self._("box %(number)s"),
        }
        return forms[kind] % {"number": number}

    def facts_line(self, section: Section) -> str:
        """Size, time and guesses of a puzzle, in one line."""
        size = section.puzzle.grid.shape.size
        facts = [section.size, *self._search(section), *self._rating(section)]
        if size > 9:
            facts.append(f"10 = A … {size} = {symbol(size)}")
        if self.seconds is not None:
            facts.append(self._time(self.seconds))
        return " · ".join(facts)

    def alt(self) -> str:
        """What a picture of the reply shows, for those who cannot see it."""
        return self._("Picture of the puzzle, with what the text says drawn in.")

    def machine_line(self) -> str:
        """What stands before the line that a later letter is continued from."""
        return self._("Please leave this line in your answer:")

    def footer(self, stopped: bool) -> str:
        """Who wrote the reply, and, unless that was asked, how to get no more."""
        if stopped:
            return self._("This letter was written by a program.")
        return self._(
            'This letter was written by a program. Reply with "help" to see what it '
            'can do, or with "stop" and it will not write to you again.'
        )

    def _time(self, seconds: float) -> str:
        """A duration, in the units of all our languages."""
        if seconds >= 1:
            return f"{self.language.number(seconds, 1)} s"
        milliseconds = round(seconds * 1000)
        return f"{milliseconds} ms" if milliseconds else "< 1 ms"

    def _search(self, section: Section) -> list[str]:
        answer = section.puzzle.answer
        if answer is None or isinstance(answer, Impossible):
            return []
        if section.kind is Kind.DOUBTFUL:
            return []  # nodes spent on a doubtful reading say nothing about the puzzle
        if not answer.nodes:
            return [self._("no guess")]
        guesses = self._ngettext("%(num)s guess", "%(num)s guesses", answer.nodes)
        return [guesses % {"num": self.language.number(answer.nodes)}]

    def _rating(self, section: Section) -> list[str]:
        rating = section.rating
        if rating is None:
            return []
        return [
            self._("difficulty %(number)s (%(word)s)")
            % {
                "number": self.language.number(rating, 1),
                "word": self._difficulty(rating),
            }
        ]

    def _difficulty(self, rating: float) -> str:
        """The word for a rating on the scale of Sudoku Explainer."""
        return {
            Difficulty.EASY: self._("easy"),
            Difficulty.MEDIUM: self._("moderate"),
            Difficulty.HARD: self._("hard"),
            Difficulty.VERY_HARD: self._("very hard"),
            Difficulty.DIABOLICAL: self._("extreme"),
        }[difficulty_of(rating)]

    def _placed(self, section: Section, cell: int, digit: int) -> str:
        name = section.puzzle.grid.shape.name(cell)
        values = {"cell": name, "digit": symbol(digit)}
        return self._("In %(cell)s: %(digit)s.") % values

    def _doubt(self, cell: str, digit: int, other: int) -> str:
        values = {"cell": cell, "digit": symbol(digit), "other": symbol(other)}
        if digit and other and digit != other:
            return self._("%(cell)s: is it %(digit)s, or %(other)s?") % values
        if digit:
            return self._("%(cell)s: is it really %(digit)s?") % values
        return self._("%(cell)s: is it really empty?") % values

    def _(self, message: str) -> str:
        return self.language.gettext(message)

    def _ngettext(self, one: str, many: str, number: int) -> str:
        return self.language.ngettext(one, many, number)


def symbol(digit: int) -> str:
    """A digit as the grids of a reply show it: A is 10."""
    return SYMBOLS[digit - 1] if digit else "-"
