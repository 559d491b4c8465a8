"""Sentences about the steps of a puzzle, and about the digits that they tell."""

import re
from functools import cache

from mailbot.compose.section import Section
from mailbot.compose.speech import Speech
from solver.logic import (
    SINGLES,
    Mark,
    Step,
    capitalise,
    fields,
    ruled_out,
    template_of,
)

_LONGEST = 6000
"""Characters of all steps together that people may want to read."""


class StepPhrases(Speech, frozen=True):
    """The sentences about the steps of one reply; the templates call them by name."""

    def step(self, section: Section, step: Step) -> str:
        """What a step found and what follows, with the name of its technique."""
        values = fields(step, self._places(section))
        words = self._tidy(self._(template_of(step)).format_map(values))
        if step.technique in SINGLES:
            return words
        return self._("%(technique)s. %(explanation)s") % {
            "technique": self._(step.technique.label),
            "explanation": words,
        }

    def steps(self, section: Section) -> list[str]:
        """The steps of a puzzle, a sentence or two each.

        Where that is too much to read, long arguments are told by their ends alone.
        """
        told = [self.step(section, step) for step in section.steps]
        if sum(map(len, told)) <= _LONGEST:
            return told
        return [
            self._end(section, step) if step.cases else words
            for step, words in zip(section.steps, told, strict=True)
        ]

    def end(self, section: Section) -> str:
        """What a hint comes to: the digit that it tells, else what it rules out."""
        told = self.told(section)
        return told[0] if told else self._end(section, section.steps[-1])

    def told(self, section: Section) -> list[str]:
        """The digit of each cell that was asked for."""
        words = self._("%(in_cell)s: a %(digit)s.")
        return [
            self._said(section, words, in_cell=cell, digit=digit)
            for cell, digit in section.told.items()
        ]

    def ruled_out(self, section: Section) -> str:
        """What earlier replies have ruled out."""
        marks = (Mark(cell, digit) for cell, digit in section.puzzle.ruled_out)
        told = ruled_out(marks, self._places(section))
        return self._said(
            section, self._("Known so far: %(ruled_out)s."), ruled_out=told
        )

    def exclusions(self, section: Section) -> list[str]:
        """What leaves a single no other choice, a sentence for each."""
        words = self._(
            "%(cell)s cannot be a %(digit)s: there is already one in %(witness)s."
        )
        return [
            self._said(section, words, cell=cell, digit=digit, witness=witness)
            for cell, digit, witness in section.excluded
        ]

    def excluded_later(self, section: Section) -> str:
        """That a digit which is not in its cell cannot be ruled out by a look at it."""
        assert section.doubted
        cell, digit = section.doubted
        words = self._(
            "No digit in its row, column or box rules out the %(digit)s %(in_cell)s; "
            "only the steps on the way to the solution do."
        )
        return self._said(section, words, digit=digit, in_cell=cell)

    def names(self, section: Section) -> str:
        """How short names of cells are read, by the first that is told; "" if none."""
        told = " ".join([*self.steps(section), *self.exclusions(section)])
        name = _short_name(self._("r%(row)sc%(column)s")).search(told)
        if not name:
            return ""
        return self._(
            "%(cell)s is row %(row)s from the top, column %(column)s from the left; "
            "box 1 is at the top left, box 2 to its right."
        ) % {"cell": name[0], "row": name[1], "column": name[2]}

    def _end(self, section: Section, step: Step) -> str:
        """What a step comes to, without the reasons."""
        values = fields(step, self._places(section))
        return self._tidy(capitalise(values["conclusion"]) + ".")


@cache
def _short_name(form: str) -> re.Pattern[str]:
    """Matches a short name of a cell, with its row and column."""
    digits = form % {"row": r"(\d+)", "column": r"(\d+)"}
    return re.compile(rf"\b{digits}\b")
